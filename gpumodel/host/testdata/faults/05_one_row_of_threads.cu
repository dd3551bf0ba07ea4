#include <stdio.h>
#include <stdlib.h>
__global__ void fill(int *a, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) a[y * w + x] = 1;
}
int main()
{
    const int n = 64;
    int *h = (int *)malloc(n * n * sizeof(int)), *d, sum = 0;
    cudaMalloc(&d, n * n * sizeof(int));
    fill<<<n * n / 256, 256>>>(d, n, n);
    cudaMemcpy(h, d, n * n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n * n; i++) sum += h[i];
    printf("%d\n", sum);
    cudaFree(d);
    free(h);
    return 0;
}
