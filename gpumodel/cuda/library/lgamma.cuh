// lgammaf.

// log(gamma(a)) of a positive number: Stirling's series, and polynomials below.
__device__ float __lgamma_positive(float a)
{
    if (a >= 7.8f) {
        float r = __rcp_ftz(a), z = r * r;
        float series = fmaf(POLY2(z, 0.00077783066f, -0.0027776554f, 0.083333276f), r, 0.9189385f);
        float s = __fmul_rn(logf(a) * 0.5f, a - 0.5f), y = s - a + __fadd_rn(s, series);
        return a == INF_F ? a : y;
    }
    if (a >= 3.0f) {
        float x = a - 3.0f;
        float p = POLY4(x, -748.8903f, -12349.742f, -41061.375f, -48310.664f, -143033.4f);
        float q = fmaf(fmaf(fmaf(x - 259.25098f, x, -10777.18f), x, -92685.05f), x, -206353.58f);
        return fmaf(p, __rcp_ftz(q), x);
    }
    if (a >= 1.5f) {
        float x = a - 2.0f;
        return x * POLY9(x, 4.9598493e-5f, -0.00022089484f, 0.00054131425f, -0.001204517f, 0.0028842518f, -0.007382758f, 0.02058132f, -0.06735249f,
            0.32246703f, 0.42278433f);
    }
    if (a >= 0.7f) {
        float x = 1.0f - a;
        return x * POLY10(x, 0.045882665f, 0.10373967f, 0.122803636f, 0.12752421f, 0.14321668f, 0.16934358f, 0.20740794f, 0.2705875f, 0.40068543f,
            0.82246697f, 0.5772157f);
    }
    float p = POLY6(a, 0.0035875156f, -0.0054712854f, -0.044627126f, 0.1673177f, -0.04213598f, -0.6558673f, 0.5772154f);
    return -logf(fmaf(a * p, a, a));
}

__device__ float lgammaf(float x)
{
    float a = fabsf(x), y = __lgamma_positive(a);
    if (x >= 0.0f) return y;
    if (a == floorf(a)) return INF_F;
    if (a < 1e-19f) return -logf(a);
    // log(pi/(a sin(pi a) gamma(a)))
    float k = rintf(a + a), r = fmaf(-k, 0.5f, a) * 3.1415927f;
    float sine = __trig_sine(r, (int)k);
    return fmaf(1.1447299f - logf(a * fabsf(sine)), 1.0f, -y);
}
