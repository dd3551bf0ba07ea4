// sinpif, cospif and sincospif. The argument less a multiple of a half is exact.

__device__ float sinpif(float x)
{
    float k = rintf(x + x);
    float y = __half_turns(fmaf(-k, 0.5f, x), (int)k);
    return truncf(x) != x ? y : __fmul_rn(x, 0.0f);
}

__device__ float cospif(float x)
{
    if (fabsf(x) > 16777216.0f) x = __fmul_rn(x, 0.0f);
    float k = rintf(x + x);
    return __half_turns(fmaf(-k, 0.5f, x), (int)k + 1);
}

__device__ void sincospif(float x, float *sine, float *cosine)
{
    float k = rintf(x + x), r = fmaf(-k, 0.5f, x), c = __cosine_of_pi(r), s = __sine_of_pi(r);
    int q = (int)k;
    float a = q & 1 ? c : s, b = q & 1 ? s : c;
    if (q & 2) a = -a;
    if ((q + 1) & 2) b = fmaf(b, -1.0f, 0.0f);
    if (truncf(x) == x) a = __fmul_rn(x, 0.0f);
    if (fabsf(x) > 16777216.0f) b = __fadd_rn(a, 1.0f);
    *sine = a;
    *cosine = b;
}
