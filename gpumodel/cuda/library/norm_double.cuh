// rsqrt, hypot, norm3d, norm4d, norm and their reciprocals: roots of sums of squares. All numbers are divided by a power of 4 near
// the largest first, so that no square overflows or vanishes.

#define POWER_OF(x) (HIGH(x) & (int)0xffc00000)
#define DIVISOR(e) WORDS(0x7fd00000 - (e), 0)
#define FACTOR(e) WORDS((e) | 0x00100000, 0)

__device__ double __root_of(double x) { return x * __reciprocal_root(fmin(x, 1.7976931348623157e308)); }

__device__ double __rsqrt_special(double x)
{
    int sign = HIGH(x) & (int)0x80000000;
    if (x == 0.0) return WORDS(sign | 0x7ff00000, 0);
    if (!(fabs(x) <= INF_D)) return x + x;
    if (sign != 0) return NAN_D;
    if (fabs(x) == INF_D) return 0.0;
    return __reciprocal_root(x * 18014398509481984.0) * 134217728.0;
}

__device__ double rsqrt(double x)
{
    double y = __reciprocal_root(x);
    return (unsigned)(HIGH(x) - 0x00100000) >= 0x7fe00000u ? __rsqrt_special(x) : y;
}

__device__ double hypot(double x, double y)
{
    double a = fabs(x), b = fabs(y);
    long long i = __double_as_longlong(a), j = __double_as_longlong(b);
    double least = __longlong_as_double(min(i, j)), largest = __longlong_as_double(max(i, j));
    int e = POWER_OF(largest);
    double s = DIVISOR(e) * least, t = DIVISOR(e) * largest, root = __root_of(fma(t, t, s * s)) * FACTOR(e);
    if ((unsigned)HIGH(least) >= 0x7ff00000u) return least;
    return least == 0.0 ? largest : root;
}

__device__ double rhypot(double x, double y)
{
    double a = fabs(x), b = fabs(y);
    long long i = __double_as_longlong(a), j = __double_as_longlong(b);
    double least = __longlong_as_double(min(i, j)), largest = __longlong_as_double(max(i, j));
    double d = DIVISOR(POWER_OF(largest)), s = d * least, t = d * largest, r = d * __reciprocal_root(fma(t, t, s * s));
    if ((unsigned)HIGH(r) >= 0x7ff00000u) {
        if (!(largest <= INF_D)) r = __dadd_rn(largest, least);
        else r = largest != INF_D ? INF_D : 0.0;
        if (least == INF_D) r = 0.0;
    }
    return r;
}

// The sum of the squares of what is sorted so that m is the largest.
__device__ double __squares(double m, double a, double b) { return fma(m, m, fma(a, a, b * b)); }
__device__ double __squares(double m, double a, double b, double c) { return fma(m, m, fma(a, a, fma(b, b, c * c))); }

__device__ double norm3d(double x, double y, double z)
{
    double a = fabs(x), b = fabs(y), c = fabs(z), sum = a + b + c, more = fmax(a, b), m = fmax(more, c);
    int e = POWER_OF(m);
    double d = DIVISOR(e), root = __root_of(__squares(m * d, fmin(a, b) * d, fmin(more, c) * d)) * FACTOR(e);
    if ((unsigned)HIGH(m) >= 0x7ff00000u) return m;
    return sum > m ? root : sum;
}

__device__ double rnorm3d(double x, double y, double z)
{
    double a = fabs(x), b = fabs(y), c = fabs(z), sum = a + b + c, more = fmax(a, b), m = fmax(more, c), d = DIVISOR(POWER_OF(m));
    double r = d * __reciprocal_root(__squares(m * d, fmin(a, b) * d, fmin(more, c) * d));
    if (m == INF_D) return 0.0;
    return sum > 0.0 ? r : sum + INF_D;
}

__device__ double norm4d(double x, double y, double z, double w)
{
    double a = fabs(x), b = fabs(y), c = fabs(z), d = fabs(w), sum = a + b + c + d;
    double two = fmax(a, b), three = fmax(two, c), m = fmax(three, d);
    int e = POWER_OF(m);
    double s = DIVISOR(e), root = __root_of(__squares(m * s, fmin(a, b) * s, fmin(two, c) * s, fmin(three, d) * s)) * FACTOR(e);
    if ((unsigned)HIGH(m) >= 0x7ff00000u) return m;
    return sum > m ? root : sum;
}

__device__ double rnorm4d(double x, double y, double z, double w)
{
    double a = fabs(x), b = fabs(y), c = fabs(z), d = fabs(w), sum = a + b + c + d;
    double two = fmax(a, b), three = fmax(two, c), m = fmax(three, d), s = DIVISOR(POWER_OF(m));
    double r = s * __reciprocal_root(__squares(m * s, fmin(a, b) * s, fmin(two, c) * s, fmin(three, d) * s));
    if (m == INF_D) return 0.0;
    return sum > 0.0 ? r : sum + INF_D;
}

// The sum of the squares of n numbers times scale, but for the first that is m.
__device__ double __other_squares(int n, const double *x, double m, double scale)
{
    double sum = 0.0;
    bool found = false;
    for (int i = 0; i < n; i++) {
        double a = fabs(x[i]) * scale;
        if (!found && a == m) found = true;
        else sum = fma(a, a, sum);
    }
    return sum;
}

__device__ double __largest(int n, const double *x)
{
    double m = 0.0;
    for (int i = 0; i < n; i++) m = fmax(fabs(x[i]), m);
    return m;
}

__device__ double norm(int n, const double *x)
{
    double m = __largest(n, x);
    int e = POWER_OF(m);
    double s = m * DIVISOR(e), sum = __other_squares(n, x, s, DIVISOR(e)), root = __root_of(fma(s, s, sum)) * FACTOR(e);
    return sum == 0.0 || (unsigned)HIGH(m) >= 0x7ff00000u ? m : root;
}

__device__ double rnorm(int n, const double *x)
{
    double m = __largest(n, x), d = DIVISOR(POWER_OF(m)), s = m * d, r = d * rsqrt(fma(s, s, __other_squares(n, x, s, d)));
    return m == INF_D ? 0.0 : r;
}
