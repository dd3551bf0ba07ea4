// Variables may have the names of what inline PTX reads and does.
#include <stdio.h>
__device__ unsigned now()
{
    unsigned clock;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
    return clock;
}
__device__ unsigned tid()
{
    unsigned threadIdx;
    asm("mov.u32 %0, %%tid.x;" : "=r"(threadIdx));
    return threadIdx;
}
__device__ float sine(float sin)
{
    float __sinf;
    asm("{ .reg.f32 half; mul.f32 half, %1, 0f3F000000; sin.approx.f32 %0, half; }" : "=f"(__sinf) : "f"(sin));
    return __sinf;
}
__device__ int least(int min, int __popc)
{
    int r, n;
    asm("min.s32 %0, %1, 3;" : "=r"(r) : "r"(min));
    asm("popc.b32 %0, %1;" : "=r"(n) : "r"(__popc));
    return 10 * r + n;
}
__global__ void k(float *o, int *n)
{
    unsigned start = now();
    o[threadIdx.x] = sine(threadIdx.x) + tid();
    n[threadIdx.x] = least(threadIdx.x, 7) + (now() - start < 2 ? 1000 : 0);
}
int main()
{
    float *o, h[4];
    int *n, m[4];
    cudaMalloc(&o, sizeof h);
    cudaMalloc(&n, sizeof m);
    k<<<1, 4>>>(o, n);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(m, n, sizeof m, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++) printf("%.3f %d\n", h[i], m[i]);
    cudaFree(o), cudaFree(n);
}
