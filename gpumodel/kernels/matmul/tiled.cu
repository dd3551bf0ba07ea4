// Multiplies tile by tile: each element read from global memory is used BLOCK times.
// Both factors lie in shared memory; an instruction can take only one from there.
#ifndef BLOCK
#define BLOCK 16
#define BLOCK_ROWS 16
#endif
static_assert(BLOCK_ROWS == BLOCK, "a square tile, one element per thread: block=(16, 16)");

__global__ void mmul_tiled(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[BLOCK][BLOCK];
    __shared__ float Bs[BLOCK][BLOCK];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * BLOCK + tx;
    int y = blockIdx.y * BLOCK + ty;

    float sum = 0.0f;
    for (int b = 0; b < n / BLOCK; b++) {
        As[ty][tx] = A[y * n + b * BLOCK + tx];
        Bs[ty][tx] = B[(b * BLOCK + ty) * n + x];
        __syncthreads();
        for (int k = 0; k < BLOCK; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[y * n + x] = sum;
}
