// divergence: grid 256, block 256, elements 65536
__global__ void alternate(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = in[i];
    if (threadIdx.x % 2) { // <-
        for (int k = 0; k < 200; k++)
            a = a * 1.0001f + 0.5f;
    } else {
        for (int k = 0; k < 200; k++)
            a = a * 0.9999f - 0.5f;
    }
    out[i] = a;
}
