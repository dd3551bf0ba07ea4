// Fragments of double, by rows and by columns.
//
// templates: wmma::row_major, wmma::row_major, 0; wmma::col_major, wmma::row_major, 0; wmma::row_major, wmma::col_major, 0; wmma::col_major, wmma::col_major, 0; wmma::row_major, wmma::row_major, 1; wmma::col_major, wmma::row_major, 1; wmma::row_major, wmma::col_major, 1; wmma::col_major, wmma::col_major, 1
// sizes: 1
// block: 32
// grid: 1
// a[48 * 48]: -8 + i * 37 % 101 % 17
// b[48 * 48]: -8 + (i + 11) * 37 % 101 % 17
// c[48 * 48]: -8 + (i + 29) * 37 % 101 % 17
// cards: A100, RTX 3090
// of_8x8x4 d[192]: 0
// from: 8.0

#include "tile.h"
template <class LA, class LB, int LC> __global__ void of_8x8x4(double *d, const double *a, const double *b, const double *c) {
	tile<8, 8, 4, double, LA, LB, LC>(d, a, b, c);
}
