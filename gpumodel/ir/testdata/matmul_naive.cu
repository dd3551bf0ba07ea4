__global__ void mmul(float *A, float *B, float *C, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float tmp = 0;
  for (int k = 0; k < n; k++)
    tmp += A[y * n + k] * B[k * n + x];
  C[y * n + x] = tmp;
}
