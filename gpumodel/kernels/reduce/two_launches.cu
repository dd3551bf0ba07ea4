// Sums a vector in two launches: the end of a launch is a barrier for all blocks.
// The second launch is one block, which adds up what the blocks of the first one have left.
#ifndef THREADS
#define THREADS 256
#endif

__global__ void sum_two_launches(const float *array, int n, float *sums)
{
    __shared__ float s[THREADS];
    int t = threadIdx.x;

    float sum = 0.0f;
    for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS)
        sum += array[i];
    s[t] = sum;
    __syncthreads();

    for (int width = THREADS; width > 1; width = (width + 1) / 2) {
        int half = (width + 1) / 2;
        if (t < width / 2)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}
