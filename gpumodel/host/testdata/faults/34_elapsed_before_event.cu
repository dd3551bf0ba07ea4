#include <stdio.h>
#include <stdlib.h>
__global__ void work(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 100; k++) a[i] = a[i] * 0.5f + k;
}
int main()
{
    const int n = 65536;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaEvent_t from, to;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaEventRecord(from);
    work<<<n / 256, 256>>>(d, n);
    cudaEventRecord(to);
    float ms = 0;
    cudaError_t e = cudaEventElapsedTime(&ms, from, to);
    printf("%s, %g ms\n", cudaGetErrorString(e), ms);
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d);
    free(h);
    return 0;
}
