// A sum of squares. The fault: the managed sum begins with what cudaMallocManaged has left there.
#include <cstdio>
__global__ void squares(const int *d, int *sum, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(sum, d[i] * d[i]);
}
int main()
{
    const int n = 5000;
    int *d, *sum;
    cudaMallocManaged(&d, n * sizeof(int));
    cudaMallocManaged(&sum, sizeof(int));
    for (int i = 0; i < n; i++) d[i] = i % 5;
#ifndef FAULT
    *sum = 0;
#endif
    squares<<<8, 128>>>(d, sum, n);
    cudaDeviceSynchronize();
    printf("%d\n", *sum);
    cudaFree(d);
    cudaFree(sum);
}
