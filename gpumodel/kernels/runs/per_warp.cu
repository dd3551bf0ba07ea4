// Sums runs of 32 elements that are stored transposed; a warp walks over contiguous memory, a line at a time.
__global__ void sum_per_warp(float *sums, const float *in, int runs)
{
    int run = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < 32; k++)
        sum += in[k * runs + run];
    sums[run] = sum;
}
