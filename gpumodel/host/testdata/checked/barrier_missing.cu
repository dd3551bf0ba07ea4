// Each block sums its elements in shared memory. The fault: no barrier between the rounds.
#include <cstdio>
__global__ void sums(const float *in, float *out)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
#ifndef FAULT
        __syncthreads();
#endif
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
int main()
{
    const int n = 1 << 15;
    static float a[n], b[n / 256];
    for (int i = 0; i < n; i++) a[i] = i % 3;
    float *in, *out;
    cudaMalloc(&in, sizeof a);
    cudaMalloc(&out, sizeof b);
    cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
    sums<<<n / 256, 256>>>(in, out);
    cudaMemcpy(b, out, sizeof b, cudaMemcpyDeviceToHost);
    printf("%d sums\n", n / 256);
    cudaFree(in);
    cudaFree(out);
}
