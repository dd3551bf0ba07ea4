// divergence: grid 256, block 256, elements 65536
__global__ void kinds(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = in[i];
    if (threadIdx.x % 4 == 0) // <-
        for (int k = 0; k < 300; k++)
            a = a * a + 0.25f;
    out[i] = a;
}
