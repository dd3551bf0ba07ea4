// bank conflicts: grid 64 64, block 32 32, elements 4194304
__global__ void transpose(float *out, const float *in, int n)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * 2048 + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    float v = tile[threadIdx.x][threadIdx.y]; // <-
    out[y * 2048 + x] = v;
}
