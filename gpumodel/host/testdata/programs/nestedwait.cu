// Kernels wait for kernels that they launch, as those of CUDA 11 do; the host has functions of these names, too.
#include <stdio.h>
__global__ void child(int *a) { a[threadIdx.x] *= 2; }
__global__ void parent(int *a)
{
    child<<<1, 4>>>(a);
    cudaError_t e = cudaDeviceSynchronize();
    a[0] += e == cudaSuccess && cudaGetLastError() == cudaSuccess ? 100 : 0;
}
int main()
{
    int h[4] = {1, 2, 3, 4}, *d;
    cudaMalloc(&d, 16);
    cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);
    parent<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[3]);
    cudaFree(d);
}
