// What the functions of a card compute: each row below is evaluated on 4,096 inputs that a fixed hash makes. Output has a
// line for each row: its name, an FNV hash of each 64 results, the first 64 results, and for mathematical functions a
// letter for each result, so that a difference leads to its input.
// A NaN counts as one value, but for the rows NANS, which have the bits of NaNs.
//
// Compile with nvcc -O2 -arch=sm_90. -DPART=n compiles the nth table alone.

#include <cstdio>
#include <cuda_fp16.h>

#define INPUTS 4096
#define GROUP 64

#ifndef PART
#define PART 0
#endif

// ---- inputs

__device__ float floats[4][INPUTS];
__device__ double doubles[4][INPUTS];
__device__ unsigned words[3][INPUTS];
__device__ unsigned long long longs[2][INPUTS];

__device__ unsigned long long hash(unsigned long long x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

__constant__ unsigned special[32] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fffffff, 0x00000001,
    0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0xbf000000,
    0x3f7fffff, 0x3f800001, 0x40000000, 0xc0000000, 0x40400000, 0xc0400000, 0x3fc00000, 0xbfc00000,
    0x4b000000, 0xcb000001, 0x42b17218, 0xc2aeac50, 0x40490fdb, 0x3fc90fdb, 0x7149f2ca, 0x0da24260};

__constant__ unsigned long long special_double[32] = {
    0x0000000000000000ull, 0x8000000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull,
    0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x0000000000000001ull,
    0x8000000000000001ull, 0x000fffffffffffffull, 0x0010000000000000ull, 0x8010000000000000ull,
    0x7fefffffffffffffull, 0xffefffffffffffffull, 0x3fe0000000000000ull, 0xbfe0000000000000ull,
    0x3fefffffffffffffull, 0x3ff0000000000001ull, 0x4000000000000000ull, 0xc000000000000000ull,
    0x4008000000000000ull, 0xc008000000000000ull, 0x3ff8000000000000ull, 0xbff8000000000000ull,
    0x4330000000000000ull, 0xc330000000000001ull, 0x40862e42fefa39efull, 0xc0874385446d71c3ull,
    0x400921fb54442d18ull, 0x3ff921fb54442d18ull, 0x7e37e43c8800759cull, 0x01a56e1fc2f8f359ull};

// The kind of input i: runs of a kind, so that a group of results has one.
__device__ int kind(int i)
{
    if (i < 128) return 0;
    if (i < 1024) return 1;
    return 2 + (i - 1024) / 384;
}

// Bits of a number of kind k, sign and all, from random bits h. p is the precision and e the width of the exponent.
__device__ unsigned long long number(int k, unsigned long long h, int p, int e)
{
    unsigned long long one = (1ull << (e - 1)) - 1, m = h & ((1ull << p) - 1), sign = h >> 63 << (p + e);
    int r = (int)(h >> 53 & 1023);
    switch (k) {
    case 2: return sign | (one - 1 - r % 8) << p | m;                          // below 1
    case 3: return (one - 1 + r % 2) << p | (m >> (r % (p - 2)) ^ (r & 1 ? 0 : (1ull << p) - 1)); // near 1
    case 4: return sign | (one - 4 + r % 12) << p | m;                         // moderate
    case 5: return (one - 10 + r % 20) << p | m;                               // positive
    case 6: return sign | (unsigned long long)(r % 4) << p | m;                // subnormal and small
    case 7: return sign | (one + r % 9) << p | (m & ~((1ull << (p - 10)) - 1)); // short, integers among them
    case 8: return sign | (one + p - 40 + r % 60) << p | m;                    // large
    }
    return sign | (unsigned long long)(h >> 52 & ((1ull << e) - 1)) << p | m;   // any
}

__global__ void inputs()
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int n = 0; n < 4; n++) {
        unsigned long long h = hash(i * 4 + n + 1);
        int k = n == 0 || (h >> 40 & 1) ? kind(i) : 1 + (int)((h >> 41) % 8);
        int s = n == 0 ? i & 31 : (i >> 5) * 8 + (i & 7) * 4 + n * (i >> 3 & 3);
        if (i < 128) {
            floats[n][i] = __uint_as_float(special[s & 31]);
            doubles[n][i] = __longlong_as_double((long long)special_double[s & 31]);
        } else {
            floats[n][i] = __uint_as_float((unsigned)number(k, hash(h), 23, 8));
            doubles[n][i] = __longlong_as_double((long long)number(k, hash(h), 52, 11));
        }
    }
    for (int n = 0; n < 3; n++) {
        unsigned long long h = hash(i * 3 + n + 100000);
        words[n][i] = (unsigned)(i % 4 == 0 ? h >> (h & 31) : i % 4 == 1 ? -(h >> 32 >> (h & 31)) : h);
    }
    for (int n = 0; n < 2; n++) {
        unsigned long long h = hash(i * 2 + n + 200000);
        longs[n][i] = i % 4 == 0 ? hash(h) >> (h & 63) : i % 4 == 1 ? -(hash(h) >> (h & 63)) : h;
    }
}

// ---- results

__device__ unsigned long long results[INPUTS];
__device__ unsigned digests[INPUTS / GROUP];
__device__ char letters[INPUTS + 1];

__device__ unsigned bits(float x) { return __float_as_uint(x); }
__device__ unsigned long long bits(double x) { return (unsigned long long)__double_as_longlong(x); }

