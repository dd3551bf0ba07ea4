// cbrt and rcbrt of a double: 2^(log2(m)/3) in float by the special function unit, and a step of Halley's.

// x is 8^k m.
__device__ double __cube_reduced(double x, int *k)
{
    int high = HIGH(x) & 0x7fffffff, low = LOW(x), e = (unsigned)high >> 20, extra = 0;
    if (e == 0) {
        double s = WORDS(high, low) * 18014398509481984.0;
        high = HIGH(s);
        low = LOW(s);
        e = (unsigned)high >> 20;
        extra = 18;
    }
    int third = __float2int_rn((float)(e - 1022) * 0.33333334f);
    *k = third - extra;
    return WORDS(third * -0x300000 + high, low);
}

__device__ double cbrt(double x)
{
    int k;
    double m = __cube_reduced(x, &k), r = (double)__ex2_ftz(__lg2_ftz((float)m) * 0.33333334f), z = r * r;
    double d = fma(WORDS(HIGH(z) + 0x100000, LOW(z)), r, m), q = __rcp_high(d);
    double y = fma(r, REFINED(d, q) * fma(z, -r, m), r), twice = x + x;
    if (x != x || twice == x || twice != twice) return twice;
    return copysign(WORDS(HIGH(y) + (k << 20), LOW(y)), x);
}

__device__ double rcbrt(double x)
{
    int k;
    double m = __cube_reduced(x, &k), r = (double)__ex2_ftz(__lg2_ftz((float)m) * -0.33333334f);
    double z = __dmul_rn(r, r), t = __dmul_rn(m, r);
    double e = fma(t, -fma(r, r, -z), fma(z, -fma(m, r, -t), fma(z, -t, 1.0)));
    double y = fma(fma(0.2222222222222222, e, 0.3333333333333333), __dmul_rn(e, r), r), twice = x + x;
    if (twice == x) y = WORDS(HIGH(x) ^ 0x7ff00000, 0);
    else if (!(fabs(x) <= INF_D)) y = twice;
    else y = WORDS(HIGH(y) - (k << 20), LOW(y));
    return copysign(y, x);
}
