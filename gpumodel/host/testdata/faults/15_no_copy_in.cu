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
    float *c = (float *)malloc(n * sizeof(float)), *d_a, *d_c;
    cudaMalloc(&d_a, n * sizeof(float));
    cudaMalloc(&d_c, n * sizeof(float));
    add<<<1, n>>>(d_a, d_a, d_c, n);
    cudaMemcpy(c, d_c, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", c[5]);
    cudaFree(d_a);
    cudaFree(d_c);
    free(c);
    return 0;
}
