// erff, erfcf, erfcxf, normcdff, and the inverse functions erfinvf, erfcinvf, normcdfinvf.

// Beyond 1.00296 erf(x) is 1 - 2^p, and below x + x p.
__device__ float erff(float x)
{
    float a = fabsf(x);
    bool far = a >= 1.00296f;
    float t = far ? a : x * x, f = far ? -a : x;
    float p = POLY6(t, far ? 0.000112198715f : 8.4834945e-5f, far ? -0.0013275252f : -0.00082130916f, far ? 0.008396535f : 0.005213489f,
        far ? -0.040246584f : -0.026868774f, far ? 0.15950431f : 0.11284005f, far ? 0.9129177f : -0.37612665f, far ? 0.62906003f : 0.12837915f);
    float y = fmaf(p, f, f);
    if (far) y = copysignf(1.0f - __ex2_ftz(y), x);
    return y;
}

// e^(a^2) erfc(a) of a positive number: (1 + p)/(1 + 2 a), where p is a polynomial of (a - 4)/(a + 4).
__device__ float __erfcx(float a)
{
    float r = __rcp_ftz(a + 4.0f), q = __fmul_rn(a - 4.0f, r);
    float t = fmaf(r, fmaf(-q, a, fmaf(-4.0f, q + 1.0f, a)), q);
    float p = POLY10(t, 0.0008912171f, 0.007045788f, -0.015866896f, 0.036429625f, -0.06664343f, 0.09381453f, -0.10099056f, 0.068094f,
        0.015377387f, -0.13962108f, 1.2329952f);
    float d = __rcp_ftz(fmaf(2.0f, a, 1.0f)), y = __fmul_rn(p, d);
    return fmaf(fmaf(a, y * -2.0f, p) - y, d, y);
}

__device__ float erfcf(float x)
{
    float a = fabsf(x), y = __erfcx(a), square = a * a;
    float k = truncf(__fmul_rn(-square, 1.442695f));
    if (fabsf(k) > 126.0f) k = copysignf(126.0f, k);
    float e = __ex2_ftz(fmaf(k, 1.9046542e-9f, fmaf(k, -0.6931472f, -square)) * 1.442695f) * __int_as_float(__float_as_int(k + 12583039.0f) << 23);
    y = a > 10.055f ? 0.0f : y * fmaf(e, fmaf(-a, a, square), e);
    return x < 0.0f ? 2.0f - y : y;
}


__device__ float normcdff(float x)
{
    // erfc(-x/sqrt(2))/2; the argument is a sum of two floats.
    float a = fabsf(x) > 14.5f ? copysignf(14.5f, x) : x;
    float high = __fmul_rn(a, -0.70710677f), low = fmaf(a, -1.21016175e-8f, fmaf(a, -0.70710677f, -high)), t = __fadd_rn(high, low);
    float y = erfcf(t);
    if (a < -1.0f) y = fmaf(t * -2.0f * y, __fadd_rn(high - t, low), y);
    return y * 0.5f;
}

// What erfinv(x) and erfcinv(1 - x) are times 1/x, in the middle; t is -log2(1 - x^2).
__device__ float __erfinv_middle(float t)
{
    return POLY9(t, -2.5172708e-10f, 9.427429e-9f, -1.2054753e-7f, 2.1697005e-7f, 8.0621485e-6f, -3.1675492e-5f, -0.0007743631f, 0.005546588f,
        0.16082023f, 0.8862269f);
}

__device__ float erfinvf(float x)
{
    float l = __lg2_ftz(fmaf(x, -x, 1.0f)), t = -l, y = x * __erfinv_middle(t);
    if (l < -8.2f) {
        float r = __rsqrt_ftz(t);
        y = r * t * POLY5(r, -0.5899144f, -0.6630042f, 1.5970111f, -0.67521554f, -0.09522479f, 0.83535343f);
        y = copysignf(l == -INF_F ? t : y, x);
    }
    return y;
}

__device__ float erfcinvf(float x)
{
    float other = __fadd_rn(2.0f, -x);
    if (x >= 0.0034f && x <= 1.9966f) {
        float p = __erfinv_middle(-__lg2_ftz(__fmul_rn(other, x)));
        return fmaf(p, -x, p);
    }
    bool right = x > 1.0f;
    float l = __lg2(right ? other : x), t = -l, r = __rsqrt_ftz(t), root = l == -INF_F ? t : r * t;
    float p = POLY8(r, -63.113224f, 127.48469f, -114.10568f, 60.325787f, -21.789892f, 6.467409f, -1.8329474f, -0.030327775f, 0.83287746f);
    return __fmul_rn(p, right ? -root : root);
}

__device__ float normcdfinvf(float x) { return fmaf(-1.4142135f, erfcinvf(x + x), 0.0f); }
