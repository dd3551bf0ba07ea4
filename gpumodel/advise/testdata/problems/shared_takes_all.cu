// low occupancy: grid 512, block 64, elements 1048576
__global__ void smooth(float *out, const float *in, int n)
{
    __shared__ float s[6000]; // <-
    int t = threadIdx.x, base = blockIdx.x * 64;
    s[t] = in[base + t];
    __syncthreads();
    float sum = s[t];
    for (int k = 1; k < 16; k++)
        sum += in[(base + k * 32768 + t) & 1048575] * s[(t + k) & 63];
    out[base + t] = sum;
}
