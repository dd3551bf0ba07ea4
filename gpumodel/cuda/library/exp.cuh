// expf and exp10f. The special function unit has 2^f; 2^k is a number with that exponent.

// 2^(x scale), where scale is a sum of two numbers. k is what a sum with 1.5 * 2^23 rounds down to. It stays between -126 and 126,
// beyond which the result is 0 or infinite.
__device__ float __exp_scaled(float x, float range, float scale, float rest)
{
    float k = __fmaf_rd(__saturatef(fmaf(x, range, 0.5f)), 252.0f, 12582913.0f);
    float f = fmaf(x, rest, fmaf(x, scale, -(k - 12583039.0f)));
    return __ex2_ftz(f) * __int_as_float(__float_as_int(k) << 23);
}

__device__ float expf(float x) { return __exp_scaled(x, 0.00572498f, 1.442695f, 1.925963e-8f); }

__device__ float exp10f(float x) { return __exp_scaled(x, 0.0131822545f, 3.321928f, 7.059537e-8f); }
