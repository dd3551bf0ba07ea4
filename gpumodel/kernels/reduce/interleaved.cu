// Sums a vector in two launches, with a tree of neighbours in each block: divergent.
// Every second thread adds, then every fourth: all warps stay busy for ever fewer threads.
#ifndef THREADS
#define THREADS 256
#endif

__global__ void sum_interleaved(const float *array, int n, float *sums)
{
    __shared__ float s[THREADS];
    int t = threadIdx.x;

    float sum = 0.0f;
    for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS)
        sum += array[i];
    s[t] = sum;
    __syncthreads();

    for (int d = 1; d < THREADS; d *= 2) {
        if (t % (2 * d) == 0 && t + d < THREADS)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}
