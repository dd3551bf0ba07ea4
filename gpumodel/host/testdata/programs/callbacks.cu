// Functions of the host in streams; queries of unfinished work; streams that take no part in the default stream's order.
#include <stdio.h>

__global__ void spin(int *p, int n)
{
    int x = 0;
    for (int i = 0; i < n; i++) x = x * 3 + i;
    *p = x;
}
void CUDART_CB done(cudaStream_t s, cudaError_t e, void *data) { printf("stream %d is done: %s\n", *(int *)data, cudaGetErrorName(e)); }
void CUDART_CB add(void *data) { ++*(int *)data; }

int main()
{
    int *d, id[2] = {1, 2}, count = 0;
    cudaMalloc(&d, 2 * sizeof(int));
    cudaStream_t s[2];
    cudaStreamCreate(&s[0]);
    cudaStreamCreateWithFlags(&s[1], cudaStreamNonBlocking);
    unsigned flags;
    cudaStreamGetFlags(s[1], &flags);
    printf("flags %u\n", flags);
    for (int i = 0; i < 2; i++) {
        spin<<<1, 1, 0, s[i]>>>(d + i, 10000 * (i + 1));
        cudaStreamAddCallback(s[i], done, &id[i], 0);
        printf("asked for %d: %s\n", i + 1, cudaGetErrorName(cudaStreamQuery(s[i])));
    }
    printf("no error stays: %s\n", cudaGetErrorName(cudaPeekAtLastError()));
    cudaMemset(d, 0, 4); // of the default stream, which waits for the first stream and not for the second one
    cudaStreamSynchronize(0);
    printf("first: %s, second: %s\n", cudaGetErrorName(cudaStreamQuery(s[0])), cudaGetErrorName(cudaStreamQuery(s[1])));
    cudaDeviceSynchronize();

    for (int i = 0; i < 3; i++) {
        cudaLaunchHostFunc(s[0], add, &count);
        spin<<<1, 1, 0, s[0]>>>(d, 10);
    }
    cudaStreamSynchronize(s[0]);
    printf("count %d\n", count);

    cudaEvent_t begin, end, untimed;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    float ms = -1;
    cudaEventRecord(begin, s[0]);
    spin<<<1, 1, 0, s[0]>>>(d, 10000);
    cudaEventRecord(end, s[0]);
    printf("%s %s %g\n", cudaGetErrorName(cudaEventQuery(end)), cudaGetErrorName(cudaEventElapsedTime(&ms, begin, end)), ms);
    cudaStreamWaitEvent(s[1], end, 0);
    cudaEventRecord(untimed, s[1]);
    cudaEventSynchronize(untimed);
    printf("%s %s\n", cudaGetErrorName(cudaEventQuery(end)), cudaGetErrorName(cudaEventElapsedTime(&ms, begin, end)));
    printf("%d %s\n", ms > 0.01f && ms < 10, cudaGetErrorName(cudaEventElapsedTime(&ms, begin, untimed)));
    cudaGetLastError();
    while (cudaEventQuery(end) == cudaErrorNotReady);
    printf("%s\n", cudaGetErrorName(cudaStreamDestroy(0)));
    cudaFree(d);
    return 0;
}
