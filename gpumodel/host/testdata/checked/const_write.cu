// The largest element. The fault: the kernel writes through a pointer to const.
#include <cstdio>
__global__ void scaled(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = in[i] * 3;
#ifdef FAULT
    const_cast<float *>(in)[i] = 0;
#endif
}
int main()
{
    const int n = 1000;
    static float a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    float *in, *out;
    cudaMalloc(&in, sizeof a);
    cudaMalloc(&out, sizeof a);
    cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
    scaled<<<(n + 127) / 128, 128>>>(in, out, n);
    cudaMemcpy(a, out, sizeof a, cudaMemcpyDeviceToHost);
    printf("%g\n", a[7]);
    cudaFree(in);
    cudaFree(out);
}
