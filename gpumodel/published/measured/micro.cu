// Microbenchmarks: what one unit of a GPU takes, for the constants of a device.
//
//	nvcc -O3 -std=c++17 -arch=sm_90 -o micro micro.cu && ./micro >h200_micro.csv
//
// They stand apart from the kernels of this directory because they need the clock of an SM,
// instructions in PTX and blocks on chosen SMs, which cells have not. A line of the output is
// name,parameter,value,unit.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>
#include <cuda_runtime.h>

using std::string;
using std::to_string;
typedef unsigned int word;

#define CHECK(call)                                                                          \
    do {                                                                                     \
        cudaError_t e = (call);                                                              \
        if (e != cudaSuccess) {                                                              \
            fprintf(stderr, "micro.cu:%d: %s\n", __LINE__, cudaGetErrorString(e));           \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

static int sms;
static char *memory; // 4 GiB
static const size_t memoryBytes = (size_t)4 << 30;
static long long *clocks; // begin of each warp, then end of each
__device__ word sink;

static void line(const char *name, const string &parameter, double value, const char *unit)
{
    printf("%s,%s,%.6g,%s\n", name, parameter.c_str(), value, unit);
    fflush(stdout);
}

__global__ void spin(long long n)
{
    for (long long begin = clock64(); clock64() - begin < n;) {}
}

// microseconds of the fastest of five, after a warm-up.
template <class F> static double microseconds(F launch)
{
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    float best = 1e30f;
    for (int i = 0; i < 6; i++) {
        spin<<<1, 1>>>(20000); // so that the launches are queued
        cudaEventRecord(begin);
        launch();
        cudaEventRecord(end);
        CHECK(cudaDeviceSynchronize());
        float ms;
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        if (i > 0)
            best = std::min(best, ms);
    }
    return best * 1e3;
}

// span is from the first warp's begin to the last one's end, in clocks.
static double span(int warps)
{
    std::vector<long long> t(64);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(t.data(), clocks, 64 * 8, cudaMemcpyDeviceToHost));
    return (double)(*std::max_element(t.begin() + 32, t.begin() + 32 + warps) - *std::min_element(t.begin(), t.begin() + warps));
}

__device__ void note(long long *clocks, int side)
{
    if (blockIdx.x == 0 && threadIdx.x % 32 == 0)
        clocks[32 * side + threadIdx.x / 32] = clock64();
}

// Instructions: a chain of them, and eight chains in each of up to 32 warps.

#define INSTRUCTIONS(DO)                                                                     \
    DO(add_f32, float, "+f", "f", "add.f32 %0, %0, %1;")                                     \
    DO(fma_f32, float, "+f", "f", "fma.rn.f32 %0, %0, %1, %2;")                              \
    DO(fma_f64, double, "+d", "d", "fma.rn.f64 %0, %0, %1, %2;")                             \
    DO(mad_s32, word, "+r", "r", "mad.lo.u32 %0, %0, %1, %2;")                               \
    DO(mul_hi_u32, word, "+r", "r", "mul.hi.u32 %0, %0, %1;")                                \
    DO(lop3, word, "+r", "r", "lop3.b32 %0, %0, %1, %2, 0x6a;")                              \
    DO(shf, word, "+r", "r", "shf.l.wrap.b32 %0, %0, %1, %2;")                               \
    DO(prmt, word, "+r", "r", "prmt.b32 %0, %0, %1, %2;")                                    \
    DO(ex2, float, "+f", "f", "ex2.approx.ftz.f32 %0, %0;")                                  \
    DO(rsqrt, float, "+f", "f", "rsqrt.approx.ftz.f32 %0, %0;")                              \
    DO(popc, word, "+r", "r", "popc.b32 %0, %0;")                                            \
    DO(shfl, word, "+r", "r", "shfl.sync.bfly.b32 %0, %0, 1, 31, 0xffffffff;")               \
    DO(cvt_f32_f64_f32, float, "+f", "f", "{.reg .f64 t; cvt.f64.f32 t, %0; cvt.rn.f32.f64 %0, t;}") \
    DO(cvt_f32_s32, word, "+r", "r", "{.reg .f32 t; cvt.rn.f32.s32 t, %0; mov.b32 %0, t;}")  \
    DO(cvt_s32_f32, word, "+r", "r", "{.reg .f32 t; mov.b32 t, %0; cvt.rzi.s32.f32 %0, t;}")

#define KERNELS(name, T, inout, in, text)                                                    \
    __global__ void chain_##name(long long *clocks, T *out, T b, T c)                        \
    {                                                                                        \
        T x = (T)threadIdx.x;                                                                \
        for (int warm = 0; warm < 2; warm++) {                                               \
            note(clocks, 0);                                                                 \
            _Pragma("unroll") for (int i = 0; i < 128; i++)                                  \
                asm volatile(text : inout(x) : in(b), in(c));                                \
            note(clocks, 1);                                                                 \
        }                                                                                    \
        out[threadIdx.x] = x;                                                                \
    }                                                                                        \
    __global__ void chains_##name(long long *clocks, T *out, T b, T c, int n)                \
    {                                                                                        \
        T x[8], sum = 0;                                                                     \
        for (int j = 0; j < 8; j++)                                                          \
            x[j] = (T)(threadIdx.x + j);                                                     \
        __syncthreads();                                                                     \
        note(clocks, 0);                                                                     \
        for (int k = 0; k < n; k++)                                                          \
            _Pragma("unroll") for (int i = 0; i < 64; i++)                                   \
                asm volatile(text : inout(x[i % 8]) : in(b), in(c));                         \
        note(clocks, 1);                                                                     \
        for (int j = 0; j < 8; j++)                                                          \
            sum += x[j];                                                                     \
        out[threadIdx.x] = sum;                                                              \
    }
INSTRUCTIONS(KERNELS)

static void instructions()
{
#define RUN(name, T, inout, in, text)                                                        \
    chain_##name<<<1, 32>>>(clocks, (T *)memory, (T)3, (T)7);                                \
    line("latency", #name, span(1) / 128, "clocks");                                         \
    for (int warps : {4, 8, 16, 32})                                                         \
        for (int n : {4, 32}) {                                                              \
            chains_##name<<<1, 32 * warps>>>(clocks, (T *)memory, (T)3, (T)7, n);            \
            double lanes = 32.0 * warps * 64 * n / span(warps);                              \
            if (n == 32)                                                                     \
                line("rate", string(#name) + " " + to_string(warps) + " warps", lanes, "lanes a clock and SM"); \
        }
    INSTRUCTIONS(RUN)
}

// Shared memory: lanes that lie a stride of words apart, W words each.

template <int W, bool store> __global__ void banks(long long *clocks, int stride, int n)
{
    extern __shared__ word tile[];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x)
        tile[i] = i;
    __syncthreads();
    volatile word *mine = tile + threadIdx.x % 32 * stride % 8192;
    word at = (word)__cvta_generic_to_shared((word *)mine), v = threadIdx.x, x = 1, y = 2, z = 3;
    note(clocks, 0);
    for (int k = 0; k < n; k++)
#pragma unroll
        for (int i = 0; i < 16; i++) {
            if (W == 1 && !store) asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
            if (W == 2 && !store) asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(v), "=r"(x) : "r"(at));
            if (W == 4 && !store) asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v), "=r"(x), "=r"(y), "=r"(z) : "r"(at));
            if (W == 1 && store) asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(at), "r"(v));
            if (W == 2 && store) asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %2};" ::"r"(at), "r"(v), "r"(x));
            if (W == 4 && store) asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(v), "r"(x), "r"(y), "r"(z));
        }
    __syncthreads();
    note(clocks, 1);
    sink = v + x + y + z;
}

