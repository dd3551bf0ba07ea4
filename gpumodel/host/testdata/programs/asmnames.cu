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
// A pointer is an operand of 64 bits, which the text reads and writes.
__device__ int end(void **p)
{
    for (int i = 0; i < 3; i++)
        asm volatile("ld.global.b64 %0, [%0];" : "+l"(p)::"memory");
    return *(int *)p;
}
// So is an element, a member and what a pointer points to.
struct Walk
{
    void **at;
    __device__ void go() { asm volatile("ld.global.b64 %0, [%1];" : "=l"(this->at) : "l"(at) : "memory"); }
};
__device__ int last(void **p)
{
    void **at[2] = {p, p}, ***to = &at[0];
    asm volatile("ld.global.b64 %0, [%1];" : "=l"(at[1]) : "l"(at[0]) : "memory");
    asm volatile("ld.global.b64 %0, [%1];" : "=l"(*to) : "l"(at[1]) : "memory");
    Walk w{at[0]};
    w.go();
    return *(int *)w.at;
}
__global__ void k(float *o, int *n, void **chain)
{
    if (threadIdx.x == 0)
        chain[0] = chain + 2, chain[2] = chain + 4, chain[4] = chain + 6, *(int *)(chain + 6) = 77, o[4] = end(chain) + 100 * last(chain);
    unsigned start = now();
    o[threadIdx.x] = sine(threadIdx.x) + tid();
    n[threadIdx.x] = least(threadIdx.x, 7) + (now() - start < 2 ? 1000 : 0);
}
int main()
{
    float *o, h[5];
    int *n, m[4];
    void **chain;
    cudaMalloc(&o, sizeof h);
    cudaMalloc(&n, sizeof m);
    cudaMalloc(&chain, 64);
    k<<<1, 4>>>(o, n, chain);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(m, n, sizeof m, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++) printf("%.3f %d\n", h[i], m[i]);
    printf("%g\n", h[4]);
    cudaFree(o), cudaFree(n), cudaFree(chain);
}
