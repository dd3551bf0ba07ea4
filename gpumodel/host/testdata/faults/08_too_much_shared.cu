#include <stdio.h>
#include <stdlib.h>
__global__ void reverse(float *a, int n)
{
    extern __shared__ float s[];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[n - 1 - threadIdx.x];
}
int main()
{
    const int n = 256;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    reverse<<<1, n, n * n * sizeof(float)>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[1], h[n - 1]);
    cudaFree(d);
    free(h);
    return 0;
}
