// A histogram: each block counts in shared memory, and adds that to global memory.
#include <cstdio>
__global__ void histogram(const unsigned char *text, unsigned *count, int n)
{
    __shared__ unsigned own[64];
    if (threadIdx.x < 64)
        own[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&own[text[i] % 64], 1);
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&count[threadIdx.x], own[threadIdx.x]);
}
int main()
{
    const int n = 1500;
    static unsigned char text[n];
    for (int i = 0; i < n; i++)
        text[i] = i * i;
    unsigned char *dtext;
    unsigned *dcount, count[64];
    cudaMalloc(&dtext, n);
    cudaMalloc(&dcount, sizeof count);
    cudaMemcpy(dtext, text, n, cudaMemcpyHostToDevice);
    cudaMemset(dcount, 0, sizeof count);
    histogram<<<(n + 127) / 128, 128>>>(dtext, dcount, n);
    cudaMemcpy(count, dcount, sizeof count, cudaMemcpyDeviceToHost);
    printf("%u %u\n", count[0], count[4]);
    cudaFree(dtext);
    cudaFree(dcount);
}
