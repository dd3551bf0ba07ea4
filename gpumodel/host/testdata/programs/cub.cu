// CUB over the whole device beside loops of the host.
#include <stdio.h>
#include <stdlib.h>
#include <cub/cub.cuh>

const int COUNT = 5000;
int in[COUNT], out[COUNT], want[COUNT], n;
int *d_in, *d_out, *d_count;
struct even { __host__ __device__ bool operator()(int x) const { return x % 2 == 0; } };

void same(const char *what, int count)
{
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < count; i++) wrong += out[i] != want[i];
    printf("%s: %d wrong\n", what, wrong);
}
int compare(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }
// Each call is made twice: to ask for the storage, and with it.
#define TWICE(CALL) \
    do { \
        void *storage = NULL; \
        size_t bytes = 0; \
        CALL; \
        cudaMalloc(&storage, bytes); \
        CALL; \
        cudaFree(storage); \
    } while (0)

int main()
{
    for (int i = 0; i < COUNT; i++) in[i] = rand() % 1000 - 500;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(out));
    cudaMalloc(&d_count, sizeof(int));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    TWICE(cub::DeviceReduce::Sum(storage, bytes, d_in, d_out, COUNT));
    want[0] = 0;
    for (int i = 0; i < COUNT; i++) want[0] += in[i];
    same("sum", 1);
    TWICE(cub::DeviceReduce::Max(storage, bytes, d_in, d_out, COUNT));
    want[0] = in[0];
    for (int i = 0; i < COUNT; i++) want[0] = in[i] > want[0] ? in[i] : want[0];
    same("max", 1);
    TWICE(cub::DeviceScan::ExclusiveSum(storage, bytes, d_in, d_out, COUNT));
    for (int i = 0, sum = 0; i < COUNT; i++) want[i] = sum, sum += in[i];
    same("exclusive sum", COUNT);
    TWICE(cub::DeviceSelect::If(storage, bytes, d_in, d_out, d_count, COUNT, even()));
    n = 0;
    for (int i = 0; i < COUNT; i++)
        if (in[i] % 2 == 0) want[n++] = in[i];
    same("select", n);
    int count;
    cudaMemcpy(&count, d_count, sizeof(count), cudaMemcpyDeviceToHost);
    printf("count: %d\n", count == n);
    TWICE(cub::DeviceHistogram::HistogramEven(storage, bytes, d_in, d_out, 11, -500, 500, COUNT));
    for (int i = 0; i < 10; i++) want[i] = 0;
    for (int i = 0; i < COUNT; i++) want[(in[i] + 500) / 100]++;
    same("histogram", 10);
    TWICE(cub::DeviceRadixSort::SortKeys(storage, bytes, d_in, d_out, COUNT));
    for (int i = 0; i < COUNT; i++) want[i] = in[i];
    qsort(want, COUNT, sizeof(int), compare);
    same("sort", COUNT);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_count);
}
