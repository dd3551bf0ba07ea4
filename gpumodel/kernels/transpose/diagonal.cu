// Transposes through a padded tile, with the blocks laid along the diagonals.
// Blocks that run together write to different partitions: no partition camping.
#ifndef TILE_DIM
#define TILE_DIM 32
#define BLOCK_ROWS 8
#endif

__global__ void mtran_diagonal(float *odata, const float *idata, int n)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int blockIdx_y = blockIdx.x;
    int blockIdx_x = (blockIdx.x + blockIdx.y) % gridDim.x;
    int x = blockIdx_x * TILE_DIM + threadIdx.x;
    int y = blockIdx_y * TILE_DIM + threadIdx.y;
    int index_in = x + y * n;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * n];
    __syncthreads();

    x = blockIdx_y * TILE_DIM + threadIdx.x;
    y = blockIdx_x * TILE_DIM + threadIdx.y;
    int index_out = x + y * n;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        odata[index_out + i * n] = tile[threadIdx.x][threadIdx.y + i];
}