__device__ unsigned long long result(float x) { return x != x ? 0x7fffffff : bits(x); }
__device__ unsigned long long result(double x) { return x != x ? 0x7ff8000000000000ull : bits(x); }
__device__ unsigned long long result(bool x) { return x; }
__device__ unsigned long long result(signed char x) { return (unsigned)x; }
__device__ unsigned long long result(unsigned char x) { return x; }
__device__ unsigned long long result(short x) { return (unsigned)x; }
__device__ unsigned long long result(unsigned short x) { return x; }
__device__ unsigned long long result(int x) { return (unsigned)x; }
__device__ unsigned long long result(unsigned x) { return x; }
__device__ unsigned long long result(long x) { return (unsigned long long)x; }
__device__ unsigned long long result(long long x) { return (unsigned long long)x; }
__device__ unsigned long long result(unsigned long long x) { return x; }

__global__ void digest()
{
    unsigned h = 2166136261u;
    for (int i = 0; i < GROUP; i++) {
        unsigned long long r = results[threadIdx.x * GROUP + i];
        for (int byte = 0; byte < 8; byte++) h = (h ^ (unsigned)(r >> 8 * byte & 255)) * 16777619u;
        letters[threadIdx.x * GROUP + i] = (char)('0' + (hash(r) & 63));
    }
    digests[threadIdx.x] = h;
}

void report(const char *name, bool each)
{
    static unsigned long long first[GROUP];
    static unsigned sums[INPUTS / GROUP];
    static char text[INPUTS + 1];
    digest<<<1, INPUTS / GROUP>>>();
    cudaMemcpyFromSymbol(sums, digests, sizeof sums);
    cudaMemcpyFromSymbol(first, results, sizeof first);
    cudaError_t error = cudaMemcpyFromSymbol(text, letters, sizeof text);
    if (error != cudaSuccess) {
        printf("%s: %s\n", name, cudaGetErrorString(error));
        return;
    }
    printf("%s ", name);
    for (int i = 0; i < INPUTS / GROUP; i++) printf("%08x", sums[i]);
    for (int i = 0; i < GROUP; i++) printf("%c%llx", i == 0 ? ' ' : ',', first[i]);
    if (each) printf(" %s", text);
    printf("\n");
}

// ---- functions of several results

#if PART < 4
__device__ float frexpf_first(float a) { int n; return frexpf(a, &n); }
__device__ int frexpf_second(float a) { int n; frexpf(a, &n); return n; }
__device__ double frexp_first(double a) { int n; return frexp(a, &n); }
__device__ int frexp_second(double a) { int n; frexp(a, &n); return n; }
__device__ float modff_first(float a) { float n; return modff(a, &n); }
__device__ float modff_second(float a) { float n; modff(a, &n); return n; }
__device__ double modf_first(double a) { double n; return modf(a, &n); }
__device__ double modf_second(double a) { double n; modf(a, &n); return n; }
__device__ float remquof_first(float a, float b) { int n; return remquof(a, b, &n); }
__device__ int remquof_second(float a, float b) { int n; remquof(a, b, &n); return n & 7; }
__device__ double remquo_first(double a, double b) { int n; return remquo(a, b, &n); }
__device__ int remquo_second(double a, double b) { int n; remquo(a, b, &n); return n & 7; }
__device__ float sincosf_first(float a) { float s, c; sincosf(a, &s, &c); return s; }
__device__ float sincosf_second(float a) { float s, c; sincosf(a, &s, &c); return c; }
__device__ double sincos_first(double a) { double s, c; sincos(a, &s, &c); return s; }
__device__ double sincos_second(double a) { double s, c; sincos(a, &s, &c); return c; }
__device__ float sincospif_first(float a) { float s, c; sincospif(a, &s, &c); return s; }
__device__ float sincospif_second(float a) { float s, c; sincospif(a, &s, &c); return c; }
__device__ double sincospi_first(double a) { double s, c; sincospi(a, &s, &c); return s; }
__device__ double sincospi_second(double a) { double s, c; sincospi(a, &s, &c); return c; }
__device__ float quick_sincosf_first(float a) { float s, c; __sincosf(a, &s, &c); return s; }
__device__ float quick_sincosf_second(float a) { float s, c; __sincosf(a, &s, &c); return c; }
__device__ float norm_of(float a, float b, float c, float d) { float v[4] = {a, b, c, d}; return normf(4, v); }
__device__ double norm_of(double a, double b, double c, double d) { double v[4] = {a, b, c, d}; return norm(4, v); }
__device__ float rnorm_of(float a, float b, float c, float d) { float v[4] = {a, b, c, d}; return rnormf(4, v); }
__device__ double rnorm_of(double a, double b, double c, double d) { double v[4] = {a, b, c, d}; return rnorm(4, v); }
#endif

// ---- rows: R(name, value). A value is of floats a to d, doubles x to w, ints i and j, unsigned u, v and s, long longs l and
// m, unsigned long longs p and q.

