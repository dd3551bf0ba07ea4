// The logarithm of a positive double as a sum of two, for pow and tgamma.

__device__ double __log_pair(double x, double *low)
{
    int k = (unsigned)HIGH(x) >> 20;
    if (k == 0) {
        x *= 18014398509481984.0;
        k = ((unsigned)HIGH(x) >> 20) - 54;
    }
    k -= 1023;
    int high = (HIGH(x) & (int)0x800fffff) | 0x3ff00000;
    double m = WORDS(high, LOW(x));
    if ((unsigned)high >= 0x3ff6a09fu) {
        m = WORDS(high - 0x100000, LOW(x));
        k++;
    }
    // q + u is 2 (m - 1)/(m + 1).
    double a = m + 1.0, r = __rcp_high(a), f = m - 1.0;
    r = REFINED(a, r);
    double q = fma(f, r, f * r), z = q * q, d = f - q, u = r * fma(-q, f, d + d);
    double p = POLY6(z, 1.0109501899597673e-6, 4.043636205277137e-6, 1.8783065870784382e-5, 8.877820186630203e-5, 0.0004340277860504996,
        0.002232142856960391, 0.012500000000001945);
    // c + e is the polynomial, with 1/12 as a sum.
    double t = fma(z, p, 0.08333333333333333), e = fma(z, p, 0.08333333333333333 - t) + 0.0 - 2.4550373211645616e-18, c = t + e;
    e = e + (t - c);
    // The cube of q + u, times that.
    double square = __dmul_rn(q, q), cube = __dmul_rn(square, q);
    double square_low = fma(q, WORDS(HIGH(u) + 0x100000, LOW(u)), fma(q, q, -square));
    double cube_low = fma(square_low, q, fma(square, u, fma(square, q, -cube)));
    double s = __dmul_rn(c, cube), s_low = fma(e, cube, fma(c, cube_low, fma(c, cube, -s)));
    double sum = s + s_low, y = q + sum;
    double y_low = u + (s_low + (s - sum) + (sum + (q - y)));
    double l = y + y_low;
    double n = WORDS(0x43300000, k ^ (int)0x80000000) - WORDS(0x43300000, 0x80000000); // k as a double
    double whole = fma(n, 0.6931471805599453, l);
    double rest = fma(n, 2.3190468138462996e-17, y_low + (y - l) - (fma(-n, 0.6931471805599453, whole) - l));
    double result = whole + rest;
    *low = rest + (whole - result);
    return result;
}

// e to the sum of two doubles.
__device__ double __exp_pair(double high, double low)
{
    double y = exp(high);
    return fabs(y) == INF_D ? y : fma(y, low, y);
}