__global__ void barriers(long long *clocks, int n)
{
    __syncthreads();
    note(clocks, 0);
    for (int i = 0; i < n; i++)
        asm volatile("bar.sync 0;");
    note(clocks, 1);
}

template <int W> static void sharedStrides(int stride)
{
    if (stride % W)
        return;
    for (int n : {4, 32}) {
        banks<W, false><<<1, 1024, 32768>>>(clocks, stride, n);
        double load = span(32) / (16.0 * n * 32);
        banks<W, true><<<1, 1024, 32768>>>(clocks, stride, n);
        double store = span(32) / (16.0 * n * 32);
        string p = to_string(W) + " words stride " + to_string(stride);
        if (n == 32) {
            if (W < 4) // the compiler leaves out loads of four words here
                line("shared_load", p, load, "clocks");
            line("shared_store", p, store, "clocks");
        }
    }
}

static void sharedMemory()
{
    for (int stride : {0, 1, 2, 3, 4, 8, 16, 17, 32, 33})
        sharedStrides<1>(stride), sharedStrides<2>(stride), sharedStrides<4>(stride);
    for (int warps : {1, 2, 4, 8, 16, 32})
        for (int n : {16, 512}) {
            barriers<<<1, 32 * warps>>>(clocks, n);
            double each = span(warps) / n;
            if (n == 512)
                line("barrier", to_string(warps) + " warps", each, "clocks");
        }
}