#define FLOAT_FUNCTIONS(R) \
    R(acosf, acosf(a)) \
    R(acoshf, acoshf(a)) \
    R(asinf, asinf(a)) \
    R(asinhf, asinhf(a)) \
    R(atanf, atanf(a)) \
    R(atanhf, atanhf(a)) \
    R(cbrtf, cbrtf(a)) \
    R(ceilf, ceilf(a)) \
    R(cosf, cosf(a)) \
    R(coshf, coshf(a)) \
    R(cospif, cospif(a)) \
    R(cyl_bessel_i0f, cyl_bessel_i0f(a)) \
    R(cyl_bessel_i1f, cyl_bessel_i1f(a)) \
    R(erff, erff(a)) \
    R(erfcf, erfcf(a)) \
    R(erfcinvf, erfcinvf(a)) \
    R(erfcxf, erfcxf(a)) \
    R(erfinvf, erfinvf(a)) \
    R(expf, expf(a)) \
    R(exp10f, exp10f(a)) \
    R(exp2f, exp2f(a)) \
    R(expm1f, expm1f(a)) \
    R(fabsf, fabsf(a)) \
    R(floorf, floorf(a)) \
    R(j0f, j0f(a)) \
    R(j1f, j1f(a)) \
    R(lgammaf, lgammaf(a)) \
    R(logf, logf(a)) \
    R(log10f, log10f(a)) \
    R(log1pf, log1pf(a)) \
    R(log2f, log2f(a)) \
    R(logbf, logbf(a)) \
    R(nearbyintf, nearbyintf(a)) \
    R(normcdff, normcdff(a)) \
    R(normcdfinvf, normcdfinvf(a)) \
    R(rcbrtf, rcbrtf(a)) \
    R(rintf, rintf(a)) \
    R(roundf, roundf(a)) \
    R(rsqrtf, rsqrtf(a)) \
    R(sinf, sinf(a)) \
    R(sinhf, sinhf(a)) \
    R(sinpif, sinpif(a)) \
    R(sqrtf, sqrtf(a)) \
    R(tanf, tanf(a)) \
    R(tanhf, tanhf(a)) \
    R(tgammaf, tgammaf(a)) \
    R(truncf, truncf(a)) \
    R(y0f, y0f(a)) \
    R(y1f, y1f(a)) \
    R(atan2f, atan2f(a, b)) \
    R(copysignf, copysignf(a, b)) \
    R(fdimf, fdimf(a, b)) \
    R(fmaxf, fmaxf(a, b)) \
    R(fminf, fminf(a, b)) \
    R(fmodf, fmodf(a, b)) \
    R(hypotf, hypotf(a, b)) \
    R(nextafterf, nextafterf(a, b)) \
    R(powf, powf(a, b)) \
    R(remainderf, remainderf(a, b)) \
    R(rhypotf, rhypotf(a, b)) \
    R(fmaf, fmaf(a, b, c)) \
    R(norm3df, norm3df(a, b, c)) \
    R(rnorm3df, rnorm3df(a, b, c)) \
    R(norm4df, norm4df(a, b, c, d)) \
    R(rnorm4df, rnorm4df(a, b, c, d)) \
    R(ilogbf, ilogbf(a)) \
    R(isfinite_float, isfinite(a)) \
    R(isinf_float, isinf(a)) \
    R(isnan_float, isnan(a)) \
    R(signbit_float, signbit(a)) \
    R(lrintf, lrintf(a)) \
    R(lroundf, lroundf(a)) \
    R(llrintf, llrintf(a)) \
    R(llroundf, llroundf(a)) \
    R(ldexpf, ldexpf(a, i % 300)) \
    R(scalbnf, scalbnf(a, i % 2200)) \
    R(scalblnf, scalblnf(a, (long)(i % 300))) \
    R(jnf, jnf(i & 15, a)) \
    R(ynf, ynf(i & 15, a)) \
    R(frexpf_first, frexpf_first(a)) \
    R(frexpf_second, frexpf_second(a)) \
    R(modff_first, modff_first(a)) \
    R(modff_second, modff_second(a)) \
    R(sincosf_first, sincosf_first(a)) \
    R(sincosf_second, sincosf_second(a)) \
    R(sincospif_first, sincospif_first(a)) \
    R(sincospif_second, sincospif_second(a)) \
    R(remquof_first, remquof_first(a, b)) \
    R(remquof_second, remquof_second(a, b)) \
    R(normf, norm_of(a, b, c, d)) \
    R(rnormf, rnorm_of(a, b, c, d)) \
    R(add_float, a + b) \
    R(sub_float, a - b) \
    R(mul_float, a * b) \
    R(div_float, a / b) \
    R(fused_float, a * b + c) \
    R(reciprocal_float, 1.0f / a) \
    R(third_float, a / 3.0f) \
    R(less_float, a < b) \
    R(same_float, a == b)

