// What <mma.h> declares of products of halves, 16 x 16 x 16, that are added up in float or half, after the CUDA C++
// Programming Guide ("Warp Matrix Functions"). Where the elements are, and how they are loaded, is as in the code
// that NVRTC 12.9 makes: with 16-byte loads of rows and 8-byte loads of columns on 7.0, and with 4-byte loads later.
// Two differences remain from 7.5 on: tiles in shared memory are loaded word by word, not by LDSM, and tiles that
// lie the other way half by half, not transposed by MOVM.

struct wmma::matrix_a {};
struct wmma::matrix_b {};
struct wmma::accumulator {};
struct wmma::row_major { static constexpr int columns = 0; };
struct wmma::col_major { static constexpr int columns = 1; };
enum wmma::layout_t { wmma::mem_row_major, wmma::mem_col_major };

template <typename Use, int M, int N, int K, typename T, typename L = void> struct wmma::fragment {
	static_assert(M == 16 && N == 16 && K == 16, "of wmma the model knows tiles of 16 x 16 x 16");
	static_assert(sizeof(T) == 0, "of wmma the model knows fragments of half for matrix_a and matrix_b, with row_major or col_major, and of float or half for the accumulator");
};
#define WMMA_OPERAND(USE, L) \
	template <> struct wmma::fragment<USE, 16, 16, 16, __half, L> { \
		unsigned w[8]; /* two halves each */ \
		static constexpr int num_elements = 16; \
	};
WMMA_OPERAND(wmma::matrix_a, wmma::row_major)
WMMA_OPERAND(wmma::matrix_a, wmma::col_major)
WMMA_OPERAND(wmma::matrix_b, wmma::row_major)
WMMA_OPERAND(wmma::matrix_b, wmma::col_major)
#undef WMMA_OPERAND
template <> struct wmma::fragment<wmma::accumulator, 16, 16, 16, float> {
	float x[8];
	static constexpr int num_elements = 8;
};

template <> struct wmma::fragment<wmma::accumulator, 16, 16, 16, __half> {
	unsigned w[4]; // two halves each
	static constexpr int num_elements = 8;
};

// Sixteen halves of a row or column each, as 7.0 has them: which one says first, among its lines of four lanes.
__device__ inline void wmma::load_line(unsigned *w, const __half *p, unsigned ldm, unsigned second) {
	unsigned lane = __nvvm_read_ptx_sreg_laneid();
	const uint4 *q = (const uint4 *)(p + ((lane & 3) + (lane >> second & 1) * 8 + (lane >> 4) * 4) * ldm);
	uint4 a = q[0], b = q[1];
	w[0] = a.x; w[1] = a.y; w[2] = a.z; w[3] = a.w;
	w[4] = b.x; w[5] = b.y; w[6] = b.z; w[7] = b.w;
}
__device__ inline void wmma::load_across(unsigned *w, const __half *p, unsigned ldm, unsigned second) {
	unsigned lane = __nvvm_read_ptx_sreg_laneid();
	const __half *q = p + (lane & 3) * ldm + (lane >> second & 1) * 8 + (lane >> 4) * 4;
	uint2 a = *(const uint2 *)q, b = *(const uint2 *)(q + 4 * ldm), c = *(const uint2 *)(q + 8 * ldm), d = *(const uint2 *)(q + 12 * ldm);
	w[0] = a.x; w[1] = a.y; w[2] = b.x; w[3] = b.y;
	w[4] = c.x; w[5] = c.y; w[6] = d.x; w[7] = d.y;
}
// From 7.5 on a lane has pairs of the lines lane / 4 and eight further on.
__device__ inline unsigned wmma::pair(const __half *p, unsigned step) {
	return __half_as_ushort(p[0]) | (unsigned)__half_as_ushort(p[step]) << 16;
}
#define WMMA_LOADS(USE, ALONG, ACROSS, SECOND, ONE, TWO) \
	__device__ inline void wmma::load_matrix_sync(wmma::fragment<USE, 16, 16, 16, __half, ALONG> &f, const __half *p, unsigned ldm) { \
		unsigned lane = __nvvm_read_ptx_sreg_laneid(); \
		if (__mma_k() == 4) wmma::load_line(f.w, p, ldm, SECOND); \
		else { \
			const __half *q = p + (lane >> 2) * ldm + (lane & 3) * 2; \
			f.w[0] = *(const unsigned *)q; \
			f.w[ONE] = *(const unsigned *)(q + 8); \
			f.w[TWO] = *(const unsigned *)(q + 8 * ldm); \
			f.w[3] = *(const unsigned *)(q + 8 * ldm + 8); \
		} \
	} \
	__device__ inline void wmma::load_matrix_sync(wmma::fragment<USE, 16, 16, 16, __half, ACROSS> &f, const __half *p, unsigned ldm) { \
		unsigned lane = __nvvm_read_ptx_sreg_laneid(); \
		if (__mma_k() == 4) wmma::load_across(f.w, p, ldm, SECOND); \
		else { \
			const __half *q = p + (lane & 3) * 2 * ldm + (lane >> 2); \
			f.w[0] = wmma::pair(q, ldm); \
			f.w[ONE] = wmma::pair(q + 8 * ldm, ldm); \
			f.w[TWO] = wmma::pair(q + 8, ldm); \
			f.w[3] = wmma::pair(q + 8 * ldm + 8, ldm); \
		} \
	}
