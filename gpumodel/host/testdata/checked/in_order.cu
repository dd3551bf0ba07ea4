// Scratch memory that no call has set is written by the kernel before it reads it. The fault: it reads the neighbour's of a launch to come.
#include <cstdio>
__global__ void twice(const int *d, int *scratch, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    scratch[i] = 2 * d[i];
    __syncthreads();
#ifdef FAULT
    out[i] = scratch[(i ^ 1) + n];
#else
    out[i] = scratch[i ^ 1];
#endif
}
int main()
{
    const int n = 1024;
    static int a[n];
    int *d, *scratch, *out;
    cudaMalloc(&d, sizeof a);
    cudaMalloc(&scratch, 2 * sizeof a);
    cudaMalloc(&out, sizeof a);
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
    twice<<<n / 256, 256>>>(d, scratch, out, n);
    cudaMemcpy(a, out, sizeof a, cudaMemcpyDeviceToHost);
    puts("done");
    cudaFree(d);
    cudaFree(scratch);
    cudaFree(out);
}