#define DOUBLE_FUNCTIONS(R) \
    R(acos, acos(x)) \
    R(acosh, acosh(x)) \
    R(asin, asin(x)) \
    R(asinh, asinh(x)) \
    R(atan, atan(x)) \
    R(atanh, atanh(x)) \
    R(cbrt, cbrt(x)) \
    R(ceil, ceil(x)) \
    R(cos, cos(x)) \
    R(cosh, cosh(x)) \
    R(cospi, cospi(x)) \
    R(cyl_bessel_i0, cyl_bessel_i0(x)) \
    R(cyl_bessel_i1, cyl_bessel_i1(x)) \
    R(erf, erf(x)) \
    R(erfc, erfc(x)) \
    R(erfcinv, erfcinv(x)) \
    R(erfcx, erfcx(x)) \
    R(erfinv, erfinv(x)) \
    R(exp, exp(x)) \
    R(exp10, exp10(x)) \
    R(exp2, exp2(x)) \
    R(expm1, expm1(x)) \
    R(fabs, fabs(x)) \
    R(floor, floor(x)) \
    R(j0, j0(x)) \
    R(j1, j1(x)) \
    R(lgamma, lgamma(x)) \
    R(log, log(x)) \
    R(log10, log10(x)) \
    R(log1p, log1p(x)) \
    R(log2, log2(x)) \
    R(logb, logb(x)) \
    R(nearbyint, nearbyint(x)) \
    R(normcdf, normcdf(x)) \
    R(normcdfinv, normcdfinv(x)) \
    R(rcbrt, rcbrt(x)) \
    R(rint, rint(x)) \
    R(round, round(x)) \
    R(rsqrt, rsqrt(x)) \
    R(sin, sin(x)) \
    R(sinh, sinh(x)) \
    R(sinpi, sinpi(x)) \
    R(sqrt, sqrt(x)) \
    R(tan, tan(x)) \
    R(tanh, tanh(x)) \
    R(tgamma, tgamma(x)) \
    R(trunc, trunc(x)) \
    R(y0, y0(x)) \
    R(y1, y1(x)) \
    R(atan2, atan2(x, y)) \
    R(copysign, copysign(x, y)) \
    R(fdim, fdim(x, y)) \
    R(fmax, fmax(x, y)) \
    R(fmin, fmin(x, y)) \
    R(fmod, fmod(x, y)) \
    R(hypot, hypot(x, y)) \
    R(nextafter, nextafter(x, y)) \
    R(pow, pow(x, y)) \
    R(remainder, remainder(x, y)) \
    R(rhypot, rhypot(x, y)) \
    R(fma, fma(x, y, z)) \
    R(norm3d, norm3d(x, y, z)) \
    R(rnorm3d, rnorm3d(x, y, z)) \
    R(norm4d, norm4d(x, y, z, w)) \
    R(rnorm4d, rnorm4d(x, y, z, w)) \
    R(ilogb_double, ilogb(x)) \
    R(isfinite_double, isfinite(x)) \
    R(isinf_double, isinf(x)) \
    R(isnan_double, isnan(x)) \
    R(signbit_double, signbit(x)) \
    R(lrint_double, lrint(x)) \
    R(lround_double, lround(x)) \
    R(llrint_double, llrint(x)) \
    R(llround_double, llround(x)) \
    R(ldexp, ldexp(x, i % 300)) \
    R(scalbn, scalbn(x, i % 2200)) \
    R(scalbln, scalbln(x, (long)(i % 300))) \
    R(jn, jn(i & 15, x)) \
    R(yn, yn(i & 15, x)) \
    R(frexp_first, frexp_first(x)) \
    R(frexp_second, frexp_second(x)) \
    R(modf_first, modf_first(x)) \
    R(modf_second, modf_second(x)) \
    R(sincos_first, sincos_first(x)) \
    R(sincos_second, sincos_second(x)) \
    R(sincospi_first, sincospi_first(x)) \
    R(sincospi_second, sincospi_second(x)) \
    R(remquo_first, remquo_first(x, y)) \
    R(remquo_second, remquo_second(x, y)) \
    R(norm, norm_of(x, y, z, w)) \
    R(rnorm, rnorm_of(x, y, z, w)) \
    R(add_double, x + y) \
    R(sub_double, x - y) \
    R(mul_double, x * y) \
    R(div_double, x / y) \
    R(fused_double, x * y + z) \
    R(reciprocal_double, 1.0 / x) \
    R(third_double, x / 3.0) \
    R(less_double, x < y) \
    R(same_double, x == y)

#define INTRINSICS(R) \
    R(__sinf, __sinf(a)) \
    R(__cosf, __cosf(a)) \
    R(__tanf, __tanf(a)) \
    R(__expf, __expf(a)) \
    R(__exp10f, __exp10f(a)) \
    R(__logf, __logf(a)) \
    R(__log2f, __log2f(a)) \
    R(__log10f, __log10f(a)) \
    R(__saturatef, __saturatef(a)) \
    R(__frsqrt_rn, __frsqrt_rn(a)) \
    R(__powf, __powf(a, b)) \
    R(__fdividef, __fdividef(a, b)) \
    R(fdividef, fdividef(a, b)) \
    R(__sincosf_first, quick_sincosf_first(a)) \
    R(__sincosf_second, quick_sincosf_second(a)) \
    R(__fadd_rn, __fadd_rn(a, b)) \
    R(__dadd_rn, __dadd_rn(x, y)) \
    R(__fsub_rn, __fsub_rn(a, b)) \
    R(__dsub_rn, __dsub_rn(x, y)) \
    R(__fmul_rn, __fmul_rn(a, b)) \
    R(__dmul_rn, __dmul_rn(x, y)) \
    R(__fdiv_rn, __fdiv_rn(a, b)) \
    R(__ddiv_rn, __ddiv_rn(x, y)) \
    R(__frcp_rn, __frcp_rn(a)) \
    R(__drcp_rn, __drcp_rn(x)) \
    R(__fsqrt_rn, __fsqrt_rn(a)) \
    R(__dsqrt_rn, __dsqrt_rn(x)) \
    R(__fmaf_rn, __fmaf_rn(a, b, c)) \
    R(__fma_rn, __fma_rn(x, y, z)) \
    R(__fadd_rz, __fadd_rz(a, b)) \
    R(__dadd_rz, __dadd_rz(x, y)) \
    R(__fsub_rz, __fsub_rz(a, b)) \
    R(__dsub_rz, __dsub_rz(x, y)) \
    R(__fmul_rz, __fmul_rz(a, b)) \
    R(__dmul_rz, __dmul_rz(x, y)) \
    R(__fdiv_rz, __fdiv_rz(a, b)) \
    R(__ddiv_rz, __ddiv_rz(x, y)) \
    R(__frcp_rz, __frcp_rz(a)) \
    R(__drcp_rz, __drcp_rz(x)) \
    R(__fsqrt_rz, __fsqrt_rz(a)) \
    R(__dsqrt_rz, __dsqrt_rz(x)) \
    R(__fmaf_rz, __fmaf_rz(a, b, c)) \
    R(__fma_rz, __fma_rz(x, y, z)) \
    R(__fadd_ru, __fadd_ru(a, b)) \
    R(__dadd_ru, __dadd_ru(x, y)) \
    R(__fsub_ru, __fsub_ru(a, b)) \
    R(__dsub_ru, __dsub_ru(x, y)) \
    R(__fmul_ru, __fmul_ru(a, b)) \
    R(__dmul_ru, __dmul_ru(x, y)) \
    R(__fdiv_ru, __fdiv_ru(a, b)) \
    R(__ddiv_ru, __ddiv_ru(x, y)) \
    R(__frcp_ru, __frcp_ru(a)) \
    R(__drcp_ru, __drcp_ru(x)) \
    R(__fsqrt_ru, __fsqrt_ru(a)) \
    R(__dsqrt_ru, __dsqrt_ru(x)) \
    R(__fmaf_ru, __fmaf_ru(a, b, c)) \
    R(__fma_ru, __fma_ru(x, y, z)) \
    R(__fadd_rd, __fadd_rd(a, b)) \
    R(__dadd_rd, __dadd_rd(x, y)) \
    R(__fsub_rd, __fsub_rd(a, b)) \
    R(__dsub_rd, __dsub_rd(x, y)) \
    R(__fmul_rd, __fmul_rd(a, b)) \
    R(__dmul_rd, __dmul_rd(x, y)) \
    R(__fdiv_rd, __fdiv_rd(a, b)) \
    R(__ddiv_rd, __ddiv_rd(x, y)) \
    R(__frcp_rd, __frcp_rd(a)) \
    R(__drcp_rd, __drcp_rd(x)) \
    R(__fsqrt_rd, __fsqrt_rd(a)) \
    R(__dsqrt_rd, __dsqrt_rd(x)) \
    R(__fmaf_rd, __fmaf_rd(a, b, c)) \
    R(__fma_rd, __fma_rd(x, y, z))

