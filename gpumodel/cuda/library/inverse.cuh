// asinf, acosf, atanf and atan2f: polynomials near 0, and elsewhere asin(x) = pi/2 - 2 asin(sqrt((1 - x)/2)) and
// atan(x) = pi/2 - atan(1/x). pi/2 is the product of two floats, which fma rounds once.

#define HALF_PI_PLUS(x) fmaf(0.93318945f, 1.6832556f, x)

// The root of (1 - a)/2, by the special function unit and one step of Newton's.
__device__ float __asin_root(float a)
{
    float q = fmaf(0.5f, -a, 0.5f), r = __rsqrt_ftz(q), s = q * r;
    return a == 1.0f ? 0.0f : fmaf(s, fmaf(-s, r * 0.5f, 0.5f), s);
}

__device__ float asinf(float x)
{
    float a = fabsf(x);
    bool outer = a > 0.56f;
    float r = outer ? __asin_root(a) : a, z = r * r;
    float p = POLY4(z, 0.05025002f, 0.01877336f, 0.046769053f, 0.074823014f, 0.16667181f);
    float y = fmaf(z * p, r, r);
    if (outer) y = HALF_PI_PLUS(y * -2.0f);
    return y <= INF_F ? copysignf(y, x) : y;
}

__device__ float acosf(float x)
{
    float a = fabsf(x);
    bool outer = a > 0.56f;
    float r = copysignf(outer ? __asin_root(a) : a, x), z = r * r;
    float p = POLY5(z, 0.035382207f, 0.01698052f, 0.030762933f, 0.044709418f, 0.07498904f, 0.16666707f);
    float y = fmaf(z * p, r, r);
    if (!(x > 0.56f)) y = HALF_PI_PLUS(outer ? y : -y);
    return outer ? y + y : y;
}

__device__ float atanf(float x)
{
    float a = fabsf(x), r = a > 1.0f ? __rcp_ftz(a) : a, z = r * r;
    float p = POLY7(z, 0.002450029f, -0.0143969795f, 0.03984975f, -0.07252975f, 0.1051848f, -0.14171803f, 0.19988775f, -0.3333294f);
    float y = fmaf(z * p, r, r);
    if (a > 1.0f) y = HALF_PI_PLUS(-y);
    return a <= INF_F ? copysignf(y, x) : y;
}

__device__ float atan2f(float y, float x)
{
    float a = fabsf(y), b = fabsf(x), largest = a > b ? a : b;
    float r = (a > b ? b : a) / largest, z = r * r;
    float p = POLY7(z, 0.0027380611f, -0.015681878f, 0.04220075f, -0.07479298f, 0.106404155f, -0.14207722f, 0.19993925f, -0.33333197f);
    float angle = fmaf(z * p, r, r);
    bool left = __float_as_int(x) < 0;
    if (a > b) angle = left ? HALF_PI_PLUS(angle) : HALF_PI_PLUS(-angle);
    else if (left) angle = fmaf(1.8663789f, 1.6832556f, -angle);
    if (b == a) angle = left ? 2.3561945f : 0.7853982f;
    if (largest == 0.0f) angle = left ? 3.1415927f : 0.0f;
    float sum = b + a;
    return fabsf(sum) <= INF_F ? copysignf(angle, y) : sum;
}
