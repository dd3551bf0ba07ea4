// powf: 2^(y log2(x)), where the logarithm is a sum of two floats.

__device__ float powf(float x, float y)
{
    float a = fabsf(x), half = truncf(y * 0.5f), parity = fabsf(y - (half + half)), low;
    float high = __log2_pair(a, true, &low), e = __fmul_rn(high, y);
    float power = __exp2_pair(e, fmaf(low, y, fmaf(high, y, -e)));
    if (fabsf(e) > 152.0f) power = e < 0.0f ? 0.0f : INF_F;
    if (x == 1.0f || y == 0.0f) return 1.0f;
    if (!(a <= INF_F) || !(fabsf(y) <= INF_F)) return __fadd_rn(x, y);
    if (x == 0.0f || a == INF_F) {
        int bits = __float_as_int(x + x);
        if (y < 0.0f) bits ^= 0x7f800000;
        return __int_as_float(parity == 1.0f ? bits : bits & 0x7fffffff);
    }
    if (x == -1.0f && fabsf(y) == INF_F) return 1.0f;
    if (!(x < 0.0f)) return power;
    if (floorf(y) != y) return NAN_F;
    return parity == 1.0f ? -power : power;
}
