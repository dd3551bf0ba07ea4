// A running sum is added to an array of zeros. The fault: cudaMemset is given the number of elements, so that a quarter is set.
#include <cstdio>
__global__ void add(float *to, const float *by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] += by[i];
}
int main()
{
    const int n = 3000;
    static float a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    float *to, *by;
    cudaMalloc(&to, sizeof a);
    cudaMalloc(&by, sizeof a);
    cudaMemcpy(by, a, sizeof a, cudaMemcpyHostToDevice);
#ifdef FAULT
    cudaMemset(to, 0, n);
#else
    cudaMemset(to, 0, n * sizeof(float));
#endif
    for (int k = 0; k < 3; k++) add<<<(n + 255) / 256, 256>>>(to, by, n);
    cudaMemcpy(a, to, sizeof a, cudaMemcpyDeviceToHost);
    printf("%g\n", a[10]);
    cudaFree(to);
    cudaFree(by);
}
