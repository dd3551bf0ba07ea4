// The elements that are not zero, one behind the other. A counter says where the next one goes.
#include <cstdio>
#include <algorithm>
__global__ void compact(const int *in, int *out, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        if (in[i] != 0)
            out[atomicAdd(count, 1)] = in[i];
}
int main()
{
    const int n = 900;
    static int in[n], out[n];
    for (int i = 0; i < n; i++)
        in[i] = i % 3;
    int *din, *dout, *dcount, count;
    cudaMalloc(&din, sizeof in);
    cudaMalloc(&dout, 600 * sizeof(int));
    cudaMalloc(&dcount, sizeof(int));
    cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(dcount, 0, sizeof(int));
    compact<<<(n + 255) / 256, 256>>>(din, dout, dcount, n);
    cudaMemcpy(&count, dcount, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(out, dout, count * sizeof(int), cudaMemcpyDeviceToHost);
    std::sort(out, out + count);
    printf("%d %d %d\n", count, out[0], out[count - 1]);
    cudaFree(din);
    cudaFree(dout);
    cudaFree(dcount);
}
