// Logarithms to base 2 as sums of two floats, and powers of 2 of such sums: for powf and tgammaf.

// What 2 to a sum of two floats is, the whole part of high included. It overflows or vanishes in two steps, so that
// it is rounded once.
__device__ float __exp2_pair(float high, float low)
{
    float k = rintf(high), f = low + (high - k);
    float p = POLY6(f, 0.00015239252f, 0.0013391353f, 0.009618839f, 0.05550359f, 0.24022645f, 0.6931472f, 1.0f);
    int below = k > 0.0f ? 0 : (int)0x83000000;
    return p * __int_as_float(below + 0x7f000000) * __int_as_float(((int)k << 23) - below);
}

// log2(a) of a positive number, as high + low; powf takes one term more than tgammaf.
__device__ float __log2_pair(float a, bool more, float *low)
{
    bool small = a < LEAST_NORMAL_F;
    int bits = __float_as_int(small ? a * 16777216.0f : a), e = (bits - 0x3f3504f3) & (int)0xff800000;
    float m = __int_as_float(bits - e), k = fmaf((float)e, 1.1920929e-7f, small ? -24.0f : 0.0f);
    // log(m) is 2 atanh((m - 1)/(m + 1)); t is that quotient, and u what it lacks.
    float f = m - 1.0f, r = __rcp_ftz(m + 1.0f), t = (f + f) * r, z = t * t, d = f - t;
    float u = __fmul_rn(r, fmaf(-t, f, d + d));
    float p = __fmul_rn(POLY3(z, 0.00065688626f, 0.0032181654f, 0.018033719f, 0.12022459f), z);
    float sum = fmaf(t, 1.442695f, k);
    float rest = fmaf(t, 1.9251367e-8f, fmaf(u, 1.442695f, fmaf(t, 1.442695f, k - sum)));
    if (more) rest = fmaf(p * 3.0f, u, rest);
    rest = fmaf(p, t, rest);
    float high = __fadd_rn(sum, rest);
    *low = __fadd_rn(rest, -__fadd_rn(high, -sum));
    return high;
}
