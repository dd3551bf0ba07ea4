// uncoalesced load: grid 512, block 256, elements 4194304
__global__ void scale(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i * 32 % n]; // <-
    out[i] = 2.0f * x + 1.0f;
}
