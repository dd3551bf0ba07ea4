#include <stdio.h>
#include <stdlib.h>
__global__ void rows(float **a, int n)
{
    for (int i = 0; i < n; i++) a[threadIdx.x][i] = 1;
}
int main()
{
    const int n = 8;
    float **h = (float **)malloc(n * sizeof(float *)), **d;
    for (int i = 0; i < n; i++) h[i] = (float *)malloc(n * sizeof(float));
    cudaMalloc(&d, n * sizeof(float *));
    cudaMemcpy(d, h, n * sizeof(float *), cudaMemcpyHostToDevice);
    rows<<<1, n>>>(d, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
