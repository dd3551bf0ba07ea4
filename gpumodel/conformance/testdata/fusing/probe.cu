// Random sums of products: which product of a sum becomes a multiply-add shows in the bits of the results. Output has a line for each
// kernel: its name, and a hash of its results' bits, in which a NaN counts as one value.
// The kernels are drawn: loads, sums, products and what may stand between them.
//
// Compile with nvcc -O2 -arch=sm_90.

#include <cstdio>
#include <cstring>

#define N 256

__global__ void k0(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a5 * a4 + a2 * a2;
    float t2 = fminf(t1, s);
    float t3 = a4 / a4;
    float t4 = fminf(t3, t3);
    out[i] = a4 * t3 + s * t3;
    out[N + i] = t4 - a5 * 0.7f;
}

__global__ void k1(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a5 * a3 + (a3 * a5) * a4;
    float t2 = a1 + (a4 * a0) * a2;
    float t3 = a4 * a1 + t1 * t1;
    float t4 = __expf(s);
    float t5 = a5 * a4 + (t3 * t2) * a0 + a3 * t2;
    float t6 = t1 + t2 * a1;
    float t7 = t1 * a0;
    out[i] = t7 * t2 + a1 * t4;
    out[N + i] = t7 - t7 * t3;
}

__global__ void k2(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float t1 = sqrtf(fabsf(a1));
    float t2 = a1 * a5 + t1 * 2.5f;
    float t3 = a5 * t2 + s * s;
    float t4 = fminf(a1, t3);
    float t5 = sqrtf(fabsf(t2));
    float t6 = t4 - t1 * a3;
    float t7 = sqrtf(fabsf(t3));
    out[i] = t2 * s + s * s;
    out[N + i] = t7 + t7 * t1;
}

__global__ void k3(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a2 / a5;
    float t2 = fminf(t1, a0);
    float t3 = t2 * a0 + t1 * 0.7f;
    out[i] = (a5 * t3) * a3 + t1 * t3;
    out[N + i] = t3 - (a5 * t2) * t2;
}

__global__ void k4(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a0 = p[0 * N + i];
    double a5 = p[5 * N + i];
    double a3 = p[3 * N + i];
    double t1 = a5 + a0 * a0;
    double t2 = fmin(a0, t1);
    double t3 = a3 + t2 * a0;
    double t4 = a5 * t3 + s * a0;
    double t5 = s * 0.7 + a5 * t3;
    double t6 = t3 * t4 - t3 * t1;
    out[i] = t6 * s + t2 * t2;
    out[N + i] = t6;
}

__global__ void k5(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a4 * a4 + s * a4;
    float t2 = a5 / a4;
    float t3 = a4 * a0 + (t2 * a5) * a2;
    float t4 = t1 * t3 + a2 * a2;
    float t5 = (t4 * a5) * t4 + (a0 * t1) * a0;
    float t6 = fminf(a0, t1);
    float t7 = a2 * t3 + (a0 * s) * t1;
    out[i] = a2 * t6 + a0 * t6;
    out[N + i] = t7 - t2 * t6;
}

__global__ void k6(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float t1 = fminf(a1, a4);
    float t2 = a4 * a3 + a5 * a2;
    float t3 = s - (a3 * t1) * a1;
    float t4 = t3 * a4 + a3 * t3 + t3 * a3;
    float t5 = a1 * t1 + a4 * a5;
    float t6 = a3 * a3;
    float t7 = t4 * t5 - a1 * t1;
    out[i] = t7 * 0.7f + a4 * t5;
    out[N + i] = t7;
}

__global__ void k7(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float t1 = a1 * a1;
    float t2 = t1 * a1 + a4 * a4;
    float a5 = p[5 * N + i];
    float t3 = t2 * 2.5f + (t2 * t1) * a4 - a4 * s;
    out[i] = a1 * a5 + (a1 * t3) * s;
    out[N + i] = t3 - t2 * t3;
}

__global__ void k8(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float t1 = -a0;
    float t2 = a4 * a4;
    float t3 = t2 * t2;
    float t4 = t1 * t2 + t3 * 2.5f;
    float t5 = s / a1;
    out[i] = t1 * t4 + (t4 * s) * t4;
    out[N + i] = t5;
}

__global__ void k9(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a5 = p[5 * N + i];
    double a4 = p[4 * N + i];
    double a2 = p[2 * N + i];
    double a3 = p[3 * N + i];
    double t1 = s * a3;
    double t2 = a5 * a2;
    double t3 = s * a2 + s * t1;
    double t4 = a5 * a2 + t1 * a5;
    out[i] = a5 * t4 + a5 * a4;
    out[N + i] = t4;
}

__global__ void k10(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float t1 = a4 * a1 + (a2 * a5) * a5 + a2 * a1;
    float t2 = sqrtf(fabsf(t1));
    float t3 = t2 * a1 + t2 * t1;
    float t4 = (a4 * t3) * a1 + a5 * a4;
    float t5 = a1 - (a1 * t4) * t1;
    float t6 = t5 * t3 - a1 * t1;
    float t7 = t2 * t4 + t6 * a4;
    out[i] = a5 * 2.5f + t4 * t4;
    out[N + i] = t7;
}

__global__ void k11(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a2 / a5;
    float t2 = sqrtf(fabsf(a0));
    float t3 = s * s;
    float t4 = (a2 * a5) * t2 + (a5 * a5) * a2;
    float t5 = s + a2 * -1.3f;
    float t6 = fminf(t2, t1);
    float t7 = t1 * t6 + (t1 * t1) * t3 + (t3 * s) * t6;
    out[i] = t4 * a5 + a0 * t7;
    out[N + i] = t7;
}

__global__ void k12(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a2 * a2 + (a5 * a2) * a5;
    float t2 = t1 * -1.3f + a3 * s;
    float t3 = sqrtf(fabsf(a1));
    float t4 = a3 / a0;
    float t5 = t2 * t2 + a0 * t2 + a5 * a0;
    out[i] = t5 * a1 + t3 * t1;
    out[N + i] = t5 + t1 * a5;
}

__global__ void k13(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a5 * a3 + s * a3 + (a5 * a5) * a0;
    float t2 = a0 * t1 + a0 * a0;
    float t3 = t1 * a3 - (t2 * t1) * a0;
    float t4 = t1 * s + t2 * a0;
    float t5 = s / a5;
    float t6 = a0 * t4;
    float t7 = t4 * a5 + a3 * a5;
    out[i] = a3 * t4 + t1 * t1;
    out[N + i] = t7;
}

__global__ void k14(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a0 = p[0 * N + i];
    double a4 = p[4 * N + i];
    double a3 = p[3 * N + i];
    double a5 = p[5 * N + i];
    double t1 = s * s + a3 * a0;
    double t2 = a0 * t1 + s * a0;
    double t3 = t1 + s * 0.7;
    double t4 = s * t3 + s * a3 - s * 0.7;
    double t5 = a4 * a0 + (t1 * t4) * t1;
    out[i] = t4 * t3 + t5 * t4;
    out[N + i] = t5 - (t4 * t3) * a5;
}

__global__ void k15(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a0 * a4 + a5 * a5;
    float t2 = t1 * t1 + t1 * t1;
    float a1 = p[1 * N + i];
    float t3 = t2 * a1 + a1 * s;
    float t4 = t3 * t1;
    float t5 = (t4 * t2) * s - t2 * a0;
    float t6 = s * t3;
    float t7 = t2 * 2.5f + t5 * 2.5f;
    out[i] = a5 * t7 + t1 * t1;
    out[N + i] = t7;
}

__global__ void k16(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a2 * s;
    float t2 = a5 * a0;
    float t3 = __expf(a4);
    float t4 = a1 * a1;
    float t5 = fminf(a3, t2);
    float t6 = s * t2;
    float t7 = a0 * t1 - (t1 * t3) * t6;
    out[i] = t7 * -1.3f + (a5 * t6) * a3;
    out[N + i] = t7;
}

__global__ void k17(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a3 * a3 + a1 * a1;
    float t2 = a4 / a5;
    float a2 = p[2 * N + i];
    float t3 = a0 * a2;
    float t4 = t1 * t2 + a4 * a1;
    out[i] = t4 * t4 + t4 * t3;
    out[N + i] = t4 - a3 * -1.3f;
}

__global__ void k18(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float t1 = sqrtf(fabsf(a5));
    float t2 = a2 * -1.3f + t1 * s + a2 * s;
    float t3 = a4 * t2 + (a2 * t2) * a2;
    float t4 = t3 * a0 - a3 * a4;
    float t5 = s * a5 + a4 * s;
    out[i] = a3 * 2.5f + a1 * a3;
    out[N + i] = t5;
}

__global__ void k19(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a0 = p[0 * N + i];
    double a3 = p[3 * N + i];
    double a5 = p[5 * N + i];
    double a4 = p[4 * N + i];
    double a1 = p[1 * N + i];
    double a2 = p[2 * N + i];
    double t1 = fmin(a5, s);
    double t2 = a2 * a3 + a4 * a1;
    double t3 = a1 * a2;
    out[i] = t2 * 2.5 + (t1 * t3) * t1;
    out[N + i] = t3 - (t3 * a2) * s;
}

