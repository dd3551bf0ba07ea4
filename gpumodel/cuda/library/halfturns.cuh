// The sine of pi x by quadrants: for sinpif, cospif and tgammaf.

// The sine or the cosine of pi r, for r between -1/4 and 1/4.
__device__ float __sine_of_pi(float r)
{
    float z = __fmul_rn(r, r), p = POLY2(z, -0.59248024f, 2.5501442f, -5.16772f);
    return fmaf(3.1415927f, r, fmaf(p, fmaf(z, r, 0.0f), 0.0f));
}

__device__ float __cosine_of_pi(float r)
{
    float z = __fmul_rn(r, r);
    return POLY4(z, 0.22686031f, -1.3345604f, 4.0586925f, -4.934802f, 1.0f);
}

// The sine of pi (r + q/2).
__device__ float __half_turns(float r, int q)
{
    float y = q & 1 ? __cosine_of_pi(r) : __sine_of_pi(r);
    return q & 2 ? 0.0f - y : y;
}
