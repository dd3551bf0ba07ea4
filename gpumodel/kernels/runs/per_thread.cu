// Sums runs of 32 elements; each thread walks its own run, so that a warp touches 32 lines at a time.
__global__ void sum_per_thread(float *sums, const float *in, int runs)
{
    int run = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < 32; k++)
        sum += in[run * 32 + k];
    sums[run] = sum;
}
