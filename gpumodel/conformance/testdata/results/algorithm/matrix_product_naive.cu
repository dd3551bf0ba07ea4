// Matrix product, naive.
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


__global__ void k(float *c, const float *a, const float *b, int m, int n, int p) {
	int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < m && column < p) {
		SUM sum = 0;
		for (int i = 0; i < n; i++) sum += (SUM)a[row * n + i] * b[i * p + column];
		c[row * p + column] = sum;
	}
}
