// register spilling: grid 128, block 512, elements 2097152
__global__ void __launch_bounds__(512, 3) filter(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[30];
    for (int k = 0; k < 30; k++)
        v[k] = in[i + k * 65536];
    float sum = 0.0f;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 30; k++)
            sum = sum * 0.5f + v[k]; // <-
    out[i] = sum;
}