// Global memory, latency: a chain of loads through the lines of a footprint.

__global__ void link(uint64_t *first, uint64_t lines, uint64_t step, uint64_t stride)
{
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < lines; i += (uint64_t)gridDim.x * blockDim.x)
        *(uint64_t *)((char *)first + i * stride) = (uint64_t)((char *)first + (i + step) % lines * stride);
}

template <bool l1> __device__ uint64_t next(uint64_t p)
{
    if (l1)
        asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(p));
    else
        asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(p));
    return p;
}

template <bool l1> __global__ void follow(uint64_t *first, int warm, int n, long long *clocks)
{
    uint64_t p = (uint64_t)first;
    for (int i = 0; i < warm; i++)
        p = next<l1>(p);
    note(clocks, 0);
#pragma unroll 8
    for (int i = 0; i < n; i++)
        p = next<l1>(p);
    note(clocks, 1);
    sink = (word)p;
}

__global__ void touch(const char *p, uint64_t bytes)
{
    word sum = 0;
    for (uint64_t i = (blockIdx.x * (uint64_t)blockDim.x + threadIdx.x) * 32; i < bytes; i += (uint64_t)gridDim.x * blockDim.x * 32)
        sum += __ldcg((const word *)(p + i));
    if (sum == 12345)
        sink = sum;
}

static void chains()
{
    for (uint64_t kb : {4, 32, 128, 192, 208, 216, 224, 256, 512, 1024, 4096, 16384, 24576, 32768, 40960, 49152, 57344, 65536, 98304, 262144, 1048576})
        for (int l1 = 0; l1 < 2; l1++) {
            uint64_t lines = kb * 1024 / 128, step = std::max<uint64_t>(1, lines * 0.618);
            while (std::gcd(step, lines) > 1)
                step--;
            link<<<264, 256>>>((uint64_t *)memory, lines, step, 128);
            touch<<<264, 1024>>>(memory, kb * 1024);
            int warm = lines <= 4096 ? 2 * lines : 512;
            if (l1)
                follow<true><<<1, 1>>>((uint64_t *)memory, warm, 4096, clocks);
            else
                follow<false><<<1, 1>>>((uint64_t *)memory, warm, 4096, clocks);
            line(l1 ? "chain_l1" : "chain_l2", to_string(kb) + " KB", span(1) / 4096, "clocks");
        }
}

// oneByOne is the latency of single lines for an SM: those behind the near part of the L2, and the others.
__global__ void oneByOne(const char *p, int lines, uint64_t stride, int sm, word *out)
{
    word me, v;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(me));
    if (me != sm)
        return;
    for (int i = 0; i < lines; i++) {
        long long begin = clock64();
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p + i * stride) : "memory");
        if (v == 123456) // waits for it
            sink = v;
        out[i] = (word)(clock64() - begin);
    }
}

