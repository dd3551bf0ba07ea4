// bank conflicts: grid 512, block 256, elements 1048576
__global__ void spread(float *out, const float *in, int n)
{
    __shared__ float s[256 * 16];
    int t = threadIdx.x;
    float x = in[blockIdx.x * 256 + t];
    for (int k = 0; k < 16; k++)
        s[t * 16 + k] = x * k; // <-
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 16; k++)
        sum += s[k * 256 + t];
    out[blockIdx.x * 256 + t] = sum;
}
