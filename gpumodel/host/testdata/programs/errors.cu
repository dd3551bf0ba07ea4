// What calls return, and which error stays for cudaGetLastError: as measured on an H100 with CUDA 13.
#include <stdio.h>
#include <stdlib.h>

__constant__ float c[4];
__device__ int v = 7;
__global__ void none() {}
__global__ void beyond(int *p) { p[1 << 28] = 1; }

#define SHOW(call) do { int r = call; printf("%-46s %d", #call, r); \
    printf(" %d", cudaPeekAtLastError()); printf(" %d", cudaGetLastError()); printf(" %d\n", cudaGetLastError()); } while (0)

int main()
{
    float h[64], *d = NULL, *none1 = NULL;
    char *m = (char *)malloc(256);
    SHOW(cudaFree(0));
    SHOW(cudaMalloc(&d, 0));
    SHOW(cudaMalloc(&d, 1000000000000000));
    SHOW(cudaMalloc(&d, 256));
    SHOW(cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, h, 4096, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, h, 256, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(h, d, 256, cudaMemcpyHostToHost));
    SHOW(cudaMemcpy(h, d, 256, cudaMemcpyDefault));
    SHOW(cudaMemcpy(h, d, 256, (cudaMemcpyKind)7));
    SHOW(cudaMemcpy(none1, h, 256, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(none1, h, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemset(d, 0, 257));
    SHOW(cudaMemset(h, 0, 4));
    SHOW(cudaMemcpyToSymbol(c, h, 16));
    SHOW(cudaMemcpyToSymbol(c, h, 16, 4));
    SHOW(cudaMemcpyToSymbol(c, h, 16, 0, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyToSymbol((const void *)"c", h, 16));
    SHOW(cudaMemcpy(&v, h, 4, cudaMemcpyHostToDevice));
    int back = 0, *pv = NULL;
    size_t size = 0;
    SHOW(cudaMemcpyFromSymbol(&back, v, 4));
    SHOW(cudaGetSymbolAddress((void **)&pv, v));
    SHOW(cudaGetSymbolSize(&size, c));
    back += 1;
    SHOW(cudaMemcpy(pv, &back, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyFromSymbol(&back, v, 4));
    printf("%d, %zu bytes\n", back, size);
    SHOW(cudaFree(d + 1));
    SHOW(cudaFree(d));
    SHOW(cudaFree(d));
    SHOW(cudaFree(m));
    SHOW(cudaFreeHost(m));
    SHOW(cudaHostRegister(m, 256, cudaHostRegisterMapped));
    SHOW(cudaHostRegister(m, 256, cudaHostRegisterMapped));
    SHOW(cudaHostUnregister(m));
    SHOW(cudaHostUnregister(m));
    SHOW(cudaSetDevice(99));
    SHOW((none<<<1, 1025>>>(), 0));
    SHOW((none<<<0, 1>>>(), 0));
    SHOW((none<<<dim3(1, 65536), 1>>>(), 0));
    SHOW((none<<<1, 1, 1 << 20>>>(), 0));
    none<<<1, 1025>>>();
    cudaDeviceSynchronize(); // a success does not clear the error
    SHOW((none<<<1, 1>>>(), 0));
    printf("%s: %s\n", cudaGetErrorName(cudaErrorPeerAccessAlreadyEnabled), cudaGetErrorString(cudaErrorPeerAccessAlreadyEnabled));
    printf("%s\n", cudaGetErrorString((cudaError_t)12345));

    cudaMalloc(&d, 256);
    SHOW((beyond<<<1, 1>>>((int *)d), 0));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaFree(0));
    cudaDeviceProp p;
    SHOW(cudaGetDeviceProperties(&p, 0));
    SHOW(cudaDeviceReset());
    SHOW(cudaMalloc(&d, 256));
    free(m);
    return 0;
}
