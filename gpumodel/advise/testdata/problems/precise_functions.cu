// slow arithmetic: grid 256, block 256, elements 65536
__global__ void waves(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    for (int k = 0; k < 16; k++)
        x = sinf(x) / (1.0f + x); // <-
    out[i] = x;
}
