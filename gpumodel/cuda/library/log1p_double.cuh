// log1p, asinh, acosh and atanh of a double.

__device__ double log1p(double x)
{
    float size = HIGH_FLOAT(x);
    if (!(size < 1.7916666f && size > -1.6999999f)) return log(x + 1.0);
    // 2 atanh(x/(x + 2)); d is x less its first order, x^2/(x + 2).
    double s = x * (x / (x + 2.0)), d = x - s, z = d * d;
    double p = POLY7(z, 1.1592593968945531e-6, 3.941356435158717e-6, 1.881270924625768e-5, 8.87736089951566e-5, 0.0004340281868625582,
        0.0022321428379086373, 0.012500000000436613, 0.08333333333332996);
    return x + fma(z * p, d, -s);
}

__device__ double acosh(double x)
{
    double t = __dadd_rn(x, -1.0), q = fma(x, x, -1.0), r = __rsqrt_high(q);
    double half = WORDS(HIGH(r) - 0x100000, LOW(r)), s = q * r;
    s = fma(fma(s, -s, q), half, s);
    double root = fma(fma(s, -s, q), fma(fma(r, -s, 1.0), half, half), s);
    bool large = (unsigned)HIGH(t) > 0x432fffffu;
    double y = log1p(t + (large ? -1.0000000000000002 : HIGH(t) == 0 ? 0.0 : root));
    return large ? y + 0.6931471805599453 : y;
}

__device__ double asinh(double x)
{
    double a = fabs(x), q = fma(x, x, 1.0), r = __rsqrt_high(q), e = fma(q, -__dmul_rn(r, r), 1.0);
    double d = fma(q, fma(fma(0.375, e, 0.5), __dmul_rn(e, r), r), 1.0), s = __rcp_high(d);
    bool large = (unsigned)HIGH(a) > 0x43dfffffu;
    double y = log1p(large ? a : fma(a, a * REFINED(d, s), a));
    return copysign(large ? y + 0.6931471805599453 : y, x);
}

__device__ double atanh(double x)
{
    double a = fabs(x);
    return copysign(log1p((a + a) / (1.0 - a)) * 0.5, x);
}
