// exp, exp2 and exp10 of a double: 2^k e^r, where e^r is a polynomial. k is the low word of a sum with 1.5 * 2^52.

// p 2^k in two steps, where one would overflow or vanish too early.
__device__ double __scaled_twice(double p, int k)
{
    int half = k / 2;
    return WORDS(HIGH(p) + (half << 20), LOW(p)) * WORDS((k - half << 20) + 0x3ff00000, 0);
}

// p 2^k for an argument x. The high word of x, read as a float, tells whether one step is enough, or even two are not.
__device__ double __scaled(double x, double p, int k, float once, float twice, double beyond)
{
    double y = WORDS(HIGH(p) + (k << 20), LOW(p));
    float size = fabsf(HIGH_FLOAT(x));
    if (!(size < once)) {
        y = beyond;
        if (size < twice) y = __scaled_twice(p, k);
    }
    return y;
}

__device__ double exp(double x)
{
    double k = fma(x, 1.4426950408889634, ROUNDER), n = __dadd_rn(k, -ROUNDER);
    double r = fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, x));
    return __scaled(x, __exp_near(r), LOW(k), 4.191793f, 4.227539f, x < 0.0 ? 0.0 : x + INF_D);
}

#define BEYOND(x) (!(fabs(x) <= INF_D) ? x + x : HIGH(x) < 0 ? 0.0 : INF_D)

__device__ double exp10(double x)
{
    double k = fma(x, 3.321928094887362, ROUNDER), n = __dadd_rn(k, -ROUNDER);
    double r = fma(n, 2.8037281277851704e-18, fma(n, -0.3010299956639812, x));
    r = fma(r, 2.302585092994046, r * -2.1707562233822494e-16);
    return __scaled(x, __exp_near(r), LOW(k), 3.800442f, 3.8160229f, BEYOND(x));
}

__device__ double exp2(double x)
{
    double k = __dadd_rn(x, ROUNDER), r = x - __dadd_rn(k, -ROUNDER);
    r = fma(r, 0.6931471805599453, r * 2.3190468138462996e-17);
    return __scaled(x, __exp_near(r), LOW(k), 4.498047f, 4.5249023f, BEYOND(x));
}
