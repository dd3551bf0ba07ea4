// A transpose through a tile of shared memory.
#include <cstdio>
__global__ void transpose(const int *in, int *out, int n)
{
    __shared__ int tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < n && y < n)
        tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < n && y < n)
        out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
int main()
{
    const int n = 50;
    static int in[n * n], out[n * n];
    for (int i = 0; i < n * n; i++)
        in[i] = i;
    int *din, *dout;
    cudaMalloc(&din, sizeof in);
    cudaMalloc(&dout, sizeof out);
    cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
    transpose<<<dim3(4, 4), dim3(16, 16)>>>(din, dout, n);
    cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d\n", out[1], out[n]);
    cudaFree(din);
    cudaFree(dout);
}