#define CONVERSIONS(R) \
    R(__float2int_rn, __float2int_rn(a)) \
    R(__float2uint_rn, __float2uint_rn(a)) \
    R(__float2ll_rn, __float2ll_rn(a)) \
    R(__float2ull_rn, __float2ull_rn(a)) \
    R(__double2int_rn, __double2int_rn(x)) \
    R(__double2uint_rn, __double2uint_rn(x)) \
    R(__double2ll_rn, __double2ll_rn(x)) \
    R(__double2ull_rn, __double2ull_rn(x)) \
    R(__double2float_rn, __double2float_rn(x)) \
    R(__int2float_rn, __int2float_rn(i)) \
    R(__uint2float_rn, __uint2float_rn(u)) \
    R(__ll2float_rn, __ll2float_rn(l)) \
    R(__ll2double_rn, __ll2double_rn(l)) \
    R(__ull2float_rn, __ull2float_rn(p)) \
    R(__ull2double_rn, __ull2double_rn(p)) \
    R(__float2half_rn, __half_as_ushort(__float2half_rn(a))) \
    R(__float2int_rz, __float2int_rz(a)) \
    R(__float2uint_rz, __float2uint_rz(a)) \
    R(__float2ll_rz, __float2ll_rz(a)) \
    R(__float2ull_rz, __float2ull_rz(a)) \
    R(__double2int_rz, __double2int_rz(x)) \
    R(__double2uint_rz, __double2uint_rz(x)) \
    R(__double2ll_rz, __double2ll_rz(x)) \
    R(__double2ull_rz, __double2ull_rz(x)) \
    R(__double2float_rz, __double2float_rz(x)) \
    R(__int2float_rz, __int2float_rz(i)) \
    R(__uint2float_rz, __uint2float_rz(u)) \
    R(__ll2float_rz, __ll2float_rz(l)) \
    R(__ll2double_rz, __ll2double_rz(l)) \
    R(__ull2float_rz, __ull2float_rz(p)) \
    R(__ull2double_rz, __ull2double_rz(p)) \
    R(__float2half_rz, __half_as_ushort(__float2half_rz(a))) \
    R(__float2int_ru, __float2int_ru(a)) \
    R(__float2uint_ru, __float2uint_ru(a)) \
    R(__float2ll_ru, __float2ll_ru(a)) \
    R(__float2ull_ru, __float2ull_ru(a)) \
    R(__double2int_ru, __double2int_ru(x)) \
    R(__double2uint_ru, __double2uint_ru(x)) \
    R(__double2ll_ru, __double2ll_ru(x)) \
    R(__double2ull_ru, __double2ull_ru(x)) \
    R(__double2float_ru, __double2float_ru(x)) \
    R(__int2float_ru, __int2float_ru(i)) \
    R(__uint2float_ru, __uint2float_ru(u)) \
    R(__ll2float_ru, __ll2float_ru(l)) \
    R(__ll2double_ru, __ll2double_ru(l)) \
    R(__ull2float_ru, __ull2float_ru(p)) \
    R(__ull2double_ru, __ull2double_ru(p)) \
    R(__float2half_ru, __half_as_ushort(__float2half_ru(a))) \
    R(__float2int_rd, __float2int_rd(a)) \
    R(__float2uint_rd, __float2uint_rd(a)) \
    R(__float2ll_rd, __float2ll_rd(a)) \
    R(__float2ull_rd, __float2ull_rd(a)) \
    R(__double2int_rd, __double2int_rd(x)) \
    R(__double2uint_rd, __double2uint_rd(x)) \
    R(__double2ll_rd, __double2ll_rd(x)) \
    R(__double2ull_rd, __double2ull_rd(x)) \
    R(__double2float_rd, __double2float_rd(x)) \
    R(__int2float_rd, __int2float_rd(i)) \
    R(__uint2float_rd, __uint2float_rd(u)) \
    R(__ll2float_rd, __ll2float_rd(l)) \
    R(__ll2double_rd, __ll2double_rd(l)) \
    R(__ull2float_rd, __ull2float_rd(p)) \
    R(__ull2double_rd, __ull2double_rd(p)) \
    R(__float2half_rd, __half_as_ushort(__float2half_rd(a))) \
    R(__int2double_rn, __int2double_rn(i)) \
    R(__uint2double_rn, __uint2double_rn(u)) \
    R(__double2hiint, __double2hiint(x)) \
    R(__double2loint, __double2loint(x)) \
    R(__hiloint2double, __hiloint2double(i, j)) \
    R(__double_as_longlong, __double_as_longlong(x)) \
    R(__longlong_as_double, __longlong_as_double(l)) \
    R(__float_as_int, __float_as_int(a)) \
    R(__float_as_uint, __float_as_uint(a)) \
    R(__int_as_float, __int_as_float(i)) \
    R(__uint_as_float, __uint_as_float(u)) \
    R(__float2half, __half_as_ushort(__float2half(a))) \
    R(__half2float, __half2float(__ushort_as_half((unsigned short)u))) \
    R(__double2half, __half_as_ushort(__double2half(x))) \
    R(float_to_schar, (signed char)a) \
    R(float_to_uchar, (unsigned char)a) \
    R(float_to_short, (short)a) \
    R(float_to_ushort, (unsigned short)a) \
    R(float_to_int, (int)a) \
    R(float_to_uint, (unsigned)a) \
    R(float_to_ll, (long long)a) \
    R(float_to_ull, (unsigned long long)a) \
    R(float_to_bool, (bool)a) \
    R(double_to_schar, (signed char)x) \
    R(double_to_uchar, (unsigned char)x) \
    R(double_to_short, (short)x) \
    R(double_to_ushort, (unsigned short)x) \
    R(double_to_int, (int)x) \
    R(double_to_uint, (unsigned)x) \
    R(double_to_ll, (long long)x) \
    R(double_to_ull, (unsigned long long)x) \
    R(double_to_bool, (bool)x) \
    R(float_to_double, (double)a) \
    R(double_to_float, (float)x) \
    R(int_to_float, (float)i) \
    R(int_to_double, (double)i) \
    R(uint_to_float, (float)u) \
    R(uint_to_double, (double)u) \
    R(ll_to_float, (float)l) \
    R(ll_to_double, (double)l) \
    R(ull_to_float, (float)p) \
    R(ull_to_double, (double)p)

