// Copies and kernels in four streams: copy in, kernel, copy out of each, by the order of issue; in the time of one stream.
#include <stdio.h>

__global__ void wait(int *a, long long clocks)
{
    long long start = clock64();
    while (clock64() - start < clocks);
    a[threadIdx.x] += 1;
}

const int streams = 4, n = 1 << 20;
int *h, *d;
cudaStream_t s[streams];

void in(int i, cudaStream_t to) { cudaMemcpyAsync(d + i * n, h + i * n, n * sizeof(int), cudaMemcpyHostToDevice, to); }
void out(int i, cudaStream_t to) { cudaMemcpyAsync(h + i * n, d + i * n, n * sizeof(int), cudaMemcpyDeviceToHost, to); }
void run(int i, cudaStream_t to, long long clocks) { wait<<<1, 32, 0, to>>>(d + i * n, clocks); }

float took(int order, long long clocks)
{
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaDeviceSynchronize();
    cudaEventRecord(begin);
    if (order == 1)
        for (int i = 0; i < streams; i++) { in(i, s[i]); run(i, s[i], clocks); out(i, s[i]); }
    else if (order == 2) {
        for (int i = 0; i < streams; i++) in(i, s[i]);
        for (int i = 0; i < streams; i++) run(i, s[i], clocks);
        for (int i = 0; i < streams; i++) out(i, s[i]);
    } else
        for (int i = 0; i < streams; i++) { in(i, s[0]); run(i, s[0], clocks); out(i, s[0]); }
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float ms;
    cudaEventElapsedTime(&ms, begin, end);
    return ms;
}

int main()
{
    cudaMallocHost(&h, streams * n * sizeof(int));
    cudaMalloc(&d, streams * n * sizeof(int));
    for (int i = 0; i < streams * n; i += n) h[i] = i;
    for (int i = 0; i < streams; i++) cudaStreamCreate(&s[i]);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    long long clocks = p.clockRate; // 1 ms
    float one = took(0, clocks);
    printf("asyncEngineCount %d: depth first %.2f, breadth first %.2f; a[3n] is %d more\n", p.asyncEngineCount, took(1, clocks) / one, took(2, clocks) / one, h[3 * n] - 3 * n);
    cudaFreeHost(h);
    cudaFree(d);
}
