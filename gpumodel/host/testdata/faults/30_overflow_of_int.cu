#include <stdio.h>
#include <stdlib.h>
__global__ void fill(float *a, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * n * n;
    a[i] = 1;
}
int main()
{
    const int n = 40000;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    fill<<<1, 2>>>(d, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(d);
    free(h);
    return 0;
}
