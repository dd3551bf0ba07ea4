#include <stdio.h>
#include <stdlib.h>
__global__ void smooth(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}
int main()
{
    const int n = 256;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    float *d_b;
    cudaMalloc(&d_b, n * sizeof(float));
    smooth<<<1, n>>>(d, d_b, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(d_b);
    cudaFree(d);
    free(h);
    return 0;
}
