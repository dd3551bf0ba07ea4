// tgammaf.

// 1/gamma(x) is a polynomial near 0, and times what leads there elsewhere below 1.5.
__device__ float __tgamma_small(float x)
{
    float r = x == 0.0f ? x : x - rintf(x);
    float p = POLY7(r, -0.0010728657f, 0.0071110534f, -0.009643719f, -0.042180188f, 0.1665409f, -0.04200365f, -0.6558782f, 0.5772157f);
    float f = x < -0.5f ? x : 1.0f;
    if (x <= 0.5f) f = f * r;
    return __fdividef(1.0f, fmaf(fmaf(p, f, 0.0f), r, f));
}

__device__ float tgammaf(float x)
{
    float a0 = fabsf(x), y;
    if (a0 < 1.5f) y = __tgamma_small(x);
    else {
        // Stirling: a^(a - 1/2) e^-a sqrt(2 pi) (1 + s), with the power as 2 to a sum of two floats.
        float b = a0 > 41.1f ? 41.1f : x, a = fabsf(b), low;
        float high = __log2_pair(a, false, &low), n = a - 0.5f;
        float product = __fmul_rn(high, n), rest = fmaf(low, n, fmaf(high, n, -product));
        float e = __fmul_rn(1.442695f, a), minus = -e, rest2 = fmaf(1.925963e-8f, a, fmaf(1.442695f, a, minus));
        float sum = __fadd_rn(product, minus), back = -__fadd_rn(sum, e);
        float lost = (rest - rest2) + __fadd_rn(__fadd_rn(product, back), __fadd_rn(minus, -__fadd_rn(sum, back)));
        bool negative = x < 0.0f;
        float power = negative ? (a > 33.0f ? 48.0f : -0.0f) - sum : sum;
        power = __exp2_pair(power, negative ? -lost : lost) * 2.5066283f;
        float r = __rcp_ftz(a);
        float s = r * POLY7(r, 6.8413916e-5f, -5.0603267e-5f, -0.00042276637f, 0.0009921414f, -0.00027855477f, -0.002674901f, 0.0034718034f, 0.08333334f);
        if (!negative) y = fmaf(s, power, power);
        else {
            float k = rintf(a + a), sine = __half_turns(fmaf(-k, 0.5f, a), (int)k), f = fmaf(s, b, b), q = __fmul_rn(f, sine), d = __fdividef(1.0f, q);
            y = fmaf(power, d, -(power * (fmaf(f, sine, -q) * (d * d)))) * 0.5f;
            if (a > 33.0f) y *= 3.5527137e-15f;
        }
    }
    if (x < 0.0f) {
        if (truncf(x) == x) y = NAN_F;
        else if (x < -41.1f && ((int)x & 1) == 1) y = 0.0f;
    }
    return y;
}
