// partition camping: grid 8 512, block 64, elements 2097152, GTX 280
__global__ void columns(float *out, const float *in, int n)
{
    int i = (blockIdx.x * 512 + blockIdx.y) * 512 + threadIdx.x;
    out[i] = in[i] + 1.0f; // <-
}
