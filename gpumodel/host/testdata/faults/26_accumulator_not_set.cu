#include <stdio.h>
#include <stdlib.h>
__global__ void sum(const float *a, float *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(s, a[i]);
}
int main()
{
    const int n = 256;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    float *d_s, s;
    cudaMalloc(&d_s, sizeof(float));
    sum<<<1, n>>>(d, d_s, n);
    cudaMemcpy(&s, d_s, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", s);
    cudaFree(d_s);
    cudaFree(d);
    free(h);
    return 0;
}
