// Kernels that wait for the clock, each in a stream of its own: how long n of them take, in the time of one.
#include <stdio.h>

__global__ void wait(long long clocks)
{
    long long start = clock64();
    while (clock64() - start < clocks);
}

float took(int n, bool nonblocking)
{
    cudaStream_t s[64];
    cudaEvent_t begin, end, done[64];
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int i = 0; i < n; i++) {
        cudaStreamCreateWithFlags(&s[i], nonblocking ? cudaStreamNonBlocking : cudaStreamDefault);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    cudaEventRecord(begin, s[0]);
    for (int i = 0; i < n; i++) {
        wait<<<1, 32, 0, s[i]>>>(50000000);
        cudaEventRecord(done[i], s[i]);
    }
    for (int i = 0; i < n; i++) cudaStreamWaitEvent(s[n - 1], done[i], 0); // the last stream joins them all
    cudaEventRecord(end, s[n - 1]);
    cudaEventSynchronize(end);
    float ms;
    cudaEventElapsedTime(&ms, begin, end);
    for (int i = 0; i < n; i++) {
        cudaStreamDestroy(s[i]);
        cudaEventDestroy(done[i]);
    }
    return ms;
}

int main()
{
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    float one = took(1, false);
    printf("concurrentKernels %d:", p.concurrentKernels);
    for (int n : {2, 8, 16, 17, 33, 64}) printf(" %d take %.2f,", n, took(n, false) / one);
    printf(" 8 non-blocking %.2f\n", took(8, true) / one);
}
