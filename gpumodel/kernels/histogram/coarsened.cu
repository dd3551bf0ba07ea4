// Counts in copies of the bins, and each thread takes 16 values: fewer blocks, so fewer copies to add up.
// The values of a thread lie a grid apart, so that neighbouring threads read neighbouring words.
#define BINS 32

__global__ void histogram_coarsened(int *bins, const int *values, int n)
{
    __shared__ int mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
