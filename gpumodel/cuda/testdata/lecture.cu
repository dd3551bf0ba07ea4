// Kernels of the lectures: matrix multiplication in four steps, the array sum,
// atomics and the last-block pattern, bank conflicts, a stencil.
#include <cuda_runtime.h>
#ifndef BLOCK
#define BLOCK 16
#endif
#define TILE_WIDTH 32
#define COARSE_FACTOR 4
#define IDX(i, j, n) ((i) * (n) + (j))

__global__ void mmul_naive(float *A, float *B, float *C, int n){
    int x = blockIdx.x*blockDim.x + threadIdx.x;
    int y = blockIdx.y*blockDim.y + threadIdx.y;
    float tmp = 0;
    for (int k = 0; k < n; k++)
      tmp += A[y*n+k] * B[k*n+x];
    C[y*n + x] = tmp;
}

__global__ void mmul_tiled(float *A, float *B, float *C, int n){
  int bx = blockIdx.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  __shared__ float As[BLOCK][BLOCK];
  __shared__ float Bs[BLOCK][BLOCK];
  float Csub = 0.0f;
  for (int b = 0; b < n/BLOCK; b++){
    As[ty][tx] = A[(ty + by*BLOCK)*n + b*BLOCK+tx];
    Bs[ty][tx] = B[(ty + b*BLOCK)*n + bx*BLOCK+tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCK; k++)
      Csub += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[(ty + by*BLOCK)*n + bx*BLOCK+tx] = Csub;
}

__global__ void __launch_bounds__(512, 1) mmul_coarse(const float *M, const float *N, float *P, int width)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int row = by * TILE_WIDTH + ty;
    int colStart = bx * TILE_WIDTH * COARSE_FACTOR + tx;
    float Pvalue[COARSE_FACTOR];
    for (int c = 0; c < COARSE_FACTOR; ++c) {
        Pvalue[c] = 0.0f;
    }
    for (int ph = 0; ph < width/TILE_WIDTH; ++ph) {
        Mds[ty][tx] = M[IDX(row, ph*TILE_WIDTH + tx, width)];
        #pragma unroll COARSE_FACTOR
        for (int c = 0; c < COARSE_FACTOR; ++c) {
            int col = colStart + c*TILE_WIDTH;
            Nds[ty][tx] = N[(ph*TILE_WIDTH + ty)*width + col];
            __syncthreads();
            for (int k = 0; k < TILE_WIDTH; ++k)
                Pvalue[c] += Mds[ty][k] * Nds[k][tx];
            __syncthreads();
        }
    }
    for (int c = 0; c < COARSE_FACTOR; ++c)
        P[row*width + colStart + c*TILE_WIDTH] = Pvalue[c];
}

__device__ unsigned int count = 0;
__constant__ float coeff[5] = {1.f, -2.f, 0.5f};
__shared__ bool isLastBlockDone;

__device__ float calculatePartialSum(const float *array, unsigned N) {
  float s = 0;
  for (unsigned i = blockIdx.x; i < N; i += gridDim.x) s += array[i];
  return s;
}

__global__ void sum(const float* array, unsigned int N, volatile float* result) {
  float partialSum = calculatePartialSum(array, N);
  if (threadIdx.x == 0) {
    result[blockIdx.x] = partialSum;
    __threadfence();
    unsigned int value = atomicInc(&count, gridDim.x);
    isLastBlockDone = (value == (gridDim.x - 1));
  }
  __syncthreads();
  if (isLastBlockDone) {
    float totalSum = 0;
    for (unsigned i = 0; i < gridDim.x; i++) totalSum += result[i];
    if (threadIdx.x == 0) { result[0] = totalSum; count = 0; }
  }
}

__global__ void carve(int n) {
  extern __shared__ char pool[];
  float *f = (float *)pool;
  int *i = (int *)&f[128];
  short *s = reinterpret_cast<short *>(pool + 1024);
  f[threadIdx.x] = __sinf((float)threadIdx.x) + __fmul_rn(2.0f, 3.0f);
  i[threadIdx.x] = __mul24(n, 3);
  s[threadIdx.x] = n >> 2;
  __syncthreads();
  if (__any(n > 3) && __all(i[0])) f[0] = coeff[1] * f[threadIdx.x ^ 1];
}

int main() {
  dim3 grid(n/BLOCK, n/BLOCK), block(BLOCK, BLOCK);
  mmul_tiled<<<grid, block>>>(dA, dB, dC, n);
  carve<<<1, 256, 4096>>>(n);
  CHECK(cudaDeviceSynchronize());
}
