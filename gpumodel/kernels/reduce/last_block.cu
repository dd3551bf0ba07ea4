// Sums a vector in one launch: the block that is done last adds up the sums of all.
// An atomic counter tells it so; the fence lets no block count before its sum can be read.
#ifndef THREADS
#define THREADS 256
#endif

__device__ unsigned int done = 0;

// block_sum returns the sum of x over the threads of the block.
__device__ float block_sum(float x)
{
    __shared__ float s[THREADS];
    int t = threadIdx.x;

    s[t] = x;
    __syncthreads();
    for (int width = THREADS; width > 1; width = (width + 1) / 2) {
        int half = (width + 1) / 2;
        if (t < width / 2)
            s[t] += s[t + half];
        __syncthreads();
    }
    return s[0];
}

__global__ void sum_last_block(const float *array, int n, volatile float *sums)
{
    __shared__ bool last;
    int t = threadIdx.x;

    float sum = 0.0f;
    for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS)
        sum += array[i];
    sum = block_sum(sum);
    if (t == 0) {
        sums[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;

    sum = 0.0f;
    for (int i = t; i < gridDim.x; i += THREADS)
        sum += sums[i];
    sum = block_sum(sum);
    if (t == 0) {
        sums[0] = sum;
        done = 0; // for the next launch
    }
}
