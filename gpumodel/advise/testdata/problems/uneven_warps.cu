// barriers: grid 84, block 512, elements 4194304
__global__ void phases(float *out, const float *in, int n)
{
    __shared__ float s[512];
    int t = threadIdx.x, warp = t / 32;
    float a = 0.0f;
    for (int k = 0; k < 8; k++) {
        s[t] = a + in[(blockIdx.x * 8 + k) * 512 + t];
        __syncthreads(); // <-
        for (int r = 0; r < ((warp + k) & 15) * 8; r++)
            a = a * 0.5f + s[t ^ 1];
        __syncthreads();
    }
    out[blockIdx.x * 512 + t] = a;
}
