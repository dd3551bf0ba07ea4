// Transposes tile by tile through shared memory: coalesced, but with bank conflicts.
// Reading a column of the tile hits one bank 16 times.
#ifndef TILE_DIM
#define TILE_DIM 32
#define BLOCK_ROWS 8
#endif

__global__ void mtran_coalesced(float *odata, const float *idata, int n)
{
    __shared__ float tile[TILE_DIM][TILE_DIM];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int index_in = x + y * n;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * n];
    __syncthreads();

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    int index_out = x + y * n;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        odata[index_out + i * n] = tile[threadIdx.x][threadIdx.y + i];
}
