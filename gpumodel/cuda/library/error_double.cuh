// erf, erfc, erfcx and normcdf of a double.

__device__ double erf(double x)
{
    // 1 - e^-t, where t is a p + a; the rest of that sum is in low.
    double a = fabs(x);
    double p = POLY23(a, -3.642577040697121e-15, 1.636624707883456e-13, -3.4079297100747907e-12, 4.3555974045566826e-11,
        -3.806599039253438e-10, 2.389211325400646e-9, -1.0909760903049583e-8, 3.508901186822047e-8, -6.72032708005184e-8,
        -8.299332548682465e-9, 5.643145203798444e-7, -2.0278249778025215e-6, 3.1218939658311085e-6, 3.180046170354655e-6,
        -2.9583306728241582e-5, 6.442483232470452e-5, 2.590260570264615e-5, -0.0005901318195328236, 0.001696207528729842,
        -0.00020919483164788562, -0.019128446995328407, 0.10277260330144233, 0.6366197723675876, 0.1283791670955126);
    double t = fma(p, a, a), low = fma(p, a, a - t);
    float k = rintf((float)t * -1.442695f);
    double r = fma(-(double)k, 0.6931471805599453, -t);
    double s = POLY9(r, 2.506210197447926e-8, 2.762626470761021e-7, 2.7557381798574225e-6, 2.4801504596442702e-5,
        0.00019841269746984988, 0.0013888888932264757, 0.008333333333377164, 0.041666666666573884, 0.16666666666666607,
        0.5000000000000006);
    double scale = (double)__ex2_ftz(k), y = fma(-(r + fma(r * s, r, -low)), scale, 1.0 - scale);
    return copysign(a >= 5.9215871957945065 ? 1.0 : y, x);
}

// e^(a^2) erfc(a) of a positive number: (1 + p)/(1 + 2 a), where p is a polynomial of (a - 4)/(a + 4).
__device__ double __erfcx(double a)
{
    double d = a + 4.0, r = __rcp_high(d);
    r = REFINED(d, r);
    double q = (a - 4.0) * r, t = fma(r, fma(-q, a, fma(-4.0, __dadd_rn(q, 1.0), a)), q);
    double p = POLY22(t, -3.56026948268174e-10, -9.723912259144727e-9, -8.935022485164912e-9, 1.0404430921625484e-7,
        5.880669858534126e-8, -8.214741492911691e-7, 3.095640985330624e-7, 5.708787184432565e-6, -1.1231787437600085e-5,
        -2.439955885720019e-5, 0.00015062557169571788, -0.00019925637684786154, -0.0007577742918278583, 0.005031969879259957,
        -0.016197733895953217, 0.03716751555301873, -0.06633036582753243, 0.09373283499711554, -0.10103906603555676,
        0.06809705425473514, 0.015379652102605428, -0.13962111684056291, 1.2329951186255526);
    double e = fma(2.0, a, 1.0), s = __rcp_high(e);
    s = REFINED(e, s);
    double y = p * s;
    return fma(__dadd_rn(fma(a, y * -2.0, p), -y), s, y);
}

__device__ double erfc(double x)
{
    int high = HIGH(x) & 0x7fffffff;
    if ((unsigned)high >= 0x7ff00000u) return high == 0x7ff00000 && LOW(x) == 0 ? HIGH(x) < 0 ? 2.0 : 0.0 : x + x;
    double a = fabs(x), square = a * a, k = fma(-square, 1.4426950408889634, ROUNDER), n = __dadd_rn(k, -ROUNDER);
    double p = __exp_near(fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, -square)));
    int half = LOW(k) / 2;
    double e = WORDS(HIGH(p) + (half << 20), LOW(p)) * WORDS((LOW(k) - half << 20) + 0x3ff00000, 0);
    double y = (unsigned)high > 0x403b4000u ? 0.0 : __erfcx(a) * fma(e, fma(-a, a, square), e);
    return HIGH(x) < 0 ? 2.0 - y : y;
}

__device__ double erfcx(double x)
{
    double y;
    if (fabsf(HIGH_FLOAT(x)) < 3.0f) y = __erfcx(fabs(x));
    else {
        double r = 1.0 / x, z = r * r;
        y = r * 0.5641895835477563 * POLY5(z, -29.53125, 6.5625, -1.875, 0.75, -0.5, 1.0);
    }
    if (HIGH(x) < 0) { // 2 e^(x^2) - erfcx(-x)
        double square = x * x, e = exp(square), twice = e + e, rest = fma(twice, fma(x, x, -square), twice) - y;
        y = twice == INF_D ? twice : rest;
    }
    return y;
}

__device__ double normcdf(double x)
{
    // erfc(-x/sqrt(2))/2; the argument is a sum of two doubles.
    double a = fabs(x) > 38.5 ? copysign(38.5, x) : x;
    double high = __dmul_rn(a, -0.7071067811865476), low = fma(a, 4.833646656726457e-17, fma(a, -0.7071067811865476, -high));
    double t = __dadd_rn(high, low), y = erfc(t);
    if ((unsigned)HIGH(a) >= 0xbff00001u) y = fma(t * -2.0 * y, __dadd_rn(high - t, low), y);
    return y * 0.5;
}