__global__ void k20(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float t1 = fminf(a3, a0);
    float t2 = t1 * a0 + a5 * a4;
    float t3 = a3 * a5 - a3 * s;
    float t4 = s + (a0 * a0) * t2;
    float t5 = (a0 * t3) * t1 + t1 * t3;
    out[i] = s * t3 + t3 * t4;
    out[N + i] = t5 - t3 * 2.5f;
}

__global__ void k21(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a5 * a1;
    float t2 = __expf(s);
    float t3 = a4 * a4 + a0 * a5;
    float t4 = fminf(t2, a5);
    float t5 = a1 * t3;
    float t6 = a1 * t4 + a0 * t3;
    out[i] = a4 * a3 + a5 * a4;
    out[N + i] = t6;
}

__global__ void k22(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float t1 = fminf(a0, a1);
    float t2 = a2 * t1 + a2 * s;
    float t3 = a2 * a1 + s * a1 - (t1 * a1) * a1;
    float t4 = t2 * a0 - (s * a2) * a0;
    out[i] = s * 0.7f + t1 * t2;
    out[N + i] = t4;
}

__global__ void k23(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float t1 = fminf(a4, a2);
    float t2 = a2 * 2.5f + a4 * t1;
    float t3 = t1 * a4 - t2 * t1;
    float t4 = t2 - a2 * t1;
    float t5 = t1 * s + s * s;
    out[i] = t3 * t4 + a2 * t5;
    out[N + i] = t5 - t1 * s;
}

__global__ void k24(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a1 = p[1 * N + i];
    double a2 = p[2 * N + i];
    double a3 = p[3 * N + i];
    double a5 = p[5 * N + i];
    double t1 = (a1 * s) * a5 + a2 * a3;
    double t2 = a3 * a5 + a2 * a2;
    double t3 = s * a5;
    double t4 = t2 * t1;
    double t5 = t3 + a5 * 2.5;
    double t6 = a5 * a1 - (t4 * t4) * t5;
    double t7 = a3 * a3 - t6 * -1.3;
    out[i] = (t3 * t4) * t1 + t7 * t7;
    out[N + i] = t7;
}

__global__ void k25(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float t1 = s + a5 * s;
    float t2 = sqrtf(fabsf(a4));
    float t3 = (a4 * a1) * s + t1 * a3;
    float t4 = t1 * a2 + a2 * t3;
    float t5 = a4 * t3;
    float t6 = (t5 * a5) * t3 + (s * t2) * a5;
    out[i] = a5 * a1 + a1 * t5;
    out[N + i] = t6;
}

__global__ void k26(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float t1 = s + s * 2.5f;
    float t2 = s * s + t1 * t1;
    float a2 = p[2 * N + i];
    float t3 = t1 * a4;
    float t4 = a4 * t2 + (t1 * a2) * s - t3 * a2;
    float t5 = t3 * a2 - (t4 * a5) * a5;
    float t6 = fminf(t1, t4);
    out[i] = t3 * -1.3f + a4 * t4;
    out[N + i] = t6 - t5 * s;
}

__global__ void k27(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a4 * a5 + a0 * a5 + (a3 * a4) * a0;
    float t2 = a2 * a2 + (s * a3) * a4;
    float t3 = fminf(a4, a0);
    out[i] = s * a5 + (s * t2) * a2;
    out[N + i] = t3 + a2 * t3;
}

__global__ void k28(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a0 * a2 + (a1 * a1) * a3;
    float t2 = a4 * a0;
    float t3 = t1 - (a1 * a5) * t1;
    float t4 = a0 * a1 + a2 * a3 + (a2 * a0) * t3;
    float t5 = t4 * a0;
    out[i] = (t1 * a5) * t2 + (t2 * t1) * t5;
    out[N + i] = t5 - (t3 * t4) * a4;
}

__global__ void k29(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a4 = p[4 * N + i];
    double a3 = p[3 * N + i];
    double a1 = p[1 * N + i];
    double t1 = (a1 * s) * s + s * a1;
    double t2 = s * t1;
    double t3 = (a4 * s) * t1 - a4 * a4;
    double t4 = (s * t2) * a4 + (s * t1) * t2;
    double t5 = a3 * t3 - t1 * t4;
    double t6 = t1 * t2;
    double t7 = t4 * t6;
    out[i] = t1 * a4 + a3 * t5;
    out[N + i] = t7;
}

__global__ void k30(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float t1 = s * s + s * -1.3f + a2 * a3;
    float t2 = fminf(a2, a5);
    float a1 = p[1 * N + i];
    float t3 = (s * a2) * a5 - a5 * t1;
    float t4 = (a5 * t1) * t1 + a1 * t3;
    out[i] = s * t3 + a3 * a4;
    out[N + i] = t4 + a2 * a3;
}

__global__ void k31(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a3 * a3 + a3 * a3;
    float t2 = s * t1;
    float t3 = sqrtf(fabsf(a0));
    float t4 = t3 * t2 + (a2 * t2) * a2;
    float t5 = __expf(t3);
    out[i] = t2 * t2 + a2 * t2;
    out[N + i] = t5;
}

__global__ void k32(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float t1 = fminf(a0, s);
    float t2 = a4 / a5;
    float t3 = a3 * a3 + (t2 * s) * t1 + a3 * a2;
    float t4 = a0 * t3 - a3 * a3;
    float t5 = t4 * a1;
    float t6 = a3 * a4 + a3 * a5;
    float t7 = t6 / a0;
    out[i] = t7 * t6 + a0 * t3;
    out[N + i] = t7 + t3 * t2;
}

__global__ void k33(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float t1 = a1 * s;
    float t2 = -s;
    float a4 = p[4 * N + i];
    float t3 = a1 + a2 * t1;
    float t4 = t1 * -1.3f + a4 * s;
    out[i] = t2 * t2 + t1 * t2;
    out[N + i] = t4;
}

__global__ void k34(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a3 = p[3 * N + i];
    double a1 = p[1 * N + i];
    double a4 = p[4 * N + i];
    double a0 = p[0 * N + i];
    double t1 = s * a1 + a1 * a4 + a3 * a4;
    double t2 = a1 - a4 * a4;
    double t3 = t1 * 0.7 + a4 * t2;
    double t4 = a3 * s - a4 * t1;
    double t5 = fabs(a3);
    out[i] = t2 * t1 + s * t2;
    out[N + i] = t5;
}

__global__ void k35(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float t1 = sqrtf(fabsf(a4));
    float t2 = t1 * -1.3f + a4 * a2;
    float a3 = p[3 * N + i];
    float t3 = __expf(a2);
    out[i] = (a5 * s) * a0 + t2 * 0.7f;
    out[N + i] = t3 - a2 * t2;
}

__global__ void k36(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a0 * a0;
    float t2 = sqrtf(fabsf(a3));
    float a2 = p[2 * N + i];
    float t3 = sqrtf(fabsf(t1));
    float t4 = fminf(t1, a0);
    out[i] = t4 * -1.3f + t1 * a3;
    out[N + i] = t4;
}

__global__ void k37(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a3 * a3 + (a0 * a5) * a0;
    float t2 = t1 * 2.5f + a3 * a1;
    float a4 = p[4 * N + i];
    float t3 = t1 + a2 * s;
    float t4 = a4 * a4 + s * a3;
    float t5 = -t3;
    out[i] = a3 * a3 + a5 * a2;
    out[N + i] = t5;
}

__global__ void k38(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float t1 = a4 / a2;
    float t2 = a3 * a3 - a3 * s;
    float t3 = (t2 * t1) * a5 + (a5 * t2) * a4 - s * a4;
    float t4 = (a3 * t2) * a3 + (a5 * a4) * a2;
    float t5 = a3 * t1 + (t4 * a2) * t1;
    float t6 = a2 * t2 + t2 * 2.5f - t2 * -1.3f;
    out[i] = t6 * -1.3f + t1 * t4;
    out[N + i] = t6 + a4 * s;
}

__global__ void k39(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a5 = p[5 * N + i];
    double a2 = p[2 * N + i];
    double a0 = p[0 * N + i];
    double a4 = p[4 * N + i];
    double a1 = p[1 * N + i];
    double t1 = fmin(a0, a1);
    double t2 = a0 * a4 + a2 * a5;
    double t3 = t2 - t2 * 0.7;
    out[i] = t3 * a5 + t2 * t3;
    out[N + i] = t3 + (a2 * t3) * t3;
}

__global__ void k40(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a5 + a2 * s;
    float t2 = s / a0;
    float t3 = t2 * s;
    float t4 = -a0;
    float t5 = a3 * a4;
    float t6 = a0 * a2 + t1 * a5;
    float t7 = t1 * t2 - t1 * a4;
    out[i] = t5 * t1 + (a5 * a5) * a4;
    out[N + i] = t7 + s * a5;
}

__global__ void k41(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a3 * a3 + s * a2;
    float t2 = a2 * a4;
    float t3 = s * a1 + s * a0;
    float t4 = s * a3 + a3 * a2;
    float t5 = a3 * 0.7f + a2 * t2;
    out[i] = (a4 * t1) * a1 + t3 * a1;
    out[N + i] = t5 + t4 * t1;
}

