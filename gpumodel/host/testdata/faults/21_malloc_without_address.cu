#include <stdio.h>
#include <stdlib.h>
__global__ void twice(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
}
int main()
{
    const int n = 256;
    float *h = (float *)malloc(n * sizeof(float)), *d = NULL;
    cudaMalloc((void **)d, n * sizeof(float));
    twice<<<1, n>>>(d, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    free(h);
    return 0;
}
