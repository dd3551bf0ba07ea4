// Treats even and odd elements differently; the neighbours of a warp part, so that each warp goes both ways.
__device__ float even(float x)
{
    for (int k = 0; k < 64; k++)
        x = 0.75f * x + 0.25f;
    return x;
}

__device__ float odd(float x)
{
    for (int k = 0; k < 64; k++)
        x = 0.5f * x - 0.5f;
    return x;
}

__global__ void branch_parity(float *out, const float *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    if (i % 2 == 0)
        out[i] = even(x);
    else
        out[i] = odd(x);
}
