// pow of doubles.

__device__ double pow(double x, double y)
{
    double a = fabs(x), r = __power(a, y);
    // Of an odd number no bit is left behind the unit.
    bool odd = __double_as_longlong(y) << (((unsigned)(HIGH(y) & 0x7ff00000) >> 20) - 1012) == (long long)0x8000000000000000ull;
    if (x == 0.0) {
        odd = odd && fabs(y) != 0.5;
        int high = odd ? HIGH(x) : 0;
        r = WORDS(HIGH(y) < 0 ? high | 0x7ff00000 : high, 0);
    } else if (HIGH(x) < 0) {
        if (odd) r = -r;
        if (trunc(y) != y) r = NAN_D;
    }
    if ((HIGH(x + y) & 0x7ff00000) == 0x7ff00000) {
        if (!(a <= INF_D) || !(fabs(y) <= INF_D)) r = __dadd_rn(x, y);
        else if (fabs(y) == INF_D) {
            int high = a > 1.0 ? 0x7ff00000 : 0;
            if (HIGH(y) < 0) high ^= 0x7ff00000;
            r = WORDS(x == -1.0 ? 0x3ff00000 : high, 0);
        } else if (a == INF_D) {
            int high = HIGH(y) >= 0 ? 0x7ff00000 : 0;
            r = WORDS((HIGH(y) & 0x7fffffff) != 0x3fe00000 && HIGH(x) < 0 && odd ? high | (int)0x80000000 : high, 0);
        }
    }
    return x == 1.0 || y == 0.0 ? 1.0 : r;
}
