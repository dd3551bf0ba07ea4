// frexp and modf, which take a number apart by its bits (IEEE 754). They are read where code first uses one of these.

__device__ float modff(float x, float *whole)
{
    *whole = truncf(x);
    return copysignf(isinf(x) ? 0.0f : x - *whole, x);
}

__device__ double modf(double x, double *whole)
{
    *whole = trunc(x);
    return copysign(isinf(x) ? 0.0 : x - *whole, x);
}

__device__ float frexpf(float x, int *exponent)
{
    *exponent = 0;
    if (x == 0.0f || isinf(x) || isnan(x)) return x;
    int below = 0;
    if (fabsf(x) < __int_as_float(0x00800000)) { // no leading 1
        x *= 16777216.0f;
        below = 24;
    }
    int bits = __float_as_int(x);
    *exponent = (bits >> 23 & 255) - 126 - below;
    return __int_as_float((bits & (int)0x807fffff) | 0x3f000000);
}

__device__ double frexp(double x, int *exponent)
{
    *exponent = 0;
    if (x == 0.0 || isinf(x) || isnan(x)) return x;
    int below = 0;
    if (fabs(x) < __longlong_as_double(0x0010000000000000ll)) {
        x *= 18014398509481984.0;
        below = 54;
    }
    long long bits = __double_as_longlong(x);
    *exponent = (int)(bits >> 52 & 2047) - 1022 - below;
    return __longlong_as_double((bits & (long long)0x800fffffffffffffull) | 0x3fe0000000000000ll);
}
