// Blocks count in shared memory. The fault: the counters are not cleared.
#include <cstdio>
__global__ void count(const int *d, int *h, int n)
{
    __shared__ int own[16];
#ifndef FAULT
    if (threadIdx.x < 16) own[threadIdx.x] = 0;
    __syncthreads();
#endif
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&own[d[i] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&h[threadIdx.x], own[threadIdx.x]);
}
int main()
{
    const int n = 10000;
    static int a[n];
    int *d, *h, r[16];
    cudaMalloc(&d, sizeof a);
    cudaMalloc(&h, sizeof r);
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemset(h, 0, sizeof r);
    count<<<(n + 255) / 256, 256>>>(d, h, n);
    cudaMemcpy(r, h, sizeof r, cudaMemcpyDeviceToHost);
    puts("done");
    cudaFree(d);
    cudaFree(h);
}
