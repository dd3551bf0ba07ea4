// The L2 keeps what a kernel has loaded until another kernel runs, or a copy or memset as large as the L2.
#include <stdio.h>
__global__ void load(const int *a, int *o, long long *t)
{
    long long start = clock64();
    int x = a[0];
    o[0] = x;
    t[0] = clock64() - start;
}
__global__ void other(int *o) { o[1] = 1; }
int *a, *o;
long long *t;
void timed(const char *when)
{
    long long clocks;
    load<<<1, 1>>>(a, o, t);
    cudaMemcpy(&clocks, t, 8, cudaMemcpyDeviceToHost);
    printf("%s: %s\n", when, clocks > 400 ? "from DRAM" : "from the L2");
}
int main()
{
    const int large = 64 << 20;
    char *b;
    cudaMalloc(&a, 4096), cudaMalloc(&o, 8), cudaMalloc(&t, 8), cudaMalloc(&b, large);
    cudaMemset(a, 0, 4096);
    timed("first");
    timed("second");
    other<<<1, 1>>>(o);
    timed("after another kernel");
    cudaMemset(b, 0, large);
    timed("after a large memset");
    cudaMemset(b, 0, 4096);
    timed("after a small one");
    cudaFree(a), cudaFree(o), cudaFree(t), cudaFree(b);
}
