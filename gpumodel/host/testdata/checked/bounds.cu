// A stencil. The fault: the last element has no right neighbour, and reads it.
#include <cstdio>
__global__ void differences(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FAULT
    if (i < n) out[i] = in[i + 1] - in[i];
#else
    if (i < n - 1) out[i] = in[i + 1] - in[i];
    else if (i == n - 1) out[i] = 0;
#endif
}
int main()
{
    const int n = 10000;
    static int a[n];
    for (int i = 0; i < n; i++) a[i] = i * i;
    int *in, *out;
    cudaMalloc(&in, sizeof a);
    cudaMalloc(&out, sizeof a);
    cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
    differences<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(a, out, sizeof a, cudaMemcpyDeviceToHost);
    printf("%d\n", a[3]);
    cudaFree(in);
    cudaFree(out);
}
