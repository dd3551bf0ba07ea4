#include <stdio.h>
#include <stdlib.h>
__global__ void twice(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
}
int main()
{
    const int n = 1024;
    float *d;
    for (int i = 0; i < 10; i++) {
        cudaMalloc(&d, n * sizeof(float));
        cudaMemset(d, 0, n * sizeof(float));
        twice<<<1, n>>>(d, n);
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
