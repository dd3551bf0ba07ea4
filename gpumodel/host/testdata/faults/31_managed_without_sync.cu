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
    float *a;
    cudaMallocManaged(&a, n * sizeof(float));
    for (int i = 0; i < n; i++) a[i] = i;
    twice<<<1, n>>>(a, n);
    printf("%g\n", a[5]);
    cudaDeviceSynchronize();
    printf("%g\n", a[5]);
    cudaFree(a);
    return 0;
}
