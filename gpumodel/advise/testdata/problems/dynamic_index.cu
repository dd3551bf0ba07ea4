// array in local memory: grid 256, block 256, elements 2097152
__global__ void lookup(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[16];
    for (int k = 0; k < 16; k++)
        v[k] = k * 0.5f;
    float sum = 0.0f;
    int at = (int)in[i] + threadIdx.x;
    for (int k = 0; k < 50; k++)
        sum += v[(at * k + (at >> 3)) & 15]; // <-
    out[i] = sum;
}
