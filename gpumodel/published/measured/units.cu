// What single mechanisms of a GPU of compute capability 9.0 take: integer multiplication and division, comparisons and what they guard,
// branches, functions with a slow path, and the slices of the L2 with few and many words. Prints name, parameter, value, unit.
// nvcc -O3 -std=c++17 -arch=sm_90 -o units units.cu && ./units
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <string>

typedef unsigned u32;
typedef unsigned long long u64;
typedef long long i64;
#define CHECK(x) do { cudaError_t e = (x); if (e) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
static i64 *clocks;
static float *out;
static int sms;
static void line(const char *name, const std::string &parameter, double v, const char *unit) { printf("%s,%s,%.5g,%s\n", name, parameter.c_str(), v, unit); fflush(stdout); }
__device__ i64 now() { i64 t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory"); return t; }

// A chain of dependent operations (latency), and eight chains at a time (rate). T is the type, step an expression of x, b and c.
#define OPERATION(name, T, step)                                                                                        \
    __device__ __forceinline__ void step_##name(T &x, T b, T c) { step; }                                               \
    __global__ void latency_##name(T *o, i64 *t, T a, T b, T c)                                                         \
    {                                                                                                                   \
        T x = a + (T)threadIdx.x;                                                                                       \
        i64 s = 0, e = 0;                                                                                               \
        for (int k = 0; k < 2; k++) {                                                                                   \
            s = now();                                                                                                  \
            _Pragma("unroll") for (int i = 0; i < 64; i++) step_##name(x, b, c);                                        \
            o[threadIdx.x] = x;                                                                                         \
            e = now();                                                                                                  \
        }                                                                                                               \
        if (threadIdx.x == 0) t[0] = e - s;                                                                             \
    }                                                                                                                   \
    __global__ void rate_##name(T *o, i64 *t, T a, T b, T c, int n)                                                     \
    {                                                                                                                   \
        T x[8];                                                                                                         \
        for (int j = 0; j < 8; j++) x[j] = a + (T)(threadIdx.x * 8 + j);                                                \
        __syncthreads();                                                                                                \
        i64 s = now();                                                                                                  \
        for (int i = 0; i < n; i++) {                                                                                   \
            _Pragma("unroll") for (int r = 0; r < 4; r++) { _Pragma("unroll") for (int j = 0; j < 8; j++) step_##name(x[j], b, c); } \
        }                                                                                                               \
        T sum = 0;                                                                                                      \
        for (int j = 0; j < 8; j++) sum += x[j];                                                                        \
        o[threadIdx.x] = sum;                                                                                           \
        __syncthreads();                                                                                                \
        if (threadIdx.x == 0) t[0] = now() - s;                                                                         \
    }                                                                                                                   \
    static void run_##name(T a, T b, T c)                                                                               \
    {                                                                                                                   \
        i64 h;                                                                                                          \
        latency_##name<<<1, 32>>>((T *)out, clocks, a, b, c);                                                           \
        CHECK(cudaMemcpy(&h, clocks, 8, cudaMemcpyDefault));                                                            \
        line("latency", #name, h / 64.0, "clocks");                                                                     \
        for (int warps : {4, 16}) {                                                                                     \
            rate_##name<<<1, 32 * warps>>>((T *)out, clocks, a, b, c, 64);                                              \
            CHECK(cudaMemcpy(&h, clocks, 8, cudaMemcpyDefault));                                                        \
            line("rate", #name " " + std::to_string(warps) + " warps", 64.0 * 32 * warps * 32 / h, "lanes a clock and SM"); \
        }                                                                                                               \
    }

OPERATION(mad_lo, u32, asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(b), "r"(c)))
OPERATION(mul_hi_u32, u32, asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(x) : "r"(b)))
OPERATION(mad_hi_u32, u32, asm volatile("mad.hi.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(b), "r"(c)))
OPERATION(mul_hi_s32, int, asm volatile("mul.hi.s32 %0, %0, %1;" : "+r"(x) : "r"(b)))
OPERATION(mad_wide_sum, u64, asm volatile("mad.wide.u32 %0, %1, %2, %0;" : "+l"(x) : "r"((u32)b), "r"((u32)c)))
OPERATION(mul_wide_low, u64, asm volatile("{.reg .u32 l, h; mov.b64 {l, h}, %0; mul.wide.u32 %0, l, %1;}" : "+l"(x) : "r"((u32)b)))
OPERATION(mul_lo_u64, u64, asm volatile("mad.lo.u64 %0, %0, %1, %2;" : "+l"(x) : "l"(b), "l"(c)))
OPERATION(mul_hi_u64, u64, asm volatile("mul.hi.u64 %0, %0, %1;" : "+l"(x) : "l"(b)))
OPERATION(add_u64, u64, asm volatile("add.u64 %0, %0, %1;" : "+l"(x) : "l"(b)))
OPERATION(shl_u64, u64, asm volatile("{shl.b64 %0, %0, 3; }" : "+l"(x)))
OPERATION(min_s32, int, asm volatile("min.s32 %0, %0, %1;" : "+r"(x) : "r"(b)))
OPERATION(max_f32, float, asm volatile("max.f32 %0, %0, %1;" : "+f"(x) : "f"(b)))
OPERATION(clz, int, asm volatile("clz.b32 %0, %0;" : "+r"(x)))
OPERATION(i2f_rp_u32, u32, asm volatile("{.reg .f32 f; cvt.rp.f32.u32 f, %0; mov.b32 %0, f;}" : "+r"(x)))
OPERATION(i2f_rn_s32, u32, asm volatile("{.reg .f32 f; cvt.rn.f32.s32 f, %0; mov.b32 %0, f;}" : "+r"(x)))
OPERATION(i2f_u16, u32, asm volatile("{.reg .u16 h; .reg .f32 f; cvt.u16.u32 h, %0; cvt.rn.f32.u16 f, h; mov.b32 %0, f;}" : "+r"(x)))
OPERATION(f2i_trunc_u32, u32, asm volatile("{.reg .f32 f; mov.b32 f, %0; cvt.rzi.ftz.u32.f32 %0, f;}" : "+r"(x)))
OPERATION(floor_f32, float, asm volatile("cvt.rmi.f32.f32 %0, %0;" : "+f"(x)))
OPERATION(rcp_ftz, float, asm volatile("rcp.approx.ftz.f32 %0, %0;" : "+f"(x)))
OPERATION(setp_guard_s32, int, asm volatile("{.reg .pred p; setp.lt.s32 p, %0, %1; @p add.s32 %0, %0, %2;}" : "+r"(x) : "r"(b), "r"(c)))
OPERATION(setp_selp_s32, int, asm volatile("{.reg .pred p; setp.lt.s32 p, %0, %1; selp.b32 %0, %2, %0, p;}" : "+r"(x) : "r"(b), "r"(c)))
OPERATION(setp_guard_f32, float, asm volatile("{.reg .pred p; setp.lt.f32 p, %0, %1; @p mul.f32 %0, %0, %2;}" : "+f"(x) : "f"(b), "f"(c)))
OPERATION(setp_selp_f32, float, asm volatile("{.reg .pred p; setp.lt.f32 p, %0, %1; selp.f32 %0, %2, %0, p;}" : "+f"(x) : "f"(b), "f"(c)))
OPERATION(setp_setp_guard, int, asm volatile("{.reg .pred p, q; setp.lt.s32 p, %0, %1; setp.lt.and.s32 q, %0, %2, p; @q add.s32 %0, %0, %2;}" : "+r"(x) : "r"(b), "r"(c)))
OPERATION(div_s32_same, int, x = x / b + c)
OPERATION(div_s32_by, int, x = c / x + b)
OPERATION(div_u32_same, u32, x = x / b + c)
OPERATION(div_u32_by, u32, x = c / x + b)
OPERATION(rem_s32_same, int, x = x % b + c)
OPERATION(rem_u32_same, u32, x = x % b + c)
OPERATION(rem_s32_by, int, x = c % x + b)
OPERATION(div_s32_const, int, x = x / 7 + c)
OPERATION(div_u32_const, u32, x = x / 7u + c)
OPERATION(div_u64_same, u64, x = x / b + c)
OPERATION(div_s64_same, i64, x = x / b + c)
OPERATION(div_f32, float, x = b / x)
OPERATION(rcp_f32, float, x = 1 / x)
OPERATION(fdividef, float, x = __fdividef(b, x))
OPERATION(sqrt_f32, float, x = sqrtf(x))
OPERATION(rsqrt_f32, float, x = rsqrtf(x))
OPERATION(exp_f32, float, x = expf(x) * b)
OPERATION(fast_exp_f32, float, x = __expf(x) * b)
OPERATION(log_f32, float, x = logf(x) + b)
OPERATION(pow_f32, float, x = powf(x, b))
OPERATION(sin_f32, float, x = sinf(x) + b)
OPERATION(cos_f32, float, x = cosf(x) + b)
OPERATION(fast_sin_f32, float, x = __sinf(x) + b)
OPERATION(div_f64, double, x = b / x)
OPERATION(sqrt_f64, double, x = sqrt(x))

static void operations()
{
    run_mad_lo(3, 5, 7); run_mul_hi_u32(3, 0xfffffff0u, 7); run_mad_hi_u32(3, 0xfffffff0u, 7); run_mul_hi_s32(3, 0x7fffffff, 7); run_mad_wide_sum(3, 5, 7);
    run_mul_wide_low(3, 5, 7); run_mul_lo_u64(3, 5, 7); run_mul_hi_u64(3, ~0ull, 7); run_add_u64(3, 5, 7); run_shl_u64(3, 5, 7);
    run_min_s32(3, 5, 7); run_max_f32(3, 5, 7); run_clz(3, 5, 7);
    run_i2f_rp_u32(3, 5, 7); run_i2f_rn_s32(3, 5, 7); run_i2f_u16(3, 5, 7); run_f2i_trunc_u32(3, 5, 7); run_floor_f32(3.5f, 5, 7); run_rcp_ftz(3, 5, 7);
    run_setp_guard_s32(3, 1 << 30, 7); run_setp_selp_s32(3, 1 << 30, 7); run_setp_guard_f32(3, 1e30f, 1.01f); run_setp_selp_f32(3, 1e30f, 1.01f); run_setp_setp_guard(3, 1 << 30, 1 << 29);
    run_div_s32_same(1000000, 3, 1000000); run_div_s32_by(3, 1000, 1000000); run_div_u32_same(1000000, 3, 1000000); run_div_u32_by(3, 1000, 1000000);
    run_rem_s32_same(1000000, 30011, 1000000); run_rem_u32_same(1000000, 30011, 1000000); run_rem_s32_by(30011, 1000, 1000000);
    run_div_s32_const(1000000, 3, 1000000); run_div_u32_const(1000000, 3, 1000000); run_div_u64_same(1000000, 3, 1000000); run_div_s64_same(1ll << 40, 3, 1ll << 40);
    run_div_f32(3, 2, 1); run_rcp_f32(3, 2, 1); run_fdividef(3, 2, 1); run_sqrt_f32(3, 2, 1); run_rsqrt_f32(3, 2, 1); run_exp_f32(0.5f, 0.3f, 1); run_fast_exp_f32(0.5f, 0.3f, 1);
    run_log_f32(3, 2, 1); run_pow_f32(1.5f, 0.9f, 1); run_sin_f32(1, 0.5f, 1); run_cos_f32(1, 0.5f, 1); run_fast_sin_f32(1, 0.5f, 1); run_div_f64(3, 2, 1); run_sqrt_f64(3, 2, 1);
}

// Loops that are not unrolled, of K multiply-adds in a chain or of K independent ones: what a taken branch costs.
template <int K, bool chain> __global__ void loops(float *o, i64 *t, float a, float b, int n)
{
    float x[8];
    for (int j = 0; j < 8; j++) x[j] = threadIdx.x + j;
    i64 s = 0, e = 0;
    for (int k = 0; k < 2; k++) {
        __syncthreads();
        s = now();
#pragma unroll 1
        for (int i = 0; i < n; i++) {
#pragma unroll
            for (int j = 0; j < K; j++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x[chain ? 0 : j % 8]) : "f"(a), "f"(b));
        }
        __syncthreads();
        e = now();
    }
    float sum = 0;
    for (int j = 0; j < 8; j++) sum += x[j];
    o[threadIdx.x] = sum;
    if (threadIdx.x == 0) t[0] = e - s;
}
template <int K, bool chain> static void loop()
{
    for (int warps : {1, 4, 8, 16, 32}) {
        i64 h;
        loops<K, chain><<<1, 32 * warps>>>(out, clocks, 1.5f, 0.5f, 1024);
        CHECK(cudaMemcpy(&h, clocks, 8, cudaMemcpyDefault));
        line("loop", std::to_string(K) + (chain ? " in a chain " : " independent ") + std::to_string(warps) + " warps", h / 1024.0, "clocks an iteration");
    }
}

// An if whose sides are branches, not guarded instructions: all lanes one way, or half of them each way.
template <int K> __global__ void sides(float *o, i64 *t, float a, float b, int mask, int n)
{
    float x = threadIdx.x;
    i64 s = 0, e = 0;
    for (int k = 0; k < 2; k++) {
        __syncthreads();
        s = now();
#pragma unroll 1
        for (int i = 0; i < n; i++) {
            if ((threadIdx.x + i) & mask) {
#pragma unroll
                for (int j = 0; j < K; j++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b));
            } else {
#pragma unroll
                for (int j = 0; j < K; j++) asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(b));
            }
        }
        __syncthreads();
        e = now();
    }
    o[threadIdx.x] = x;
    if (threadIdx.x == 0) t[0] = e - s;
}
template <int K> static void side()
{
    for (int mask : {0, 1})
        for (int warps : {1, 4, 16, 32}) {
            i64 h;
            sides<K><<<1, 32 * warps>>>(out, clocks, 1.5f, 0.5f, mask, 512);
            CHECK(cudaMemcpy(&h, clocks, 8, cudaMemcpyDefault));
            line("sides", std::to_string(K) + (mask ? " each way " : " one way ") + std::to_string(warps) + " warps", h / 512.0, "clocks an iteration");
        }
}

// A loop whose lanes leave it after 1 to 32 rounds, as searches do, against one that all leave after 32.
__global__ void leaving(float *o, i64 *t, float a, float b, int same, int n)
{
    float x = threadIdx.x;
    i64 s = 0, e = 0;
    for (int k = 0; k < 2; k++) {
        __syncthreads();
        s = now();
#pragma unroll 1
        for (int i = 0; i < n; i++) {
            int rounds = same ? 32 : (threadIdx.x * 7 + i) % 32 + 1;
#pragma unroll 1
            for (int j = 0; j < rounds; j++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b));
        }
        __syncthreads();
        e = now();
    }
    o[threadIdx.x] = x;
    if (threadIdx.x == 0) t[0] = e - s;
}

