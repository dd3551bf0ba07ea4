// Treats even and odd elements differently; one half of the block has the even ones, the other the odd ones, so that no warp parts.
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

__global__ void branch_warps(float *out, const float *in)
{
    int t = threadIdx.x, half = blockDim.x / 2;
    int i = blockIdx.x * blockDim.x + (t < half ? 2 * t : 2 * (t - half) + 1);
    float x = in[i];
    if (t < half)
        out[i] = even(x);
    else
        out[i] = odd(x);
}