static void nearAndFar()
{
    const int lines = 512;
    std::vector<word> t(lines);
    word *out;
    CHECK(cudaMalloc(&out, lines * 4));
    CHECK(cudaFuncSetAttribute(oneByOne, cudaFuncAttributeMaxDynamicSharedMemorySize, 160 << 10));
    for (int sm : {0, 1, sms / 2, sms - 1}) {
        touch<<<264, 1024>>>(memory + ((size_t)2 << 30), (size_t)256 << 20); // evicts
        oneByOne<<<sms, 1, 160 << 10>>>(memory, lines, 4096, sm, out);       // one block an SM
        CHECK(cudaMemcpy(t.data(), out, lines * 4, cudaMemcpyDeviceToHost));
        std::sort(t.begin(), t.end());
        for (int percent : {5, 25, 45, 55, 75, 95})
            line("from_dram", "SM " + to_string(sm) + " percentile " + to_string(percent), t[lines * percent / 100], "clocks");
    }
}

// Global memory, rates: lanes a stride of words apart, W words each; loads by way of the L1 (0) or
// of the L2 (1), stores (2); by one SM or by all.

template <int W, int what> __global__ void lanes(word *first, int stride, word mask, long long *clocks, int n)
{
    word at = threadIdx.x / 32 * 8 * 64 * W + threadIdx.x % 32 * stride + (what == 0 ? 0 : blockIdx.x * 65536), sum = 0, x = 1, y = 2, z = 3;
    __syncthreads();
    note(clocks, 0);
    for (int k = 0; k < n; k++, at += what == 2 ? 0 : 65536) { // no two rounds load the same, as far as the compiler knows
        word *base = first + (at & mask);
#pragma unroll
        for (int i = 0; i < 8; i++) {
            word *p = base + i * 64 * W, v = k;
            if (W == 1 && what == 0) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p));
            if (W == 4 && what == 0) asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v), "=r"(x), "=r"(y), "=r"(z) : "l"(p));
            if (W == 1 && what == 1) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p));
            if (W == 4 && what == 1) asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v), "=r"(x), "=r"(y), "=r"(z) : "l"(p));
            if (W == 1 && what == 2) asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(v));
            if (W == 4 && what == 2) asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(p), "r"(v));
            sum ^= v ^ x ^ y ^ z;
        }
    }
    __syncthreads();
    note(clocks, 1);
    if (sum == 12345)
        sink = sum;
}

template <int W> static void strides(int stride)
{
    if (stride % W)
        return;
    string p = to_string(W) + " words stride " + to_string(stride);
    const int n = 64;
    const double each = 8.0 * n * 32;
    for (int warm = 0; warm < 2; warm++)
        lanes<W, 0><<<1, 1024>>>((word *)memory, stride, (1 << 14) - 1, clocks, n);
    line("load_l1_one_sm", p, span(32) / each, "clocks");
    for (int blocks : {1, sms}) {
        const char *who = blocks == 1 ? "one_sm" : "all_sms";
        for (int warm = 0; warm < 2; warm++)
            lanes<W, 1><<<blocks, 1024>>>((word *)memory, stride, (1 << 22) - 1, clocks, n);
        line((string("load_l2_") + who).c_str(), p, span(32) / each, "clocks");
        for (int warm = 0; warm < 2; warm++)
            lanes<W, 2><<<blocks, 1024>>>((word *)memory, stride, (1 << 24) - 1, clocks, n);
        line((string("store_") + who).c_str(), p, span(32) / each, "clocks");
    }
}

// Blocks: how fast they start, and a wave of them.

__global__ void empty() {}
__global__ void wait(int n)
{
    for (long long begin = clock64(); clock64() - begin < n;) {}
}

