// Multiplies tile by tile, two elements per thread, with the tile of B transposed:
// neighbouring k are neighbouring words, no addition. Padding keeps the banks apart.
#ifndef TILE
#define TILE 32
#define ROWS 16
#endif
static_assert(TILE == 2 * ROWS, "a square tile, two elements per thread: block=(32, 16)");

__global__ void mmul_two_transposed(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE + 1];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;

    float sum1 = 0.0f, sum2 = 0.0f;
    for (int b = 0; b < n / TILE; b++) {
        As[ty][tx] = A[y * n + b * TILE + tx];
        As[ty + ROWS][tx] = A[(y + ROWS) * n + b * TILE + tx];
        Bs[tx][ty] = B[(b * TILE + ty) * n + x];
        Bs[tx][ty + ROWS] = B[(b * TILE + ty + ROWS) * n + x];
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            sum1 += As[ty][k] * Bs[tx][k];
            sum2 += As[ty + ROWS][k] * Bs[tx][k];
        }
        __syncthreads();
    }
    C[y * n + x] = sum1;
    C[(y + ROWS) * n + x] = sum2;
}
