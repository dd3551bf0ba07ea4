// One block of A in shared memory, transposed; rows of B one after the other in
// a register; 16 elements of a column of C in registers. Blocks of 64×1 threads.
#define ROWS 16
__global__ void mmul(const float *A, const float *B, float *C, int n) {
  __shared__ float As[16][ROWS + 1];
  float c[ROWS];
  int row = blockIdx.y * ROWS, col = blockIdx.x * 64 + threadIdx.x;
  int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  for (int i = 0; i < ROWS; i++)
    c[i] = 0;
  for (int b = 0; b < n; b += 16) {
    for (int i = 0; i < ROWS; i += 4)
      As[tx][ty + i] = A[(row + ty + i) * n + b + tx];
    __syncthreads();
    for (int k = 0; k < 16; k++) {
      float x = B[(b + k) * n + col];
#pragma unroll
      for (int i = 0; i < ROWS; i++)
        c[i] += As[k][i] * x;
    }
    __syncthreads();
  }
  for (int i = 0; i < ROWS; i++)
    C[(row + i) * n + col] = c[i];
}
