#include <stdio.h>
#include <stdlib.h>
__global__ void twice(float *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
int main()
{
    const int n = 1000;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    twice<<<2048, 1024>>>(d);
    printf("working\n");
    cudaError_t e = cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) printf("copy failed: %s\n", cudaGetErrorString(e));
    cudaFree(d);
    free(h);
    return 0;
}
