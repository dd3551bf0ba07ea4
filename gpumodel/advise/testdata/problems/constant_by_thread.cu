// constant memory read at several addresses: grid 256, block 256, elements 65536
__constant__ float table[256];
__global__ void translate(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = in[i];
    for (int k = 0; k < 64; k++)
        sum += table[(threadIdx.x * 5 + k) & 255]; // <-
    out[i] = sum;
}
