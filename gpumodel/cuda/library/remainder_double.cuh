// fmod, remainder and remquo of doubles: long division of the mantissas, a bit after the other.

// a less the largest multiple of b that is not above it, for b > 0; the lowest bits of the quotient.
__device__ double __fmod_positive(double a, double b, int *quotient)
{
    *quotient = 0;
    if (!(a >= b)) return a;
    int i = (unsigned)HIGH(a) >> 20, j = (unsigned)HIGH(b) >> 20;
    if (i == 0) {
        a *= 18014398509481984.0;
        i = ((unsigned)HIGH(a) >> 20) - 54;
    }
    if (j == 0) {
        b *= 18014398509481984.0;
        j = ((unsigned)HIGH(b) >> 20) - 54;
    }
    long long m = (__double_as_longlong(a) & 0x000fffffffffffffll) | 0x0010000000000000ll;
    long long d = (__double_as_longlong(b) & 0x000fffffffffffffll) | 0x0010000000000000ll, next = m;
    int q = -1;
    for (int k = i - j; k >= 0; k--) {
        long long t = next - d;
        bool below = t < 0;
        m = below ? next : t;
        next = m << 1;
        q = q << 1 | (below ? 1 : 0);
    }
    *quotient = ~q;
    m &= 0x7fffffffffffffffll;
    if (m == 0) return 0.0;
    int shift = 55 - (int)((unsigned)HIGH(__longlong_as_double(m) * 18014398509481984.0) >> 20), e = j - shift;
    m <<= shift;
    return __longlong_as_double(e < 1 ? m >> (1 - e) : ((long long)(e - 1) << 52) + m);
}

// What is not to be divided: infinite numbers, 0 and what is no number.
__device__ bool __undivided(double x, double y, double *result)
{
    double a = fabs(x), b = fabs(y);
    *result = NAN_D;
    if (a < INF_D && b < INF_D) return b == 0.0;
    if (!(a <= INF_D) || !(b <= INF_D)) *result = __dadd_rn(x, y);
    else if (a != INF_D) *result = x;
    return true;
}

__device__ double fmod(double x, double y)
{
    double r;
    int q;
    if (!__undivided(x, y, &r)) r = copysign(__fmod_positive(fabs(x), fabs(y), &q), x);
    return r;
}

__device__ double remquo(double x, double y, int *quotient)
{
    double r, b = fabs(y);
    int q = 0;
    if (!__undivided(x, y, &r)) {
        r = __fmod_positive(fabs(x), b, &q);
        double twice = r + r;
        if (twice > b || (q & 1) == 1 && twice == b) {
            q++;
            r = __dsub_rn(r, b);
        }
        r = WORDS(HIGH(r) ^ (HIGH(x) & (int)0x80000000), LOW(r));
    }
    *quotient = (HIGH(x) ^ HIGH(y)) < 0 ? -q : q;
    return r;
}

__device__ double remainder(double x, double y)
{
    int q;
    return remquo(x, y, &q);
}
