// Fragments of unsigned bytes, by rows and by columns.
//
// templates: wmma::row_major, wmma::row_major, 0; wmma::col_major, wmma::row_major, 0; wmma::row_major, wmma::col_major, 0; wmma::col_major, wmma::col_major, 0; wmma::row_major, wmma::row_major, 1; wmma::col_major, wmma::row_major, 1; wmma::row_major, wmma::col_major, 1; wmma::col_major, wmma::col_major, 1
// sizes: 1
// block: 32
// grid: 1
// a[48 * 48]: 0 + i * 37 % 101 % 121
// b[48 * 48]: 0 + (i + 11) * 37 % 101 % 121
// c[48 * 48]: 0 + (i + 29) * 37 % 101 % 121
// cards: RTX 2080 Ti, A100
// of_16x16x16 d[512]: 0
// of_32x8x16 d[768]: 0
// of_8x32x16 d[768]: 0
// from: 8.0

#include "tile.h"
template <class LA, class LB, int LC> __global__ void of_16x16x16(int *d, const unsigned char *a, const unsigned char *b, const int *c) {
	tile<16, 16, 16, unsigned char, LA, LB, LC>(d, a, b, c);
}
template <class LA, class LB, int LC> __global__ void of_32x8x16(int *d, const unsigned char *a, const unsigned char *b, const int *c) {
	tile<32, 8, 16, unsigned char, LA, LB, LC>(d, a, b, c);
}
template <class LA, class LB, int LC> __global__ void of_8x32x16(int *d, const unsigned char *a, const unsigned char *b, const int *c) {
	tile<8, 32, 16, unsigned char, LA, LB, LC>(d, a, b, c);
}
