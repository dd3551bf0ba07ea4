#include <stdio.h>
#include <stdlib.h>
#define N 256
static int counter = 0;
const char *title = "sum";
struct Timer { float t; Timer() : t(0) {} float get() const { return t; } };
template <typename T> T twice(T x) { return x + x; }
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__constant__ float scale[2];
__global__ void add(const float *a, float *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = a[i] * scale[0] + 1; if (i == 0) printf("hello from block %d\n", blockIdx.x); }
int main(int argc, char **argv) {
    float *h = (float *)malloc(N * sizeof(float)), *d_a, *d_b;
    for (int i = 0; i < N; i++) h[i] = rand() / (float)RAND_MAX;
    float two[2] = {2, 3};
    cudaMemcpyToSymbol(scale, two, sizeof(two));
    cudaMalloc((void **)&d_a, N * sizeof(float));
    cudaMalloc(&d_b, N * sizeof(float));
    cudaMemcpy(d_a, h, N * sizeof(float), cudaMemcpyHostToDevice);
    add<<<(N + 255) / 256, 256>>>(d_a, d_b, N);
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); }
    float *r = (float *)malloc(N * sizeof(float));
    cudaMemcpy(r, d_b, N * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < N; i++) if (r[i] != h[i] * 2 + 1) wrong++;
    Timer tm;
    counter += twice(3) + fib(10);
    printf("%s: %f %d %s, %d wrong, %5.2f\n", title, tm.get(), counter, argc > 1 ? argv[1] : "none", wrong, r[3]);
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    printf("%s %d.%d, %d SMs\n", prop.name, prop.major, prop.minor, prop.multiProcessorCount);
    free(h); free(r);
    cudaFree(d_a); cudaFree(d_b);
}
