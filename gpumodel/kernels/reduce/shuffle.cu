// Sums a vector in two launches as two_launches does, but the threads of a warp add up
// their sums by shuffles: shared memory holds one sum for each warp, and the block waits once.
#ifndef THREADS
#define THREADS 256
#endif

// warp_sum returns to a warp's first thread the sum of x over its first lanes.
__device__ float warp_sum(float x, int lanes)
{
    int lane = threadIdx.x % 32;

    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_down_sync(0xffffffff, x, d);
        if (lane + d < lanes)
            x += other;
    }
    return x;
}

__global__ void sum_shuffle(const float *array, int n, float *sums)
{
    const int warps = (THREADS + 31) / 32;
    __shared__ float s[warps];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;

    float sum = 0.0f;
    for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS)
        sum += array[i];
    sum = warp_sum(sum, min(32, THREADS - 32 * warp));
    if (lane == 0)
        s[warp] = sum;
    __syncthreads();

    if (warp == 0) {
        sum = warp_sum(s[min(lane, warps - 1)], warps);
        if (lane == 0)
            sums[blockIdx.x] = sum;
    }
}
