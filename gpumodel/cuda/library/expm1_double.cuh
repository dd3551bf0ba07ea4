// expm1, sinh, cosh and tanh of a double.

// 2^k e^r - one, where e^r is a polynomial. i is twice the high word of the argument.
__device__ double __expm1_scaled(double r, int k, double one, int i)
{
    double p = POLY10(r, 2.0900320002536536e-9, 2.5118162590908232e-8, 2.7557338697780046e-7, 2.755722422687505e-6, 2.4801587233770713e-5,
        0.00019841269897009385, 0.0013888888888929842, 0.008333333333321891, 0.04166666666666661, 0.1666666666666667, 0.5);
    double scale = WORDS((k + (k == 1024 ? -1 : 0) << 20) + 0x3ff00000, 0);
    double y = fma(fma(r * p, r, r), scale, scale - one);
    if (k == 1024) y += y;
    return i == 0 ? r : y;
}

__device__ double __expm1_reduced(double x, int less, double one)
{
    double k = fma(x, 1.4426950408889634, ROUNDER), n = __dadd_rn(k, -ROUNDER);
    int i = HIGH(x) << 1;
    bool near = (unsigned)i < 0x7fb3e647u;
    double r = fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, x));
    return __expm1_scaled(near ? x : r, near ? 0 : LOW(k) - less, one, i);
}

__device__ double expm1(double x)
{
    float size = HIGH_FLOAT(x);
    if (size < 4.193147f && size > -3.1640625f) return __expm1_reduced(x, 0, 1.0);
    if (!(fabs(x) <= INF_D)) return x + x;
    return HIGH(x) < 0 ? -1.0 : INF_D;
}

__device__ double sinh(double x)
{
    double a = fabs(x), y;
    if ((unsigned)HIGH(a) < 0x3ff00000u) {
        double z = a * a;
        double p = POLY6(z, 7.75874880215053e-13, 1.6057259768605444e-10, 2.5052123136725876e-8, 2.755731915707185e-6, 0.00019841269841431873,
            0.008333333333333148, 0.16666666666666669);
        y = fma(z * p, a, a);
    } else {
        double e = __expm1_reduced(a, 1, 0.5);
        y = a >= 710.475860073944 ? INF_D : e + e / fma(2.0, e, 1.0);
    }
    return copysign(y, x);
}

__device__ double cosh(double x)
{
    double a = fabs(x), y;
    if ((unsigned)HIGH(a) < 0x408633cfu) { // e^a/4 + 1/16 / (e^a/4), doubled
        double k = fma(a, 1.4426950408889634, ROUNDER), n = __dadd_rn(k, -ROUNDER);
        double p = __exp_near(fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, a)));
        double e = WORDS((LOW(k) << 20) + HIGH(p) - 0x200000, LOW(p)), r = __rcp_high(e);
        y = fma(REFINED(e, r), 0.0625, e);
    } else y = x <= INF_D ? INF_D : x;
    return y + y;
}

__device__ double tanh(double x)
{
    double a = fabs(x);
    if (!(a >= 0.6554117889404296)) {
        double z = x * x;
        double p = POLY11(z, -1.596017517389285e-5, 7.709297689027866e-5, -0.00022870121144856145, 0.000586488194620488, -0.001455047543504545,
            0.0035920144108182715, -0.008863225224458907, 0.021869487987893173, -0.05396825395322091, 0.1333333333331715, -0.33333333333333304, 0.0);
        return fma(p, x, x);
    }
    double twice = a + a;
    float k = rintf((float)twice * 1.442695f);
    double r = fma(-(double)k, 0.6931471805599453, twice);
    double p = POLY9(r, 2.506210197447926e-8, 2.762626470761021e-7, 2.7557381798574225e-6, 2.4801504596442702e-5, 0.00019841269746984988,
        0.0013888888932264757, 0.008333333333377164, 0.041666666666573884, 0.16666666666666607, 0.5000000000000006);
    double scale = (double)__ex2_ftz(k), d = 2.0 - fma(-fma(r * p, r, r), scale, 1.0 - scale), q = __rcp_high(d);
    return copysign((unsigned)HIGH(a) > 0x40330fc1u ? 1.0 : fma(2.0, -REFINED(d, q), 1.0), x);
}