// The L2: all SMs, words at random within the first so many bytes. whole: four lanes store one sector, so that it is written whole.
__device__ u32 mix(u32 x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ (x >> 16); }
enum { Store, StoreWhole, StoreHalf, Load, LoadWhole, Add, AddUsed, AddFloat, Exchange, AddPairs };
template <int op> __global__ void scattered(u32 *p, u32 *o, u32 mask, u32 spread, int each)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < each; k++) {
        u32 r = mix(i * 0x9e3779b9u + k), w = r & mask;            // a word
        u32 g = mix((i >> (op == StoreHalf ? 2 : op == LoadWhole || op == StoreWhole ? 3 : 1)) * 0x9e3779b9u + k) & mask; // of a group of lanes
        w = (w / 8) * 8 * spread + w % 8;                              // sectors spread apart
        if (op == Store) p[w] = i;
        if (op == StoreWhole) p[(g & ~7u) + (i & 7)] = i;
        if (op == StoreHalf) p[(g & ~7u) + (i & 3)] = i;
        if (op == Load) sum += __ldcg(p + w);
        if (op == LoadWhole) sum += __ldcg(p + (g & ~7u) + (i & 7));
        if (op == Add) atomicAdd(p + w, 1u);
        if (op == AddUsed) sum += atomicAdd(p + w, 1u);
        if (op == AddFloat) atomicAdd((float *)p + w, 1.0f);
        if (op == Exchange) sum += atomicExch(p + w, i);
        if (op == AddPairs) atomicAdd(p + (g & ~1u) + (i & 1), 1u);
    }
    if (sum == 12345) o[0] = sum;
}
static u32 *memory;
template <int op> static void scatter(const char *name, size_t bytes, u32 spread = 1)
{
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    float best = 1e9;
    const int each = 4, blocks = 4096;
    for (int k = 0; k < 4; k++) {
        CHECK(cudaEventRecord(from));
        scattered<op><<<blocks, 256>>>(memory, (u32 *)out, (u32)(bytes / 4 - 1), spread, each);
        CHECK(cudaEventRecord(to));
        CHECK(cudaEventSynchronize(to));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, from, to));
        if (k > 0) best = std::min(best, ms);
    }
    line("scattered", std::string(name) + " " + std::to_string(bytes) + " B" + (spread > 1 ? " spread " + std::to_string(spread) : ""), best * 1e9 / ((double)blocks * 256 * each), "ps a lane");
}
template <int op> static void scatters(const char *name)
{
    for (size_t bytes = 32; bytes <= (op == Store || op == StoreWhole || op == Load || op == Add ? 256u << 20 : 1u << 20); bytes *= bytes < 4096 ? 2 : 4) scatter<op>(name, bytes);
}
// Which addresses share a slice: two or four sectors, so far apart.
template <int op> static void apart(const char *name)
{
    for (u32 spread = 1; spread <= 1 << 12; spread *= 2)
        for (size_t bytes : {64, 256}) scatter<op>(name, bytes, spread);
}

