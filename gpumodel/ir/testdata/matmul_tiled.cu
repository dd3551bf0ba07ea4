#define BLOCK 16
__global__ void mmul(float *A, float *B, float *C, int n) {
  int bx = blockIdx.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  __shared__ float As[BLOCK][BLOCK];
  __shared__ float Bs[BLOCK][BLOCK];
  float Csub = 0.0f;
  for (int b = 0; b < n / BLOCK; b++) {
    As[ty][tx] = A[(ty + by * BLOCK) * n + b * BLOCK + tx];
    Bs[ty][tx] = B[(ty + b * BLOCK) * n + bx * BLOCK + tx];
    __syncthreads();
    for (int k = 0; k < BLOCK; k++)
      Csub += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[(ty + by * BLOCK) * n + bx * BLOCK + tx] = Csub;
}
