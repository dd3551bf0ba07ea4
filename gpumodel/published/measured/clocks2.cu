// Clocks that kernels measure themselves: chains of instructions in code that has been fetched and in code that has not, warps that share
// a scheduler, chains of atomics, when blocks begin and on which SM. Prints name, number, value.
//     nvcc -O3 -arch=sm_90 -o clocks2 clocks2.cu && ./clocks2
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

typedef long long i64;
typedef unsigned u32;

__device__ __forceinline__ u32 sm()
{
    u32 x;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(x));
    return x;
}
__device__ __forceinline__ i64 globaltimer()
{
    i64 x;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(x));
    return x;
}

// A chain of N operations in a loop of four rounds. Each warp notes the clocks of each round.
template <int Op, int N, class T> __global__ void chain(T *o, i64 *t, T a, T b)
{
    T x = a;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
#pragma unroll 1
    for (int r = 0; r < 4; r++) {
        __syncthreads();
        i64 s = clock64();
#pragma unroll
        for (int i = 0; i < N; i++) {
            if (Op == 0) x = x * b + a;
            if (Op == 1) x = (T)(((u32)x + (u32)b) ^ (u32)a);
            if (Op == 2) x = x / b + a;
            if (Op == 3) x = rsqrtf((float)x);
            if (Op == 4) x = sqrtf((float)x);
            if (Op == 5) x = (T)b / x;
            if (Op == 6) x = __sinf((float)x);
            if (Op == 7) x = expf((float)x);
            if (Op == 8) x = (T)((u32)x % (u32)b + (u32)a);
            if (Op == 9) x = __shfl_sync(0xffffffff, x, ((int)threadIdx.x + 1) & 31) + b;
            if (Op == 10) x = logf((float)x);
            if (Op == 11) x = (T)__popc((u32)x) + b;
            if (Op == 12) x = (T)(int)(float)x + b;
        }
        o[threadIdx.x] = x;
        i64 e = clock64();
        if (threadIdx.x % 32 == 0) t[warp * 4 + r] = e - s;
    }
}
// Four independent chains of N multiply-adds.
template <int N> __global__ void four(float *o, i64 *t, float a, float b)
{
    float x = a, y = a + 1, z = a + 2, w = a + 3;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
#pragma unroll 1
    for (int r = 0; r < 4; r++) {
        __syncthreads();
        i64 s = clock64();
#pragma unroll
        for (int i = 0; i < N; i++) x = x * b + a, y = y * b + a, z = z * b + a, w = w * b + a;
        o[threadIdx.x] = x + y + z + w;
        i64 e = clock64();
        if (threadIdx.x % 32 == 0) t[warp * 4 + r] = e - s;
    }
}
// Loads of shared memory that do not depend on one another.
__global__ void shared_loads(float *o, i64 *t)
{
    __shared__ float a[2048];
    int warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) a[i] = i;
#pragma unroll 1
    for (int r = 0; r < 4; r++) {
        __syncthreads();
        i64 s = clock64();
        float sum = 0;
#pragma unroll
        for (int i = 0; i < 32; i++) sum += ((volatile float *)a)[threadIdx.x + 32 * i];
        o[threadIdx.x] = sum;
        i64 e = clock64();
        if (threadIdx.x % 32 == 0) t[warp * 4 + r] = e - s;
    }
}
enum { Add, AddFloat, Exchange, Compare, Max, Load };
template <int Op> __global__ void atomics(int *o, i64 *t, int *words, int stride)
{
    int *word = words + (size_t)blockIdx.x * stride;
    int x = 0;
    i64 s = 0;
#pragma unroll 1
    for (int i = 0; i < 72; i++) {
        if (i == 8) s = clock64();
        int *p = word + (x & 1);
        if (Op == Add) x += atomicAdd(p, 2);
        if (Op == AddFloat) x += (int)atomicAdd((float *)p, 2.0f) & 2;
        if (Op == Exchange) x += atomicExch(p, 2 * i);
        if (Op == Compare) x += atomicCAS(p, x, 2);
        if (Op == Max) x += atomicMax(p, 2 * i);
        if (Op == Load) x += __ldcg(p);
    }
    o[0] = x;
    i64 e = clock64();
    t[blockIdx.x] = e - s;
}
// What a block knows of itself.
struct note {
    i64 begin, end, from, to;
    u32 sm;
};
__global__ void blocks(float *o, note *n, int rounds, float a, float b)
{
    i64 begin = clock64(), from = globaltimer();
    float x = a;
#pragma unroll 1
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int i = 0; i < 64; i++) x = x * b + a;
    o[threadIdx.x] = x;
    __syncthreads();
    i64 end = clock64(), to = globaltimer();
    if (threadIdx.x == 0) n[blockIdx.x] = note{begin, end, from, to, sm()};
}
__global__ void tick(i64 *t)
{
    i64 last = globaltimer();
    for (int i = 0; i < 16; i++) {
        i64 now;
        do now = globaltimer();
        while (now == last);
        t[i] = now - last, last = now;
    }
}
// NVIDIA's sample clock.
__global__ void reduction(const float *input, float *output, i64 *timer)
{
    extern __shared__ float shared[];
    const int tid = threadIdx.x, bid = blockIdx.x;
    if (tid == 0) timer[bid] = clock64();
    shared[tid] = input[tid];
    shared[tid + blockDim.x] = input[tid + blockDim.x];
    for (int d = blockDim.x; d > 0; d /= 2) {
        __syncthreads();
        if (tid < d) {
            float f0 = shared[tid], f1 = shared[tid + d];
            if (f1 < f0) shared[tid] = f1;
        }
    }
    if (tid == 0) output[bid] = shared[0];
    __syncthreads();
    if (tid == 0) timer[bid + gridDim.x] = clock64();
}

