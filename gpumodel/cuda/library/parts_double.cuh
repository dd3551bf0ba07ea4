// Functions in double that take a number apart by its bits, and that put one together (IEEE 754).

__device__ double modf(double x, double *whole)
{
    double t = trunc(x);
    *whole = t;
    return t == x ? WORDS(HIGH(x) & (int)0x80000000, 0) : x - t;
}

__device__ double frexp(double x, int *exponent)
{
    int e = HIGH(x) & 0x7ff00000;
    if (e == 0) {
        x *= 18014398509481984.0;
        e = (HIGH(x) & 0x7ff00000) - 0x03600000;
    }
    bool special = x == 0.0 || e > 0x7fefffff;
    *exponent = special ? 0 : (e - 0x3fe00000) >> 20;
    long long bits = __double_as_longlong(x);
    return special ? x + x : __longlong_as_double((bits & (long long)0x800fffffffffffffull) | 0x3fe0000000000000ll);
}

// x 2^n in four steps, of which one at most rounds: a power of 2 may be too large or too small for one number.
__device__ double ldexp(double x, int n)
{
    n = max(min(n, 2099), -2099);
    bool once = abs(n) < 217;
    int quarter = (unsigned)(n + 4092) >> 2;
    double first = WORDS((once ? n + 1023 : n + 4092 - 3 * quarter) << 20, 0), others = WORDS(once ? 0x3ff00000 : quarter << 20, 0);
    return __dmul_rn(__dmul_rn(__dmul_rn(__dmul_rn(x, first), others), others), others);
}

__device__ double scalbn(double x, int n) { return ldexp(x, n); }

__device__ double scalbln(double x, long n) { return ldexp(x, (int)max(min(n, 2147483647l), -2147483647l)); }

__device__ int ilogb(double x)
{
    long long bits = __double_as_longlong(fabs(x));
    if (bits < 0x0010000000000000ll) return bits == 0 ? (int)0x80000000 : -1011 - __clzll(bits);
    if (bits > 0x7ff0000000000000ll) return (int)0x80000000;
    return bits == 0x7ff0000000000000ll ? 0x7fffffff : (int)(bits >> 52) - 1023;
}

__device__ double logb(double x)
{
    double a = fabs(x);
    if (!(a <= INF_D)) return x + x;
    if (a == INF_D) return INF_D;
    if (a == 0.0) return -INF_D;
    return (double)(HIGH(a) > 0x000fffff ? (HIGH(a) >> 20) - 1023 : -1011 - __clzll(__double_as_longlong(a)));
}

__device__ double nextafter(double x, double y)
{
    if (!(fabs(x) <= INF_D) || !(fabs(y) <= INF_D)) return x + y;
    long long bits = __double_as_longlong(x);
    if (((bits | __double_as_longlong(y)) & 0x7fffffffffffffffll) == 0) return y;
    if ((bits & 0x7fffffffffffffffll) == 0) return copysign(__longlong_as_double(1), y);
    if (x < y) bits += x < 0.0 ? -1 : 1;
    if (x > y) bits += x < 0.0 ? 1 : -1;
    return __longlong_as_double(bits);
}

__device__ double fdim(double x, double y) { return x <= y ? 0.0 : __dsub_rn(x, y); }
