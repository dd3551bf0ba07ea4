// hypotf, norm3df, norm4df, normf and their reciprocals: roots of sums of squares. All numbers are divided by a power of 4
// near the largest first, so that no square overflows or vanishes.

#define POWER_OF(x) (__float_as_int(x) & (int)0xfe000000)
#define DIVISOR(e) __int_as_float(0x7e800000 - (e))
#define FACTOR(e) __int_as_float((e) | 0x00800000)

__device__ float hypotf(float x, float y)
{
    int i = __float_as_int(fabsf(y)), j = __float_as_int(fabsf(x)), e = max(i, j) & (int)0xfe000000;
    float least = __int_as_float(min(i, j)), largest = __int_as_float(max(i, j));
    float a = least * DIVISOR(e), b = largest * DIVISOR(e), root = sqrtf(fmaf(b, b, a * a)) * FACTOR(e);
    if (least == INF_F) return INF_F;
    return least == 0.0f ? largest : root;
}

__device__ float rhypotf(float x, float y)
{
    int i = __float_as_int(fabsf(y)), j = __float_as_int(fabsf(x)), e = max(i, j) & (int)0xfe000000;
    float least = __int_as_float(min(i, j)), a = least * DIVISOR(e), b = __int_as_float(max(i, j)) * DIVISOR(e);
    float root = rsqrtf(fmaf(b, b, a * a)) * DIVISOR(e);
    return least == INF_F ? 0.0f : root;
}

// The sum of the squares of what is sorted so that m is the largest.
__device__ float __squares(float m, float a, float b) { return fmaf(m, m, fmaf(a, a, b * b)); }
__device__ float __squares(float m, float a, float b, float c) { return fmaf(m, m, fmaf(a, a, fmaf(b, b, c * c))); }

__device__ float norm3df(float x, float y, float z)
{
    float a = fabsf(x), b = fabsf(y), c = fabsf(z), sum = a + b + c;
    float more = fmaxf(a, b), m = fmaxf(more, c);
    int e = POWER_OF(m);
    float d = DIVISOR(e), root = sqrtf(__squares(m * d, fminf(a, b) * d, fminf(more, c) * d)) * FACTOR(e);
    if (m == INF_F) return INF_F;
    return sum > m ? root : sum;
}

__device__ float rnorm3df(float x, float y, float z)
{
    float a = fabsf(x), b = fabsf(y), c = fabsf(z), sum = a + b + c;
    float more = fmaxf(a, b), m = fmaxf(more, c), d = DIVISOR(POWER_OF(m));
    float root = rsqrtf(__squares(m * d, fminf(a, b) * d, fminf(more, c) * d)) * d;
    if (m == INF_F) return 0.0f;
    return fabsf(sum) <= INF_F ? root : sum;
}

__device__ float norm4df(float x, float y, float z, float w)
{
    float a = fabsf(x), b = fabsf(y), c = fabsf(z), d = fabsf(w), sum = c + (a + b + d);
    float two = fmaxf(a, b), three = fmaxf(two, c), m = fmaxf(three, d);
    int e = POWER_OF(m);
    float s = DIVISOR(e), root = sqrtf(__squares(m * s, fminf(a, b) * s, fminf(two, c) * s, fminf(three, d) * s)) * FACTOR(e);
    if (m == INF_F) return INF_F;
    return sum > m ? root : sum;
}

__device__ float rnorm4df(float x, float y, float z, float w)
{
    float a = fabsf(x), b = fabsf(y), c = fabsf(z), d = fabsf(w), sum = c + (a + b + d);
    float two = fmaxf(a, b), three = fmaxf(two, c), m = fmaxf(three, d), s = DIVISOR(POWER_OF(m));
    float root = rsqrtf(__squares(m * s, fminf(a, b) * s, fminf(two, c) * s, fminf(three, d) * s)) * s;
    if (m == INF_F) return 0.0f;
    return fabsf(sum) <= INF_F ? root : sum;
}

// The sum of the squares of n numbers times scale, but for the first that is m.
__device__ float __other_squares(int n, const float *x, float m, float scale)
{
    float sum = 0.0f;
    bool found = false;
    for (int i = 0; i < n; i++) {
        float a = fabsf(x[i]) * scale;
        if (!found && a == m) found = true;
        else sum = fmaf(a, a, sum);
    }
    return sum;
}

__device__ float __largest(int n, const float *x)
{
    float m = 0.0f;
    for (int i = 0; i < n; i++) m = fmaxf(fabsf(x[i]), m);
    return m;
}

__device__ float normf(int n, const float *x)
{
    float m = __largest(n, x);
    int e = POWER_OF(m);
    float s = m * DIVISOR(e), sum = __other_squares(n, x, s, DIVISOR(e));
    float root = sqrtf(fmaf(s, s, sum)) * FACTOR(e);
    return m == INF_F || sum == 0.0f ? m : root;
}

__device__ float rnormf(int n, const float *x)
{
    float m = __largest(n, x), d = DIVISOR(POWER_OF(m)), s = m * d;
    float root = rsqrtf(fmaf(s, s, __other_squares(n, x, s, d))) * d;
    return m == INF_F ? 0.0f : root;
}
