// cyl_bessel_i0f and cyl_bessel_i1f: polynomials near 0, and beyond e^a times a polynomial of 1/a. e^a is (e + 1)^2 with
// e = expm1(a/2).

__device__ float __grown(float p, float a)
{
    float e = expm1f(a * 0.5f);
    return __fadd_rn(__fmul_rn(__fmul_rn(p, e), __fadd_rn(e, 2.0f)), p);
}

__device__ float cyl_bessel_i0f(float x)
{
    float a = fabsf(x);
    if (a >= 9.0f && a < INF_F) {
        float p = POLY5(__rcp_ftz(a), 0.34872168f, -0.0054563344f, 0.033347156f, 0.027889196f, 0.04987063f, 0.39894226f);
        return __grown(p * __rsqrt_ftz(a), a);
    }
    float z = a * a;
    return POLY10(z, 1.551427e-19f, 1.4492505e-17f, 1.0687647e-14f, 2.3349575e-12f, 4.7306625e-10f, 6.7778004e-8f, 6.7820783e-6f, 0.00043402583f,
        0.015625004f, 0.25f, 1.0f);
}

__device__ float cyl_bessel_i1f(float x)
{
    float a = fabsf(x);
    if (a >= 8.085f && a < INF_F) {
        float p = POLY5(__rcp_ftz(a), -0.5028813f, 0.028471556f, -0.04873671f, -0.04641596f, -0.14960973f, 0.39894232f);
        return copysignf(__grown(p * __rsqrt_ftz(a), a), x);
    }
    float z = a * a;
    float p = POLY8(z, 2.7848253e-18f, 3.4224708e-16f, 1.6258002e-13f, 3.3142173e-11f, 5.6632734e-9f, 6.780027e-7f, 5.425474e-5f, 0.002604162f,
        0.06250001f);
    return fmaf(x, z * p, x * 0.5f);
}
