// erfcxf.

__device__ float erfcxf(float x)
{
    float a = fabsf(x), y;
    if (a < 10.055f) y = __erfcx(a);
    else {
        float r = __fdividef(0.25f, a * 0.25f), z = r * r;
        y = r * 0.5641896f * POLY4(z, 6.5625f, -1.875f, 0.75f, -0.5f, 1.0f);
    }
    if (x < 0.0f) { // 2 e^(x^2) - erfcx(-x)
        float square = __fmul_rz(a, a), k = __fmaf_rd(__saturatef(fmaf(square, 0.00572498f, 0.5f)), 252.0f, 12582913.0f);
        float scale = __int_as_float(__float_as_int(k) << 23);
        float f = __ex2_ftz(fmaf(square, 1.925963e-8f, fmaf(square, 1.442695f, -(k - 12583039.0f))));
        float twice = fmaf(f, scale, f * scale), rest = fmaf(twice, fmaf(a, a, -square), twice) - y;
        y = twice == INF_F ? twice : rest;
    }
    return y;
}
