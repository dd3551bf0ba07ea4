// log, log2 and log10 of a double. x is 2^k m, with m between the roots of a half and of 2; the logarithm of m is 2 atanh((m - 1)/(m + 1)),
// a polynomial.

__device__ double log(double x)
{
    int k = -1023;
    if (HIGH(x) <= 0xfffff) {
        x *= 18014398509481984.0;
        k = -1077;
    }
    if ((unsigned)(HIGH(x) - 1) >= 0x7fefffffu) {
        double y = fma(x, INF_D, INF_D);
        return HIGH_FLOAT(x) == 0.0f ? -INF_D : y;
    }
    k += (unsigned)HIGH(x) >> 20;
    int high = (HIGH(x) & (int)0x800fffff) | 0x3ff00000, low = LOW(x);
    if (high >= 0x3ff6a09f) {
        high -= 0x100000;
        k++;
    }
    double m = WORDS(high, low), a = m + 1.0, r = __rcp_high(a), f = m - 1.0;
    r = REFINED(a, r);
    double q = fma(f, r, f * r), z = q * q, d = f - q; // q is 2 f/(m + 1)
    double p = POLY7(z, 1.0263276909458365e-6, 4.036488625710656e-6, 1.8784407018835667e-5, 8.877807196497797e-5, 0.00043402779293201976,
        0.0022321428567665586, 0.012500000000004514, 0.08333333333333331);
    double rest = fma(z * p, q, r * fma(-q, f, d + d));
    double n = WORDS(0x43300000, k ^ (int)0x80000000) - WORDS(0x43300000, 0x80000000); // k as a double
    double sum = fma(n, 0.6931471805599453, q);
    return sum + fma(n, 2.3190468138462996e-17, rest - (fma(-n, 0.6931471805599453, sum) - q));
}

__device__ double log2(double x)
{
    double y = log(x);
    return fma(y, 1.4426950408889634, y * 2.0355273740931033e-17);
}

__device__ double log10(double x)
{
    double y = log(x);
    return fma(y, 0.4342944819032518, y * 1.098319650216765e-17);
}
