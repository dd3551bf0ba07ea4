// logf, log2f and log10f. x is 2^e m with m between 2/3 and 4/3 (for log2f between the roots of a half and of 2); a polynomial has
// the logarithm of m. Numbers that are subnormal are scaled first.

__device__ float logf(float x)
{
    bool small = x < LEAST_NORMAL_F;
    float a = small ? x * 8388608.0f : x;
    int bits = __float_as_int(a), e = (bits - 0x3f2aaaab) & (int)0xff800000;
    float k = fmaf((float)e, 1.1920929e-7f, small ? -23.0f : 0.0f), f = __int_as_float(bits - e) - 1.0f;
    float p = POLY8(f, -0.13018857f, 0.1408461f, -0.12148628f, 0.1398061f, -0.16684236f, 0.200123f, -0.24999669f, 0.33333182f, -0.5f);
    float y = fmaf(k, 0.6931472f, fmaf(f * p, f, f));
    if ((unsigned)bits >= 0x7f800000u) y = fmaf(a, INF_F, INF_F);
    return a == 0.0f ? -INF_F : y;
}

__device__ float log10f(float x) { return logf(x) * 0.4342945f; }

__device__ float log2f(float x)
{
    bool small = x < LEAST_NORMAL_F;
    float a = small ? x * 8388608.0f : x;
    int bits = __float_as_int(a), e = (bits - 0x3f3504f3) & (int)0xff800000;
    float k = fmaf((float)e, 1.1920929e-7f, small ? -23.0f : 0.0f), f = __int_as_float(bits - e) - 1.0f;
    float p = POLY8(f, 0.09702014f, -0.16845393f, 0.1716887f, -0.17900948f, 0.20512372f, -0.24046533f, 0.28857115f, -0.36067417f, 0.4808982f);
    float y = k + fmaf(f, 1.442695f, f * (f * fmaf(p, f, -0.7213475f)));
    if ((unsigned)bits >= 0x7f800000u) y = fmaf(a, INF_F, INF_F);
    return a == 0.0f ? -INF_F : y;
}
