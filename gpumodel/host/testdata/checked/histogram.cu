// A histogram in global memory. The fault: the bins are counted without an atomic.
#include <cstdio>
__global__ void count(const unsigned char *d, int *h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FAULT
    if (i < n) h[d[i]]++;
#else
    if (i < n) atomicAdd(&h[d[i]], 1);
#endif
}
int main()
{
    const int n = 20000;
    static unsigned char a[n];
    for (int i = 0; i < n; i++) a[i] = i * 7;
    unsigned char *d;
    int *h, r[256];
    cudaMalloc(&d, n);
    cudaMalloc(&h, sizeof r);
    cudaMemcpy(d, a, n, cudaMemcpyHostToDevice);
    cudaMemset(h, 0, sizeof r);
    count<<<(n + 127) / 128, 128>>>(d, h, n);
    cudaMemcpy(r, h, sizeof r, cudaMemcpyDeviceToHost);
    puts("counted");
    cudaFree(d);
    cudaFree(h);
}
