// Counts in a copy of the bins that is the block's own, in shared memory, and adds that to the bins in the end.
// Threads of different blocks meet once for each bin, not once for each value.
#define BINS 32

__global__ void histogram_privatised(int *bins, const int *values, int n)
{
    __shared__ int mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