WMMA_LOADS(wmma::matrix_a, wmma::row_major, wmma::col_major, 2, 2, 1)
WMMA_LOADS(wmma::matrix_b, wmma::col_major, wmma::row_major, 3, 1, 2)
#undef WMMA_LOADS

template <typename U, typename L> __device__ void wmma::fill_fragment(wmma::fragment<U, 16, 16, 16, __half, L> &f, __half v) {
	unsigned both = __half_as_ushort(v) * 0x10001u;
	for (int i = 0; i < 8; i++) f.w[i] = both;
}
__device__ inline void wmma::fill_fragment(wmma::fragment<wmma::accumulator, 16, 16, 16, float> &f, float v) {
	for (int i = 0; i < 8; i++) f.x[i] = v;
}

__device__ inline void wmma::fill_fragment(wmma::fragment<wmma::accumulator, 16, 16, 16, __half> &f, __half v) {
	unsigned both = __half_as_ushort(v) * 0x10001u;
	for (int i = 0; i < 4; i++) f.w[i] = both;
}

// The first of the pairs that a lane has of C, and how far apart they are in rows and columns.
__device__ inline float *wmma::corner(float *p, unsigned ldm, bool columns) {
	unsigned lane = __nvvm_read_ptx_sreg_laneid(), row = lane >> 2, column = (lane & 3) * 2;
	if (__mma_k() == 4) {
		row = (lane >> 2 & 1) * 8 + (lane >> 4) * 4 + (lane & 1);
		column = (lane >> 3 & 1) * 8 + (lane & 2);
	}
	return columns ? p + column * ldm + row : p + row * ldm + column;
}
__device__ inline void wmma::store_matrix_sync(float *p, const wmma::fragment<wmma::accumulator, 16, 16, 16, float> &f, unsigned ldm, wmma::layout_t layout) {
	float *q = wmma::corner(p, ldm, layout == wmma::mem_col_major);
	unsigned rows = __mma_k() == 4 ? 2 : 8, columns = __mma_k() == 4 ? 4 : 8;
	if (layout == wmma::mem_row_major) {
		*(float2 *)q = make_float2(f.x[0], f.x[1]);
		*(float2 *)(q + rows * ldm) = make_float2(f.x[2], f.x[3]);
		*(float2 *)(q + columns) = make_float2(f.x[4], f.x[5]);
		*(float2 *)(q + rows * ldm + columns) = make_float2(f.x[6], f.x[7]);
	} else {
		q[0] = f.x[0]; q[ldm] = f.x[1];
		q[rows] = f.x[2]; q[rows + ldm] = f.x[3];
		q += columns * ldm;
		q[0] = f.x[4]; q[ldm] = f.x[5];
		q[rows] = f.x[6]; q[rows + ldm] = f.x[7];
	}
}
__device__ inline void wmma::load_matrix_sync(wmma::fragment<wmma::accumulator, 16, 16, 16, float> &f, const float *p, unsigned ldm, wmma::layout_t layout) {
	const float *q = wmma::corner((float *)p, ldm, layout == wmma::mem_col_major);
	unsigned rows = __mma_k() == 4 ? 2 : 8, columns = __mma_k() == 4 ? 4 : 8;
	if (layout == wmma::mem_row_major) {
		float2 a = *(const float2 *)q, b = *(const float2 *)(q + rows * ldm);
		float2 c = *(const float2 *)(q + columns), d = *(const float2 *)(q + rows * ldm + columns);
		f.x[0] = a.x; f.x[1] = a.y; f.x[2] = b.x; f.x[3] = b.y;
		f.x[4] = c.x; f.x[5] = c.y; f.x[6] = d.x; f.x[7] = d.y;
	} else {
		f.x[0] = q[0]; f.x[1] = q[ldm];
		f.x[2] = q[rows]; f.x[3] = q[rows + ldm];
		q += columns * ldm;
		f.x[4] = q[0]; f.x[5] = q[ldm];
		f.x[6] = q[rows]; f.x[7] = q[rows + ldm];
	}
}

