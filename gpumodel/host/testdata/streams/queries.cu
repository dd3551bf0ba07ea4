// What a program may ask while the GPU works, and which streams wait for which.
#include <stdio.h>

__global__ void wait(long long clocks)
{
    long long start = clock64();
    while (clock64() - start < clocks);
}

cudaStream_t blocking, other, perThread = cudaStreamPerThread;

void ask(const char *when)
{
    printf("%s: default %s,", when, cudaGetErrorName(cudaStreamQuery(0)));
    printf(" blocking %s,", cudaGetErrorName(cudaStreamQuery(blocking)));
    printf(" non-blocking %s,", cudaGetErrorName(cudaStreamQuery(other)));
    printf(" per thread %s\n", cudaGetErrorName(cudaStreamQuery(perThread)));
}

int main()
{
    cudaStreamCreate(&blocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    const long long clocks = 20000000;
    ask("idle");
    wait<<<1, 1, 0, other>>>(clocks);
    ask("non-blocking");
    cudaStreamSynchronize(other);
    wait<<<1, 1, 0, blocking>>>(clocks);
    ask("blocking");
    cudaStreamSynchronize(blocking);
    wait<<<1, 1, 0, perThread>>>(clocks);
    ask("per thread");
    cudaStreamSynchronize(perThread);
    wait<<<1, 1>>>(clocks);
    ask("default");
    wait<<<1, 1, 0, perThread>>>(clocks); // behind the default stream
    cudaStreamSynchronize(0);
    ask("default is done");
    cudaDeviceSynchronize();

    cudaEvent_t e;
    cudaEventCreate(&e);
    printf("an event that was not recorded: %s\n", cudaGetErrorName(cudaEventQuery(e)));
    wait<<<1, 1, 0, other>>>(clocks);
    cudaEventRecord(e, other);
    printf("behind a kernel: %s\n", cudaGetErrorName(cudaEventQuery(e)));
    cudaStreamWaitEvent(perThread, e, 0);
    ask("per thread behind an event");
    int polls = 0;
    while (cudaEventQuery(e) == cudaErrorNotReady) polls++;
    printf("polled: %d, %s\n", polls > 10, cudaGetErrorName(cudaGetLastError()));
    ask("the event is reached");

    int *a;
    cudaMalloc(&a, 1 << 20);
    wait<<<1, 1, 0, other>>>(clocks);
    cudaMemsetAsync(a, 1, 1 << 20, other);
    cudaMemcpyAsync(a + 1000, a, 1000, cudaMemcpyDeviceToDevice, other);
    ask("a fill and a copy behind a kernel");
    cudaDeviceSynchronize();
    ask("end");
    cudaFree(a);
}
