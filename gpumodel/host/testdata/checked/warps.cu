// Each warp leaves its sum for the first one. The fault: the first warp does not wait for the others.
#include <cstdio>
__global__ void sum(const int *d, int *out)
{
    __shared__ int of[8];
    int t = threadIdx.x, v = d[blockIdx.x * 256 + t];
    for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(~0u, v, k);
    if (t % 32 == 0) of[t / 32] = v;
#ifndef FAULT
    __syncthreads();
#endif
    if (t == 0) {
        int all = 0;
        for (int w = 0; w < 8; w++) all += of[w];
        out[blockIdx.x] = all;
    }
}
int main()
{
    const int n = 256 * 40;
    static int a[n], r[n / 256];
    int *d, *out;
    for (int i = 0; i < n; i++) a[i] = 1;
    cudaMalloc(&d, sizeof a);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
    sum<<<n / 256, 256>>>(d, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    puts("done");
    cudaFree(d);
    cudaFree(out);
}
