// uncoalesced store: grid 64 64, block 32 8, elements 4194304
__global__ void transpose(float *out, const float *in, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        out[x * 2048 + y + j] = in[(y + j) * 2048 + x]; // <-
}
