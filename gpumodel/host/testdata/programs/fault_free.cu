#include <stdio.h>
#include <stdlib.h>
__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
int main() {
    float *d, *h = (float *)malloc(400);
    cudaMalloc(&d, 400);
    cudaFree(d);
    printf("%d\n", cudaFree(d));
    printf("%d\n", cudaFree(h));
    printf("%d\n", cudaMemcpy(d, h, 400, cudaMemcpyHostToDevice));
    free(h);
    free(h);
}
