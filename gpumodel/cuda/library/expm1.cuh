// expm1f: 2^k (1 + p) - 1, where p is a polynomial of what is left of x.

__device__ float expm1f(float x)
{
    float k = fabsf(x) < 0.41f ? 0.0f : rintf(x * 1.442695f);
    float f = fmaf(-k, 1.4286068e-6f, fmaf(-k, 0.69314575f, x));
    float h = k == 128.0f ? k - 1.0f : k, scale = __ex2(h);
    float p = POLY4(f, 0.0013879507f, 0.008382413f, 0.04166783f, 0.16666397f, 0.49999994f);
    float y = fmaf(fmaf(f * p, f, f), scale, scale - 1.0f);
    if (k == 128.0f) y += y;
    if (h > 128.0f) y = INF_F;
    if (h < -25.0f) y = -1.0f;
    return x == 0.0f ? x + x : y;
}
