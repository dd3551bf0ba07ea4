// Multiplies tile by tile, COARSE elements per thread: a tile of A, once loaded, serves COARSE tiles of B.
// The elements of a thread lie a tile apart, so that loads and stores stay coalesced.
#ifndef TILE
#define TILE 16
#define TILE_ROWS 16
#endif
#ifndef COARSE
#define COARSE 4
#endif
static_assert(TILE_ROWS == TILE, "a square tile: block=(16, 16)");

__global__ void mmul_coarsened(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int y = blockIdx.y * TILE + ty;
    int x = blockIdx.x * TILE * COARSE + tx; // of the first element

    float sum[COARSE]; // in registers, as long as the loops over c are unrolled
#pragma unroll
    for (int c = 0; c < COARSE; c++)
        sum[c] = 0.0f;
    for (int b = 0; b < n / TILE; b++) {
        As[ty][tx] = A[y * n + b * TILE + tx];
#pragma unroll
        for (int c = 0; c < COARSE; c++) {
            Bs[ty][tx] = B[(b * TILE + ty) * n + x + c * TILE];
            __syncthreads();
            for (int k = 0; k < TILE; k++)
                sum[c] += As[ty][k] * Bs[k][tx];
            __syncthreads();
        }
    }
#pragma unroll
    for (int c = 0; c < COARSE; c++)
        C[y * n + x + c * TILE] = sum[c];
}
