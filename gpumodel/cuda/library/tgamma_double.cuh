// tgamma of a double.

// gamma(x + 1) is 1/(1 + x p), for x between -1/4 and 1/4 or a little more.
__device__ double __reciprocal_gamma(double x)
{
    return POLY15(x, 5.6127524987199165e-9, -2.009042651834998e-7, 1.1329142825413717e-6, -1.2522675054285835e-6,
        -2.0134752277265405e-5, 0.00012805062037740884, -0.00021524169706963982, -0.0011651676262863868, 0.007218943248964928,
        -0.00962197152607982, -0.04219773455564866, 0.1665386113822502, -0.04200263503409351, -0.6558780715202536, 0.5772156649015329,
        1.0);
}

// What Stirling's series has beside 1, by r; r is 1/x.
__device__ double __stirling(double r)
{
    return POLY12(r, -0.002532430896981432, 0.004824033590183204, -0.0033551299233348037, 0.0003304692780897059, 0.0008100461863822245,
        -4.975363348787319e-5, -0.0005922109240594148, 6.972410815736525e-5, 0.0007840396270128382, -0.00022947210967191528,
        -0.0026813271601764392, 0.0034722222222193094, 0.08333333333333334);
}

// a^(a - 1/2) e^-a sqrt(2 pi) (1 + s), with the exponent as a sum of two doubles.
__device__ double __tgamma_large(double x)
{
    double low, high = __log_pair(x, &low), n = x - 0.5;
    double product = __dmul_rn(high, n), rest = fma(low, n, fma(high, n, -product)), sum = product + rest;
    double less = sum - x;
    rest = rest + (product - sum) + (sum - less - x);
    double power = less + rest, e = exp(power);
    e = fma(rest + (less - power), e, e);
    double y = fma(e, 2.5066282746310007, e * -1.8328579980459167e-16), r = __rcp_high(x);
    r = REFINED(x, r);
    y = fma(r * __stirling(r), y, y);
    return x >= 171.62437695630274 ? INF_D : y;
}

// The product of what leads from x up to near 0 is f.
__device__ double __tgamma_positive(double x, float size)
{
    double f = 1.0, t = x;
    if (size >= 2.1875f) {
        f = fma(x, 1.0, -1.0);
        t = x - 1.0;
    }
    if (size >= 2.0625f) {
        f = fma(t, f, -f);
        t = t - 1.0;
    }
    if (size >= 1.9375f) {
        f = fma(t, f, -f);
        t = t - 1.0;
    }
    if (size >= 1.75f) t = t - 1.0;
    double p = __reciprocal_gamma(t);
    return f / (size >= 1.75f ? p : x * p);
}

__device__ double __tgamma_negative(double x, float size)
{
    double f = x, t = x;
    if (size <= -2.1875f) {
        f = fma(x, x, x);
        t = x + 1.0;
    }
    if (size <= -2.0625f) {
        f = fma(t, f, f);
        t = t + 1.0;
    }
    if (size <= -1.9375f) {
        f = fma(t, f, f);
        t = t + 1.0;
    }
    if (size <= -1.75f) {
        f = fma(t, f, f);
        t = t + 1.0;
    }
    return 1.0 / (f * __reciprocal_gamma(t));
}

// e^a without overflow of its parts.
__device__ double __exp_of_size(double a)
{
    double k = fma(a, 1.4426950408889634, ROUNDER), n = __dadd_rn(k, -ROUNDER);
    double p = __exp_near(fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, a)));
    int i = LOW(k), scale = (i << 20) + 0x3ff00000;
    if (abs(i) >= 1023) {
        int first = (i + 2046 << 19) & (int)0xfff00000;
        scale = (i + 2046 << 20) - first;
        p = p * WORDS(first, 0);
    }
    return p * WORDS(scale, 0);
}

// Reflection: sqrt(pi/2) e^a a^(1/2 - a)/(a sin(pi x) (1 + s)).
__device__ double __tgamma_reflected(double x, float size)
{
    double k = rint(WORDS(HIGH(x) + 0x100000, LOW(x))), r = fma(-k, 0.5, x);
    double sine = __trig_sine(fma(r, 3.141592653589793, r * 1.2246467991473532e-16), (int)(long long)k);
    double a = fabs(x), e = __exp_of_size(a), q = __rcp_high(a);
    q = REFINED(a, q);
    double y = fma(e, 1.2533141373155003, e * -9.164289990229583e-17) / (a * fma(q * __stirling(q), sine, sine)), n = a - 0.5;
    bool twice = size <= -3.529541f;
    if (twice) n = WORDS(HIGH(n) - 0x100000, LOW(n));
    double power = __power(a, -n);
    return power * (twice ? y * power : y);
}

__device__ double tgamma(double x)
{
    float size = HIGH_FLOAT(x);
    if (x >= 0.0) return size < 2.25f ? __tgamma_positive(x, size) : __tgamma_large(x);
    if (!(x < 0.0)) return x + x;
    if (trunc(x) == x) return NAN_D;
    if (size > -2.25f) return __tgamma_negative(x, size);
    if (size > -3.6113281f) return __tgamma_reflected(x, size);
    double whole = floor(x), half = floor(whole * 0.5);
    return whole - (half + half) == 1.0 ? -0.0 : 0.0;
}
