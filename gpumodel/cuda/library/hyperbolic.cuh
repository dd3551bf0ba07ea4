// sinhf, coshf and tanhf.

// e^x/4, by the special function unit.
__device__ float __exp_quarter(float x)
{
    float k = truncf(__fmul_rn(x, 1.442695f));
    if (fabsf(k) > 126.0f) k = copysignf(126.0f, k);
    return __ex2_ftz(fmaf(k, 1.9046542e-9f, fmaf(k, -0.6931472f, x)) * 1.442695f) * __int_as_float(__float_as_int(k + 12583037.0f) << 23);
}

__device__ float coshf(float x)
{
    float e = __exp_quarter(fabsf(x));
    return fmaf(2.0f, e, __div_ftz(0.125f, e));
}

__device__ float sinhf(float x)
{
    float a = fabsf(x), e = __exp_quarter(a), z = x * x;
    if (a >= 1.0f) return copysignf(fmaf(2.0f, e, __div_ftz(-0.125f, e)), x);
    return fmaf(z * POLY3(z, 2.816951e-6f, 0.0001983616f, 0.00833335f, 0.16666667f), x, x);
}

__device__ float tanhf(float x)
{
    float a = fabsf(x), z = x * x;
    float y = a >= 9.010914f ? 1.0f : fmaf(__rcp_ftz(__ex2_ftz(a * 2.88539f) + 1.0f), -2.0f, 1.0f);
    float p = POLY4(z, 0.015739683f, -0.052303962f, 0.13315298f, -0.33332768f, 0.0f);
    return a >= 0.6f ? copysignf(y, x) : fmaf(p, x, x);
}