#define INTEGERS(R) \
    R(__brev, __brev(u)) \
    R(__popc, __popc(u)) \
    R(__clz, __clz(i)) \
    R(__ffs, __ffs(i)) \
    R(__brevll, __brevll(p)) \
    R(__popcll, __popcll(p)) \
    R(__clzll, __clzll(l)) \
    R(__ffsll, __ffsll(l)) \
    R(__byte_perm, __byte_perm(u, v, s)) \
    R(__funnelshift_l, __funnelshift_l(u, v, s)) \
    R(__funnelshift_lc, __funnelshift_lc(u, v, s)) \
    R(__funnelshift_r, __funnelshift_r(u, v, s)) \
    R(__funnelshift_rc, __funnelshift_rc(u, v, s)) \
    R(__hadd, __hadd(i, j)) \
    R(__rhadd, __rhadd(i, j)) \
    R(__mul24, __mul24(i, j)) \
    R(__mulhi, __mulhi(i, j)) \
    R(__uhadd, __uhadd(u, v)) \
    R(__urhadd, __urhadd(u, v)) \
    R(__umul24, __umul24(u, v)) \
    R(__umulhi, __umulhi(u, v)) \
    R(__mul64hi, __mul64hi(l, m)) \
    R(__umul64hi, __umul64hi(p, q)) \
    R(__sad, __sad(i, j, u)) \
    R(__usad, __usad(u, v, s)) \
    R(__fns, __fns(u, v & 31, (int)(s & 15) - 8)) \
    R(__dp4a_signed, __dp4a((int)u, (int)v, i)) \
    R(__dp4a_unsigned, __dp4a(u, v, s)) \
    R(__dp2a_hi_signed, __dp2a_hi((int)u, (int)v, i)) \
    R(__dp2a_hi_unsigned, __dp2a_hi(u, v, s)) \
    R(__dp2a_lo_signed, __dp2a_lo((int)u, (int)v, i)) \
    R(__dp2a_lo_unsigned, __dp2a_lo(u, v, s)) \
    R(abs, abs(i)) \
    R(labs, labs((long)l)) \
    R(llabs, llabs(l)) \
    R(min_int, min(i, j)) \
    R(max_int, max(i, j)) \
    R(umin, umin(u, v)) \
    R(umax, umax(u, v)) \
    R(llmin, llmin(l, m)) \
    R(llmax, llmax(l, m)) \
    R(ullmin, ullmin(p, q)) \
    R(ullmax, ullmax(p, q)) \
    R(min_float, min(a, b)) \
    R(max_float, max(a, b)) \
    R(quotient_int, i / (j | 1)) \
    R(remainder_int, i % (j | 1)) \
    R(quotient_uint, u / (v | 1)) \
    R(remainder_uint, u % (v | 1)) \
    R(quotient_ll, l / (m | 1)) \
    R(remainder_ll, l % (m | 1)) \
    R(quotient_ull, p / (q | 1)) \
    R(remainder_ull, p % (q | 1)) \
    R(shift_int, i >> (s & 31)) \
    R(shift_ll, l >> (s & 63)) \
    R(__vabs2, __vabs2(u)) \
    R(__vabs4, __vabs4(u)) \
    R(__vabsss2, __vabsss2(u)) \
    R(__vabsss4, __vabsss4(u)) \
    R(__vneg2, __vneg2(u)) \
    R(__vneg4, __vneg4(u)) \
    R(__vnegss2, __vnegss2(u)) \
    R(__vnegss4, __vnegss4(u)) \
    R(__vabsdiffs2, __vabsdiffs2(u, v)) \
    R(__vabsdiffs4, __vabsdiffs4(u, v)) \
    R(__vabsdiffu2, __vabsdiffu2(u, v)) \
    R(__vabsdiffu4, __vabsdiffu4(u, v)) \
    R(__vadd2, __vadd2(u, v)) \
    R(__vadd4, __vadd4(u, v)) \
    R(__vaddss2, __vaddss2(u, v)) \
    R(__vaddss4, __vaddss4(u, v)) \
    R(__vaddus2, __vaddus2(u, v)) \
    R(__vaddus4, __vaddus4(u, v)) \
    R(__vavgs2, __vavgs2(u, v)) \
    R(__vavgs4, __vavgs4(u, v)) \
    R(__vavgu2, __vavgu2(u, v)) \
    R(__vavgu4, __vavgu4(u, v)) \
    R(__vcmpeq2, __vcmpeq2(u, v)) \
    R(__vcmpeq4, __vcmpeq4(u, v)) \
    R(__vcmpges2, __vcmpges2(u, v)) \
    R(__vcmpges4, __vcmpges4(u, v)) \
    R(__vcmpgeu2, __vcmpgeu2(u, v)) \
    R(__vcmpgeu4, __vcmpgeu4(u, v)) \
    R(__vcmpgts2, __vcmpgts2(u, v)) \
    R(__vcmpgts4, __vcmpgts4(u, v)) \
    R(__vcmpgtu2, __vcmpgtu2(u, v)) \
    R(__vcmpgtu4, __vcmpgtu4(u, v)) \
    R(__vcmples2, __vcmples2(u, v)) \
    R(__vcmples4, __vcmples4(u, v)) \
    R(__vcmpleu2, __vcmpleu2(u, v)) \
    R(__vcmpleu4, __vcmpleu4(u, v)) \
    R(__vcmplts2, __vcmplts2(u, v)) \
    R(__vcmplts4, __vcmplts4(u, v)) \
    R(__vcmpltu2, __vcmpltu2(u, v)) \
    R(__vcmpltu4, __vcmpltu4(u, v)) \
    R(__vcmpne2, __vcmpne2(u, v)) \
    R(__vcmpne4, __vcmpne4(u, v)) \
    R(__vhaddu2, __vhaddu2(u, v)) \
    R(__vhaddu4, __vhaddu4(u, v)) \
    R(__vmaxs2, __vmaxs2(u, v)) \
    R(__vmaxs4, __vmaxs4(u, v)) \
    R(__vmaxu2, __vmaxu2(u, v)) \
    R(__vmaxu4, __vmaxu4(u, v)) \
    R(__vmins2, __vmins2(u, v)) \
    R(__vmins4, __vmins4(u, v)) \
    R(__vminu2, __vminu2(u, v)) \
    R(__vminu4, __vminu4(u, v)) \
    R(__vsads2, __vsads2(u, v)) \
    R(__vsads4, __vsads4(u, v)) \
    R(__vsadu2, __vsadu2(u, v)) \
    R(__vsadu4, __vsadu4(u, v)) \
    R(__vseteq2, __vseteq2(u, v)) \
    R(__vseteq4, __vseteq4(u, v)) \
    R(__vsetges2, __vsetges2(u, v)) \
    R(__vsetges4, __vsetges4(u, v)) \
    R(__vsetgeu2, __vsetgeu2(u, v)) \
    R(__vsetgeu4, __vsetgeu4(u, v)) \
    R(__vsetgts2, __vsetgts2(u, v)) \
    R(__vsetgts4, __vsetgts4(u, v)) \
    R(__vsetgtu2, __vsetgtu2(u, v)) \
    R(__vsetgtu4, __vsetgtu4(u, v)) \
    R(__vsetles2, __vsetles2(u, v)) \
    R(__vsetles4, __vsetles4(u, v)) \
    R(__vsetleu2, __vsetleu2(u, v)) \
    R(__vsetleu4, __vsetleu4(u, v)) \
    R(__vsetlts2, __vsetlts2(u, v)) \
    R(__vsetlts4, __vsetlts4(u, v)) \
    R(__vsetltu2, __vsetltu2(u, v)) \
    R(__vsetltu4, __vsetltu4(u, v)) \
    R(__vsetne2, __vsetne2(u, v)) \
    R(__vsetne4, __vsetne4(u, v)) \
    R(__vsub2, __vsub2(u, v)) \
    R(__vsub4, __vsub4(u, v)) \
    R(__vsubss2, __vsubss2(u, v)) \
    R(__vsubss4, __vsubss4(u, v)) \
    R(__vsubus2, __vsubus2(u, v)) \
    R(__vsubus4, __vsubus4(u, v)) \
    R(__vimax3_s32, __vimax3_s32(i, j, (int)s)) \
    R(__vimax3_u32, __vimax3_u32(u, v, s)) \
    R(__vimax3_s32_relu, __vimax3_s32_relu(i, j, (int)s)) \
    R(__vimax3_s16x2, __vimax3_s16x2(u, v, s)) \
    R(__vimax3_u16x2, __vimax3_u16x2(u, v, s)) \
    R(__vimin3_s32, __vimin3_s32(i, j, (int)s)) \
    R(__vimin3_u32, __vimin3_u32(u, v, s)) \
    R(__vimin3_s32_relu, __vimin3_s32_relu(i, j, (int)s)) \
    R(__vimin3_s16x2, __vimin3_s16x2(u, v, s)) \
    R(__vimin3_u16x2, __vimin3_u16x2(u, v, s)) \
    R(__viaddmax_s32, __viaddmax_s32(i, j, (int)s)) \
    R(__viaddmax_u32, __viaddmax_u32(u, v, s)) \
    R(__viaddmax_s32_relu, __viaddmax_s32_relu(i, j, (int)s)) \
    R(__viaddmax_s16x2, __viaddmax_s16x2(u, v, s)) \
    R(__viaddmax_u16x2, __viaddmax_u16x2(u, v, s)) \
    R(__viaddmin_s32, __viaddmin_s32(i, j, (int)s)) \
    R(__viaddmin_u32, __viaddmin_u32(u, v, s)) \
    R(__viaddmin_s32_relu, __viaddmin_s32_relu(i, j, (int)s)) \
    R(__viaddmin_s16x2, __viaddmin_s16x2(u, v, s)) \
    R(__viaddmin_u16x2, __viaddmin_u16x2(u, v, s)) \
    R(__vimax_s32_relu, __vimax_s32_relu(i, j)) \
    R(__vimin_s32_relu, __vimin_s32_relu(i, j))

