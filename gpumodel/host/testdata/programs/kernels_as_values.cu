// The name of a kernel is a value: passed, stored, launched through, asked about.
#include <stdio.h>

__global__ void fill(float *p, int n, float v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = v;
}
template <typename T> __global__ void scale(T *p, int n, T v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= v;
}
__global__ void reverse(float *p)
{
    extern __shared__ float s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

struct Case { void (*kernel)(float *, int, float); const char *name; };
struct Pair { float x; int n; };
__global__ void pair(float *p, Pair v) { p[0] = v.x * v.n; }

int main()
{
    float *d, h[256];
    int n = 256;
    cudaMalloc(&d, n * sizeof(float));
    Case cases[] = {{fill, "fill"}, {scale<float>, "scale"}};
    for (int i = 0; i < 2; i++) {
        cases[i].kernel<<<2, 128>>>(d, n, 3.0f);
        printf("%s: %s\n", cases[i].name, cudaGetErrorString(cudaGetLastError()));
    }
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h[255]);

    float v = 0.5f;
    void *args[] = {&d, &n, &v};
    cudaLaunchKernel((void *)fill, dim3(1), dim3(256), args, 0, 0);
    cudaLaunchKernel((const void *)scale<float>, 1, 256, args, 0, 0);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
    Pair two = {1.5f, 4};
    void *both[] = {&d, &two};
    cudaLaunchKernel(pair, 1, 1, both, 0, 0);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
    printf("too many threads: %s\n", cudaGetErrorName(cudaLaunchKernel(fill, 1, 2048, args, 0, 0)));

    int blocks, grid, block;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale<float>, 256, 0); // 1024 threads an SM
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill, 0, 0);                // 40 SMs
    printf("%d blocks of 256; %d blocks of %d fill the GPU\n", blocks, grid, block);
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, reverse);
    printf("%d threads, %zu bytes of shared memory, at most %d more\n", a.maxThreadsPerBlock, a.sharedSizeBytes, a.maxDynamicSharedSizeBytes);

    // More than 48 KiB of dynamic shared memory must be asked for.
    reverse<<<1, 32, 60000>>>(d);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    printf("%d\n", cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
    reverse<<<1, 32, 60000>>>(d);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    printf("%d\n", cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    cudaGetLastError();
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
    cudaFree(d);
    return 0;
}
