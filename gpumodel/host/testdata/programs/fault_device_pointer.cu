#include <stdio.h>
#include <stdlib.h>
__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
int main() {
    float *d;
    cudaMalloc(&d, 400);
    k<<<1, 100>>>(d, 100);
    cudaDeviceSynchronize();
    printf("about to read\n");
    printf("%f\n", d[0]);
}
