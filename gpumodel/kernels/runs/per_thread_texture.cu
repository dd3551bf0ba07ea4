// Sums runs of 32 elements; each thread walks its own run, through the texture cache with its smaller lines.
__global__ void sum_per_thread_texture(float *sums, cudaTextureObject_t in, int runs)
{
    int run = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < 32; k++)
        sum += tex1Dfetch<float>(in, run * 32 + k);
    sums[run] = sum;
}
