// too few blocks: grid 15, block 1024, elements 65536
__global__ void tail(float *out, const float *in, int n) // <-
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = in[i];
    for (int k = 0; k < 2000; k++)
        a = a * 0.5f + 0.25f;
    out[i] = a;
}
