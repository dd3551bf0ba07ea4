#include <stdio.h>
#include <stdlib.h>
__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
int main() {
    float *h = (float *)malloc(400), *d;
    cudaMalloc(&d, 400);
    cudaError_t e = cudaMemcpy(d, h, 400, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(e));
    e = cudaMemcpy(d, h, 800, cudaMemcpyHostToDevice);
    printf("%s\n", cudaGetErrorString(e));
    cudaFree(d);
}
