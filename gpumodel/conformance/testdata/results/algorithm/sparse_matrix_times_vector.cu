// Sparse matrix times vector.
//
// tolerance: 16 ulps
// y: uniform(0, 1)
// rows[n + 1]: sum(choose(i == 0, 0, rand(0, 8) * ((i - 1) % 3)))
// columns[16 * n]: rand(0, n - 1)
// values[16 * n]: uniform(0, 1)
// x: uniform(0, 1)
// The host sums in double.
#ifdef HOST
#define SUM double
#else
#define SUM float
#endif


__global__ void k(float *y, const int *rows, const int *columns, const float *values, const float *x, int n) {
	int row = blockDim.x * blockIdx.x + threadIdx.x;
	if (row < n) {
		SUM dot = 0;
		for (int j = rows[row]; j < rows[row + 1]; j++) dot += (SUM)values[j] * x[columns[j]];
		y[row] += dot;
	}
}
