// j0f, j1f, jnf, y0f, y1f and ynf: polynomials about the zeros, and Hankel's asymptotic series far from 0: amplitude times
// cos(argument + phase).

// The cosine of x + phase.
__device__ float __shifted_cosine(float x, float phase)
{
    int q;
    float r = __trig_reduced(x, &q), t = r + fmaf((float)(q & 3), 1.5707964f, phase);
    int n = __float2int_rn(t * 0.63661975f);
    float k = (float)n;
    t = fmaf(k, -7.5497894e-8f, fmaf(k, -1.5707963f, t));
    return __trig_sine(t, n + 1);
}

__device__ float __hankel(float a, float argument, float phase, float amplitude)
{
    if (a == INF_F) return 0.0f;
    return amplitude * (rsqrtf(a) * 0.7978846f) * __shifted_cosine(argument, phase);
}

__device__ float j0f(float x)
{
    float a = fabsf(x);
    if (a <= 8.0f) {
        float t = a - 2.4048254f - 1.087059e-7f;
        float p = POLY13(t, -1.2470738e-15f, -7.6677725e-14f, 2.7150556e-12f, -6.028012e-12f, -4.2393267e-10f, 5.827638e-10f, 5.807784e-8f,
            1.8003311e-9f, -5.4500733e-6f, -7.3432207e-6f, 0.0003017032f, 0.00077395444f, -0.0072834617f, -0.026668204f);
        return (a - 8.653728f - 3.8147792e-7f) * ((a - 5.520078f + 7.1934146e-8f) * (t * p));
    }
    float r = __rcp_ftz(a), z = r * r;
    return __hankel(a, fmaf(POLY3(z, 1.1396495f, -0.20532675f, 0.06509174f, -0.12499999f), r, a), -0.7853982f,
        POLY4(z, 3.359288f, -0.5145227f, 0.10337057f, -0.062499724f, 1.0f));
}

__device__ float j1f(float x)
{
    float a = fabsf(x), y;
    if (a <= 8.0f) {
        float t = a - 3.831706f + 7.685059e-8f;
        float p = POLY12(t, 7.780649e-14f, 9.219086e-13f, -2.5706883e-11f, -2.0179057e-10f, 4.5125277e-9f, 2.701629e-8f, -5.347797e-7f,
            -2.3602763e-6f, 4.121081e-5f, 0.00011917029f, -0.0018075588f, -0.0025548928f, 0.03301389f);
        y = a * (t * ((a - 7.015587f + 1.8321172e-7f) * p));
    } else {
        float r = __rcp_ftz(a), z = r * r;
        y = __hankel(a, fmaf(POLY3(z, -1.5799448f, 0.36148587f, -0.16401261f, 0.3749999f), r, a), -2.3561945f,
            POLY4(z, -4.0873065f, 0.74987656f, -0.19291565f, 0.18749826f, 1.0f));
    }
    if (x < 0.0f) y = -y;
    return a < 1e-30f ? copysignf(y, x) : y;
}

__device__ float __y0_positive(float a)
{
    if (a <= 0.4467885f) {
        float p = POLY5(a * a, 1.0239759e-7f, -9.494301e-6f, 0.0005386025f, -0.016073968f, 0.17760602f, -0.0738043f);
        return fmaf(logf(a) * 0.63661975f, j0f(a), p);
    }
    if (a <= 1.9256277f) {
        float t = a - 0.893577f + 1.3357979e-8f;
        return t * POLY12(t, 0.02707324f, -0.12728614f, 0.24919428f, -0.2733353f, 0.2146552f, -0.18043898f, 0.18990822f, -0.20543173f, 0.2196817f,
            -0.2261401f, 0.22052875f, -0.4920782f, 0.87942094f);
    }
    if (a <= 5.521865f) {
        float t = a - 3.9576783f - 1.0129118e-7f;
        return t * POLY9(t, -1.8800073e-7f, -2.0689195e-7f, -3.976793e-6f, 5.0848408e-5f, 0.00019341275f, -0.0021835594f, -0.0068510985f,
            0.058523852f, 0.05085558f, -0.40254268f);
    }
    if (a <= 8.654198f) {
        float t = a - 7.086051f - 7.305812e-8f;
        return t * POLY8(t, 5.394503e-7f, 2.53101e-6f, -4.5855297e-5f, -0.00014028202f, 0.0021758752f, 0.003318121f, -0.048024025f, -0.021175193f,
            0.3000976f);
    }
    float r = __rcp_ftz(a), z = r * r;
    return __hankel(a, fmaf(POLY3(z, 1.1000177f, -0.20393032f, 0.065077804f, -0.12499996f), r, a), -2.3561945f,
        POLY3(z, -0.39924583f, 0.10197055f, -0.062492687f, 1.0f));
}

