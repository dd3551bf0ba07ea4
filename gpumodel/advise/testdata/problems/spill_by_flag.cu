// register spilling: grid 256, block 256, elements 2097152, maxrregcount 16
__global__ void filter(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[24];
    for (int k = 0; k < 24; k++)
        v[k] = in[i + k * 65536];
    float sum = 0.0f;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 24; k++)
            sum = sum * 0.5f + v[k]; // <-
    out[i] = sum;
}
