// sinf, cosf, tanf and sincosf: a reduction of the argument, and polynomials.

__device__ float sinf(float x)
{
    int q;
    float r = __trig_reduced(x, &q);
    return __trig_sine(r, q);
}

__device__ float cosf(float x)
{
    int q;
    float r = __trig_reduced(x, &q);
    return __trig_sine(r, q + 1);
}

__device__ float tanf(float x)
{
    int q;
    float r = __trig_reduced(x, &q), z = r * r;
    float p = fmaf(BITS(0x3c190000), z, BITS(0x3b560000));
    p = fmaf(p, z, BITS(0x3cc70000));
    p = fmaf(p, z, BITS(0x3d5b0000));
    p = fmaf(p, z, BITS(0x3e089438));
    p = fmaf(p, z, BITS(0x3eaaaa88));
    p = fmaf(p, __fmul_rn(z, r), r);
    if (fabsf(r) == BITS(0x3a00b43c)) p = r;
    return q & 1 ? __fdividef(1.0f, -p) : p;
}

__device__ void sincosf(float x, float *sine, float *cosine)
{
    int q;
    float r = __trig_reduced(x, &q), z = r * r;
    float c = fmaf(BITS(0x37cbac00), z, BITS(0xbab607ed));
    c = fmaf(c, z, BITS(0x3d2aaabb));
    c = fmaf(c, z, BITS(0xbeffffff));
    c = fmaf(c, z, 1.0f);
    float s = fmaf(BITS(0xb94d4153), z, BITS(0x3c0885e4));
    s = fmaf(s, z, BITS(0xbe2aaaa8));
    s = fmaf(s, fmaf(z, r, 0.0f), r);
    float a = q & 1 ? c : s, b = q & 1 ? s : c;
    *sine = q & 2 ? -a : a;
    *cosine = (q + 1) & 2 ? -b : b;
}
