// fp64 from literals: grid 256, block 256, elements 65536
__global__ void steps(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], count = 0.0f;
    for (int k = 0; k < 64; k++) {
        x = x * 1.01f;
        if (x > 0.7) // <-
            x = x - 0.5f;
        count += x;
    }
    out[i] = count;
}
