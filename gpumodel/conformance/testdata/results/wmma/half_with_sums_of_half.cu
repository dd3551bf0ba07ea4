// Fragments of half with sums of half, by rows and by columns.
//
// templates: wmma::row_major, wmma::row_major, 0; wmma::col_major, wmma::row_major, 0; wmma::row_major, wmma::col_major, 0; wmma::col_major, wmma::col_major, 0; wmma::row_major, wmma::row_major, 1; wmma::col_major, wmma::row_major, 1; wmma::row_major, wmma::col_major, 1; wmma::col_major, wmma::col_major, 1
// sizes: 1
// block: 32
// grid: 1
// a[48 * 48]: half(-2 + i * 37 % 101 % 5)
// b[48 * 48]: half(-2 + (i + 11) * 37 % 101 % 5)
// c[48 * 48]: half(-2 + (i + 29) * 37 % 101 % 5)
// of_32x8x16 cards: RTX 2080 Ti, A100
// of_32x8x16 d[768]: 0
// of_8x32x16 cards: RTX 2080 Ti, A100
// of_8x32x16 d[768]: 0
// of_16x16x16 cards: V100, A100
// of_16x16x16 d[512]: 0
// from: 8.0

#include "tile.h"
template <class LA, class LB, int LC> __global__ void of_32x8x16(half *d, const half *a, const half *b, const half *c) {
	tile<32, 8, 16, half, LA, LB, LC>(d, a, b, c);
}
template <class LA, class LB, int LC> __global__ void of_8x32x16(half *d, const half *a, const half *b, const half *c) {
	tile<8, 32, 16, half, LA, LB, LC>(d, a, b, c);
}
template <class LA, class LB, int LC> __global__ void of_16x16x16(half *d, const half *a, const half *b, const half *c) {
	tile<16, 16, 16, half, LA, LB, LC>(d, a, b, c);
}
