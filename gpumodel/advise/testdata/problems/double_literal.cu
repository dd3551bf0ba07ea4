// fp64 from literals: grid 256, block 256, elements 65536
__global__ void decay(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    for (int k = 0; k < 64; k++)
        x = x * 0.99 + 0.01; // <-
    out[i] = x;
}
