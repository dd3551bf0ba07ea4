// Arguments of sin, cos and tan of a double less a multiple of pi/2.
//
// It is found with three parts of pi/2, whose errors are too large from 2^31 on. There the product with as much of 2/pi as is needed is
// made in whole numbers (Payne and Hanek, 1983).

__device__ const unsigned long long __two_over_pi[18] = {
    0x6bfb5fb11f8d5d08ull, 0x3d0739f78a5292eaull, 0x7527bac7ebe5f17bull,
    0x4f463f669e5fea2dull, 0x6d367ecf27cb09b7ull, 0xef2f118b5a0a6d1full,
    0x1ff897ffde05980full, 0x9c845f8bbdf9283bull, 0x3991d639835339f4ull,
    0xe99c7026b45f7e41ull, 0xe88235f52ebb4484ull, 0xfe1deb1cb129a73eull,
    0x06492eea09d1921cull, 0xb7246e3a424dd2e0ull, 0xfe5163abdebbc561ull,
    0xdb6295993c439041ull, 0xfc2757d1f534ddc0ull, 0xa2f9836e4e441529ull};

__device__ double __trig_slow(double x, int *quadrant)
{
    int high = HIGH(x), e = ((unsigned)high >> 20 & 2047) - 1024;
    *quadrant = 0;
    if (e == 1023) return x; // not a number
    unsigned long long m = (unsigned long long)__double_as_longlong(x) << 11 | 0x8000000000000000ull;
    unsigned long long words[5], carry = 0;
    int first = 15 - ((unsigned)e >> 6), last = min(first + 4, 18), i;
#pragma unroll 1
    for (i = first; i < last; i++) {
        unsigned long long part = __two_over_pi[i] * m, sum = part + carry;
        carry = __umul64hi(__two_over_pi[i], m) + (sum < part ? 1 : 0);
        words[i - first] = sum;
    }
    words[i - first] = carry;
    int s = e & 63;
    unsigned long long a = words[3], b = words[2];
    if (s != 0) {
        a = a << s | b >> (64 - s);
        b = words[1] >> (64 - s) | b << s;
    }
    // The two highest bits are the quadrant, the others a fraction, which is taken from 1 if it is above a half.
    bool up = a >> 61 & 1;
    int q = (int)(a >> 62) + (up ? 1 : 0), sign = high & (int)0x80000000;
    *quadrant = sign != 0 ? -q : q;
    a = a << 2 | b >> 62;
    b <<= 2;
    if (up) {
        a = ~a + (b == 0 ? 1 : 0);
        b = -b;
        sign ^= (int)0x80000000;
    }
    int z = __clzll((long long)a);
    if (z != 0) a = a << z | b >> (64 - z);
    // The fraction times pi/2, rounded to 53 bits.
    unsigned long long low = a * 0xc90fdaa22168c235ull, p = __umul64hi(a, 0xc90fdaa22168c235ull);
    if ((long long)p > 0) {
        p = p << 1 | low >> 63;
        z++;
    }
    unsigned long long bits = ((unsigned long long)(1022 - z) << 52) + ((((p + 1) >> 10) + 1) >> 1);
    return __longlong_as_double((long long)(bits | (unsigned long long)(unsigned)sign << 32));
}

__device__ double __trig_reduced_finite(double x, int *quadrant)
{
    int q = __double2int_rn(x * 0.6366197723675814);
    double k = (double)q, r = fma(-k, 8.478427660368898e-32, fma(-k, 6.123233995736757e-17, fma(-k, 1.5707963267948966, x)));
    *quadrant = q;
    if (fabs(x) >= 2147483648.0) r = __trig_slow(x, quadrant);
    return r;
}

__device__ double __trig_reduced(double x, int *quadrant)
{
    if (fabs(x) == INF_D) {
        *quadrant = 0;
        return __dmul_rn(x, 0.0);
    }
    return __trig_reduced_finite(x, quadrant);
}
