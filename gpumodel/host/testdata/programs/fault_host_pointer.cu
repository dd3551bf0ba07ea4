#include <stdio.h>
#include <stdlib.h>
__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
int main() {
    float *h = (float *)malloc(400);
    k<<<1, 100>>>(h, 100);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%d %s\n", e, cudaGetErrorString(e));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
