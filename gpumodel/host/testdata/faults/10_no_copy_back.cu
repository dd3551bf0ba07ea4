#include <stdio.h>
#include <stdlib.h>
__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
int main()
{
    const int n = 256;
    float *a = (float *)malloc(n * sizeof(float)), *c = (float *)calloc(n, sizeof(float)), *d_a, *d_c;
    for (int i = 0; i < n; i++) a[i] = i;
    cudaMalloc(&d_a, n * sizeof(float));
    cudaMalloc(&d_c, n * sizeof(float));
    cudaMemcpy(d_a, a, n * sizeof(float), cudaMemcpyHostToDevice);
    add<<<1, n>>>(d_a, d_a, d_c, n);
    cudaDeviceSynchronize();
    printf("%g\n", c[5]);
    cudaFree(d_a);
    cudaFree(d_c);
    free(a);
    free(c);
    return 0;
}
