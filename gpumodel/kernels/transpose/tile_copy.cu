// Copies tile by tile through shared memory: the tiled transpose without the transpose.
// What it loses against the plain copy is the price of the tile and its barrier.
#ifndef TILE_DIM
#define TILE_DIM 32
#define BLOCK_ROWS 8
#endif

__global__ void mcopy_tiled(float *odata, const float *idata, int n)
{
    __shared__ float tile[TILE_DIM][TILE_DIM];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int index = x + y * n;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        tile[threadIdx.y + i][threadIdx.x] = idata[index + i * n];
    __syncthreads();

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        odata[index + i * n] = tile[threadIdx.y + i][threadIdx.x];
}
