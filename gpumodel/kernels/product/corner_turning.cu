// Multiplies tile by tile, M is column-major: threads change places to load it, so that neighbours read neighbouring words.
// The corner is turned in shared memory, where a column costs banks and not bursts; one word of padding keeps these apart.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#define BLOCK_ROWS 16
#endif
static_assert(BLOCK_ROWS == TILE_WIDTH, "a square tile, one element per thread: block=(16, 16)");

__global__ void product_corner_turning(const float *N, const float *M, float *P, int Width)
{
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH + 1];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float Pvalue = 0.0f;
    for (int ph = 0; ph < Width / TILE_WIDTH; ++ph) {
        Nds[ty][tx] = N[row * Width + ph * TILE_WIDTH + tx];
        Mds[tx][ty] = M[(blockIdx.x * TILE_WIDTH + ty) * Width + ph * TILE_WIDTH + tx];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += Nds[ty][k] * Mds[k][tx];
        __syncthreads();
    }
    P[row * Width + col] = Pvalue;
}
