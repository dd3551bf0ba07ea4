// Multiplies tile by tile, M is column-major: each thread loads the element of M that lies where the thread does.
// The tile of M is loaded column by column, so that neighbouring threads read words that are Width apart.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#define BLOCK_ROWS 16
#endif
static_assert(BLOCK_ROWS == TILE_WIDTH, "a square tile, one element per thread: block=(16, 16)");

__global__ void product_column_tiles(const float *N, const float *M, float *P, int Width)
{
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float Pvalue = 0.0f;
    for (int ph = 0; ph < Width / TILE_WIDTH; ++ph) {
        Nds[ty][tx] = N[row * Width + ph * TILE_WIDTH + tx];
        Mds[ty][tx] = M[col * Width + ph * TILE_WIDTH + ty];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += Nds[ty][k] * Mds[k][tx];
        __syncthreads();
    }
    P[row * Width + col] = Pvalue;
}
