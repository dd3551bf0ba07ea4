// How often each of 16 values occurs: one atomic operation for each value, then counts in shared memory first. The program times both
// with events.
//
//     warpbook run notebooks/examples/programs/3-histogram.cu --profile
#include <cstdio>
#include <cstdlib>

const int BINS = 16;

__global__ void direct(int *bins, const int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[values[i]], 1);
}

__global__ void shared(int *bins, const int *values, int n)
{
    __shared__ int mine[BINS];
    if (threadIdx.x < BINS) mine[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

int main()
{
    const int n = 100000;
    int *values = (int *)malloc(n * sizeof(int)), expected[BINS] = {}, counted[BINS], *d_values, *d_bins;
    srand(1);
    for (int i = 0; i < n; i++) expected[values[i] = rand() % BINS]++;
    cudaMalloc(&d_values, n * sizeof(int));
    cudaMalloc(&d_bins, sizeof(counted));
    cudaMemcpy(d_values, values, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    float ms[2];
    bool right = true;
    for (int version = 0; version < 2; version++) {
        cudaMemset(d_bins, 0, sizeof(counted));
        cudaEventRecord(begin);
        if (version == 0) direct<<<(n + 255) / 256, 256>>>(d_bins, d_values, n);
        else shared<<<(n + 255) / 256, 256>>>(d_bins, d_values, n);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&ms[version], begin, end);
        cudaMemcpy(counted, d_bins, sizeof(counted), cudaMemcpyDeviceToHost);
        for (int b = 0; b < BINS; b++) right = right && counted[b] == expected[b];
    }
    printf("%s; counts in shared memory are %.1f times as fast\n", right ? "both are right" : "WRONG", ms[0] / ms[1]);
    cudaFree(d_values);
    cudaFree(d_bins);
    free(values);
    return !right;
}
