// A sum: a tree in shared memory, then an atomic for each block.
#include <cstdio>
#include <vector>
__global__ void sum(const int *in, int *out, int n)
{
    __shared__ int part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = 0;
    if (i < n)
        part[t] = in[i];
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(out, part[0]);
}
int main()
{
    const int n = 3000;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++)
        in[i] = i % 7 + 1;
    int *din, *dout, out;
    cudaMalloc(&din, n * sizeof(int));
    cudaMalloc(&dout, sizeof(int));
    cudaMemcpy(din, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(dout, 0, sizeof(int));
    sum<<<(n + 255) / 256, 256>>>(din, dout, n);
    cudaMemcpy(&out, dout, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", out);
    cudaFree(din);
    cudaFree(dout);
}
