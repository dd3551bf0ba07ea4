#include <stdio.h>
#include <stdlib.h>
#include <time.h>
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
    clock_t from = clock();
    work<<<n / 256, 256>>>(d, n);
    clock_t to = clock();
    printf("%s\n", to - from < 100 ? "very fast" : "slow");
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d);
    free(h);
    return 0;
}
