// A matrix with operator().
//
// sizes: 64 192
// block: min(n, 64)
// in: rand(-30, 69)

struct Matrix {
	int *data;
	int rows, cols;
	__device__ Matrix(int *d, int r, int c = 8) : data(d), rows(r), cols(c) {}
	__device__ int &operator()(int r, int c) { return data[r * cols + c]; }
	__device__ const int &operator()(int r, int c) const { return data[r * cols + c]; }
	__device__ int size() const { return rows * cols; }
};
__device__ int trace(const Matrix &m) {
	int s = 0;
	for (int i = 0; i < min(m.rows, m.cols); i++) s += m(i, i);
	return s;
}
__global__ void k(int *out, const int *in, int n) {
	__shared__ int words[64];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	Matrix m(words, 8);
	m(t % 8, t / 8) = in[i];
	__syncthreads();
	out[i] = m(t / 8, t % 8) + 100 * trace(m) + m.size();
}
