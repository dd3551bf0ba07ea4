// Clocks that kernels measure themselves, as courses and papers on micro-benchmarks do: one thread and one chain of dependent
// operations, or several warps that meet at barriers, timed by clock64(). Prints name, operations, clocks an operation. A kernel runs
// three times, and the last is printed, but for the one called "first".
#include <cstdio>
#include <cuda_runtime.h>

typedef long long i64;
constexpr int N = 64;

#define CHAIN(name, type, init, step)                                    \
    __global__ void name(type *o, i64 *t, type a, type b)                 \
    {                                                                     \
        type x = init;                                                    \
        i64 s = clock64();                                                \
        _Pragma("unroll") for (int i = 0; i < N; i++) step;               \
        o[threadIdx.x] = x;                                               \
        i64 e = clock64();                                                \
        if (threadIdx.x == 0) t[0] = e - s;                               \
    }
CHAIN(fma_float, float, a, x = x * b + a)
CHAIN(add_float, float, a, x = x + b)
CHAIN(fma_double, double, a, x = x * b + a)
CHAIN(add_int, int, a, x = (x + b) ^ a)
CHAIN(mad_int, int, a, x = x * b + a)
CHAIN(rsqrt_float, float, a, x = rsqrtf(x))
CHAIN(sin_fast, float, a, x = __sinf(x))
CHAIN(divide_int, int, a, x = x / b + a)
CHAIN(divide_float, float, a, x = b / x)
CHAIN(sqrt_float, float, a, x = sqrtf(x))
CHAIN(shuffle, int, a, x = __shfl_xor_sync(0xffffffff, x, 1) + b)

__global__ void chase(int *o, i64 *t, const int *next, int begin, int warm, int steps)
{
    int p = begin;
    for (int i = 0; i < warm; i++) p = next[p];
    i64 s = clock64();
    for (int i = 0; i < steps; i++) p = next[p];
    o[0] = p;
    i64 e = clock64();
    t[0] = e - s;
}
__global__ void chase_past_l1(int *o, i64 *t, const int *next, int begin, int warm, int steps)
{
    int p = begin;
    for (int i = 0; i < warm; i++) p = __ldcg(next + p);
    i64 s = clock64();
    for (int i = 0; i < steps; i++) p = __ldcg(next + p);
    o[0] = p;
    i64 e = clock64();
    t[0] = e - s;
}
__global__ void chase_shared(int *o, i64 *t, int steps)
{
    __shared__ int next[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) next[i] = (i + 7) & 255;
    __syncthreads();
    int p = threadIdx.x;
    i64 s = clock64();
    for (int i = 0; i < steps; i++) p = next[p];
    o[threadIdx.x] = p;
    i64 e = clock64();
    if (threadIdx.x == 0) t[0] = e - s;
}
__constant__ int table[64];
__global__ void chase_constant(int *o, i64 *t, int steps)
{
    int p = 0;
    for (int i = 0; i < 64; i++) p = table[p];
    i64 s = clock64();
    for (int i = 0; i < steps; i++) p = table[p];
    o[0] = p;
    i64 e = clock64();
    t[0] = e - s;
}
__global__ void atomic_global(int *o, i64 *t, int *word, int steps)
{
    int x = 0;
    i64 s = clock64();
    for (int i = 0; i < steps; i++) x += atomicAdd(word + (x & 1), 2);
    o[0] = x;
    i64 e = clock64();
    t[0] = e - s;
}
__global__ void atomic_shared(int *o, i64 *t, int steps)
{
    __shared__ int word[2];
    word[0] = word[1] = 0;
    int x = 0;
    i64 s = clock64();
    for (int i = 0; i < steps; i++) x += atomicAdd(word + (x & 1), 2);
    o[0] = x;
    i64 e = clock64();
    t[0] = e - s;
}
__global__ void barriers(int *o, i64 *t, int steps)
{
    __syncthreads();
    i64 s = clock64();
#pragma unroll 16
    for (int i = 0; i < steps; i++) __syncthreads();
    i64 e = clock64();
    o[threadIdx.x] = 0;
    if (threadIdx.x == 0) t[0] = e - s;
}
__global__ void nothing(int *o, i64 *t)
{
    i64 s = clock64();
    i64 e = clock64();
    o[0] = 0;
    t[0] = e - s;
}
__global__ void chase_volatile(int *o, i64 *t, const volatile int *next, int begin, int warm, int steps)
{
    int p = begin;
    for (int i = 0; i < warm; i++) p = next[p];
    i64 s = clock64();
    for (int i = 0; i < steps; i++) p = next[p];
    o[0] = p;
    i64 e = clock64();
    t[0] = e - s;
}

