// Matrix product, tiled.
//
// sizes: 0 1 2 3
// block: 16, 16
// grid: (p + 15) / 16, (m + 15) / 16
// tolerance: 2 * n ulps
// m: at(size, 1, 16, 33, 20)
// n: at(size, 1, 16, 17, 47)
// p: at(size, 1, 16, 5, 31)
// a[m * n]: uniform(0, 1)
// b[n * p]: uniform(0, 1)
// c[m * p]: 0
// The host sums in double.
#ifdef HOST
#define SUM double
#else
#define SUM float
#endif


#define TILE 16
__global__ void k(float *c, const float *a, const float *b, int m, int n, int p) {
	__shared__ float as[TILE][TILE], bs[TILE][TILE];
	int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
	SUM sum = 0;
	for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
		int x = t * TILE + threadIdx.x, y = t * TILE + threadIdx.y;
		as[threadIdx.y][threadIdx.x] = row < m && x < n ? a[row * n + x] : 0.0f;
		bs[threadIdx.y][threadIdx.x] = y < n && column < p ? b[y * p + column] : 0.0f;
		__syncthreads();
#pragma unroll
		for (int i = 0; i < TILE; ++i) sum += (SUM)as[threadIdx.y][i] * bs[i][threadIdx.x];
		__syncthreads();
	}
	if (row < m && column < p) c[row * p + column] = sum;
}