__device__ float y0f(float x)
{
    float y = __y0_positive(fabsf(x));
    return x < 0.0f ? NAN_F : y;
}

__device__ float __y1_positive(float a)
{
    if (a < LEAST_NORMAL_F) return -0.63661975f / a;
    if (a <= 1.6985707f) {
        float p = POLY5(a * a, 8.637198e-9f, -9.92087e-7f, 7.164214e-5f, -0.0029553052f, 0.05434869f, -0.1960571f);
        return fmaf(p, a, fmaf(j1f(a), logf(a), -1.0f / a) * 0.63661975f);
    }
    if (a <= 3.8134112f) {
        float t = a - 2.1971414f + 8.288927e-8f;
        return t * POLY9(t, -1.6437198e-5f, 0.00012807001f, -0.0004590381f, 0.0010938945f, -0.0026312035f, 0.007426973f, -0.0047923904f,
            -0.03285841f, -0.11851477f, 0.5207864f);
    }
    if (a <= 7.0128436f) {
        float t = a - 5.429681f - 2.1651435e-7f;
        return t * POLY9(t, 2.2158844e-8f, -5.0902725e-7f, -2.854159e-6f, 4.637056e-5f, 0.0001466092f, -0.0021659129f, -0.0041601104f,
            0.05094791f, 0.031338677f, -0.34031805f);
    }
    if (a <= 10.17258f) {
        float t = a - 8.596005f - 4.2857286e-7f;
        return t * POLY8(t, 5.250842e-7f, 1.9455433e-6f, -4.3719487e-5f, -0.00010394055f, 0.0020113946f, 0.0024177686f, -0.043406386f,
            -0.015789848f, 0.27145988f);
    }
    float r = __rcp_ftz(a), z = r * r;
    return __hankel(a, fmaf(POLY3(z, -1.7881368f, 0.36611685f, -0.16404507f, 0.37499997f), r, a), -3.9269907f,
        POLY3(z, 0.6503811f, -0.19206071f, 0.18749522f, 1.0f));
}

__device__ float y1f(float x)
{
    float y = __y1_positive(fabsf(x));
    return x < 0.0f ? NAN_F : y;
}

// Forward recurrence beyond n; before it Miller's backward recurrence, whose sum is 1.
__device__ float jnf(int n, float x)
{
    if (n == 0) return j0f(x);
    if (n == 1) return j1f(x);
    if (n < 0) return NAN_F;
    float a = fabsf(x);
    if (a > (float)(n > 4 ? n + 1 : n)) {
        float t = 2.0f / x, y = j1f(x), before = j0f(x);
        for (int i = 1; i < n; i++) {
            float next = fmaf(y * (float)i, t, -before);
            before = y;
            y = next;
        }
        return y;
    }
    float y = 1.0f, before = 0.0f, wanted = 0.0f, sum = 0.0f;
    for (int i = (n + (int)sqrtf((float)(40 * n))) & -2; i > 0; i--) {
        float k = (float)i, next = __fsub_rn(y * ((k + k) / x), before);
        if (fabsf(next) > 1e15f) {
            next *= 1e-15f;
            y *= 1e-15f;
            wanted *= 1e-15f;
            sum *= 1e-15f;
        }
        before = y;
        y = next;
        if (i - 1 == n) wanted = y;
        if (i & 1) sum = fmaf(y, 2.0f, sum);
    }
    return wanted / (sum - y);
}

__device__ float ynf(int n, float x)
{
    if (n == 0) return y0f(x);
    if (n == 1) return y1f(x);
    if (n < 0 || !(x >= 0.0f)) return NAN_F;
    float a = fabsf(x);
    if (a < LEAST_NORMAL_F) return -1e9f / a;
    float t = 2.0f / x, y = y1f(x), before = y0f(x);
    for (int i = 1; i < n; i++) {
        float next = fmaf(t * (float)i, y, -before);
        before = y;
        y = next;
    }
    return fabsf(y) <= INF_F ? y : -INF_F;
}
