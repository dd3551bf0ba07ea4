#define BLOCK 32
__global__ void mmul(float *A, float *B, float *C, int n) {
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  __shared__ float As[BLOCK][BLOCK];
  __shared__ float Bs[BLOCK][BLOCK];
  float Csub1 = 0.0f, Csub2 = 0.0f;
  for (int b = 0; b < n / BLOCK; b++) {
    As[ty][tx] = A[(ty + by * BLOCK) * n + b * BLOCK + tx];
    As[ty + 16][tx] = A[(ty + 16 + by * BLOCK) * n + b * BLOCK + tx];
    Bs[ty][tx] = B[(ty + b * BLOCK) * n + bx * BLOCK + tx];
    Bs[ty + 16][tx] = B[(ty + 16 + b * BLOCK) * n + bx * BLOCK + tx];
    __syncthreads();
    for (int k = 0; k < BLOCK; k++) {
      Csub1 += As[ty][k] * Bs[k][tx];
      Csub2 += As[ty + 16][k] * Bs[k][tx];
    }
    __syncthreads();
  }
  C[(ty + by * BLOCK) * n + bx * BLOCK + tx] = Csub1;
  C[(ty + 16 + by * BLOCK) * n + bx * BLOCK + tx] = Csub2;
}
