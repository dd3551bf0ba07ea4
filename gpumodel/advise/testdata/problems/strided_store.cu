// uncoalesced store: grid 512, block 256, elements 4194304
__global__ void scatter(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    out[i * 32 % n] = 2.0f * x + 1.0f; // <-
}