i64 *t, h;
int *o;
template <class F> void row(const char *name, double operations, F launch, int times = 3)
{
    for (int i = 0; i < times; i++) launch();
    cudaMemcpy(&h, t, sizeof h, cudaMemcpyDeviceToHost);
    cudaError_t e = cudaGetLastError();
    if (e) printf("%s: %s\n", name, cudaGetErrorString(e));
    printf("%s,%.0f,%.2f\n", name, operations, h / operations);
}
int *chain(size_t words, size_t step)
{
    int *n = (int *)malloc(words * 4), *d;
    for (size_t i = 0; i < words; i++) n[i] = (i + step) % words;
    cudaMalloc(&d, words * 4);
    cudaMemcpy(d, n, words * 4, cudaMemcpyHostToDevice);
    free(n);
    return d;
}
int main()
{
    cudaMalloc(&t, 8);
    cudaMalloc(&o, 4096);
    cudaMemset(t, 0, 8);
    row("nothing", 1, [] { nothing<<<1, 1>>>(o, t); });
    row("fma_float", N, [] { fma_float<<<1, 32>>>((float *)o, t, 1, 2); });
    row("add_float", N, [] { add_float<<<1, 32>>>((float *)o, t, 1, 2); });
    row("fma_double", N, [] { fma_double<<<1, 32>>>((double *)o, t, 1, 2); });
    row("add_int", N, [] { add_int<<<1, 32>>>(o, t, 1, 2); });
    row("mad_int", N, [] { mad_int<<<1, 32>>>(o, t, 1, 3); });
    row("rsqrt_float", N, [] { rsqrt_float<<<1, 32>>>((float *)o, t, 3, 2); });
    row("sin_fast", N, [] { sin_fast<<<1, 32>>>((float *)o, t, 3, 2); });
    row("divide_int", N, [] { divide_int<<<1, 32>>>(o, t, 1000000, 3); });
    row("divide_float", N, [] { divide_float<<<1, 32>>>((float *)o, t, 3, 2); });
    row("sqrt_float", N, [] { sqrt_float<<<1, 32>>>((float *)o, t, 3, 2); });
    row("shuffle", N, [] { shuffle<<<1, 32>>>(o, t, 3, 2); });
    row("fma_float 8 warps", N, [] { fma_float<<<1, 256>>>((float *)o, t, 1, 2); });
    row("fma_float 32 warps", N, [] { fma_float<<<1, 1024>>>((float *)o, t, 1, 2); });
    row("rsqrt_float 32 warps", N, [] { rsqrt_float<<<1, 1024>>>((float *)o, t, 3, 2); });
    row("fma_double 32 warps", N, [] { fma_double<<<1, 512>>>((double *)o, t, 1, 2); });
    int *small = chain(1024, 32), *middle = chain(1 << 20, 32), *large = chain(1 << 25, 1 << 13);
    row("chase 4 kB, L1", 512, [=] { chase<<<1, 1>>>(o, t, small, 0, 64, 512); });
    row("chase 4 kB, past the L1", 512, [=] { chase_past_l1<<<1, 1>>>(o, t, small, 0, 64, 512); });
    row("chase 4 MB, second round", 1 << 15, [=] { chase<<<1, 1>>>(o, t, middle, 0, 1 << 15, 1 << 15); });
    row("chase 4 kB, volatile", 512, [=] { chase_volatile<<<1, 1>>>(o, t, small, 0, 64, 512); });
    row("chase 128 MB, first", 1024, [=] { chase<<<1, 1>>>(o, t, large, 0, 0, 1024); }, 1);
    row("chase 128 MB, again", 1024, [=] { chase<<<1, 1>>>(o, t, large, 0, 0, 1024); });
    row("chase_shared", 512, [] { chase_shared<<<1, 32>>>(o, t, 512); });
    row("chase_constant", 512, [] { chase_constant<<<1, 1>>>(o, t, 512); });
    row("atomic_global", 256, [=] { atomic_global<<<1, 1>>>(o, t, small, 256); });
    row("atomic_shared", 256, [] { atomic_shared<<<1, 1>>>(o, t, 256); });
    row("barriers 1 warp", 256, [] { barriers<<<1, 32>>>(o, t, 256); });
    row("barriers 8 warps", 256, [] { barriers<<<1, 256>>>(o, t, 256); });
    row("barriers 32 warps", 256, [] { barriers<<<1, 1024>>>(o, t, 256); });
    cudaFree(small), cudaFree(middle), cudaFree(large), cudaFree(t), cudaFree(o);
}
