// Odd and even phases in shared memory. The fault: the barrier stands in the branch of the even threads.
#include <cstdio>
__global__ void phases(int *d)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    if (t % 2 == 0) {
        s[t] += s[t + 1];
#ifdef FAULT
        __syncthreads();
#endif
    }
#ifndef FAULT
    __syncthreads();
#endif
    d[t] = s[t & ~1];
}
int main()
{
    int a[64], *d;
    for (int i = 0; i < 64; i++) a[i] = i;
    cudaMalloc(&d, sizeof a);
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
    phases<<<1, 64>>>(d);
    cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
    puts("done");
    cudaFree(d);
}
