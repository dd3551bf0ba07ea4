// cbrtf and rcbrtf: 2^(log2(x)/3) by the special function unit, and a step of Newton's.

__device__ float cbrtf(float x)
{
    float a = fabsf(x), r = __ex2_ftz(__lg2(a) * -0.6666667f), s = a * r;
    float y = fmaf(s, fmaf(s, -(r * s), 1.0f) * 0.33333334f, s), twice = x + x;
    if (twice == x) return twice;
    return x < 0.0f ? -y : y;
}

__device__ float rcbrtf(float x)
{
    float a = fabsf(x), r = __ex2_ftz(__lg2(a) * -0.33333334f);
    float y = fmaf(fmaf(r * r, -(a * r), 1.0f), r * 0.33333334f, r), twice = x + x;
    if (twice == x) return __int_as_float(__float_as_int(twice) ^ 0x7f800000);
    return x < 0.0f ? -y : y;
}
