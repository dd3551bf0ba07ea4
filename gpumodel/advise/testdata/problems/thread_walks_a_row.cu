// uncoalesced load: grid 256, block 128, elements 1048576
__global__ void rows(float *out, const float *in, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int j = 0; j < 32; j++)
        sum += in[row * 32 + j]; // <-
    out[row] = sum;
}
