#include <mma.h>
using namespace nvcuda;

// Lead is from one row or column to the next, of a matrix that is larger than the tile.
template <class L, int ROWS, int COLUMNS> struct Lead { static constexpr int value = COLUMNS + 16; };
template <int ROWS, int COLUMNS> struct Lead<wmma::col_major, ROWS, COLUMNS> { static constexpr int value = ROWS + 16; };

// tile multiplies one tile, twice the elements of a and three times those of the sum.
template <int M, int N, int K, class NUMBER, class LA, class LB, int LC, class MEMORY, class SUM>
__device__ void tile(SUM *d, const MEMORY *a, const MEMORY *b, const SUM *c) {
	const int ldc = LC ? M + 16 : N + 16;
	wmma::fragment<wmma::matrix_a, M, N, K, NUMBER, LA> fa;
	wmma::fragment<wmma::matrix_b, M, N, K, NUMBER, LB> fb;
	wmma::fragment<wmma::accumulator, M, N, K, SUM> fc, fd;
	wmma::load_matrix_sync(fa, a, Lead<LA, M, K>::value);
	wmma::load_matrix_sync(fb, b, Lead<LB, K, N>::value);
	wmma::load_matrix_sync(fc, c, ldc, LC ? wmma::mem_col_major : wmma::mem_row_major);
	for (int i = 0; i < fa.num_elements; i++) fa.x[i] = fa.x[i] + fa.x[i];
	wmma::mma_sync(fd, fa, fb, fc);
	for (int i = 0; i < fd.num_elements; i++) fd.x[i] = (SUM)3 * fd.x[i];
	wmma::store_matrix_sync(d, fd, ldc, LC ? wmma::mem_col_major : wmma::mem_row_major);
}
