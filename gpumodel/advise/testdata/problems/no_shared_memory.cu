// loads of the same words: grid 32 32, block 16 16, elements 262144, GTX 280
__global__ void product(float *out, const float *in, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < 512; k++)
        sum += in[y * 512 + k] * in[k * 512 + x]; // <-
    out[y * 512 + x] = sum;
}