#define NANS(R) \
    R(nan_add, bits(a + b)) \
    R(nan_mul, bits(a * b)) \
    R(nan_fma, bits(fmaf(a, b, c))) \
    R(nan_div, bits(a / b)) \
    R(nan_sqrt, bits(sqrtf(a))) \
    R(nan_min, bits(fminf(a, b))) \
    R(nan_exp, bits(expf(a))) \
    R(nan_log, bits(logf(a))) \
    R(nan_sin, bits(sinf(a))) \
    R(nan_pow, bits(powf(a, b))) \
    R(nan_narrow, bits((float)x)) \
    R(nan_dadd, bits(x + y)) \
    R(nan_dmul, bits(x * y)) \
    R(nan_dfma, bits(fma(x, y, z))) \
    R(nan_ddiv, bits(x / y)) \
    R(nan_dsqrt, bits(sqrt(x))) \
    R(nan_dmin, bits(fmin(x, y))) \
    R(nan_dexp, bits(exp(x))) \
    R(nan_dlog, bits(log(x))) \
    R(nan_dsin, bits(sin(x))) \
    R(nan_dpow, bits(pow(x, y))) \
    R(nan_widen, bits((double)a))

// ---- the program

#define KERNEL(name, value) \
    __device__ unsigned long long value_##name(float a, float b, float c, float d, double x, double y, double z, double w, int i, \
        int j, unsigned u, unsigned v, unsigned s, long long l, long long m, unsigned long long p, unsigned long long q) \
    { \
        return result(value); \
    } \
    __global__ void kernel_##name() \
    { \
        int t = blockIdx.x * blockDim.x + threadIdx.x; \
        results[t] = value_##name(floats[0][t], floats[1][t], floats[2][t], floats[3][t], doubles[0][t], doubles[1][t], \
            doubles[2][t], doubles[3][t], (int)words[0][t], (int)words[1][t], words[0][t], words[1][t], words[2][t], \
            (long long)longs[0][t], (long long)longs[1][t], longs[0][t], longs[1][t]); \
    }

