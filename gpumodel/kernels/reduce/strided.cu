// Sums a vector in two launches, with the tree of neighbours given to the first threads.
// No divergence but in the last warp; the stride doubles with each step, and so do the bank conflicts.
#ifndef THREADS
#define THREADS 256
#endif

__global__ void sum_strided(const float *array, int n, float *sums)
{
    __shared__ float s[THREADS];
    int t = threadIdx.x;

    float sum = 0.0f;
    for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS)
        sum += array[i];
    s[t] = sum;
    __syncthreads();

    for (int d = 1; d < THREADS; d *= 2) {
        int i = 2 * d * t;
        if (i + d < THREADS)
            s[i] += s[i + d];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}
