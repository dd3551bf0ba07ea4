// What atomics of a warp on shared memory take. Of each warp so many lanes have one word; the words of a warp lie a stride
// apart. Words are the same for all warps, or each warp's own. A chain waits for each result.
#include <cstdio>
#include <cuda_runtime.h>

typedef unsigned long long wide;

template <class F> __device__ void repeat(int n, F f)
{
#pragma unroll 8
    for (int i = 0; i < n; i++) f(i);
}

#define ATOMICS(name, statement)                                                                              \
    __global__ void name(long long *clocks, int lanes, int stride, int own, int n, unsigned v)                \
    {                                                                                                         \
        __shared__ wide tile[4096];                                                                           \
        for (int i = threadIdx.x; i < 4096; i += blockDim.x) tile[i] = 0;                                     \
        int at = threadIdx.x % 32 / lanes * stride + threadIdx.x / 32 * 32 * own;                             \
        unsigned *p = (unsigned *)tile + at, got = 0;                                                         \
        wide *q = tile + at;                                                                                  \
        __syncthreads();                                                                                      \
        long long from = clock64();                                                                           \
        repeat(n, [&](int i) { statement; });                                                                 \
        __syncthreads();                                                                                      \
        if (threadIdx.x == 0) clocks[0] = clock64() - from, clocks[1] = v + got + (unsigned)*q;               \
    }
ATOMICS(add, atomicAdd(p, v))
ATOMICS(count, atomicAdd(p, 1))
ATOMICS(largest, atomicMax(p, v + i))
ATOMICS(result, got += atomicAdd(p, v))
ATOMICS(exchange, atomicExch(p, i))
ATOMICS(compare, atomicCAS(p, i, v))
ATOMICS(sum, atomicAdd((float *)p, 1.5f))
ATOMICS(add64, atomicAdd(q, (wide)v))
ATOMICS(sum64, atomicAdd((double *)q, 1.5))
ATOMICS(chain, v = atomicAdd(p, v))
ATOMICS(chain_cas, v = atomicCAS(p, i, v))

typedef void kernel(long long *, int, int, int, int, unsigned);
static long long *clocks;

static void line(const char *name, kernel *k, int warps, bool own, int lanes, int stride)
{
    const int n = 128;
    long long least = 1ll << 60;
    for (int i = 0; i < 3; i++) {
        k<<<1, 32 * warps>>>(clocks, lanes, stride, own, n, 3);
        cudaDeviceSynchronize();
        if (clocks[0] < least) least = clocks[0];
    }
    printf("%s,%d,%s,%d,%d,%.2f\n", name, warps, own ? "own" : "same", lanes, stride, (double)least / n / warps);
}

int main()
{
    cudaMallocManaged(&clocks, 16);
#define STRIDES(k, warps)                                   \
    for (int lanes = 1; lanes <= 32; lanes *= 2)            \
        for (int stride = 1; stride <= 32; stride *= 32)    \
            line(#k, k, warps, false, lanes, stride);
    STRIDES(add, 32) STRIDES(count, 32) STRIDES(largest, 32) STRIDES(result, 32) STRIDES(exchange, 32) STRIDES(compare, 32)
    STRIDES(sum, 32) STRIDES(add64, 32) STRIDES(sum64, 32) STRIDES(chain, 1)
#define WARPS(k)                                                        \
    for (int own = 0; own < 2; own++)                                   \
        for (int warps = 1; warps <= 32; warps *= 2)                    \
            for (int lanes = 1; lanes <= 32; lanes *= lanes < 4 ? 2 : 8) \
                line(#k, k, warps, own, lanes, 1);
    WARPS(sum) WARPS(add64) WARPS(sum64) WARPS(chain_cas) WARPS(add)
}
