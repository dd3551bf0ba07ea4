// Fragments of bfloat16, by rows and by columns.
//
// templates: wmma::row_major, wmma::row_major, 0; wmma::col_major, wmma::row_major, 0; wmma::row_major, wmma::col_major, 0; wmma::col_major, wmma::col_major, 0; wmma::row_major, wmma::row_major, 1; wmma::col_major, wmma::row_major, 1; wmma::row_major, wmma::col_major, 1; wmma::col_major, wmma::col_major, 1
// sizes: 1
// block: 32
// grid: 1
// a[48 * 48]: bfloat16(-8 + i * 37 % 101 % 17)
// b[48 * 48]: bfloat16(-8 + (i + 11) * 37 % 101 % 17)
// c[48 * 48]: -8 + (i + 29) * 37 % 101 % 17
// cards: A100, H200
// of_16x16x16 d[512]: 0
// of_32x8x16 d[768]: 0
// of_8x32x16 d[768]: 0
// from: 8.0

#include "tile.h"
template <class LA, class LB, int LC> __global__ void of_16x16x16(float *d, const unsigned short *a, const unsigned short *b, const float *c) {
	tile<16, 16, 16, __nv_bfloat16, LA, LB, LC>(d, (const __nv_bfloat16 *)a, (const __nv_bfloat16 *)b, c);
}
template <class LA, class LB, int LC> __global__ void of_32x8x16(float *d, const unsigned short *a, const unsigned short *b, const float *c) {
	tile<32, 8, 16, __nv_bfloat16, LA, LB, LC>(d, (const __nv_bfloat16 *)a, (const __nv_bfloat16 *)b, c);
}
template <class LA, class LB, int LC> __global__ void of_8x32x16(float *d, const unsigned short *a, const unsigned short *b, const float *c) {
	tile<8, 32, 16, __nv_bfloat16, LA, LB, LC>(d, (const __nv_bfloat16 *)a, (const __nv_bfloat16 *)b, c);
}
