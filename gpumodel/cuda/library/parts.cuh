// Functions in float that take a number apart by its bits, and that put one together (IEEE 754).

__device__ float modff(float x, float *whole)
{
    float t = truncf(x);
    *whole = t;
    return t == x ? __int_as_float(__float_as_int(x) & (int)0x80000000) : x - t;
}

__device__ float frexpf(float x, int *exponent)
{
    float a = fabsf(x);
    bool small = a < LEAST_NORMAL_F;
    float m = small ? x * 16777216.0f : x;
    int bits = __float_as_int(m), e = (unsigned)bits >> 23 & 255;
    bool special = a == 0.0f || e == 255;
    *exponent = special ? 0 : (small ? -150 : -126) + e;
    return special ? m + m : __int_as_float((bits & (int)0x807fffff) | 0x3f000000);
}

// x 2^n in four steps, of which one at most rounds: a power of 2 may be too large or too small for one number.
__device__ float ldexpf(float x, int n)
{
    n = max(min(n, 278), -278);
    bool once = abs(n) < 101;
    int quarter = (unsigned)(n + 508) >> 2;
    float first = __int_as_float((once ? n + 127 : n + 508 - 3 * quarter) << 23), others = __int_as_float(once ? 0x3f800000 : quarter << 23);
    return __fmul_rn(__fmul_rn(__fmul_rn(__fmul_rn(x, first), others), others), others);
}

__device__ float scalbnf(float x, int n) { return ldexpf(x, n); }

__device__ float scalblnf(float x, long n) { return ldexpf(x, (int)max(min(n, 2147483647l), -2147483647l)); }

__device__ int ilogbf(float x)
{
    int bits = __float_as_int(fabsf(x));
    if (bits < 0x00800000) return bits == 0 ? (int)0x80000000 : -118 - __clz(bits);
    if (bits > 0x7f800000) return (int)0x80000000;
    return bits == 0x7f800000 ? 0x7fffffff : (bits >> 23) - 127;
}

__device__ float logbf(float x)
{
    int bits = __float_as_int(fabsf(x));
    if (bits < 0x00800000) return x == 0.0f ? -INF_F : (float)(-118 - __clz(bits));
    return bits >= 0x7f800000 ? x * x : (float)((bits >> 23) - 127);
}

__device__ float nextafterf(float x, float y)
{
    if (!(fabsf(x) <= INF_F) || !(fabsf(y) <= INF_F)) return x + y;
    int bits = __float_as_int(x);
    if (((bits | __float_as_int(y)) & 0x7fffffff) == 0) return y;
    if ((bits & 0x7fffffff) == 0) return copysignf(__int_as_float(1), y);
    if (x < y) bits += x < 0.0f ? -1 : 1;
    if (x > y) bits += x < 0.0f ? 1 : -1;
    return __int_as_float(bits);
}

__device__ float fdimf(float x, float y) { return x <= y ? 0.0f : __fsub_rn(x, y); }