#define RUN(name, value) kernel_##name<<<INPUTS / 128, 128>>>(); report(#name, false);
#define RUN_EACH(name, value) kernel_##name<<<INPUTS / 128, 128>>>(); report(#name, true);

#if PART == 0 || PART == 1
FLOAT_FUNCTIONS(KERNEL)
#endif
#if PART == 0 || PART == 2
DOUBLE_FUNCTIONS(KERNEL)
#endif
#if PART == 0 || PART == 3
INTRINSICS(KERNEL)
#endif
#if PART == 0 || PART == 4
CONVERSIONS(KERNEL)
#endif
#if PART == 0 || PART == 5
INTEGERS(KERNEL)
#endif
#if PART == 0 || PART == 6
NANS(KERNEL)
#endif

int main()
{
    inputs<<<INPUTS / 128, 128>>>();
#if PART == 0 || PART == 1
    FLOAT_FUNCTIONS(RUN_EACH)
#endif
#if PART == 0 || PART == 2
    DOUBLE_FUNCTIONS(RUN_EACH)
#endif
#if PART == 0 || PART == 3
    INTRINSICS(RUN)
#endif
#if PART == 0 || PART == 4
    CONVERSIONS(RUN)
#endif
#if PART == 0 || PART == 5
    INTEGERS(RUN)
#endif
#if PART == 0 || PART == 6
    NANS(RUN)
#endif
    return 0;
}
