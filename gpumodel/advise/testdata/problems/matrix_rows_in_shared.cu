// bank conflicts: grid 256, block 128, elements 1048576
__global__ void product(float *out, const float *in, int n)
{
    __shared__ float m[128][16];
    int t = threadIdx.x;
    for (int k = 0; k < 16; k++)
        m[(k * 128 + t) / 16][t % 16] = in[blockIdx.x * 2048 + k * 128 + t];
    __syncthreads();
    float sum = 0.0f;
    for (int repeat = 0; repeat < 8; repeat++)
        for (int k = 0; k < 16; k++)
            sum = sum * 0.5f + m[t][k]; // <-
    out[blockIdx.x * 128 + t] = sum;
}
