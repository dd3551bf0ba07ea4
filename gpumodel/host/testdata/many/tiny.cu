// 100,000 launches of 256 threads.
#include <cstdio>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 256;
    float h[n], *x, *y;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(y, h, sizeof(h), cudaMemcpyHostToDevice);
    for (int i = 0; i < 100000; i++) saxpy<<<1, 256>>>(n, 0.5f, x, y);
    cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h[5]);
    cudaFree(x);
    cudaFree(y);
}
