// The last block adds up what the others have left. The fault: no fence between the sum and the ticket.
#include <cstdio>
__device__ unsigned tickets;
__global__ void total(const int *d, int *part, int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        int all = 0;
        for (int i = 0; i < 32; i++) all += d[blockIdx.x * 32 + i];
        part[blockIdx.x] = all;
#ifndef FAULT
        __threadfence();
#endif
        last = atomicAdd(&tickets, 1) == gridDim.x - 1;
        if (last) {
            all = 0;
            for (int b = 0; b < gridDim.x; b++) all += part[b];
            *out = all;
        }
    }
}
int main()
{
    const int n = 32 * 50;
    static int a[n];
    for (int i = 0; i < n; i++) a[i] = 1;
    int *d, *part, *out, r;
    cudaMalloc(&d, sizeof a);
    cudaMalloc(&part, 50 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
    total<<<50, 32>>>(d, part, out);
    cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(d);
    cudaFree(part);
    cudaFree(out);
}
