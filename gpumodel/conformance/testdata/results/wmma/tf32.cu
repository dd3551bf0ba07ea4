// Fragments of tf32, by rows and by columns.
//
// templates: wmma::row_major, wmma::row_major, 0; wmma::col_major, wmma::row_major, 0; wmma::row_major, wmma::col_major, 0; wmma::col_major, wmma::col_major, 0; wmma::row_major, wmma::row_major, 1; wmma::col_major, wmma::row_major, 1; wmma::row_major, wmma::col_major, 1; wmma::col_major, wmma::col_major, 1
// sizes: 1
// block: 32
// grid: 1
// a[48 * 48]: -8 + i * 37 % 101 % 17
// b[48 * 48]: -8 + (i + 11) * 37 % 101 % 17
// c[48 * 48]: -8 + (i + 29) * 37 % 101 % 17
// cards: A100, H200
// of_16x16x8 d[512]: 0
// from: 8.0

#include "tile.h"
template <class LA, class LB, int LC> __global__ void of_16x16x8(float *d, const float *a, const float *b, const float *c) {
	tile<16, 16, 8, wmma::precision::tf32, LA, LB, LC>(d, a, b, c);
}
