// fp64 from literals: grid 256, block 256, elements 65536, GTX 280
__global__ void averages(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = in[i], right = in[i ^ 1];
    for (int k = 0; k < 32; k++) {
        float mean = (left + right) / 2.0; // <-
        left = mean;
        right = right * 0.25f + mean;
    }
    out[i] = right;
}
