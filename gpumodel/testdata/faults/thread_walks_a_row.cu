// uncoalesced load: grid 128, block 128, elements 2097152
__global__ void rows(float *out, const float *in, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int j = 0; j < 128; j++)
        sum += in[row * 128 + j]; // <-
    out[row] = sum;
}
