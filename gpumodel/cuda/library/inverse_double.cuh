// asin, acos, atan and atan2 of doubles.

// asin(r)/r - 1 over r^2, for z = r^2.
__device__ double __asin_terms(double z)
{
    return POLY12(z, 0.06259798167646803, -0.07620591484676952, 0.06686894879337643, -0.01787828218369301, 0.01745227928732326, 0.0100042275424558,
        0.01418108777515123, 0.01733194598980628, 0.02237350511593569, 0.03038188875134962, 0.04464285849810986, 0.0749999999834227,
        0.1666666666667375);
}

// A root by the special function unit and steps of Newton's; half is what the unit has of 1/sqrt(x), halved.
__device__ double __root(double x)
{
    double r = __rsqrt_high(x), half = WORDS(HIGH(r) - 0x100000, LOW(r)), s = x * r;
    s = fma(fma(s, -s, x), half, s);
    return fma(fma(s, -s, x), fma(fma(r, -s, 1.0), half, half), s);
}

__device__ double asin(double x)
{
    if (fabsf(HIGH_FLOAT(x)) < 1.76875f) {
        double z = x * x;
        return fma(z * __asin_terms(z), x, x);
    }
    double z = fma(-0.5, fabs(x), 0.5), root = __root(z);
    double s = (z != 0.0 ? HIGH(z) < 0 ? NAN_D : root : z) * -2.0;
    return copysign(s + 0.7853981633974483 + fma(s, z * __asin_terms(z), 6.123233995736766e-17) + 0.7853981633974483, x);
}

__device__ double acos(double x)
{
    double a = fabs(x), y;
    if (HIGH(a) < 0x3fe26666) {
        double z = a * a, s = fma(z * __asin_terms(z), a, a);
        if (HIGH(x) < 0) return __dadd_rn(1.5707963267948966, __dadd_rn(s, 6.123233995736766e-17));
        return __dadd_rn(1.5707963267948966, -__dadd_rn(s, -6.123233995736766e-17));
    }
    double d = 1.0 - a;
    if (HIGH(d) < 1) y = __dmul_rn(a, 0.0);
    else { // twice the root of (1 - a)/2, and a series in 1 - a
        double root = __root(WORDS(HIGH(d) - 0x100000, LOW(d)));
        root = WORDS(HIGH(root) + 0x100000, LOW(root));
        double p = POLY12(d, 2.751918949311172e-6, -1.5951212865388395e-6, 6.118529412726973e-6, 6.928343859556241e-6, 1.9480663162164715e-5,
            4.503196545530714e-5, 0.00010911426300865435, 0.00027113554445344455, 0.0006991300615525486, 0.0018988715243469585,
            0.005580357142924968, 0.018749999999999475, 0.08333333333333333);
        y = fma(d * p, root, root);
    }
    if (HIGH(d) < 0) y = __dmul_rn(y, INF_D);
    if (HIGH(x) < 0) y = __dadd_rn(3.141592653589793, -__dadd_rn(y, -1.2246467991473532e-16));
    return y;
}

// The angle of a tangent between 0 and 1.
__device__ double __atan_inner(double r)
{
    double z = r * r;
    double p = POLY18(z, -2.0258553044438358e-5, 0.0002230224034575851, -0.0011640717779930576, 0.0038559749383629918, -0.009184559218716548,
        0.01697803583459733, -0.025826796814495994, 0.03406781108271512, -0.04092638242050997, 0.046739496199157994, -0.05239233005460132,
        0.05877307772179085, -0.06665860363351257, 0.07692212930586784, -0.09090901235400523, 0.11111110678749424, -0.14285714271334815,
        0.1999999999975502, -0.3333333333333186);
    return fma(z * p, r, r);
}

__device__ double atan(double x)
{
    double a = fabs(x), r = a;
    if (a > 1.0) {
        r = __rcp_high(a);
        r = a == INF_D ? 0.0 : REFINED(a, r);
    }
    double y = __atan_inner(r);
    return copysign(a > 1.0 ? 1.5707963267948966 - y : y, x);
}

__device__ double atan2(double y, double x)
{
    double a = fabs(y), b = fabs(x), largest = a > b ? a : b;
    double s = __atan_inner((a > b ? b : a) / largest), angle;
    bool left = HIGH(x) < 0;
    if (a > b) angle = (left ? s : -s) + 1.5707963267948966;
    else angle = left ? 3.141592653589793 - s : s;
    if (largest == 0.0) angle = left ? 3.141592653589793 : 0.0;
    else if (fabs(x) == fabs(y)) angle = left ? 2.356194490192345 : 0.7853981633974483;
    double sum = __dadd_rn(b, a);
    return fabs(sum) <= INF_D ? copysign(angle, y) : sum;
}