__global__ void k42(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a5 * a0;
    float t2 = -t1;
    float t3 = fminf(s, t2);
    float t4 = s * t1 + (a0 * a5) * t3;
    float t5 = t2 * t3 + t1 * a5;
    float t6 = sqrtf(fabsf(s));
    float t7 = a5 * a5;
    out[i] = t5 * t4 + t3 * 2.5f;
    out[N + i] = t7;
}

__global__ void k43(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float t1 = fminf(a0, a2);
    float t2 = t1 * -1.3f + t1 * t1;
    float t3 = a3 * -1.3f + a1 * a3 - t2 * a3;
    float t4 = __expf(t2);
    out[i] = a2 * a2 + t4 * a1;
    out[N + i] = t4;
}

__global__ void k44(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a0 = p[0 * N + i];
    double a1 = p[1 * N + i];
    double a3 = p[3 * N + i];
    double a4 = p[4 * N + i];
    double t1 = s * s + a4 * a4;
    double t2 = t1 * t1 - t1 * a3;
    double a2 = p[2 * N + i];
    double t3 = a4 + a1 * a1;
    double t4 = t1 * a2 + (a3 * a4) * a2;
    double t5 = t3 * s;
    double t6 = a4 * a1;
    out[i] = a2 * 2.5 + t4 * a1;
    out[N + i] = t6;
}

__global__ void k45(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a0 * a3;
    float t2 = s * t1 + a3 * 0.7f;
    float t3 = s * a5;
    out[i] = (a0 * s) * a1 + t3 * t3;
    out[N + i] = t3;
}

__global__ void k46(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float t1 = (a2 * a2) * s + a2 * a4;
    float t2 = a2 * a2;
    float t3 = t1 * a4 + a1 * a2;
    float t4 = t3 * a1 + t3 * 0.7f;
    float t5 = fminf(t2, a1);
    float t6 = t2 - a2 * t3;
    float t7 = t5 * 0.7f + t5 * t2;
    out[i] = a1 * s + t7 * t3;
    out[N + i] = t7;
}

__global__ void k47(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float t1 = a2 * a3 + a0 * -1.3f;
    float t2 = a0 * a0 + a5 * 2.5f;
    float t3 = sqrtf(fabsf(t1));
    float t4 = a5 - t1 * 2.5f;
    float t5 = sqrtf(fabsf(t4));
    float t6 = t3 * t3 + t1 * a3;
    float t7 = sqrtf(fabsf(s));
    out[i] = (t1 * a1) * t5 + (t1 * t5) * s;
    out[N + i] = t7 + s * t5;
}

__global__ void k48(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float t1 = fminf(s, a3);
    float t2 = t1 * a0 + a3 * a1;
    float t3 = a3 * t1 + a1 * t2 + t2 * a0;
    float t4 = t1 + a1 * a2;
    float t5 = a0 - t2 * a2;
    out[i] = s * t4 + t2 * a3;
    out[N + i] = t5 - t3 * t4;
}

__global__ void k49(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a0 = p[0 * N + i];
    double a3 = p[3 * N + i];
    double a1 = p[1 * N + i];
    double a2 = p[2 * N + i];
    double t1 = a1 * a0 + a2 * a2 + a2 * a1;
    double t2 = a1 + (a3 * a2) * a1;
    double t3 = (a2 * s) * a3 + t2 * a3;
    double t4 = t3 * s + s * t1;
    out[i] = s * s + t1 * a3;
    out[N + i] = t4;
}

__global__ void k50(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float t1 = fminf(s, a1);
    float t2 = t1 * t1 + t1 * t1;
    float a2 = p[2 * N + i];
    float t3 = t2 * t2 + s * a3;
    float t4 = (t3 * a1) * t1 - (a3 * a1) * a2;
    out[i] = t1 * t3 + (a2 * a3) * t1;
    out[N + i] = t4;
}

__global__ void k51(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a4 * a4 + a2 * 0.7f;
    float t2 = fminf(s, t1);
    float t3 = a4 - t2 * s;
    float t4 = fminf(t3, a2);
    float t5 = s * t3;
    out[i] = t5 * t3 + a2 * t5;
    out[N + i] = t5;
}

__global__ void k52(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a0 - a4 * a5;
    float t2 = fminf(s, s);
    float t3 = t1 * -1.3f + (t2 * t1) * t2;
    float t4 = t3 * t2 + (t3 * t3) * t2;
    out[i] = t2 * t1 + t3 * t4;
    out[N + i] = t4 + t2 * t3;
}

__global__ void k53(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float t1 = a4 * a4 + a4 * a3;
    float t2 = t1 * 2.5f + t1 * a3;
    float a2 = p[2 * N + i];
    float t3 = a4 * a2 - t2 * a5;
    float t4 = a4 * s;
    float t5 = s * t1 + (a3 * a3) * t2;
    out[i] = a2 * a5 + t4 * t3;
    out[N + i] = t5 - t3 * t5;
}

__global__ void k54(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a1 = p[1 * N + i];
    double a0 = p[0 * N + i];
    double a3 = p[3 * N + i];
    double a5 = p[5 * N + i];
    double a2 = p[2 * N + i];
    double a4 = p[4 * N + i];
    double t1 = a2 * a1;
    double t2 = (a1 * s) * a0 - s * a0;
    double t3 = a0 / a0;
    double t4 = t1 * t3 + (t1 * t3) * t1;
    double t5 = s * a2 - t3 * a0;
    out[i] = (t3 * a4) * s + t3 * a5;
    out[N + i] = t5;
}

__global__ void k55(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float t1 = s * s - a4 * s;
    float t2 = t1 * a4 + a4 * t1;
    float a3 = p[3 * N + i];
    float t3 = a4 * t1 + t2 * s;
    float t4 = t3 * t2 + t2 * -1.3f;
    float t5 = a1 * 2.5f + t1 * t2;
    float t6 = t3 - t4 * 2.5f;
    float t7 = s * a1 - t1 * a4;
    out[i] = t2 * a3 + a1 * t5;
    out[N + i] = t7;
}

__global__ void k56(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float t1 = s * a1 + a3 * a1 + a0 * a2;
    float t2 = sqrtf(fabsf(a5));
    float t3 = sqrtf(fabsf(t2));
    float t4 = s * s;
    float t5 = a1 * t4 + t1 * a0 + a3 * a1;
    float t6 = s * t2 + t3 * t3;
    float t7 = t4 * a1;
    out[i] = a3 * t2 + t2 * a1;
    out[N + i] = t7 + t7 * a5;
}

__global__ void k57(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float t1 = (a4 * a3) * a3 + a3 * a0;
    float t2 = (t1 * a2) * a2 + a1 * a1 + t1 * s;
    float t3 = t1 * t1 + a2 * s;
    float t4 = s / a4;
    float t5 = (a3 * t4) * t1 + a0 * a2;
    float t6 = t4 / a4;
    float t7 = t2 * t6 + t6 * t6;
    out[i] = s * a5 + s * t5;
    out[N + i] = t7 - t1 * a5;
}

__global__ void k58(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float t1 = sqrtf(fabsf(a1));
    float t2 = sqrtf(fabsf(s));
    float t3 = a1 / a4;
    out[i] = a1 * a4 + a1 * t3;
    out[N + i] = t3;
}

__global__ void k59(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a2 = p[2 * N + i];
    double a5 = p[5 * N + i];
    double a4 = p[4 * N + i];
    double a1 = p[1 * N + i];
    double a0 = p[0 * N + i];
    double a3 = p[3 * N + i];
    double t1 = (a3 * a0) * a4 + (a5 * a5) * a5;
    double t2 = fmin(a2, t1);
    double t3 = fmin(t2, a1);
    double t4 = sqrt(fabs(a2));
    out[i] = a2 * t2 + t4 * s;
    out[N + i] = t4;
}

__global__ void k60(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a0 * s;
    float t2 = t1 - t1 * a2;
    float a4 = p[4 * N + i];
    float t3 = t1 * a0;
    float t4 = t2 * a4;
    out[i] = t4 * s + (t1 * t1) * a0;
    out[N + i] = t4;
}

__global__ void k61(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a0 * a2 + a5 * 0.7f;
    float t2 = t1 * a0;
    float t3 = t2 * t2 + (a5 * a0) * t2;
    float t4 = a5 * t3 + a0 * t3 - a0 * 2.5f;
    float t5 = t3 * t2;
    float t6 = t1 * t1 + t3 * t1;
    out[i] = a0 * a5 + a5 * 2.5f;
    out[N + i] = t6 + t2 * t5;
}

__global__ void k62(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float t1 = sqrtf(fabsf(a1));
    float t2 = a3 * a1 + a0 * 2.5f;
    float a4 = p[4 * N + i];
    float t3 = a2 * 0.7f + t1 * a4;
    float t4 = fminf(t1, a1);
    float t5 = sqrtf(fabsf(a2));
    float t6 = t2 * a3 + t5 * t1;
    float t7 = t4 * t1;
    out[i] = t5 * a1 + t7 * t3;
    out[N + i] = t7 + t4 * 2.5f;
}