// Partial and whole sectors of one line a request: lanes 0..n-1 of a warp store words so far apart in a line that the SM picks at random.
__global__ void lines(u32 *p, u32 mask, int words, int step, int each)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x, lane = i & 31;
    for (int k = 0; k < each; k++) {
        u32 l = (mix((i >> 5) * 0x9e3779b9u + k) & mask) * 32;
        if ((int)lane < words) p[l + lane * step % 32 + lane * step / 32] = i;
    }
}
static void patterns()
{
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    struct { int words, step; } list[] = {{1, 1}, {2, 1}, {2, 8}, {2, 16}, {4, 1}, {4, 8}, {8, 1}, {8, 4}, {16, 1}, {16, 2}, {24, 1}, {32, 1}};
    for (u32 log : {14u, 18u})
        for (auto x : list) {
            float best = 1e9;
            for (int k = 0; k < 4; k++) {
                CHECK(cudaEventRecord(from));
                lines<<<4096, 256>>>(memory, (1u << log) - 1, x.words, x.step, 32);
                CHECK(cudaEventRecord(to));
                CHECK(cudaEventSynchronize(to));
                float ms;
                CHECK(cudaEventElapsedTime(&ms, from, to));
                if (k > 0) best = std::min(best, ms);
            }
            line("lines", std::to_string(x.words) + " words step " + std::to_string(x.step) + " of 2^" + std::to_string(log) + " lines", best * 1e9 / (4096.0 * 8 * 32), "ps a request");
        }
}
__global__ void spin(i64 n) { i64 s = clock64(); while (clock64() - s < n); }

