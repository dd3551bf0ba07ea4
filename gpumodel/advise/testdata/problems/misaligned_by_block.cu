// uncoalesced load: grid 512, block 256, elements 2097152, GTX 280, compute_capability 1.1
__global__ void shift(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i + 1]; // <-
    out[i] = x;
}