static void blocks()
{
    for (int threads : {32, 256, 512, 1024})
        for (int n = 132; n <= 132 * 4096; n *= 8)
            line("empty", to_string(n) + " blocks of " + to_string(threads), microseconds([&] { empty<<<n, threads>>>(); }), "us");
    CHECK(cudaFuncSetAttribute(wait, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
    for (int n : {sms, sms + 1, 2 * sms, 2 * sms + 1, 4 * sms, 10 * sms})
        line("waits", to_string(n) + " blocks of 10000 clocks one an SM", microseconds([&] { wait<<<n, 256, 200 << 10>>>(10000); }), "us");
}

// Bandwidth: words of 16 bytes, by footprint, by reads and writes, by bytes in flight and by stride.

__global__ void readAll(const uint4 *p, uint64_t n, int rounds)
{
    word sum = 0;
    uint64_t all = (uint64_t)gridDim.x * blockDim.x;
    for (int k = 0; k < rounds; k++)
        for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < n; i += 4 * all) {
            uint4 v[4];
#pragma unroll
            for (int j = 0; j < 4; j++)
                v[j] = i + j * all < n ? __ldcg(p + i + j * all) : uint4();
#pragma unroll
            for (int j = 0; j < 4; j++)
                sum ^= v[j].x ^ v[j].y ^ v[j].z ^ v[j].w;
        }
    if (sum == 12345)
        sink = sum;
}

__global__ void writeAll(uint4 *p, uint64_t n, int rounds)
{
    for (int k = 0; k < rounds; k++)
        for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < n; i += (uint64_t)gridDim.x * blockDim.x)
            p[i] = make_uint4(k, 1, 2, 3);
}

__global__ void mix(uint4 *p, uint64_t slice, int reads, int writes)
{
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    uint4 v = make_uint4(1, 2, 3, 4);
    for (int j = 0; j < reads; j++)
        v.x ^= p[j * slice + i].x;
    for (int j = 0; j < writes; j++)
        p[(reads + j) * slice + i] = v;
    if (writes == 0 && v.x == 12345)
        sink = v.x;
}

__global__ void readStride(const word *p, uint64_t stride)
{
    word v = __ldcg(p + (blockIdx.x * (uint64_t)blockDim.x + threadIdx.x) * stride);
    if (v == 12345)
        sink = v;
}

static void bandwidth()
{
    for (uint64_t mb : {2, 4, 8, 16, 24, 32, 40, 48, 52, 56, 60, 64, 80, 96, 128, 256}) {
        uint64_t bytes = mb << 20;
        int rounds = std::max<int>(2, (1 << 30) / bytes);
        double us = microseconds([&] { readAll<<<2 * sms, 1024>>>((uint4 *)memory, bytes / 16, rounds); });
        line("read_again", to_string(mb) + " MB", bytes * rounds / us / 1e3, "GB/s");
        us = microseconds([&] { writeAll<<<2 * sms, 1024>>>((uint4 *)memory, bytes / 16, rounds); });
        line("write_again", to_string(mb) + " MB", bytes * rounds / us / 1e3, "GB/s");
    }
    const uint64_t slice = (size_t)512 << 20;
    for (auto m : std::vector<std::pair<int, int>>{{1, 0}, {4, 0}, {4, 1}, {2, 1}, {1, 1}, {1, 2}, {1, 4}, {0, 1}, {0, 4}}) {
        double us = microseconds([&] { mix<<<slice / 16 / 256, 256>>>((uint4 *)memory, slice / 16, m.first, m.second); });
        line("dram_mix", to_string(m.first) + " reads " + to_string(m.second) + " writes", (m.first + m.second) * slice / us / 1e3, "GB/s");
    }
    for (int threads : {32, 64, 128, 256, 512, 1024})
        line("dram_in_flight", to_string(threads * 64) + " bytes an SM",
             memoryBytes / microseconds([&] { readAll<<<sms, threads>>>((uint4 *)memory, memoryBytes / 16, 1); }) / 1e3, "GB/s");
    for (uint64_t stride : {1, 2, 4, 8, 16, 32, 64, 128, 256}) {
        const int n = 1 << 22;
        line("dram_stride", to_string(stride) + " words", microseconds([&] { readStride<<<n / 256, 256>>>((word *)memory, stride); }) * 1e6 / n, "ps a read");
    }
}

// Atomics: additions whose results nobody needs, to words of the L2. Of each warp a number of lanes have one word of a
// set, 32 bytes apart, that the warps take in turn; the other lanes have words of their own.

__global__ void add(unsigned *words, unsigned *others, int same, int set, int n)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, warp = thread / 32, lane = thread % 32;
    unsigned *p = lane < same ? words + warp % set * 8 : others + (warp * 32 + lane) % 4096;
    for (int i = 0; i < n; i++)
        atomicAdd(p, i);
}