int main()
{
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    sms = device.multiProcessorCount;
    CHECK(cudaMalloc(&clocks, 64));
    CHECK(cudaMalloc(&out, 1 << 20));
    CHECK(cudaMalloc(&memory, 512u << 20));
    CHECK(cudaMemset(memory, 0, 512u << 20));
    spin<<<4 * sms, 128>>>(200000000);
    CHECK(cudaDeviceSynchronize());
    printf("# What single mechanisms take.\n# device: %s, %d SMs; nvcc -O3 -std=c++17 -arch=sm_%d%d -o units units.cu && ./units\nname,parameter,value,unit\n", device.name, sms, device.major, device.minor);
    operations();
    loop<1, true>(), loop<4, true>(), loop<1, false>(), loop<4, false>(), loop<8, false>(), loop<16, false>(), loop<32, false>();
    side<8>(), side<32>();
    for (int same : {0, 1})
        for (int warps : {1, 4, 16, 32}) {
            i64 h;
            leaving<<<1, 32 * warps>>>(out, clocks, 1.5f, 0.5f, same, 64);
            CHECK(cudaMemcpy(&h, clocks, 8, cudaMemcpyDefault));
            line("leaving", std::string(same ? "together " : "one by one ") + std::to_string(warps) + " warps", h / 64.0, "clocks for 32 rounds");
        }
    scatters<Store>("store"), scatters<StoreWhole>("store_whole"), scatters<StoreHalf>("store_half"), scatters<Load>("load"), scatters<LoadWhole>("load_whole");
    scatters<Add>("add"), scatters<AddUsed>("add_used"), scatters<AddFloat>("add_float"), scatters<Exchange>("exchange"), scatters<AddPairs>("add_pairs");
    apart<Store>("store"), apart<Add>("add"), apart<Load>("load");
    patterns();
    return 0;
}
