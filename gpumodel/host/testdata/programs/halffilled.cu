// Arrays that kernels fill in part: what a kernel has not set is unset as before, byte by byte.
#include <cstdio>
__global__ void half(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n / 2) a[i] = i; }
__global__ void even(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n && i % 2 == 0) a[i] = i; }
__global__ void odd(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n && i % 2) a[i] = i; }
__global__ void bytes(unsigned char *a, int n) { int i = threadIdx.x; if (i < n && i % 4 != 3) a[i] = i; }
__global__ void twice(float *out, const float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2 * a[i]; }
__global__ void thrice(float *out, const float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 3 * a[i]; }
__global__ void bits(unsigned char *out, const unsigned char *a, int n) { int i = threadIdx.x; if (i < n) out[i] = a[i] + 1; }
__global__ void raced(float *a, int n) { int i = threadIdx.x; a[i % (n / 2)] = 1; }
int main()
{
    const int n = 256;
    float *a, *b, *c, *d, *out, h[n];
    unsigned char *e, *f;
    cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n * sizeof(float)); cudaMalloc(&c, n * sizeof(float)); cudaMalloc(&d, n * sizeof(float)); cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&e, n); cudaMalloc(&f, n);
    half<<<2, 128>>>(a, n);
    twice<<<2, 128>>>(out, a, n / 2);       // what is set
    cudaMemcpy(h, out, n * sizeof(float) / 2, cudaMemcpyDeviceToHost);
    twice<<<2, 128>>>(out, a, n);           // and what is not
    even<<<2, 128>>>(b, n);
    odd<<<2, 128>>>(b, n);
    twice<<<2, 128>>>(out, b, n);           // set by two launches
    even<<<2, 128>>>(c, n);
    twice<<<1, 32>>>(out, c, n);            // half of it is not
    bytes<<<1, n>>>(e, n);
    bits<<<1, 32>>>(f, e, n);
    raced<<<1, n>>>(d, n);                  // looked at access by access
    thrice<<<2, 128>>>(out, d, n);
    cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    unsigned char g[n];
    cudaMemcpy(g, f, n, cudaMemcpyDeviceToHost);
    printf("%d\n", cudaGetLastError());
    for (void *p : {(void *)a, (void *)b, (void *)c, (void *)d, (void *)e, (void *)f, (void *)out}) cudaFree(p);
    return 0;
}
