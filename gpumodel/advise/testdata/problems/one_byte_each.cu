// too few accesses in flight: grid 4096, block 192, elements 4194304
__global__ void invert(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char x = ((const unsigned char *)in)[i]; // <-
    ((unsigned char *)out)[i] = 255 - x;
}
