__global__ void mtran(float *odata, float *idata, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  odata[x * n + y] = idata[y * n + x];
}
