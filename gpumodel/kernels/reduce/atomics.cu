// Sums a vector of integers with atomicAdd alone: all threads take turns at one word.
// The plainest way, and the slowest; c.c. 1.x has no atomicAdd of float.

__global__ void sum_atomics(const int *array, int n, int *sum)
{
    int step = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(sum, array[i]);
}