static void atomics()
{
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    for (int same : {0, 1, 8, 16, 24, 31, 32})
        for (int set : {1, 2, 16, 256}) {
            const int n = 32, blocks = 8 * sms;
            float best = 1e9;
            for (int k = 0; k < 5; k++) {
                CHECK(cudaEventRecord(from));
                add<<<blocks, 256>>>((unsigned *)memory, (unsigned *)memory + (1 << 20), same, set, n);
                CHECK(cudaEventRecord(to));
                CHECK(cudaEventSynchronize(to));
                float ms;
                CHECK(cudaEventElapsedTime(&ms, from, to));
                best = std::min(best, ms);
            }
            line("atomic_warps", to_string(same) + " lanes on one of " + to_string(set) + " words", best * 1e6 / ((double)n * blocks * 8), "ns a warp");
        }
}

// Mixtures: a batch of loads, then so many instructions that need what was loaded, or of two pipes without loads.

enum Mixture { shared, broadcast, global, uniform, logic, multiply, special };

template <int kind> __device__ void fetch(float &v, uint64_t address, word near, int i)
{
    if (kind == shared || kind == broadcast)
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(near + 128 * i));
    else
        asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(v) : "l"(address + 128 * i));
}

template <int kind, int A, int F> __global__ void mixed(float *from, long long *clocks, float *out, float b, int n)
{
    __shared__ float near[64 * 32];
    for (int i = threadIdx.x; i < 64 * 32; i += blockDim.x)
        near[i] = i;
    const int lane = kind == broadcast || kind == uniform ? 0 : threadIdx.x % 32;
    const word word0 = (word)__cvta_generic_to_shared(near + lane);
    const uint64_t global0 = (uint64_t)__cvta_generic_to_global(from + lane);
    float x[8], v[8], sum = 0;
    word y[8];
    for (int j = 0; j < 8; j++)
        x[j] = threadIdx.x + j, y[j] = threadIdx.x + j, v[j] = j;
    __syncthreads();
    for (int warm = 0; warm < 2; warm++) {
        __syncthreads();
        for (int k = 0; k < threadIdx.x / 32 * 3; k++) // warps are not in step
            asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x[0]) : "f"(b));
        note(clocks, 0);
        for (int k = 0; k < n; k++) {
            const word word1 = word0 + k % 2 * 4096; // so that no load is like the one before
            const uint64_t global1 = global0 + k % 2 * 4096;
            _Pragma("unroll") for (int r = 0; r < 4; r++) {
                _Pragma("unroll") for (int i = 0; i < A; i++) {
                    if (kind == logic)
                        asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;" : "+r"(y[i % 8]) : "r"(n), "r"(3));
                    else if (kind == multiply)
                        asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(y[i % 8]) : "r"(n), "r"(3));
                    else if (kind == special)
                        asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(v[i % 8]));
                    else
                        fetch<kind>(v[i % 8], global1, word1, r * 8 + i % 8);
                }
                _Pragma("unroll") for (int i = 0; i < F; i++)
                    asm volatile("fma.rn.f32 %0, %1, %2, %0;" : "+f"(x[i % 8]) : "f"(kind < logic ? v[A == 0 ? 0 : i % (A < 8 ? A : 8)] : b), "f"(b));
            }
        }
        note(clocks, 1);
    }
    for (int j = 0; j < 8; j++)
        sum += x[j] + v[j] + y[j];
    out[threadIdx.x] = sum;
}

template <int kind, int A, int F> static void mixture(const char *name)
{
    for (int warps : {4, 8, 16, 32}) {
        mixed<kind, A, F><<<1, 32 * warps>>>((float *)memory, clocks, (float *)memory + (1 << 20), 3, 256);
        line("mixture", to_string(A) + " " + name + " " + to_string(F) + " fma " + to_string(warps) + " warps", span(warps) / (warps * 256.0 * 4), "clocks");
    }
}

// The compiler leaves out loads that nothing needs, and keeps few loads of a loop in registers: loads come eight or four at a time.
#define LOADS(kind, name) mixture<kind, 8, 8>(name), mixture<kind, 8, 16>(name), mixture<kind, 4, 16>(name)
#define MIXTURES(kind, name) LOADS(kind, name), mixture<kind, 1, 0>(name), mixture<kind, 8, 0>(name), mixture<kind, 8, 4>(name), mixture<kind, 2, 2>(name), mixture<kind, 1, 1>(name), mixture<kind, 1, 4>(name)