__global__ void k63(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a5 * 0.7f + a2 * a1 - (a3 * a2) * s;
    float t2 = a4 * a3;
    float t3 = __expf(t2);
    float t4 = sqrtf(fabsf(a5));
    out[i] = t1 * t1 + a0 * 2.5f;
    out[N + i] = t4 - t3 * a3;
}

__global__ void k64(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a3 = p[3 * N + i];
    double a2 = p[2 * N + i];
    double a0 = p[0 * N + i];
    double a1 = p[1 * N + i];
    double a4 = p[4 * N + i];
    double t1 = fmin(a1, a0);
    double t2 = s * s + a1 * s;
    double t3 = (t2 * t1) * a4 + a0 * s;
    out[i] = a2 * a2 + (s * a0) * t2;
    out[N + i] = t3 - (a1 * t2) * t2;
}

__global__ void k65(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a3 * a1 + a0 * 2.5f;
    float t2 = a3 * a4 + a3 * a2;
    float t3 = t1 + t2 * a3;
    out[i] = t3 * a0 + a4 * a5;
    out[N + i] = t3;
}

__global__ void k66(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float t1 = s * a4 + a4 * a0;
    float t2 = a4 * s;
    float t3 = a0 + a4 * a4;
    float t4 = a3 * s;
    float t5 = a0 * t1 + (t4 * t3) * t2;
    float t6 = sqrtf(fabsf(t3));
    float t7 = a4 * t1 - t6 * 0.7f;
    out[i] = t5 * t6 + t7 * a3;
    out[N + i] = t7 + a3 * t6;
}

__global__ void k67(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float t1 = a2 * a2;
    float t2 = s * a1 + (t1 * a5) * t1 + a0 * a5;
    float t3 = t1 * t2;
    float t4 = a0 * a2;
    float t5 = fminf(a5, t4);
    float t6 = sqrtf(fabsf(a5));
    out[i] = t3 * t5 + t6 * t1;
    out[N + i] = t6;
}

__global__ void k68(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float a4 = p[4 * N + i];
    float t1 = s * a5 + a4 * s + a4 * a2;
    float t2 = a2 * t1 + a4 * a2 - t1 * a5;
    float t3 = t1 * a5 + a5 * 0.7f;
    float t4 = t1 / a5;
    out[i] = t1 * s + (t1 * a5) * t2;
    out[N + i] = t4;
}

__global__ void k69(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a2 = p[2 * N + i];
    double a4 = p[4 * N + i];
    double a5 = p[5 * N + i];
    double a0 = p[0 * N + i];
    double t1 = a5 / a4;
    double t2 = fabs(s);
    double a1 = p[1 * N + i];
    double t3 = sqrt(fabs(t2));
    double t4 = t3 * t2 + t1 * t3 + a1 * -1.3;
    double t5 = sqrt(fabs(a1));
    double t6 = t4 * t2 + a2 * a4 + t4 * 2.5;
    double t7 = t1 * t6 + (t1 * t3) * t5;
    out[i] = t7 * t3 + t5 * a5;
    out[N + i] = t7;
}

__global__ void k70(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float t1 = -a0;
    float t2 = t1 * a5 + a1 * a3;
    float t3 = fminf(a5, t1);
    float t4 = a5 * a5 + a4 * a4 + a0 * a1;
    float t5 = s * t2 + t2 * t2;
    out[i] = t5 * t5 + a3 * t2;
    out[N + i] = t5;
}

__global__ void k71(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a0 * a5;
    float t2 = a2 * -1.3f + a1 * s;
    float t3 = t1 * 2.5f + t2 * a4 + t1 * t1;
    float t4 = t3 * t2;
    float t5 = t2 * t4;
    out[i] = s * t3 + s * t3;
    out[N + i] = t5 + s * t3;
}

__global__ void k72(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a2 * s + a4 * a4;
    float t2 = a0 * s + t1 * t1;
    float a3 = p[3 * N + i];
    float t3 = s - a2 * a3;
    out[i] = a3 * a2 + a4 * t3;
    out[N + i] = t3;
}

__global__ void k73(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a0 * s + a2 * a0;
    float t2 = s * t1;
    float a1 = p[1 * N + i];
    float t3 = t1 * a3 + a2 * s;
    out[i] = a3 * a1 + t1 * a2;
    out[N + i] = t3 + s * t1;
}

__global__ void k74(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a4 = p[4 * N + i];
    double a5 = p[5 * N + i];
    double a2 = p[2 * N + i];
    double a0 = p[0 * N + i];
    double a1 = p[1 * N + i];
    double t1 = a5 + s * a2;
    double t2 = -a0;
    double a3 = p[3 * N + i];
    double t3 = sqrt(fabs(t1));
    double t4 = t1 * t1 + t3 * t2;
    double t5 = a0 * a2;
    out[i] = (a3 * s) * t1 + (t2 * t1) * a3;
    out[N + i] = t5 - (a1 * t5) * a4;
}

__global__ void k75(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float t1 = sqrtf(fabsf(a1));
    float t2 = t1 * s + a0 * a0;
    float t3 = t2 / a1;
    float t4 = s / a1;
    float t5 = (a0 * a0) * t1 + t4 * t1;
    float t6 = s / a1;
    float t7 = a1 * s;
    out[i] = t6 * t6 + t7 * a0;
    out[N + i] = t7;
}

__global__ void k76(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a5 * a1;
    float t2 = a4 * a4 + a1 * a1;
    float t3 = a5 * a3 + a5 * a2;
    float t4 = sqrtf(fabsf(a5));
    float t5 = __expf(t3);
    out[i] = a5 * t2 + t4 * t4;
    out[N + i] = t5 - a1 * a2;
}

__global__ void k77(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float t1 = s / a5;
    float t2 = a5 * a5 + t1 * t1;
    float a2 = p[2 * N + i];
    float t3 = a1 * t2 + a1 * 0.7f;
    out[i] = a2 * t3 + t3 * a4;
    out[N + i] = t3 + a4 * t3;
}

__global__ void k78(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float t1 = s - a0 * a0;
    float t2 = a0 * s;
    float t3 = a0 * s + a0 * s;
    float t4 = -t1;
    float t5 = a1 * t3 + t1 * s - t2 * a4;
    out[i] = a1 * t2 + t2 * 2.5f;
    out[N + i] = t5;
}

__global__ void k79(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a3 = p[3 * N + i];
    double a5 = p[5 * N + i];
    double a2 = p[2 * N + i];
    double a0 = p[0 * N + i];
    double t1 = a2 * a5 + s * a0 + a0 * s;
    double t2 = t1 * t1;
    double t3 = fmin(a5, t2);
    double t4 = a2 * a2 - t2 * t3;
    out[i] = (s * t1) * a5 + t4 * t3;
    out[N + i] = t4 - (s * t3) * t4;
}

__global__ void k80(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a2 * a2;
    float t2 = t1 * -1.3f - a0 * -1.3f;
    float t3 = t1 * t1;
    float t4 = a3 - (t1 * t1) * t1;
    float t5 = a4 * t3 + t1 * t3;
    out[i] = t3 * a2 + a1 * t4;
    out[N + i] = t5 + t5 * t1;
}

__global__ void k81(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a3 * a3;
    float t2 = sqrtf(fabsf(t1));
    float a4 = p[4 * N + i];
    float t3 = s * a0 - t1 * t2;
    float t4 = s * a0 + s * a3;
    float t5 = a0 / a0;
    float t6 = t1 * 0.7f + t3 * t5;
    out[i] = (s * t5) * a0 + t3 * t4;
    out[N + i] = t6;
}

__global__ void k82(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a0 * a1;
    float t2 = (t1 * a2) * a3 + a0 * a5;
    float t3 = a4 * s;
    float t4 = __expf(s);
    float t5 = a0 + s * t2;
    float t6 = sqrtf(fabsf(s));
    float t7 = a1 * t2 + t1 * t4;
    out[i] = a2 * a4 + t4 * t7;
    out[N + i] = t7;
}

__global__ void k83(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float a4 = p[4 * N + i];
    float t1 = a1 * a4;
    float t2 = sqrtf(fabsf(s));
    float t3 = fminf(a2, t2);
    float t4 = a4 * a2;
    float t5 = t4 * a2 + t1 * a2;
    float t6 = t3 * t5 + (t5 * t5) * t5 + t4 * a2;
    float t7 = t4 * t1 + t5 * t1;
    out[i] = t6 * t3 + t3 * t2;
    out[N + i] = t7;
}

__global__ void k84(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a5 = p[5 * N + i];
    double a0 = p[0 * N + i];
    double a2 = p[2 * N + i];
    double a3 = p[3 * N + i];
    double t1 = a2 * a5;
    double t2 = fabs(s);
    double t3 = a3 / a0;
    double t4 = t1 * t1 + a0 * a5;
    double t5 = sqrt(fabs(a5));
    out[i] = t2 * t4 + t2 * 2.5;
    out[N + i] = t5;
}

__global__ void k85(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a0 * a1 + a1 * a1;
    float t2 = a0 / a5;
    float t3 = t1 * a0 + t1 * t2 + (a5 * t1) * t1;
    float t4 = t1 * s + t1 * a0;
    float t5 = sqrtf(fabsf(a5));
    out[i] = t4 * -1.3f + a0 * a5;
    out[N + i] = t5;
}