i64 *t, h[1 << 16];
float *o;
void read(int n)
{
    cudaMemcpy(h, t, n * sizeof h[0], cudaMemcpyDeviceToHost);
    cudaError_t e = cudaGetLastError();
    if (e) printf("error: %s\n", cudaGetErrorString(e));
}
// The clocks of a round: those of the mean warp, and of the slowest.
void rounds(const char *name, int n, int warps)
{
    read(4 * warps);
    for (int r : {0, 1, 3}) {
        double sum = 0, most = 0;
        for (int w = 0; w < warps; w++) sum += h[w * 4 + r], most = std::max(most, (double)h[w * 4 + r]);
        printf("%s round %d,%d,%.2f\n", name, r, n, sum / warps);
        if (warps > 1) printf("%s round %d slowest,%d,%.2f\n", name, r, n, most);
    }
}
template <int Op, int N, class T> void one(const char *name, T a, T b, int warps = 1)
{
    for (int i = 0; i < 2; i++) chain<Op, N, T><<<1, 32 * warps>>>((T *)o, t, a, b);
    char s[64];
    snprintf(s, sizeof s, "%s %d warps", name, warps);
    rounds(s, N, warps);
}
template <int Op> void atomic(const char *name, int *words)
{
    for (int i = 0; i < 2; i++) {
        cudaMemset(words, 0, 64 * 4096 * 4);
        for (int b = 0; b < 64; b++) atomics<Op><<<1, 1>>>((int *)o, t + b, words + b * 4096 + b * 32, 0);
    }
    read(64);
    std::sort(h, h + 64);
    for (int q : {0, 16, 32, 48, 63}) printf("%s sorted %d,64,%.2f\n", name, q, h[q] / 64.0);
}
int main()
{
    cudaMalloc(&t, sizeof h);
    cudaMalloc(&o, 1 << 16);
    one<0, 16, float>("fma", 1, 2), one<0, 32, float>("fma", 1, 2), one<0, 64, float>("fma", 1, 2), one<0, 128, float>("fma", 1, 2);
    one<0, 256, float>("fma", 1, 2), one<0, 512, float>("fma", 1, 2), one<0, 1024, float>("fma", 1, 2);
    one<1, 64, int>("add and xor", 1, 2), one<0, 64, int>("mad int", 1, 3), one<0, 64, double>("fma double", 1, 2);
    one<2, 64, int>("divide int", 1000000, 3), one<8, 64, u32>("remainder unsigned", 1000000, 3), one<2, 16, i64>("divide long", 1000000, 3);
    one<3, 64, float>("rsqrtf", 3, 2), one<4, 64, float>("sqrtf", 3, 2), one<5, 64, float>("divide float", 3, 2), one<6, 64, float>("sin fast", 3, 2);
    one<7, 64, float>("expf", 1, 2), one<10, 64, float>("logf", 3, 2), one<9, 64, int>("shuffle", 3, 2), one<11, 64, int>("popc", 3, 2);
    one<12, 64, int>("to float and back", 3, 2), one<5, 16, double>("divide double", 3, 2);
    for (int w : {4, 8, 12, 16, 24, 32}) one<0, 64, float>("fma", 1, 2, w);
    for (int w : {8, 16, 32}) one<1, 64, int>("add and xor", 1, 2, w);
    for (int w : {8, 16, 32}) one<3, 64, float>("rsqrtf", 3, 2, w);
    for (int w : {8, 16, 32}) one<0, 64, double>("fma double", 1, 2, w);
    for (int w : {8, 32}) one<2, 64, int>("divide int", 1000000, 3, w);
    for (int w : {8, 32}) one<9, 64, int>("shuffle", 3, 2, w);
    for (int w : {1, 4, 8, 16, 32}) {
        for (int i = 0; i < 2; i++) four<64><<<1, 32 * w>>>(o, t, 1, 2);
        char s[64];
        snprintf(s, sizeof s, "four chains %d warps", w);
        rounds(s, 256, w);
    }
    for (int w : {1, 4, 8, 16, 32}) {
        for (int i = 0; i < 2; i++) shared_loads<<<1, 32 * w>>>(o, t);
        char s[64];
        snprintf(s, sizeof s, "shared loads %d warps", w);
        rounds(s, 32, w);
    }
    // Blocks that share an SM: two on each, of 16 warps; those of the last SM's last block are read.
    for (int i = 0; i < 2; i++) chain<0, 64, float><<<264, 512>>>(o, t, 1, 2);
    rounds("fma 264 blocks of 16 warps", 64, 264 * 16);

    int *words;
    cudaMalloc(&words, 64 * 4096 * 4);
    atomic<Load>("load past the L1", words), atomic<Add>("atomicAdd", words), atomic<AddFloat>("atomicAdd float", words);
    atomic<Exchange>("atomicExch", words), atomic<Compare>("atomicCAS", words), atomic<Max>("atomicMax", words);

    const int n = 132 * 2 * 3 + 66;
    note *notes;
    cudaMalloc(&notes, n * sizeof(note));
    std::vector<note> b(n);
    cudaEvent_t before, after;
    cudaEventCreate(&before), cudaEventCreate(&after);
    for (int threads : {1024, 32}) {
        int count = threads == 32 ? 132 : n;
        for (int i = 0; i < 2; i++) {
            cudaEventRecord(before);
            blocks<<<count, threads>>>(o, notes, 40, 1, 2);
            cudaEventRecord(after);
        }
        cudaDeviceSynchronize();
        float ms;
        cudaEventElapsedTime(&ms, before, after);
        cudaMemcpy(b.data(), notes, count * sizeof(note), cudaMemcpyDeviceToHost);
        i64 first = b[0].from, last = 0;
        double sum = 0, gaps = 0, leastGap = 1e9, mostGap = 0;
        int pairs = 0, resident = 0;
        std::vector<double> begins, offsets;
        for (int i = 0; i < count; i++) {
            first = std::min(first, b[i].from), last = std::max(last, b[i].to);
            sum += b[i].end - b[i].begin;
        }
        for (int i = 0; i < count; i++) {
            i64 ended = 0;
            int before = 0;
            for (int k = 0; k < count; k++)
                if (b[k].sm == b[i].sm && b[k].end <= b[i].begin) before++;
            std::vector<i64> ends;
            for (int k = 0; k < count; k++)
                if (b[k].sm == b[i].sm && b[k].end <= b[i].begin) ends.push_back(b[k].end);
            std::sort(ends.begin(), ends.end());
            if (!ends.empty()) {
                ended = ends.back();
                double gap = b[i].begin - ended;
                gaps += gap, pairs++, leastGap = std::min(leastGap, gap), mostGap = std::max(mostGap, gap);
            } else
                begins.push_back(b[i].from - first), resident++;
            offsets.push_back(b[i].begin - (b[i].from - first) * 1.98);
        }
        std::sort(begins.begin(), begins.end()), std::sort(offsets.begin(), offsets.end());
        printf("blocks of %d first wave,%d,%d\n", threads, count, resident);
        printf("blocks of %d first wave begins within ns,%d,%.0f\n", threads, count, begins.back() - begins[0]);
        printf("blocks of %d clocks of a block,%d,%.0f\n", threads, count, sum / count);
        printf("blocks of %d from an end to a begin,%d,%.0f\n", threads, count, pairs ? gaps / pairs : 0);
        printf("blocks of %d from an end to a begin least,%d,%.0f\n", threads, count, pairs ? leastGap : 0);
        printf("blocks of %d from an end to a begin most,%d,%.0f\n", threads, count, mostGap);
        printf("blocks of %d ns from begin to end,%d,%lld\n", threads, count, last - first);
        printf("blocks of %d ns between events,%d,%.0f\n", threads, count, ms * 1e6);
        printf("blocks of %d SM clocks apart,%d,%.0f\n", threads, count, offsets.back() - offsets[0]);
        printf("blocks of %d SM clocks apart middle half,%d,%.0f\n", threads, count, offsets[count * 3 / 4] - offsets[count / 4]);
        for (int i : {0, 1, 2, 3, 17, 65, 66, 67, 131}) printf("blocks of %d SM of block %d,%d,%u\n", threads, i, count, b[i].sm);
    }
    tick<<<1, 1>>>(t);
    read(16);
    std::sort(h, h + 16);
    printf("globaltimer tick least,16,%lld\nglobaltimer tick middle,16,%lld\nglobaltimer tick most,16,%lld\n", h[0], h[8], h[15]);

    float *in;
    cudaMalloc(&in, 512 * 4);
    std::vector<float> data(512);
    for (int i = 0; i < 512; i++) data[i] = i;
    for (int count : {1, 64, 132, 528, 1056}) {
        cudaMemcpy(in, data.data(), 512 * 4, cudaMemcpyHostToDevice);
        for (int run = 0; run < 3; run++) {
            reduction<<<count, 256, 2 * 256 * 4>>>(in, o, t);
            read(2 * count);
            double sum = 0;
            for (int i = 0; i < count; i++) sum += h[count + i] - h[i];
            printf("reduction run %d,%d,%.1f\n", run, count, sum / count);
        }
    }
}