static void mixtures()
{
    LOADS(shared, "shared"), LOADS(broadcast, "broadcast"), LOADS(global, "global"), LOADS(uniform, "uniform");
    mixture<logic, 0, 16>("logic"), MIXTURES(logic, "logic"), MIXTURES(multiply, "multiply"), MIXTURES(special, "special");
}

// Loads that hit the L1 among loads that miss it: of eight, so many are of lines of the L2, of W words, which one warp or all
// warps of the SM ask for.

template <int M, int W, bool together> __global__ void missed(float *near, float *far, long long *clocks, float *out, int n)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float x[8], v[8], sum = 0;
    for (int j = 0; j < 8; j++)
        x[j] = v[j] = j;
    const uint64_t near0 = (uint64_t)__cvta_generic_to_global(near + lane), far0 = (uint64_t)__cvta_generic_to_global(far + lane * W / 32) + (together ? 0 : (uint64_t)warp * n * 4 * 8 * 128);
    for (int i = 0; i < 64; i++)
        sum += near[lane + 32 * i];
    for (int k = 0; k < warp * 3; k++)
        asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x[0]) : "f"(sum));
    __syncthreads();
    note(clocks, 0);
    for (int k = 0; k < n; k++) {
        const uint64_t near1 = near0 + k % 2 * 4096, far1 = far0 + (uint64_t)k * 4 * 8 * 128;
        _Pragma("unroll") for (int r = 0; r < 4; r++) {
            _Pragma("unroll") for (int i = 0; i < 8; i++)
                asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(v[i]) : "l"((i < M ? far1 : near1) + 128 * (r * 8 + i)));
            _Pragma("unroll") for (int i = 0; i < 8; i++)
                asm volatile("fma.rn.f32 %0, %1, %2, %0;" : "+f"(x[i]) : "f"(v[i]), "f"(sum));
        }
    }
    note(clocks, 1);
    for (int j = 0; j < 8; j++)
        sum += x[j];
    out[threadIdx.x] = sum;
}

template <int M, int W, bool together> static void misses()
{
    const int n = 32; // 32 warps * 32 * 4 * 8 lines are 4 MB
    for (int warps : {8, 16, 32}) {
        for (int warm = 0; warm < 2; warm++) {
            missed<M, W, together><<<1, 32 * warps>>>((float *)memory, (float *)memory + (1 << 20), clocks, (float *)memory + (1 << 19), n);
            CHECK(cudaDeviceSynchronize());
        }
        line("missed", to_string(M) + " of 8 lines of " + to_string(W) + " words " + (together ? "for all " : "for one ") + to_string(warps) + " warps", span(warps) / (warps * n * 4.0), "clocks");
    }
}

#define MISSES(W, together) misses<0, W, together>(), misses<1, W, together>(), misses<2, W, together>(), misses<4, W, together>(), misses<8, W, together>()

int main()
{
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    sms = device.multiProcessorCount;
    CHECK(cudaMalloc(&memory, memoryBytes));
    CHECK(cudaMemset(memory, 0, memoryBytes));
    CHECK(cudaMalloc(&clocks, 64 * 8));
    spin<<<4 * sms, 128>>>(400000000); // to its clock under load
    CHECK(cudaDeviceSynchronize());
    printf("# What units of a GPU take.\n# device: %s, %d SMs; command: nvcc -O3 -std=c++17 -arch=sm_%d%d -o micro micro.cu && ./micro\nname,parameter,value,unit\n",
           device.name, sms, device.major, device.minor);
    instructions();
    sharedMemory();
    blocks();
    chains();
    nearAndFar();
    for (int stride : {0, 1, 2, 4, 8, 16, 32, 33})
        strides<1>(stride), strides<4>(stride);
    bandwidth();
    atomics();
    mixtures();
    MISSES(32, false), MISSES(8, false), MISSES(32, true), MISSES(8, true);
    return 0;
}
