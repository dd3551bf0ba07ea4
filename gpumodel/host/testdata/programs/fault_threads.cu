#include <stdio.h>
#include <stdlib.h>
__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
int main() {
    float *d;
    cudaMalloc(&d, 4096 * sizeof(float));
    k<<<2, 2048>>>(d, 4096);
    cudaDeviceSynchronize();
    cudaFree(d);
}
