#include <stdio.h>
#include <stdlib.h>
__global__ void twice(float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] *= 2;
}
int main()
{
    const int n = 1000;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    twice<<<(n + 255) / 256, 256>>>(d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(d);
    free(h);
    return 0;
}
