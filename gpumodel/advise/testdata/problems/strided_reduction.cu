// bank conflicts: grid 1024, block 256, elements 262144
__global__ void sums(float *out, const float *in, int n)
{
    __shared__ float s[8 * 256];
    int t = threadIdx.x;
    s[8 * t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 32; k++)
        sum += s[(8 * (t + k)) & 2047]; // <-
    out[blockIdx.x * 256 + t] = sum;
}
