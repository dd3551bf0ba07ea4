// 500 launches of 256 threads, no two of which use the same addresses.
#include <cstdio>

__global__ void turn(const float *x, float *y, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[(i + by) % n] * 2;
}

int main()
{
    const int n = 256;
    float h[n], *x, *y;
    for (int i = 0; i < n; i++) h[i] = i % 7;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    for (int i = 0; i < 500; i++) turn<<<1, 256>>>(x, y, n, i);
    cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h[4]);
    cudaFree(x);
    cudaFree(y);
}
