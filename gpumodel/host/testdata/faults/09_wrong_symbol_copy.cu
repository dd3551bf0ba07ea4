#include <stdio.h>
#include <stdlib.h>
__constant__ float factor;
__global__ void times(float *a) { a[threadIdx.x] *= factor; }
int main()
{
    const int n = 32;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    float f[2] = {3, 4};
    printf("%s\n", cudaGetErrorString(cudaMemcpyToSymbol(factor, f, sizeof(f))));
    times<<<1, n>>>(d);
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[1], h[n - 1]);
    cudaFree(d);
    free(h);
    return 0;
}
