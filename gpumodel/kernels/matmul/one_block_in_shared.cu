// Multiplies by rank-1 updates: columns of A in shared memory, rows of B and a tile of
// C in registers. Every multiply-add takes one factor from shared memory, none is loaded.
#ifndef COLUMNS
#define COLUMNS 64
#define THREAD_ROWS 1
#endif
#define TILE 16
static_assert(COLUMNS % TILE == 0 && THREAD_ROWS == 1, "one row of threads, a multiple of 16: block=(64, 1)");

__global__ void mmul_one_block(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[TILE][TILE + 1]; // transposed: As[k] is a column of A
    int tx = threadIdx.x % TILE;
    int ty = threadIdx.x / TILE;
    int x = blockIdx.x * COLUMNS + threadIdx.x;
    int y = blockIdx.y * TILE;

    float sum[TILE] = {};
    for (int b = 0; b < n; b += TILE) {
        for (int i = 0; i < TILE; i += COLUMNS / TILE)
            As[tx][ty + i] = A[(y + ty + i) * n + b + tx];
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            float row = B[(b + k) * n + x];
            for (int i = 0; i < TILE; i++)
                sum[i] += As[k][i] * row;
        }
        __syncthreads();
    }
    for (int i = 0; i < TILE; i++)
        C[(y + i) * n + x] = sum[i];
}
