// Matrix times vector, a warp for each row.
//
// sizes: 4 32 100 1024
// block: 32, 2
// grid: 2
// a[4 * n]: rand(0, 63) / 8.0
// x: rand(0, 15) / 4.0
// y[4]: 0

__global__ void k(float *y, const float *a, const float *x, int n) {
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int j = threadIdx.x; j < n; j += warpSize) sum += a[row * n + j] * x[j];
	for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
	if (threadIdx.x == 0) y[row] = sum;
}
