// Adds 1 to each element of an array; a thread takes 4 of them, so that all multiprocessors have as many blocks as fit.
#define EACH 4

__global__ void increment_many_blocks(float *a)
{
    int i = blockIdx.x * EACH * blockDim.x + threadIdx.x;
    for (int k = 0; k < EACH; k++)
        a[i + k * blockDim.x] += 1.0f;
}
