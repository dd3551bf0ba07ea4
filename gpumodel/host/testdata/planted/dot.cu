// A scalar product: shuffles in a warp, shared memory between warps, an atomic between blocks.
#include <cstdio>
__global__ void dot(const float *a, const float *b, float *out, int n)
{
    __shared__ float of[8];
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += a[i] * b[i];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0)
        of[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0;
        for (int w = 0; w < 8; w++)
            all += of[w];
        atomicAdd(out, all);
    }
}
int main()
{
    const int n = 2050;
    static float a[n], b[n];
    for (int i = 0; i < n; i++) {
        a[i] = i % 4;
        b[i] = i % 3;
    }
    float *da, *db, *dout, out;
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dout, sizeof out);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemset(dout, 0, sizeof out);
    dot<<<4, 256>>>(da, db, dout, n);
    cudaMemcpy(&out, dout, sizeof out, cudaMemcpyDeviceToHost);
    printf("%g\n", out);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dout);
}