// Of halves 7.0 has eight of a row; later cards have pairs as of floats.
__device__ inline unsigned wmma::half_corner(unsigned ldm, bool columns) {
	unsigned lane = __nvvm_read_ptx_sreg_laneid(), row = lane >> 2, column = (lane & 3) * 2;
	if (__mma_k() == 4) {
		row = (lane & 3) + (lane >> 2 & 1) * 8 + (lane >> 4) * 4;
		column = (lane >> 3 & 1) * 8;
	}
	return columns ? column * ldm + row : row * ldm + column;
}
__device__ inline void wmma::put(__half *p, unsigned step, unsigned both) {
	p[0] = __ushort_as_half((unsigned short)both);
	p[step] = __ushort_as_half((unsigned short)(both >> 16));
}
__device__ inline void wmma::store_matrix_sync(__half *p, const wmma::fragment<wmma::accumulator, 16, 16, 16, __half> &f, unsigned ldm, wmma::layout_t layout) {
	__half *q = p + wmma::half_corner(ldm, layout == wmma::mem_col_major);
	if (layout == wmma::mem_row_major) {
		if (__mma_k() == 4) *(uint4 *)q = make_uint4(f.w[0], f.w[1], f.w[2], f.w[3]);
		else {
			*(unsigned *)q = f.w[0];
			*(unsigned *)(q + 8 * ldm) = f.w[1];
			*(unsigned *)(q + 8) = f.w[2];
			*(unsigned *)(q + 8 * ldm + 8) = f.w[3];
		}
	} else if (__mma_k() == 4) {
		wmma::put(q, ldm, f.w[0]); wmma::put(q + 2 * ldm, ldm, f.w[1]);
		wmma::put(q + 4 * ldm, ldm, f.w[2]); wmma::put(q + 6 * ldm, ldm, f.w[3]);
	} else {
		wmma::put(q, ldm, f.w[0]); wmma::put(q + 8, ldm, f.w[1]);
		wmma::put(q + 8 * ldm, ldm, f.w[2]); wmma::put(q + 8 * ldm + 8, ldm, f.w[3]);
	}
}
__device__ inline void wmma::load_matrix_sync(wmma::fragment<wmma::accumulator, 16, 16, 16, __half> &f, const __half *p, unsigned ldm, wmma::layout_t layout) {
	const __half *q = p + wmma::half_corner(ldm, layout == wmma::mem_col_major);
	if (layout == wmma::mem_row_major) {
		if (__mma_k() == 4) {
			uint4 a = *(const uint4 *)q;
			f.w[0] = a.x; f.w[1] = a.y; f.w[2] = a.z; f.w[3] = a.w;
		} else {
			f.w[0] = *(const unsigned *)q;
			f.w[1] = *(const unsigned *)(q + 8 * ldm);
			f.w[2] = *(const unsigned *)(q + 8);
			f.w[3] = *(const unsigned *)(q + 8 * ldm + 8);
		}
	} else if (__mma_k() == 4) {
		f.w[0] = wmma::pair(q, ldm); f.w[1] = wmma::pair(q + 2 * ldm, ldm);
		f.w[2] = wmma::pair(q + 4 * ldm, ldm); f.w[3] = wmma::pair(q + 6 * ldm, ldm);
	} else {
		f.w[0] = wmma::pair(q, ldm); f.w[1] = wmma::pair(q + 8, ldm);
		f.w[2] = wmma::pair(q + 8 * ldm, ldm); f.w[3] = wmma::pair(q + 8 * ldm + 8, ldm);
	}
}