__global__ void k86(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float t1 = a4 - a5 * a0;
    float t2 = a3 * a4 + t1 * a3;
    float t3 = a0 * -1.3f + a0 * a4;
    float t4 = t1 - t3 * t3;
    out[i] = t4 * t4 + t3 * a5;
    out[N + i] = t4;
}

__global__ void k87(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float t1 = sqrtf(fabsf(a3));
    float t2 = t1 * a2 + (a5 * a0) * s;
    float t3 = s * a0 + a5 * s + (a3 * a1) * a5;
    float t4 = -t1;
    float t5 = (a0 * a2) * a1 + (a2 * a1) * a3;
    float t6 = fminf(a3, s);
    float t7 = (t4 * a0) * t2 + (a0 * a0) * t5;
    out[i] = (a1 * t7) * a1 + t4 * a1;
    out[N + i] = t7;
}

__global__ void k88(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float t1 = a2 * s + a1 * -1.3f;
    float t2 = sqrtf(fabsf(a1));
    float t3 = (t2 * a3) * a0 + t2 * t2;
    out[i] = t2 * t2 + a4 * a4;
    out[N + i] = t3;
}

__global__ void k89(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a5 = p[5 * N + i];
    double a3 = p[3 * N + i];
    double a2 = p[2 * N + i];
    double a1 = p[1 * N + i];
    double t1 = a5 * a2;
    double t2 = t1 * s - (a5 * a1) * t1;
    double t3 = t2 * 0.7 + a3 * t1;
    double t4 = t3 - t2 * t3;
    double t5 = a3 * t3 + a3 * t3;
    out[i] = s * t5 + t1 * t3;
    out[N + i] = t5;
}

__global__ void k90(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a4 * a4 + s * s;
    float t2 = s / a0;
    float t3 = t2 * t1 + s * a4;
    float t4 = t2 * a0;
    float t5 = -t2;
    out[i] = (t5 * a4) * a0 + t5 * 2.5f;
    out[N + i] = t5;
}

__global__ void k91(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float t1 = __expf(a5);
    float t2 = -a3;
    float t3 = a0 * t1 - t2 * a2;
    float t4 = t1 * a0;
    float t5 = __expf(t1);
    float t6 = -t5;
    float t7 = t3 * t1 + t1 * t5;
    out[i] = (s * a1) * t5 + a4 * a3;
    out[N + i] = t7;
}

__global__ void k92(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float t1 = s * a3;
    float t2 = fminf(a1, a4);
    float t3 = a1 * s - a4 * s;
    float t4 = t2 * t1 - a3 * a5;
    float t5 = sqrtf(fabsf(a1));
    float t6 = sqrtf(fabsf(s));
    float t7 = a0 * t6 + t5 * t5;
    out[i] = t6 * a5 + t5 * t3;
    out[N + i] = t7 + t6 * a1;
}

__global__ void k93(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a3 * a5 + a5 * a0 - a1 * s;
    float t2 = t1 * t1 + s * 0.7f;
    float a2 = p[2 * N + i];
    float t3 = a4 + t2 * t2;
    out[i] = (t3 * a3) * a3 + (a0 * t1) * s;
    out[N + i] = t3;
}

__global__ void k94(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a2 = p[2 * N + i];
    double a1 = p[1 * N + i];
    double a5 = p[5 * N + i];
    double a0 = p[0 * N + i];
    double a3 = p[3 * N + i];
    double t1 = a5 * a0 + a5 * a5 - a0 * a2;
    double t2 = a0 * a2;
    double a4 = p[4 * N + i];
    double t3 = a1 / a1;
    double t4 = fabs(t3);
    double t5 = a0 * a1 + t3 * a2;
    double t6 = t1 * 2.5 + t2 * t5;
    double t7 = t4 * t4;
    out[i] = a5 * t4 + (a4 * t1) * t3;
    out[N + i] = t7;
}

__global__ void k95(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float t1 = (a4 * s) * a4 - a0 * a4;
    float t2 = __expf(a0);
    float a5 = p[5 * N + i];
    float t3 = t2 * a3 + a3 * a0;
    out[i] = a5 * 0.7f + a0 * a4;
    out[N + i] = t3 + a0 * -1.3f;
}

__global__ void k96(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a1 * s + a1 * a5;
    float t2 = __expf(a1);
    float t3 = a0 + a0 * a5;
    float t4 = a5 * a0 + a5 * 2.5f;
    float t5 = sqrtf(fabsf(a0));
    out[i] = a2 * t5 + a3 * t5;
    out[N + i] = t5;
}

__global__ void k97(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a5 / a5;
    float t2 = fminf(a4, a4);
    float a0 = p[0 * N + i];
    float t3 = fminf(a1, a4);
    float t4 = a5 + a5 * a4;
    float t5 = fminf(t1, a1);
    float t6 = t4 + t5 * a2;
    out[i] = t6 * a2 + s * s;
    out[N + i] = t6;
}

__global__ void k98(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float t1 = __expf(a3);
    float t2 = a4 * 2.5f + (a4 * t1) * a4 - a3 * a2;
    float t3 = s / a1;
    float t4 = a4 * t2 + t2 * a1 + a4 * a0;
    out[i] = a3 * t1 + a2 * a4;
    out[N + i] = t4 - (a2 * t2) * t4;
}

__global__ void k99(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a0 = p[0 * N + i];
    double a1 = p[1 * N + i];
    double a2 = p[2 * N + i];
    double a3 = p[3 * N + i];
    double t1 = s * a2 + a2 * a2 + a1 * a3;
    double t2 = a2 * a3 + a1 * a1;
    double t3 = a1 + a0 * a3;
    double t4 = t3 * a1 + t3 * a3 - s * -1.3;
    double t5 = t4 - t4 * 2.5;
    double t6 = a0 * t2 + t4 * a1;
    out[i] = a3 * 0.7 + a2 * t1;
    out[N + i] = t6;
}

__global__ void k100(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a3 * a1;
    float t2 = (a4 * s) * t1 + a0 * a2 + (a5 * a4) * a2;
    float t3 = a4 * a0 + a4 * 0.7f;
    float t4 = sqrtf(fabsf(t2));
    float t5 = __expf(s);
    float t6 = t5 * t1;
    out[i] = (t2 * t4) * t5 + a2 * a4;
    out[N + i] = t6;
}

__global__ void k101(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float t1 = sqrtf(fabsf(a3));
    float t2 = a4 * a4 + (t1 * a2) * a5;
    float t3 = s * t1;
    float t4 = t2 / a0;
    float t5 = a5 * a5 - t4 * t1;
    float t6 = (a4 * t1) * t1 + t2 * s;
    float t7 = a2 + a3 * 2.5f;
    out[i] = t4 * t1 + t2 * t2;
    out[N + i] = t7;
}

__global__ void k102(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a3 * a3 + a1 * a5;
    float t2 = a5 * 2.5f + a1 * -1.3f;
    float t3 = a5 * t1 + t2 * a3;
    float t4 = a3 * t3 + a3 * 0.7f;
    out[i] = s * a3 + t4 * t4;
    out[N + i] = t4 + a5 * t2;
}

__global__ void k103(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a2 * a5 + a1 * a0;
    float t2 = (s * a0) * a0 - a4 * a1;
    float t3 = a5 * a5;
    out[i] = a2 * t2 + t1 * t2;
    out[N + i] = t3;
}

__global__ void k104(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a3 = p[3 * N + i];
    double a4 = p[4 * N + i];
    double a1 = p[1 * N + i];
    double a2 = p[2 * N + i];
    double t1 = fmin(a1, a4);
    double t2 = a3 * t1;
    double t3 = a3 * t2 + t1 * s;
    double t4 = -t2;
    out[i] = (a3 * a1) * s + (a4 * t1) * t2;
    out[N + i] = t4 + t2 * a2;
}

__global__ void k105(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float t1 = (s * s) * a1 + a5 * s;
    float t2 = a3 * a1;
    float t3 = t1 * a3 - (t2 * t1) * t1;
    float t4 = t3 / a5;
    float t5 = t3 * a5 + t2 * a2;
    float t6 = a5 * a1 + (a3 * t3) * a0;
    float t7 = a2 * a2 + s * t4;
    out[i] = (t4 * t1) * a2 + s * t5;
    out[N + i] = t7;
}

__global__ void k106(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a0 * 2.5f + s * a1 + a3 * a0;
    float t2 = t1 * s + s * s;
    float t3 = sqrtf(fabsf(a3));
    out[i] = a0 * a4 + a2 * t1;
    out[N + i] = t3;
}

__global__ void k107(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a3 = p[3 * N + i];
    float t1 = fminf(a5, a5);
    float t2 = (a5 * t1) * a5 + a2 * a4;
    float t3 = -t1;
    float t4 = (t2 * s) * t2 + t2 * t2;
    out[i] = a5 * a2 + a5 * a1;
    out[N + i] = t4;
}

