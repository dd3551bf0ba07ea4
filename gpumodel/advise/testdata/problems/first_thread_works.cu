// divergence: grid 256, block 256, elements 65536
__global__ void leaders(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = in[i];
    if (threadIdx.x % 32 < 4) { // <-
        for (int k = 0; k < 256; k++)
            a = a * 0.999f + 1.0f;
    }
    out[i] = a;
}
