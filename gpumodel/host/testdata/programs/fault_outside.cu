#include <stdio.h>
#include <stdlib.h>
__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
int main() {
    float *d;
    cudaMalloc(&d, 400);
    k<<<4096, 256>>>(d, 1 << 20);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    float x;
    printf("%s\n", cudaGetErrorString(cudaMemcpy(&x, d, 4, cudaMemcpyDeviceToHost)));
}