__global__ void k108(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float t1 = s / a5;
    float t2 = a5 * a3 + a0 * a5 - a3 * a0;
    float t3 = a0 * t1 + a2 * t2 - a5 * -1.3f;
    float t4 = s * s;
    float t5 = t1 * a5 + s * t2;
    float t6 = fminf(t4, t2);
    float t7 = (t3 * t1) * t4 + (t3 * t5) * t5;
    out[i] = a5 * t7 + t2 * a0;
    out[N + i] = t7;
}

__global__ void k109(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a2 = p[2 * N + i];
    double a0 = p[0 * N + i];
    double t1 = s * s + s * a0 - a2 * a0;
    double t2 = sqrt(fabs(t1));
    double a1 = p[1 * N + i];
    double t3 = t1 * a0;
    double t4 = t2 * t2 - t1 * a2;
    double t5 = t2 * a1 + a2 * t4 - t4 * a1;
    double t6 = a0 * a2 + t5 * t5;
    double t7 = t5 * t2 + t6 * a2;
    out[i] = t6 * t3 + a0 * t5;
    out[N + i] = t7;
}

__global__ void k110(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a0 * a0 + a3 * a4 - a0 * a3;
    float t2 = a2 * a2 + a1 * a0;
    float t3 = sqrtf(fabsf(a3));
    float t4 = a4 * a1;
    float t5 = a0 - t1 * t3;
    float t6 = a0 * a0 + (a3 * t5) * s;
    float t7 = a3 * t6 + a1 * t1;
    out[i] = t4 * t5 + t6 * 2.5f;
    out[N + i] = t7;
}

__global__ void k111(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a5 * s - a4 * -1.3f;
    float t2 = t1 * 0.7f + a1 * a5;
    float t3 = -a4;
    float t4 = a0 * -1.3f + t2 * a0;
    float t5 = t4 / a1;
    float t6 = t1 - t1 * a5;
    float t7 = fminf(t5, t6);
    out[i] = t1 * t5 + a0 * t1;
    out[N + i] = t7 + s * t4;
}

__global__ void k112(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a1 * s;
    float t2 = t1 * s + a4 * a3 - a1 * t1;
    float t3 = fminf(a1, a1);
    float t4 = a5 + a3 * a4;
    out[i] = t1 * t1 + a4 * a4;
    out[N + i] = t4;
}

__global__ void k113(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float t1 = a3 / a2;
    float t2 = a3 - a2 * s;
    float t3 = fminf(t2, s);
    float t4 = a4 / a3;
    out[i] = a0 * t4 + t1 * a0;
    out[N + i] = t4;
}

__global__ void k114(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a5 = p[5 * N + i];
    double a1 = p[1 * N + i];
    double a4 = p[4 * N + i];
    double a3 = p[3 * N + i];
    double a2 = p[2 * N + i];
    double t1 = -a1;
    double t2 = sqrt(fabs(a3));
    double t3 = t2 * a3;
    out[i] = a4 * t1 + (s * t1) * t2;
    out[N + i] = t3 - a5 * a1;
}

__global__ void k115(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float t1 = fminf(a5, s);
    float t2 = s * a1 + (t1 * t1) * t1;
    float a4 = p[4 * N + i];
    float t3 = (t1 * t1) * a1 + a1 * s - s * t2;
    float t4 = a1 + t2 * t2;
    float t5 = t2 - a5 * t2;
    float t6 = fminf(t3, t5);
    out[i] = t6 * t3 + t3 * -1.3f;
    out[N + i] = t6 + t4 * t2;
}

__global__ void k116(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float t1 = s * s + a1 * a1;
    float t2 = a1 * t1 + a1 * t1;
    float a5 = p[5 * N + i];
    float t3 = a5 * a3;
    float t4 = fminf(t1, t2);
    out[i] = t4 * t4 + t1 * a1;
    out[N + i] = t4;
}

__global__ void k117(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float t1 = -s;
    float t2 = a0 * t1 + a3 * a3;
    float a4 = p[4 * N + i];
    float t3 = a5 * t2 + a1 * a3;
    float t4 = t2 - a0 * t3;
    float t5 = t2 / a1;
    out[i] = a2 * a1 + t1 * a1;
    out[N + i] = t5;
}

__global__ void k118(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float t1 = (s * a5) * a5 + a5 * a0;
    float t2 = t1 * t1;
    float t3 = a5 * a3 + a3 * 0.7f;
    out[i] = s * t2 + t3 * a4;
    out[N + i] = t3 - t1 * t1;
}

__global__ void k119(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a4 = p[4 * N + i];
    double a5 = p[5 * N + i];
    double a0 = p[0 * N + i];
    double a3 = p[3 * N + i];
    double t1 = (a5 * a0) * a5 + (a5 * s) * a0;
    double t2 = a4 * -1.3 + (a4 * a0) * s;
    double t3 = fabs(a5);
    double t4 = t3 + t3 * a5;
    double t5 = s * a3 + (t4 * t4) * t3;
    double t6 = a4 * t5 + t2 * t1;
    double t7 = a4 * t3;
    out[i] = t5 * a3 + t3 * t5;
    out[N + i] = t7;
}

__global__ void k120(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a0 * a3;
    float t2 = a3 + (a3 * s) * s;
    float t3 = fminf(a0, a3);
    float t4 = t3 * -1.3f + t3 * t3;
    float t5 = s * a3 + a0 * a0;
    float t6 = a0 * s + t3 * a3;
    out[i] = t3 * 2.5f + a5 * -1.3f;
    out[N + i] = t6;
}

__global__ void k121(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a2 * 2.5f - a2 * a1;
    float t2 = a5 / a5;
    float t3 = a2 * s;
    float t4 = t3 * a1 - (t3 * a5) * a4;
    out[i] = t1 * t3 + a2 * -1.3f;
    out[N + i] = t4 + t2 * a5;
}

__global__ void k122(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float t1 = fminf(a1, s);
    float t2 = t1 * 0.7f + a4 * a5;
    float t3 = fminf(t2, a5);
    float t4 = t3 * s;
    float t5 = __expf(a2);
    out[i] = t3 * 0.7f + a0 * t2;
    out[N + i] = t5;
}

__global__ void k123(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a2 * a3 + a2 * a3;
    float t2 = a4 - s * a1;
    float t3 = a1 * a1;
    float t4 = s - (a3 * a2) * s;
    float t5 = sqrtf(fabsf(a2));
    out[i] = t1 * t2 + t5 * a4;
    out[N + i] = t5 - t2 * t1;
}

__global__ void k124(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a4 = p[4 * N + i];
    double a5 = p[5 * N + i];
    double a3 = p[3 * N + i];
    double a2 = p[2 * N + i];
    double a1 = p[1 * N + i];
    double a0 = p[0 * N + i];
    double t1 = a0 * a2 + a1 * a0;
    double t2 = a3 * s;
    double t3 = sqrt(fabs(a0));
    double t4 = a0 * t1 + a0 * t1;
    double t5 = a2 * a0;
    double t6 = t4 * a3;
    out[i] = t2 * t4 + t6 * t6;
    out[N + i] = t6;
}

__global__ void k125(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float t1 = __expf(a2);
    float t2 = a2 / a3;
    float a0 = p[0 * N + i];
    float t3 = (s * t2) * a2 - a0 * 0.7f;
    float t4 = fminf(a3, a2);
    float t5 = t2 * t4 + (t4 * t2) * t3;
    float t6 = t5 * a2 + t3 * t3;
    out[i] = (t3 * t4) * t5 + a0 * a3;
    out[N + i] = t6 - a0 * t1;
}

__global__ void k126(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float t1 = sqrtf(fabsf(a5));
    float t2 = a2 * a1;
    float t3 = a0 * a4;
    out[i] = a5 * a2 + (a5 * a3) * a2;
    out[N + i] = t3 - t1 * 0.7f;
}

__global__ void k127(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float t1 = a0 * -1.3f + a1 * a4 + a1 * a3;
    float t2 = sqrtf(fabsf(a0));
    float t3 = t2 / a2;
    float t4 = t2 - (a1 * t2) * t3;
    float t5 = (a0 * a0) * t3 + a3 * t2 + t2 * a2;
    float t6 = t4 * t1;
    out[i] = t4 * s + t4 * t2;
    out[N + i] = t6 - a2 * t2;
}

__global__ void k128(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a3 * a3;
    float t2 = s * t1 + a3 * t1;
    float t3 = a3 * a4 - t1 * a3;
    out[i] = a3 * t1 + a2 * s;
    out[N + i] = t3;
}

__global__ void k129(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a4 = p[4 * N + i];
    double a3 = p[3 * N + i];
    double a5 = p[5 * N + i];
    double a1 = p[1 * N + i];
    double a0 = p[0 * N + i];
    double t1 = a4 * a1 + (a3 * s) * a1;
    double t2 = sqrt(fabs(t1));
    double t3 = t1 * a4 - t1 * t1;
    double t4 = a1 * a0 + t1 * s;
    double t5 = t1 / a4;
    out[i] = t2 * s + a5 * 0.7;
    out[N + i] = t5 - (a3 * a1) * t3;
}

__global__ void k130(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float t1 = a4 + a4 * a5;
    float t2 = (a0 * t1) * s + t1 * a5;
    float t3 = t1 * s + a5 * a3;
    float t4 = t1 * t2;
    out[i] = s * -1.3f + t1 * a0;
    out[N + i] = t4 - t4 * a4;
}

