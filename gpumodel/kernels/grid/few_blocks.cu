// Adds 1 to each element of an array; a thread takes 1024 of them, so that there are too few blocks for the GPU.
#define EACH 1024

__global__ void increment_few_blocks(float *a)
{
    int i = blockIdx.x * EACH * blockDim.x + threadIdx.x;
    for (int k = 0; k < EACH; k++)
        a[i + k * blockDim.x] += 1.0f;
}
