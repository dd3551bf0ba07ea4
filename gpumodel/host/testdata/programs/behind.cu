// What a card maps behind an array is no fault: a thread that goes a little too far goes on, one that goes far does not.
#include <stdio.h>

__global__ void put(int *p, long at, int v) { p[at] = v; }
__global__ void get(const int *p, long at, int *to) { to[0] = p[at]; }

int main()
{
    int *d, *to, v = -1;
    cudaMalloc(&d, 1024);
    cudaMalloc(&to, 4);
    put<<<1, 1>>>(d, 256, 7);
    printf("one past the end: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    get<<<1, 1>>>(d, 256, to);
    cudaMemcpy(&v, to, 4, cudaMemcpyDeviceToHost);
    printf("there is %d\n", v);
    put<<<64, 64>>>(d, 300, 7);
    printf("by many threads: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    put<<<1, 1>>>(d, 1L << 34, 7);
    printf("far away: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaError_t first = cudaGetLastError(), second = cudaGetLastError();
    printf("last %d, then %d, and calls return %d\n", first, second, cudaMalloc(&d, 4));
    return 0;
}