__global__ void k131(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a4 * a2 + a0 * s;
    float t2 = s - s * a2;
    float t3 = t2 * t2;
    float t4 = fminf(a2, t1);
    float t5 = a2 * a4 + a4 * a0;
    float t6 = t1 * t2 - t1 * 2.5f;
    out[i] = t5 * a5 + (a0 * a2) * t1;
    out[N + i] = t6 + s * -1.3f;
}

__global__ void k132(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float t1 = -a0;
    float t2 = t1 * a3;
    float t3 = a5 * a5 + a5 * a0;
    float t4 = t3 * t3 + s * t2;
    float t5 = (a4 * t1) * a0 + t2 * 2.5f;
    out[i] = t5 * t5 + a4 * t3;
    out[N + i] = t5;
}

__global__ void k133(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a4 * a4 - a5 * a0;
    float t2 = s * a4;
    float t3 = a0 * t2 - s * s;
    float t4 = sqrtf(fabsf(t3));
    float t5 = s * t1 + t1 * a5;
    float t6 = a4 * t4 - (a4 * t3) * t4;
    float t7 = t6 * -1.3f + s * t1 - t6 * a5;
    out[i] = (a4 * t4) * t6 + t1 * t5;
    out[N + i] = t7;
}

__global__ void k134(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a1 = p[1 * N + i];
    double a5 = p[5 * N + i];
    double a2 = p[2 * N + i];
    double t1 = a1 / a5;
    double t2 = a2 * a5;
    double t3 = a1 * t1;
    double t4 = fmin(a2, t1);
    double t5 = t2 * t4 + s * t1;
    double t6 = t3 * t3 + (t4 * a2) * s;
    out[i] = t3 * t6 + t6 * t1;
    out[N + i] = t6;
}

__global__ void k135(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a3 = p[3 * N + i];
    float a5 = p[5 * N + i];
    float t1 = a4 * a4 + a3 * a5;
    float t2 = t1 + a4 * a4;
    float t3 = fminf(t1, t2);
    float t4 = a5 * a4 + s * t3;
    float t5 = t1 * t4 + t2 * t3;
    float t6 = a3 * 0.7f + t1 * t1 + t1 * t4;
    out[i] = t5 * t6 + t1 * -1.3f;
    out[N + i] = t6;
}

__global__ void k136(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float t1 = (a4 * a2) * a2 + (s * a4) * a2;
    float t2 = t1 * t1 + (t1 * t1) * t1;
    float a5 = p[5 * N + i];
    float t3 = a2 * 2.5f + t1 * s;
    out[i] = t2 * t2 + s * t1;
    out[N + i] = t3 + s * a4;
}

__global__ void k137(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float t1 = s * a0 - (a4 * a0) * s;
    float t2 = a2 * a0 + s * a4;
    float t3 = t2 / a2;
    float t4 = (t2 * t2) * a2 + a0 * t1;
    float t5 = (a0 * t4) * t3 + s * a2;
    float t6 = t5 * a2;
    out[i] = a2 * t5 + t1 * t2;
    out[N + i] = t6;
}

__global__ void k138(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float t1 = __expf(a1);
    float t2 = t1 * a1 + (a5 * a5) * t1;
    float a0 = p[0 * N + i];
    float t3 = a5 * t1 - a5 * t1;
    float t4 = (t3 * t2) * t3 + a0 * s;
    float t5 = fminf(t3, s);
    float t6 = sqrtf(fabsf(a1));
    float t7 = fminf(t3, t5);
    out[i] = t5 * t1 + s * a2;
    out[N + i] = t7;
}

__global__ void k139(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a5 = p[5 * N + i];
    double a4 = p[4 * N + i];
    double t1 = s * a5 + a5 * s;
    double t2 = t1 + s * a4;
    double a0 = p[0 * N + i];
    double t3 = a5 * a4 + s * 0.7;
    double t4 = t2 * a4 + t3 * a0;
    double t5 = a5 / a5;
    double t6 = a0 + (t1 * t4) * s;
    out[i] = t4 * t5 + (t4 * t5) * t4;
    out[N + i] = t6 + t5 * t2;
}

__global__ void k140(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float t1 = s * a3 + (a0 * a4) * a4;
    float t2 = (a4 * a3) * s + a4 * a0;
    float t3 = s - s * a0;
    float t4 = t3 - t3 * t2;
    float t5 = fminf(t3, t3);
    float t6 = (a0 * a0) * a0 + t4 * s + t2 * t1;
    out[i] = s * a0 + t3 * t3;
    out[N + i] = t6;
}

__global__ void k141(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float t1 = a2 * a4 + (a4 * s) * a2;
    float t2 = fminf(a3, t1);
    float t3 = s * a0 + t2 * t1;
    float t4 = a4 / a2;
    out[i] = a2 * t1 + t2 * a1;
    out[N + i] = t4 - t4 * t4;
}

__global__ void k142(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float t1 = s * a3;
    float t2 = t1 * a3 + a3 * -1.3f;
    float t3 = fminf(a0, a0);
    float t4 = t2 * a3;
    out[i] = t4 * a0 + a3 * a0;
    out[N + i] = t4 - s * t4;
}

__global__ void k143(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float t1 = sqrtf(fabsf(a3));
    float t2 = t1 * s - a4 * t1;
    float t3 = a3 + t1 * a3;
    float t4 = a3 * s - t2 * a5;
    float t5 = t4 * s - a5 * t1;
    out[i] = t3 * a5 + (a5 * a3) * t1;
    out[N + i] = t5 + t4 * 0.7f;
}

__global__ void k144(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a4 = p[4 * N + i];
    double a2 = p[2 * N + i];
    double a1 = p[1 * N + i];
    double a5 = p[5 * N + i];
    double a0 = p[0 * N + i];
    double a3 = p[3 * N + i];
    double t1 = fabs(a5);
    double t2 = t1 / a2;
    double t3 = t2 * a1 + t1 * t2;
    double t4 = (s * t2) * t2 - (a1 * t2) * a5;
    double t5 = a1 - (t3 * a1) * a5;
    out[i] = a5 * t5 + (t1 * s) * s;
    out[N + i] = t5;
}

__global__ void k145(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float t1 = (a5 * a5) * a0 + a1 * a5;
    float t2 = a4 / a4;
    float t3 = s - s * a2;
    float t4 = fminf(t1, t1);
    float t5 = fminf(a4, t4);
    out[i] = t4 * a5 + (t4 * t3) * a0;
    out[N + i] = t5;
}

__global__ void k146(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a4 = p[4 * N + i];
    float a0 = p[0 * N + i];
    float t1 = a2 * a0 + a1 * a1;
    float t2 = sqrtf(fabsf(a3));
    float t3 = a4 * a2 + (a2 * a2) * a4;
    out[i] = a3 * a2 + s * a1;
    out[N + i] = t3;
}

__global__ void k147(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float t1 = fminf(a5, a1);
    float t2 = fminf(s, t1);
    float t3 = a5 * s + a1 * a0;
    out[i] = a3 * t1 + a3 * t1;
    out[N + i] = t3;
}

__global__ void k148(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a1 = p[1 * N + i];
    float t1 = sqrtf(fabsf(a2));
    float t2 = a0 * a5;
    float a4 = p[4 * N + i];
    float t3 = a5 * t2 - a3 * t1;
    float t4 = (a5 * a3) * a0 + a3 * t1;
    float t5 = s * t1 + a5 * t3;
    float t6 = t2 * a1;
    out[i] = t5 * t6 + t6 * a5;
    out[N + i] = t6;
}

__global__ void k149(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a2 = p[2 * N + i];
    double a0 = p[0 * N + i];
    double a5 = p[5 * N + i];
    double a1 = p[1 * N + i];
    double a3 = p[3 * N + i];
    double a4 = p[4 * N + i];
    double t1 = s * s;
    double t2 = a5 * t1 + t1 * a3;
    double t3 = a3 * a4 + t1 * t2;
    double t4 = s * t2;
    double t5 = t3 * t3 + t4 * t4 - s * a2;
    double t6 = fmin(a4, t5);
    double t7 = t6 * t6 - t4 * a1;
    out[i] = a2 * t6 + t6 * t3;
    out[N + i] = t7;
}

__global__ void k150(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a4 = p[4 * N + i];
    float t1 = a2 * a3;
    float t2 = s * a2;
    float a5 = p[5 * N + i];
    float t3 = s * 0.7f + a0 * a1;
    float t4 = (t1 * a4) * t3 - s * a2;
    out[i] = t1 * t1 + s * a3;
    out[N + i] = t4 + a4 * t3;
}

__global__ void k151(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a1 = p[1 * N + i];
    float a0 = p[0 * N + i];
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a5 = p[5 * N + i];
    float a4 = p[4 * N + i];
    float t1 = s * a4;
    float t2 = a4 * a5;
    float t3 = fminf(t2, a0);
    float t4 = a1 * a0 + a5 * a3;
    out[i] = a3 * a3 + a0 * a0;
    out[N + i] = t4;
}

