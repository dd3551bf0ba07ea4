#include <stdio.h>
#include <stdlib.h>
__global__ void poly(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] * 0.37f + 0.1f * a[i] * a[i];
}
int main()
{
    const int n = 256;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    float *d_b, *b = (float *)malloc(n * sizeof(float)), *ref = (float *)malloc(n * sizeof(float));
    cudaMalloc(&d_b, n * sizeof(float));
    poly<<<1, n>>>(d, d_b, n);
    cudaMemcpy(b, d_b, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) ref[i] = h[i] * 0.37f + 0.1f * h[i] * h[i];
    int wrong = 0;
    for (int i = 0; i < n; i++)
        if (b[i] != ref[i]) wrong++;
    printf("%s\n", wrong ? "FAILED" : "PASSED");
    cudaFree(d_b);
    free(b);
    free(ref);
    cudaFree(d);
    free(h);
    return 0;
}
