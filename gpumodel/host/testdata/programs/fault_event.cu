#include <stdio.h>
#include <stdlib.h>
__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
int main() {
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    float ms = -1, *d;
    cudaMalloc(&d, 4 << 20);
    cudaEventRecord(a);
    k<<<4096, 256>>>(d, 1 << 20);
    cudaEventRecord(b);
    printf("%d\n", cudaEventElapsedTime(&ms, a, b));
    cudaEventSynchronize(b);
    int code = cudaEventElapsedTime(&ms, a, b);
    printf("%d %d\n", code, ms > 0.01f && ms < 1.0f);
    cudaFree(d);
}
