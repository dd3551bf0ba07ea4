// Counts how often each of 32 values occurs: every thread adds to a bin in global memory.
// All threads of the grid want the same few words, and only one can have a word at a time.
#define BINS 32

__global__ void histogram_global(int *bins, const int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[values[i]], 1);
}
