// How long two kernels take, in terms of one alone, by their streams.
#include <cstdio>
__global__ void spin(long long cycles) { long long from = clock64(); while (clock64() - from < cycles); }
static float together(cudaStream_t a, cudaStream_t b)
{
    cudaEvent_t from, to;
    cudaEventCreate(&from); cudaEventCreate(&to);
    cudaDeviceSynchronize();
    cudaEventRecord(from, a);
    spin<<<1, 1, 0, a>>>(1000000);
    spin<<<1, 1, 0, b>>>(1000000);
    cudaDeviceSynchronize();
    cudaEventRecord(to, a);
    cudaDeviceSynchronize();
    float ms = 0;
    cudaEventElapsedTime(&ms, from, to);
    cudaEventDestroy(from); cudaEventDestroy(to);
    return ms;
}
int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    float alone = together(cudaStreamLegacy, cudaStreamLegacy) / 2;
    printf("0 beside a stream: %.0f, 0 beside legacy: %.0f, a stream beside legacy: %.0f, 0 beside the thread's: %.0f\n", together(0, s) / alone,
        together(0, cudaStreamLegacy) / alone, together(s, cudaStreamLegacy) / alone, together(0, cudaStreamPerThread) / alone);
    cudaStreamDestroy(s);
}
