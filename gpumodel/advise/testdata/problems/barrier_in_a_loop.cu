// barriers: grid 256, block 1024, elements 4194304
__global__ void wavefront(float *out, const float *in, int n)
{
    int t = threadIdx.x, base = blockIdx.x * 1024;
    float a = in[base + t];
    for (int k = 0; k < 64; k++) {
        if (t / 32 == k % 32)
            for (int r = 0; r < 32; r++)
                a = a * 0.5f + 1.0f;
        __syncthreads(); // <-
    }
    out[base + t] = a;
}
