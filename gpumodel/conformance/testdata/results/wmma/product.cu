// A product of matrices tile by tile, B by way of shared memory, with sums of float and of half; each matrix by rows and by columns.
//
// templates: wmma::row_major, wmma::row_major, 0; wmma::col_major, wmma::row_major, 0; wmma::row_major, wmma::col_major, 0; wmma::col_major, wmma::col_major, 0; wmma::row_major, wmma::row_major, 1; wmma::col_major, wmma::row_major, 1; wmma::row_major, wmma::col_major, 1; wmma::col_major, wmma::col_major, 1
// sizes: 32
// block: 32
// grid: n / 16, n / 16
// a[n * n]: half(i * 7 % 9 * 0.5 - 2)
// b[n * n]: half((i + 5) * 7 % 9 * 0.5 - 2)
// sums_of_float c[n * n]: i % 11
// sums_of_half c[n * n]: half(i % 11)
// cards: V100, RTX 2080 Ti, A100, RTX 3090, H200
// from: 7.0

#include <mma.h>
using namespace nvcuda;

// at is where an element is in a matrix that lies by rows or by columns.
template <class L> struct place;
template <> struct place<wmma::row_major> { static __device__ int at(int row, int column, int n) { return row * n + column; } };
template <> struct place<wmma::col_major> { static __device__ int at(int row, int column, int n) { return column * n + row; } };

// add adds the product of the block's tile to a fragment of sums.
template <class LA, class LB, class T> __device__ void add(wmma::fragment<wmma::accumulator, 16, 16, 16, T> &sum, const half *a, const half *b, int n) {
	__shared__ half tile[256];
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, LA> fa;
	nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, half, LB> fb;
	for (int k = 0; k < n; k += 16) {
		wmma::load_matrix_sync(fa, a + place<LA>::at(blockIdx.y * 16, k, n), n);
		for (int i = threadIdx.x; i < 256; i += 32)
			tile[place<LB>::at(i / 16, i % 16, 16)] = b[place<LB>::at(k + i / 16, blockIdx.x * 16 + i % 16, n)];
		__syncthreads();
		wmma::load_matrix_sync(fb, tile, 16);
		wmma::mma_sync(sum, fa, fb, sum);
		__syncthreads();
	}
}

template <class LA, class LB, int LC> __global__ void sums_of_float(float *c, const half *a, const half *b, int n) {
	const wmma::layout_t layout = LC ? wmma::mem_col_major : wmma::mem_row_major;
	int row = blockIdx.y * 16, column = blockIdx.x * 16, from = LC ? column * n + row : row * n + column;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, old;
	wmma::fill_fragment(sum, 0.0f);
	add<LA, LB>(sum, a, b, n);
	wmma::load_matrix_sync(old, c + from, n, layout);
	for (int i = 0; i < sum.num_elements; i++)
		sum.x[i] = 2 * sum.x[i] + old.x[i];
	wmma::store_matrix_sync(c + from, sum, n, layout);
}

template <class LA, class LB, int LC> __global__ void sums_of_half(half *c, const half *a, const half *b, int n) {
	const wmma::layout_t layout = LC ? wmma::mem_col_major : wmma::mem_row_major;
	int row = blockIdx.y * 16, column = blockIdx.x * 16, from = LC ? column * n + row : row * n + column;
	wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
	wmma::load_matrix_sync(sum, c + from, n, layout);
	add<LA, LB>(sum, a, b, n);
	wmma::store_matrix_sync(c + from, sum, n, layout);
}
