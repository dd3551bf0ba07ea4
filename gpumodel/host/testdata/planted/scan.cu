// Running sums of a block, after Hillis and Steele, in two buffers.
#include <cstdio>
__global__ void scan(const int *in, int *out, int n)
{
    extern __shared__ int both[];
    int t = threadIdx.x, from = 0;
    both[t] = in[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        int *a = both + from * n, *b = both + (1 - from) * n;
        b[t] = t >= d ? a[t] + a[t - d] : a[t];
        from = 1 - from;
        __syncthreads();
    }
    out[t] = both[from * n + t];
}
int main()
{
    const int n = 256;
    int in[n], out[n], *din, *dout;
    for (int i = 0; i < n; i++)
        in[i] = i;
    cudaMalloc(&din, sizeof in);
    cudaMalloc(&dout, sizeof out);
    cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
    scan<<<1, n, 2 * n * sizeof(int)>>>(din, dout, n);
    cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d\n", out[3], out[n - 1]);
    cudaFree(din);
    cudaFree(dout);
}