__global__ void k152(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a2 = p[2 * N + i];
    float a4 = p[4 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a3 = p[3 * N + i];
    float t1 = a5 * a0 + a2 * a3;
    float t2 = __expf(a0);
    float t3 = a0 * a4;
    float t4 = t1 * t1 + a0 * t1 - a4 * a1;
    float t5 = t4 * s;
    float t6 = a3 / a0;
    float t7 = fminf(a4, t1);
    out[i] = t5 * 2.5f + t4 * t5;
    out[N + i] = t7 - (t1 * t4) * t1;
}

__global__ void k153(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a4 = p[4 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float t1 = s * 2.5f + a2 * a4;
    float t2 = (a2 * a1) * a1 + a2 * a4;
    float t3 = a1 * t2 + a1 * t2;
    out[i] = t2 * t3 + t2 * t3;
    out[N + i] = t3 + a4 * -1.3f;
}

__global__ void k154(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a1 = p[1 * N + i];
    double a5 = p[5 * N + i];
    double a3 = p[3 * N + i];
    double a0 = p[0 * N + i];
    double a4 = p[4 * N + i];
    double t1 = a4 * a0 + a3 * a5;
    double t2 = t1 * a3;
    double t3 = s - t2 * a5;
    double t4 = a0 - a4 * t3;
    double t5 = a0 * t4 + (s * t4) * t3 + t2 * t1;
    double t6 = t2 * a5;
    double t7 = t4 * t1 + a3 * t1;
    out[i] = t7 * t2 + a5 * a5;
    out[N + i] = t7;
}

__global__ void k155(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a4 = p[4 * N + i];
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float a3 = p[3 * N + i];
    float t1 = fminf(a0, a0);
    float t2 = sqrtf(fabsf(t1));
    float t3 = a2 * a2 + a2 * s;
    float t4 = s / a0;
    out[i] = t2 * a3 + a1 * t4;
    out[N + i] = t4;
}

__global__ void k156(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a2 = p[2 * N + i];
    float a1 = p[1 * N + i];
    float t1 = __expf(a3);
    float t2 = fminf(a3, t1);
    float a5 = p[5 * N + i];
    float t3 = (a2 * a5) * s + t1 * s;
    out[i] = t1 * a2 + (a2 * a1) * t1;
    out[N + i] = t3;
}

__global__ void k157(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a3 = p[3 * N + i];
    float a0 = p[0 * N + i];
    float a5 = p[5 * N + i];
    float a1 = p[1 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a2 * a3 + a3 * 2.5f;
    float t2 = (a5 * t1) * a3 + a1 * a2 - a2 * s;
    float t3 = a1 + t2 * a3;
    float t4 = a1 * 2.5f - t2 * t2;
    float t5 = t1 * s + t1 * a2;
    out[i] = t3 * t2 + t2 * s;
    out[N + i] = t5 - a5 * a1;
}

__global__ void k158(float *out, const float *p, float s)
{
    int i = threadIdx.x;
    float a0 = p[0 * N + i];
    float a1 = p[1 * N + i];
    float a5 = p[5 * N + i];
    float a2 = p[2 * N + i];
    float t1 = a2 + a1 * a5;
    float t2 = a5 * a2;
    float t3 = t1 * t2;
    float t4 = fminf(a5, t2);
    float t5 = t2 * a0 + a0 * t3;
    float t6 = t3 * t3;
    out[i] = t3 * 2.5f + t6 * a5;
    out[N + i] = t6;
}

__global__ void k159(double *out, const double *p, double s)
{
    int i = threadIdx.x;
    double a1 = p[1 * N + i];
    double a2 = p[2 * N + i];
    double a3 = p[3 * N + i];
    double a5 = p[5 * N + i];
    double t1 = a3 * s + a5 * a2;
    double t2 = t1 * s + a5 * a2;
    double t3 = t2 + (t2 * a1) * a3;
    double t4 = t3 * t2;
    out[i] = (t3 * t2) * a2 + t3 * t2;
    out[N + i] = t4;
}

template <class T> struct Bits;
template <> struct Bits<float> { typedef unsigned type; };
template <> struct Bits<double> { typedef unsigned long long type; };

template <class T> void run(const char *name, void (*k)(T *, const T *, T))
{
    static T p[6 * N], out[2 * N];
    unsigned h = 12345;
    for (int i = 0; i < 6 * N; i++) {
        h = h * 1664525u + 1013904223u;
        p[i] = (T)((int)(h >> 8) % 4000001 - 2000000) / (T)1000003;
    }
    T *dp, *dout;
    cudaMalloc(&dp, sizeof p);
    cudaMalloc(&dout, sizeof out);
    cudaMemcpy(dp, p, sizeof p, cudaMemcpyHostToDevice);
    k<<<1, N>>>(dout, dp, (T)0.83);
    cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    unsigned sum = 2166136261u;
    for (int i = 0; i < 2 * N; i++) {
        typename Bits<T>::type bits;
        memcpy(&bits, &out[i], sizeof bits);
        if (out[i] != out[i])
            bits = 1;
        for (size_t j = 0; j < sizeof bits; j++)
            sum = (sum ^ (unsigned)(bits >> 8 * j & 255)) * 16777619u;
    }
    printf("%s %08x\n", name, sum);
    cudaFree(dp);
    cudaFree(dout);
}

int main()
{
    run("k0", k0);
    run("k1", k1);
    run("k2", k2);
    run("k3", k3);
    run("k4", k4);
    run("k5", k5);
    run("k6", k6);
    run("k7", k7);
    run("k8", k8);
    run("k9", k9);
    run("k10", k10);
    run("k11", k11);
    run("k12", k12);
    run("k13", k13);
    run("k14", k14);
    run("k15", k15);
    run("k16", k16);
    run("k17", k17);
    run("k18", k18);
    run("k19", k19);
    run("k20", k20);
    run("k21", k21);
    run("k22", k22);
    run("k23", k23);
    run("k24", k24);
    run("k25", k25);
    run("k26", k26);
    run("k27", k27);
    run("k28", k28);
    run("k29", k29);
    run("k30", k30);
    run("k31", k31);
    run("k32", k32);
    run("k33", k33);
    run("k34", k34);
    run("k35", k35);
    run("k36", k36);
    run("k37", k37);
    run("k38", k38);
    run("k39", k39);
    run("k40", k40);
    run("k41", k41);
    run("k42", k42);
    run("k43", k43);
    run("k44", k44);
    run("k45", k45);
    run("k46", k46);
    run("k47", k47);
    run("k48", k48);
    run("k49", k49);
    run("k50", k50);
    run("k51", k51);
    run("k52", k52);
    run("k53", k53);
    run("k54", k54);
    run("k55", k55);
    run("k56", k56);
    run("k57", k57);
    run("k58", k58);
    run("k59", k59);
    run("k60", k60);
    run("k61", k61);
    run("k62", k62);
    run("k63", k63);
    run("k64", k64);
    run("k65", k65);
    run("k66", k66);
    run("k67", k67);
    run("k68", k68);
    run("k69", k69);
    run("k70", k70);
    run("k71", k71);
    run("k72", k72);
    run("k73", k73);
    run("k74", k74);
    run("k75", k75);
    run("k76", k76);
    run("k77", k77);
    run("k78", k78);
    run("k79", k79);
    run("k80", k80);
    run("k81", k81);
    run("k82", k82);
    run("k83", k83);
    run("k84", k84);
    run("k85", k85);
    run("k86", k86);
    run("k87", k87);
    run("k88", k88);
    run("k89", k89);
    run("k90", k90);
    run("k91", k91);
    run("k92", k92);
    run("k93", k93);
    run("k94", k94);
    run("k95", k95);
    run("k96", k96);
    run("k97", k97);
    run("k98", k98);
    run("k99", k99);
    run("k100", k100);
    run("k101", k101);
    run("k102", k102);
    run("k103", k103);
    run("k104", k104);
    run("k105", k105);
    run("k106", k106);
    run("k107", k107);
    run("k108", k108);
    run("k109", k109);
    run("k110", k110);
    run("k111", k111);
    run("k112", k112);
    run("k113", k113);
    run("k114", k114);
    run("k115", k115);
    run("k116", k116);
    run("k117", k117);
    run("k118", k118);
    run("k119", k119);
    run("k120", k120);
    run("k121", k121);
    run("k122", k122);
    run("k123", k123);
    run("k124", k124);
    run("k125", k125);
    run("k126", k126);
    run("k127", k127);
    run("k128", k128);
    run("k129", k129);
    run("k130", k130);
    run("k131", k131);
    run("k132", k132);
    run("k133", k133);
    run("k134", k134);
    run("k135", k135);
    run("k136", k136);
    run("k137", k137);
    run("k138", k138);
    run("k139", k139);
    run("k140", k140);
    run("k141", k141);
    run("k142", k142);
    run("k143", k143);
    run("k144", k144);
    run("k145", k145);
    run("k146", k146);
    run("k147", k147);
    run("k148", k148);
    run("k149", k149);
    run("k150", k150);
    run("k151", k151);
    run("k152", k152);
    run("k153", k153);
    run("k154", k154);
    run("k155", k155);
    run("k156", k156);
    run("k157", k157);
    run("k158", k158);
    run("k159", k159);
    return 0;
}
