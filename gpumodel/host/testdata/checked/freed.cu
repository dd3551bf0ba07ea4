// A polynomial. The fault: its coefficients are freed before the launch that reads them.
#include <cstdio>
__global__ void polynomial(const float *c, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = (c[2] * x[i] + c[1]) * x[i] + c[0];
}
int main()
{
    const int n = 1000;
    static float a[n];
    float three[3] = {1, 2, 3}, *c, *x, *y;
    for (int i = 0; i < n; i++) a[i] = i;
    cudaMalloc(&c, sizeof three);
    cudaMalloc(&x, sizeof a);
    cudaMalloc(&y, sizeof a);
    cudaMemcpy(c, three, sizeof three, cudaMemcpyHostToDevice);
    cudaMemcpy(x, a, sizeof a, cudaMemcpyHostToDevice);
#ifdef FAULT
    cudaFree(c);
#endif
    polynomial<<<8, 128>>>(c, x, y, n);
    cudaMemcpy(a, y, sizeof a, cudaMemcpyDeviceToHost);
    puts("done");
#ifndef FAULT
    cudaFree(c);
#endif
    cudaFree(x);
    cudaFree(y);
}
