// low occupancy: grid 8192, block 32, elements 4194304
__global__ void gather(float *out, const float *in, int n) // <-
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < 8; k++)
        sum = sum * 0.5f + in[(i + k * 262144) & 4194303];
    out[i] = sum;
}