#define WMMA_16816(J, P) x[4 * J + P] = __mma(0, P, a.w[0], a.w[1], a.w[2], a.w[3], b.w[2 * J], b.w[2 * J + 1], x[4 * J + P]);
#define WMMA_1688(J, H, P) x[4 * J + P] = __mma(1, P, a.w[2 * H], a.w[2 * H + 1], 0, 0, b.w[2 * J + H], 0, x[4 * J + P]);
#define WMMA_884(H, P) x[P] = __mma(2 + LA::columns + 2 - 2 * LB::columns, P, a.w[2 * H], a.w[2 * H + 1], 0, 0, b.w[2 * H], b.w[2 * H + 1], x[P]);
#define WMMA_FOUR(F, ...) F(__VA_ARGS__, 0) F(__VA_ARGS__, 1) F(__VA_ARGS__, 2) F(__VA_ARGS__, 3)
template <typename LA, typename LB>
__device__ void wmma::mma_sync(wmma::fragment<wmma::accumulator, 16, 16, 16, float> &d, const wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, LA> &a,
		const wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, LB> &b, const wmma::fragment<wmma::accumulator, 16, 16, 16, float> &c) {
	float x[8];
	for (int i = 0; i < 8; i++) x[i] = c.x[i];
	if (__mma_k() == 16) {
		WMMA_FOUR(WMMA_16816, 0) WMMA_FOUR(WMMA_16816, 1)
	} else if (__mma_k() == 8) {
		WMMA_FOUR(WMMA_1688, 0, 0) WMMA_FOUR(WMMA_1688, 1, 0) WMMA_FOUR(WMMA_1688, 0, 1) WMMA_FOUR(WMMA_1688, 1, 1)
	} else {
		WMMA_FOUR(WMMA_884, 0) WMMA_884(0, 4) WMMA_884(0, 5) WMMA_884(0, 6) WMMA_884(0, 7)
		WMMA_FOUR(WMMA_884, 1) WMMA_884(1, 4) WMMA_884(1, 5) WMMA_884(1, 6) WMMA_884(1, 7)
		WMMA_FOUR(WMMA_884, 2) WMMA_884(2, 4) WMMA_884(2, 5) WMMA_884(2, 6) WMMA_884(2, 7)
		WMMA_FOUR(WMMA_884, 3) WMMA_884(3, 4) WMMA_884(3, 5) WMMA_884(3, 6) WMMA_884(3, 7)
	}
	for (int i = 0; i < 8; i++) d.x[i] = x[i];
}

#define WMMA_16816_HALF(J, P) w[2 * J + P] = __mma(6, P, a.w[0], a.w[1], a.w[2], a.w[3], b.w[2 * J], b.w[2 * J + 1], w[2 * J + P]);
#define WMMA_1688_HALF(J, H, P) w[2 * J + P] = __mma(7, P, a.w[2 * H], a.w[2 * H + 1], 0, 0, b.w[2 * J + H], 0, w[2 * J + P]);
#define WMMA_884_HALF(H, P) w[P] = __mma(8 + LA::columns + 2 - 2 * LB::columns, P, a.w[2 * H], a.w[2 * H + 1], 0, 0, b.w[2 * H], b.w[2 * H + 1], w[P]);
#define WMMA_TWO(F, ...) F(__VA_ARGS__, 0) F(__VA_ARGS__, 1)
template <typename LA, typename LB>
__device__ void wmma::mma_sync(wmma::fragment<wmma::accumulator, 16, 16, 16, __half> &d, const wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, LA> &a,
		const wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, LB> &b, const wmma::fragment<wmma::accumulator, 16, 16, 16, __half> &c) {
	unsigned w[4];
	for (int i = 0; i < 4; i++) w[i] = c.w[i];
	if (__mma_k() == 16) {
		WMMA_TWO(WMMA_16816_HALF, 0) WMMA_TWO(WMMA_16816_HALF, 1)
	} else if (__mma_k() == 8) {
		WMMA_TWO(WMMA_1688_HALF, 0, 0) WMMA_TWO(WMMA_1688_HALF, 1, 0) WMMA_TWO(WMMA_1688_HALF, 0, 1) WMMA_TWO(WMMA_1688_HALF, 1, 1)
	} else {
		WMMA_FOUR(WMMA_884_HALF, 0) WMMA_FOUR(WMMA_884_HALF, 1) WMMA_FOUR(WMMA_884_HALF, 2) WMMA_FOUR(WMMA_884_HALF, 3)
	}
	for (int i = 0; i < 4; i++) d.w[i] = w[i];
}
#undef WMMA_16816_HALF
#undef WMMA_1688_HALF
#undef WMMA_884_HALF
#undef WMMA_TWO
#undef WMMA_16816
#undef WMMA_1688
#undef WMMA_884
#undef WMMA_FOUR
