// log1pf, and asinhf, acoshf and atanhf, which are logarithms of 1 more than something small.

__device__ float log1pf(float x)
{
    int bits = __float_as_int(x), e = (__float_as_int(__fadd_rz(x, 1.0f)) - 0x3f400000) & (int)0xff800000;
    // 1 + x is 2^e (1 + f).
    float f = fmaf(0.25f, __int_as_float(0x40800000 - e), -1.0f) + __int_as_float(bits - e);
    float p = POLY8(f, -0.045348614f, 0.105468884f, -0.13229704f, 0.14491446f, -0.16641565f, 0.19988868f, -0.25000197f, 0.3333351f, -0.5f);
    float y = fmaf((float)e * 1.1920929e-7f, 0.6931472f, fmaf(f * p, f, f));
    if ((unsigned)bits >= 0x7f800000u) {
        if (bits >= (int)0xbf800001) y = fmaf(x, INF_F, INF_F);
        if (x == 0.0f) y = -0.0f;
    }
    return y;
}

__device__ float acoshf(float x)
{
    float t = __fsub_rn(x, 1.0f), q = fmaf(x, x, -1.0f), r = __rsqrt_ftz(q), s = q * r;
    bool large = __float_as_uint(t) > 0x4b000000u;
    float root = q == 0.0f ? 0.0f : fmaf(fmaf(-s, s, q), r * 0.5f, s);
    float y = log1pf(t + (large ? -1.0000001f : root));
    return large ? y + 0.6931472f : y;
}

__device__ float asinhf(float x)
{
    float a = fabsf(x), q = fmaf(x, x, 1.0f);
    bool large = a > 8388608.0f;
    float y = log1pf(large ? a : fmaf(a, a * __rcp_ftz(fmaf(q, __rsqrt_ftz(q), 1.0f)), a));
    if (large) y += 0.6931472f;
    return a <= INF_F ? copysignf(y, x) : y;
}

__device__ float atanhf(float x)
{
    float a = fabsf(x), r = __rcp_ftz(1.0f - a);
    return copysignf(0.5f, x) * log1pf(a > 8.507059e37f ? -2.0f : a * (r + r));
}
