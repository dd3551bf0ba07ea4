// fmodf, remainderf and remquof: quotients by the special function unit, put right, or digits of 23 bits where a quotient is large.
// All steps are exact.

// |x| less a multiple of |y|, which is below |y|; a quotient that is less than 2^23 and its lowest bits otherwise.
__device__ float __fmod_near(float a, float b, unsigned *quotient)
{
    float q = truncf(__fdividef(a, b)), r = fmaf(-b, q, a);
    if (__float_as_uint(r) >= __float_as_uint(b)) {
        if (__float_as_uint(r) > 0x80000000u) q -= r < -b ? 2.0f : 1.0f;
        else q += r >= b + b ? fmaf(-3.0f, b, r) >= 0.0f ? 3.0f : 2.0f : 1.0f;
    }
    *quotient = (unsigned)q;
    return fmaf(-b, q, a);
}

__device__ float __fmod_far(float a, float b, unsigned *quotient)
{
    float large = b * 8388608.0f;
    int bits = __float_as_int(large), i = __float_as_int(a), m = (i & 0x007fffff) | 0x3f800000;
    unsigned left = (unsigned)(i - ((bits - 0x0b800000) & (int)0xff800000)) & 0xff800000u, digits = 0;
    float r = __int_as_float(m), d = __int_as_float((bits & 0x007fffff) | 0x3f800000), reciprocal = __rcp_ftz(d);
    while (left != 0 && __float_as_int(r) != 0) {
        unsigned step = min(left, 0x0b800000u);
        float x = __int_as_float(__float_as_int(r) + (int)step), q = fmaf(x, reciprocal, -0.0f);
        q = fmaf(fmaf(-d, q, x), reciprocal, q);
        q = truncf(__fmaf_rz(fmaf(-d, q, x), reciprocal, q));
        r = fmaf(-d, q, x);
        left -= step;
        digits = (digits << (step >> 23)) + (unsigned)q;
    }
    *quotient = digits << (left < 0x02000000u ? left >> 23 : 3);
    bool none = !(b > 0.0f) || (unsigned)i > 0x7f7fffffu;
    return (none ? NAN_F : __int_as_float(bits & (int)0xff800000)) * (r * 1.1920929e-7f);
}

__device__ float __fmod_positive(float a, float b, unsigned *quotient)
{
    *quotient = 0;
    if (a < b) return a;
    return a <= b * 8388608.0f ? __fmod_near(a, b, quotient) : __fmod_far(a, b, quotient);
}

__device__ float fmodf(float x, float y)
{
    unsigned q;
    float r = __fmod_positive(fabsf(x), fabsf(y), &q);
    return fabsf(r) <= INF_F ? copysignf(r, x) : r;
}

__device__ float remquof(float x, float y, int *quotient)
{
    unsigned q;
    float b = fabsf(y), r = __fmod_positive(fabsf(x), b, &q), twice = r + r;
    if (twice > b || (q & 1) == 1 && twice == b) {
        q++;
        r = __fsub_rn(r, b);
    }
    bool finite = fabsf(r) <= INF_F;
    int n = (__float_as_int(x) ^ __float_as_int(y)) < 0 ? -(int)q : (int)q;
    *quotient = finite ? n : 0;
    return __float_as_int(x) < 0 && finite ? -r : r;
}

__device__ float remainderf(float x, float y)
{
    int q;
    return remquof(x, y, &q);
}
