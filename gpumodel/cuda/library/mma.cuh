// What <mma.h> declares, after the CUDA C++ Programming Guide ("Warp Matrix Functions"), on top of the products of
// inline PTX. Where the elements of tiles of halves of 16 x 16 x 16 are, and how they are loaded, is as in the code
// that NVRTC 12.9 makes: with 16-byte loads of rows and 8-byte loads of columns on 7.0, and with 4-byte loads later.
// Two differences remain from 7.5 on: tiles in shared memory are loaded word by word, not by LDSM, and tiles that
// lie the other way element by element, not transposed by MOVM.
//
// From 7.5 on a fragment of A or B has the lines of its matrix (rows of A, columns of B) in groups of eight: in word
// g * blocks + b a lane has elements of line 8 g + lane / 4, those of number lane % 4 in block b. C has blocks of
// 8 x 8: in block (g, j), the two numbers from (j * groups + g) * 2 on are those of row 8 g + lane / 4 and
// columns 8 j + 2 (lane % 4) and one more. With eight rows of A the product is that of the transposed matrices.

struct wmma::matrix_a {};
struct wmma::matrix_b {};
struct wmma::accumulator {};
struct wmma::row_major { static constexpr int columns = 0; };
struct wmma::col_major { static constexpr int columns = 1; };
enum wmma::layout_t { wmma::mem_row_major, wmma::mem_col_major };
struct wmma::precision { struct tf32 {}; };

__device__ inline float wmma::__float_to_tf32(float x) {
	unsigned u = __float_as_uint(x);
	return (u & 0x7f800000u) == 0x7f800000u ? x : __uint_as_float((u + 0x1000u) & 0xffffe000u);
}

// Numbers that share a word.
__device__ inline unsigned wmma::bits_of(__half v) { return __half_as_ushort(v); }
__device__ inline unsigned wmma::bits_of(__nv_bfloat16 v) { return v.bits; }
__device__ inline unsigned wmma::bits_of(signed char v) { return (unsigned char)v; }
__device__ inline unsigned wmma::bits_of(unsigned char v) { return v; }
template <typename T> __device__ T wmma::of_bits(unsigned w) { return (T)w; }
template <> __device__ inline __half wmma::of_bits<__half>(unsigned w) { return __ushort_as_half((unsigned short)w); }
template <> __device__ inline __nv_bfloat16 wmma::of_bits<__nv_bfloat16>(unsigned w) { return __ushort_as_bfloat16((unsigned short)w); }

// What x[i] is where numbers share words.
template <typename T> struct wmma::element {
	unsigned *w;
	unsigned at; // bit
	__device__ operator T() const { return wmma::of_bits<T>(*w >> at); }
	__device__ wmma::element<T> &operator=(T v) {
		unsigned mask = (1u << 8 * sizeof(T)) - 1;
		*w = (*w & ~(mask << at)) | wmma::bits_of(v) << at;
		return *this;
	}
	__device__ wmma::element<T> &operator=(const wmma::element<T> &v) { T copy = v; return *this = copy; }
	__device__ wmma::element<T> &operator+=(T v) { T old = *this; T sum = old + v; return *this = sum; }
	__device__ wmma::element<T> &operator-=(T v) { T old = *this; T sum = old - v; return *this = sum; }
	__device__ wmma::element<T> &operator*=(T v) { T old = *this; T sum = old * v; return *this = sum; }
};
template <typename T, int N> struct wmma::words {
	unsigned w[N];
	__device__ wmma::element<T> operator[](int i) { return wmma::element<T>{&w[i * sizeof(T) / 4], (unsigned)(i * sizeof(T) % 4 * 8)}; }
	__device__ T operator[](int i) const { return wmma::of_bits<T>(w[i * sizeof(T) / 4] >> (i * sizeof(T) % 4 * 8)); }
};

template <typename Use, int M, int N, int K, typename T, typename L = void> struct wmma::fragment {
	static_assert(sizeof(T) == 0, "wmma has fragments of half, __nv_bfloat16, signed char and unsigned char of 16 x 16 x 16, 32 x 8 x 16 and 8 x 32 x 16, of wmma::precision::tf32 of 16 x 16 x 8 and of double of 8 x 8 x 4 for matrix_a and matrix_b, with row_major or col_major, and of float, half, int or double for the accumulator");
};
#define WMMA_TILES \
	static_assert(M == 16 && N == 16 && K == 16 || M == 32 && N == 8 && K == 16 || M == 8 && N == 32 && K == 16, \
		"tiles of these numbers have 16 x 16 x 16, 32 x 8 x 16 or 8 x 32 x 16");
#define WMMA_OPERANDS(T, WORDS) \
	template <int M, int N, int K, typename L> struct wmma::fragment<wmma::matrix_a, M, N, K, T, L> { \
		wmma::words<T, WORDS(M)> x; \
		static constexpr int num_elements = WORDS(M) * 4 / sizeof(T); \
	}; \
	template <int M, int N, int K, typename L> struct wmma::fragment<wmma::matrix_b, M, N, K, T, L> { \
		wmma::words<T, WORDS(N)> x; \
		static constexpr int num_elements = WORDS(N) * 4 / sizeof(T); \
	};
#define WMMA_HALVES(LINES) (LINES == 16 ? 8 : LINES / 4) /* 7.0 has each half of 16 lines twice */
#define WMMA_SHORTS(LINES) (LINES / 4)
#define WMMA_BYTES(LINES) (LINES / 8)
WMMA_OPERANDS(__half, WMMA_HALVES)
WMMA_OPERANDS(__nv_bfloat16, WMMA_SHORTS)
WMMA_OPERANDS(signed char, WMMA_BYTES)
WMMA_OPERANDS(unsigned char, WMMA_BYTES)
#undef WMMA_OPERANDS
#undef WMMA_HALVES
#undef WMMA_SHORTS
#undef WMMA_BYTES
template <typename L> struct wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, L> { float x[4]; static constexpr int num_elements = 4; };
template <typename L> struct wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, L> { float x[4]; static constexpr int num_elements = 4; };
template <typename L> struct wmma::fragment<wmma::matrix_a, 8, 8, 4, double, L> { double x[1]; static constexpr int num_elements = 1; };
template <typename L> struct wmma::fragment<wmma::matrix_b, 8, 8, 4, double, L> { double x[1]; static constexpr int num_elements = 1; };
template <int M, int N, int K> struct wmma::fragment<wmma::accumulator, M, N, K, float> {
	float x[8];
	static constexpr int num_elements = 8;
};
template <int M, int N, int K> struct wmma::fragment<wmma::accumulator, M, N, K, int> {
	int x[8];
	static constexpr int num_elements = 8;
};
template <int M, int N, int K> struct wmma::fragment<wmma::accumulator, M, N, K, __half> {
	wmma::words<__half, 4> x;
	static constexpr int num_elements = 8;
};
template <> struct wmma::fragment<wmma::accumulator, 8, 8, 4, double> { double x[2]; static constexpr int num_elements = 2; };

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

// Groups of eight lines of two blocks of halves or one of bytes: a line is a row of the memory, or a column.
template <int GROUPS, typename T> __device__ void wmma::lines(unsigned *w, const T *p, unsigned ldm, int across) {
	const int each = 4 / sizeof(T), blocks = 4 / each;
	unsigned lane = __nvvm_read_ptx_sreg_laneid();
	if (across) {
		const T *q = p + (lane & 3) * each * ldm + (lane >> 2);
		for (int g = 0; g < GROUPS; g++)
			for (int b = 0; b < blocks; b++) {
				unsigned word = 0;
				for (int i = 0; i < each; i++) word |= wmma::bits_of(q[(b * 4 * each + i) * ldm + 8 * g]) << (i * 32 / each);
				w[g * blocks + b] = word;
			}
	} else {
		const T *q = p + (lane >> 2) * ldm + (lane & 3) * each;
		for (int g = 0; g < GROUPS; g++)
			for (int b = 0; b < blocks; b++) w[g * blocks + b] = *(const unsigned *)(q + 8 * g * ldm + b * 4 * each);
	}
}
// The same of numbers that fill registers.
template <int GROUPS, int BLOCKS, typename T> __device__ void wmma::whole_lines(T *x, const T *p, unsigned ldm, int across) {
	unsigned lane = __nvvm_read_ptx_sreg_laneid(), line = across ? 1 : ldm, step = across ? ldm : 1;
	const T *q = p + (lane >> 2) * line + (lane & 3) * step;
	for (int g = 0; g < GROUPS; g++)
		for (int b = 0; b < BLOCKS; b++) x[g * BLOCKS + b] = q[8 * g * line + b * 4 * step];
}

template <int M, int N, int K, typename L>
__device__ void wmma::load_matrix_sync(wmma::fragment<wmma::matrix_a, M, N, K, __half, L> &f, const __half *p, unsigned ldm) {
	WMMA_TILES
	if (__mma_k() < 8 && M == 16) {
		if (L::columns) wmma::load_across(f.x.w, p, ldm, 2);
		else wmma::load_line(f.x.w, p, ldm, 2);
	} else wmma::lines<M / 8>(f.x.w, p, ldm, L::columns);
}
template <int M, int N, int K, typename L>
__device__ void wmma::load_matrix_sync(wmma::fragment<wmma::matrix_b, M, N, K, __half, L> &f, const __half *p, unsigned ldm) {
	WMMA_TILES
	if (__mma_k() < 8 && N == 16) {
		if (L::columns) wmma::load_line(f.x.w, p, ldm, 3);
		else wmma::load_across(f.x.w, p, ldm, 3);
	} else wmma::lines<N / 8>(f.x.w, p, ldm, 1 - L::columns);
}
#define WMMA_LOADS(T) \
	template <int M, int N, int K, typename L> \
	__device__ void wmma::load_matrix_sync(wmma::fragment<wmma::matrix_a, M, N, K, T, L> &f, const T *p, unsigned ldm) { \
		WMMA_TILES \
		wmma::lines<M / 8>(f.x.w, p, ldm, L::columns); \
	} \
	template <int M, int N, int K, typename L> \
	__device__ void wmma::load_matrix_sync(wmma::fragment<wmma::matrix_b, M, N, K, T, L> &f, const T *p, unsigned ldm) { \
		WMMA_TILES \
		wmma::lines<N / 8>(f.x.w, p, ldm, 1 - L::columns); \
	}
WMMA_LOADS(__nv_bfloat16) WMMA_LOADS(signed char) WMMA_LOADS(unsigned char)
#undef WMMA_LOADS
#undef WMMA_TILES
template <typename L>
__device__ void wmma::load_matrix_sync(wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, L> &f, const float *p, unsigned ldm) {
	wmma::whole_lines<2, 2>(f.x, p, ldm, L::columns);
}
template <typename L>
__device__ void wmma::load_matrix_sync(wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, L> &f, const float *p, unsigned ldm) {
	wmma::whole_lines<2, 2>(f.x, p, ldm, 1 - L::columns);
}
template <typename L>
__device__ void wmma::load_matrix_sync(wmma::fragment<wmma::matrix_a, 8, 8, 4, double, L> &f, const double *p, unsigned ldm) {
	wmma::whole_lines<1, 1>(f.x, p, ldm, L::columns);
}
template <typename L>
__device__ void wmma::load_matrix_sync(wmma::fragment<wmma::matrix_b, 8, 8, 4, double, L> &f, const double *p, unsigned ldm) {
	wmma::whole_lines<1, 1>(f.x, p, ldm, 1 - L::columns);
}

template <typename T, int N> __device__ void wmma::fill(wmma::words<T, N> &x, T v) {
	unsigned all = wmma::bits_of(v) * (sizeof(T) == 2 ? 0x10001u : 0x1010101u);
	for (int i = 0; i < N; i++) x.w[i] = all;
}
#define WMMA_FILL(T) \
	template <typename U, int M, int N, int K, typename L> __device__ void wmma::fill_fragment(wmma::fragment<U, M, N, K, T, L> &f, T v) { wmma::fill(f.x, v); }
WMMA_FILL(__half) WMMA_FILL(__nv_bfloat16) WMMA_FILL(signed char) WMMA_FILL(unsigned char)
#undef WMMA_FILL
#define WMMA_FILL(T, V) \
	template <typename U, int M, int N, int K, typename L> __device__ void wmma::fill_fragment(wmma::fragment<U, M, N, K, T, L> &f, V v) { \
		for (int i = 0; i < f.num_elements; i++) f.x[i] = v; \
	}
WMMA_FILL(float, float) WMMA_FILL(int, int) WMMA_FILL(double, double) WMMA_FILL(wmma::precision::tf32, float)
#undef WMMA_FILL

// Two neighbours of a row of C.
__device__ inline void wmma::put(float *p, float a, float b) { *(float2 *)p = make_float2(a, b); }
__device__ inline void wmma::put(int *p, int a, int b) { *(int2 *)p = make_int2(a, b); }
__device__ inline void wmma::put(double *p, double a, double b) { *(double2 *)p = make_double2(a, b); }
__device__ inline float2 wmma::get(const float *p) { return *(const float2 *)p; }
__device__ inline int2 wmma::get(const int *p) { return *(const int2 *)p; }
__device__ inline double2 wmma::get(const double *p) { return *(const double2 *)p; }

// The first of the pairs that a lane has of C, and how far apart they are in rows and columns. 7.0 has those of floats
// otherwise, and of halves eight of a row.
template <typename T> __device__ T *wmma::corner(T *p, unsigned ldm, bool columns, bool volta) {
	unsigned lane = __nvvm_read_ptx_sreg_laneid(), row = lane >> 2, column = (lane & 3) * 2;
	if (volta && sizeof(T) == 2) {
		row = (lane & 3) + (lane >> 2 & 1) * 8 + (lane >> 4) * 4;
		column = (lane >> 3 & 1) * 8;
	} else if (volta) {
		row = (lane >> 2 & 1) * 8 + (lane >> 4) * 4 + (lane & 1);
		column = (lane >> 3 & 1) * 8 + (lane & 2);
	}
	return columns ? p + column * ldm + row : p + row * ldm + column;
}
template <int GROUPS, int ACROSS, typename T> __device__ void wmma::store_blocks(T *p, const T *x, unsigned ldm, bool columns, bool volta) {
	T *q = wmma::corner(p, ldm, columns, volta);
	unsigned rows = volta ? 2 : 8, wide = volta ? 4 : 8;
	for (int j = 0; j < ACROSS; j++)
		for (int g = 0; g < GROUPS; g++) {
			const T *v = x + (j * GROUPS + g) * 2;
			if (columns) {
				T *r = q + j * wide * ldm + g * rows;
				r[0] = v[0];
				r[ldm] = v[1];
			} else wmma::put(q + g * rows * ldm + j * wide, v[0], v[1]);
		}
}
template <int GROUPS, int ACROSS, typename T> __device__ void wmma::load_blocks(T *x, const T *p, unsigned ldm, bool columns, bool volta) {
	const T *q = wmma::corner((T *)p, ldm, columns, volta);
	unsigned rows = volta ? 2 : 8, wide = volta ? 4 : 8;
	for (int j = 0; j < ACROSS; j++)
		for (int g = 0; g < GROUPS; g++) {
			T *v = x + (j * GROUPS + g) * 2;
			if (columns) {
				const T *r = q + j * wide * ldm + g * rows;
				v[0] = r[0];
				v[1] = r[ldm];
			} else {
				auto two = wmma::get(q + g * rows * ldm + j * wide);
				v[0] = two.x;
				v[1] = two.y;
			}
		}
}
// Halves have a word for each block; 7.0 has four in a row.
__device__ inline unsigned wmma::pair(const __half *p, unsigned step) {
	return __half_as_ushort(p[0]) | (unsigned)__half_as_ushort(p[step]) << 16;
}
__device__ inline void wmma::put_pair(__half *p, unsigned step, unsigned both) {
	p[0] = __ushort_as_half((unsigned short)both);
	p[step] = __ushort_as_half((unsigned short)(both >> 16));
}
template <int GROUPS, int ACROSS> __device__ void wmma::store_blocks(__half *p, const unsigned *w, unsigned ldm, bool columns, bool volta) {
	__half *q = wmma::corner(p, ldm, columns, volta);
	if (volta && !columns) *(uint4 *)q = make_uint4(w[0], w[1], w[2], w[3]);
	else if (volta)
		for (int i = 0; i < 4; i++) wmma::put_pair(q + 2 * i * ldm, ldm, w[i]);
	else
		for (int j = 0; j < ACROSS; j++)
			for (int g = 0; g < GROUPS; g++) {
				if (columns) wmma::put_pair(q + 8 * j * ldm + 8 * g, ldm, w[j * GROUPS + g]);
				else *(unsigned *)(q + 8 * g * ldm + 8 * j) = w[j * GROUPS + g];
			}
}
template <int GROUPS, int ACROSS> __device__ void wmma::load_blocks(unsigned *w, const __half *p, unsigned ldm, bool columns, bool volta) {
	const __half *q = wmma::corner((__half *)p, ldm, columns, volta);
	if (volta && !columns) {
		uint4 a = *(const uint4 *)q;
		w[0] = a.x; w[1] = a.y; w[2] = a.z; w[3] = a.w;
	} else if (volta)
		for (int i = 0; i < 4; i++) w[i] = wmma::pair(q + 2 * i * ldm, ldm);
	else
		for (int j = 0; j < ACROSS; j++)
			for (int g = 0; g < GROUPS; g++) {
				if (columns) w[j * GROUPS + g] = wmma::pair(q + 8 * j * ldm + 8 * g, ldm);
				else w[j * GROUPS + g] = *(const unsigned *)(q + 8 * g * ldm + 8 * j);
			}
}
#define WMMA_C(T, X) \
	template <int M, int N, int K> \
	__device__ void wmma::store_matrix_sync(T *p, const wmma::fragment<wmma::accumulator, M, N, K, T> &f, unsigned ldm, wmma::layout_t layout) { \
		wmma::store_blocks<(M > 8 || N == 8 ? M : N) / 8, (M > 8 || N == 8 ? N : M) / 8>(p, X, ldm, (layout == wmma::mem_col_major) != (M == 8 && N > 8), __mma_k() < 8 && M == 16); \
	} \
	template <int M, int N, int K> \
	__device__ void wmma::load_matrix_sync(wmma::fragment<wmma::accumulator, M, N, K, T> &f, const T *p, unsigned ldm, wmma::layout_t layout) { \
		wmma::load_blocks<(M > 8 || N == 8 ? M : N) / 8, (M > 8 || N == 8 ? N : M) / 8>(X, p, ldm, (layout == wmma::mem_col_major) != (M == 8 && N > 8), __mma_k() < 8 && M == 16); \
	}
WMMA_C(float, f.x) WMMA_C(int, f.x) WMMA_C(double, f.x) WMMA_C(__half, f.x.w)
#undef WMMA_C

// Sixteen lines of A by eight of B, with one block of them or two.
#define WMMA_FOUR(NAME, LETTER, X, A0, A1, A2, A3, B0, B1) asm(NAME " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
	: LETTER((X)[0]), LETTER((X)[1]), LETTER((X)[2]), LETTER((X)[3]) : "r"(A0), "r"(A1), "r"(A2), "r"(A3), "r"(B0), "r"(B1))
#define WMMA_TWO(NAME, LETTER, X, A0, A1, B0) asm(NAME " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" \
	: LETTER((X)[0]), LETTER((X)[1]), LETTER((X)[2]), LETTER((X)[3]) : "r"(A0), "r"(A1), "r"(B0))
#define WMMA_HALF_FOUR(NAME, X, A0, A1, A2, A3, B0, B1) asm(NAME " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" \
	: "+r"((X)[0]), "+r"((X)[1]) : "r"(A0), "r"(A1), "r"(A2), "r"(A3), "r"(B0), "r"(B1))
#define WMMA_HALF_TWO(NAME, X, A0, A1, B0) asm(NAME " {%0,%1}, {%2,%3}, {%4}, {%0,%1};" \
	: "+r"((X)[0]), "+r"((X)[1]) : "r"(A0), "r"(A1), "r"(B0))

template <int A, int B> __device__ void wmma::product(float *x, const unsigned *a, const unsigned *b, __half) {
	if (__mma_k() == 16)
		for (int j = 0; j < B; j++)
			for (int g = 0; g < A; g += 2)
				WMMA_FOUR("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "+f", x + (j * A + g) * 2, a[2 * g], a[2 * g + 2], a[2 * g + 1], a[2 * g + 3], b[2 * j], b[2 * j + 1]);
	else
		for (int h = 0; h < 2; h++)
			for (int j = 0; j < B; j++)
				for (int g = 0; g < A; g += 2)
					WMMA_TWO("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "+f", x + (j * A + g) * 2, a[2 * g + h], a[2 * g + 2 + h], b[2 * j + h]);
}
template <int A, int B> __device__ void wmma::product(unsigned *x, const unsigned *a, const unsigned *b, __half) {
	if (__mma_k() == 16)
		for (int j = 0; j < B; j++)
			for (int g = 0; g < A; g += 2)
				WMMA_HALF_FOUR("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", x + j * A + g, a[2 * g], a[2 * g + 2], a[2 * g + 1], a[2 * g + 3], b[2 * j], b[2 * j + 1]);
	else
		for (int h = 0; h < 2; h++)
			for (int j = 0; j < B; j++)
				for (int g = 0; g < A; g += 2)
					WMMA_HALF_TWO("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", x + j * A + g, a[2 * g + h], a[2 * g + 2 + h], b[2 * j + h]);
}
template <int A, int B> __device__ void wmma::product(float *x, const unsigned *a, const unsigned *b, __nv_bfloat16) {
	for (int j = 0; j < B; j++)
		for (int g = 0; g < A; g += 2)
			WMMA_FOUR("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "+f", x + (j * A + g) * 2, a[2 * g], a[2 * g + 2], a[2 * g + 1], a[2 * g + 3], b[2 * j], b[2 * j + 1]);
}
// Of bytes 7.5 multiplies eight lines by eight.
#define WMMA_BYTES(T, TYPES, SATURATES) \
	if (__mma_k() == 16) \
		for (int j = 0; j < B; j++) \
			for (int g = 0; g < A; g += 2) \
				WMMA_TWO("mma.sync.aligned.m16n8k16.row.col" SATURATES ".s32." TYPES ".s32", "+r", x + (j * A + g) * 2, a[g], a[g + 1], b[j]); \
	else \
		for (int j = 0; j < B; j++) \
			for (int g = 0; g < A; g++) \
				asm("mma.sync.aligned.m8n8k16.row.col" SATURATES ".s32." TYPES ".s32 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+r"(x[(j * A + g) * 2]), "+r"(x[(j * A + g) * 2 + 1]) : "r"(a[g]), "r"(b[j]));
#define WMMA_OF_BYTES(T, TYPES) \
	template <int A, int B> __device__ void wmma::product(int *x, const unsigned *a, const unsigned *b, T) { WMMA_BYTES(T, TYPES, "") } \
	template <int A, int B> __device__ void wmma::saturated(int *x, const unsigned *a, const unsigned *b, T) { WMMA_BYTES(T, TYPES, ".satfinite") }
WMMA_OF_BYTES(signed char, "s8.s8")
WMMA_OF_BYTES(unsigned char, "u8.u8")
#undef WMMA_OF_BYTES
#undef WMMA_BYTES

#define WMMA_884(H, P) x[P] = __mma(LA::columns + 2 - 2 * LB::columns, P, p[2 * H], p[2 * H + 1], 0, 0, q[2 * H], q[2 * H + 1], x[P]);
#define WMMA_884_HALF(H, P) w[P] = __mma(4 + LA::columns + 2 - 2 * LB::columns, P, p[2 * H], p[2 * H + 1], 0, 0, q[2 * H], q[2 * H + 1], w[P]);
#define WMMA_STEPS(F, H) F(H, 0) F(H, 1) F(H, 2) F(H, 3)
// With eight rows of A the columns of B take their part.
#define WMMA_TILE(X, T) \
	if (M == 8) wmma::product<N / 8, M / 8>(X, q, p, (T)0); \
	else wmma::product<M / 8, N / 8>(X, p, q, (T)0);
template <int M, int N, int K, typename LA, typename LB>
__device__ void wmma::mma_sync(wmma::fragment<wmma::accumulator, M, N, K, float> &d, const wmma::fragment<wmma::matrix_a, M, N, K, __half, LA> &a,
		const wmma::fragment<wmma::matrix_b, M, N, K, __half, LB> &b, const wmma::fragment<wmma::accumulator, M, N, K, float> &c) {
	float x[8];
	for (int i = 0; i < 8; i++) x[i] = c.x[i];
	const unsigned *p = a.x.w, *q = b.x.w;
	if (__mma_k() < 8 && M == 16) {
		WMMA_STEPS(WMMA_884, 0) WMMA_884(0, 4) WMMA_884(0, 5) WMMA_884(0, 6) WMMA_884(0, 7)
		WMMA_STEPS(WMMA_884, 1) WMMA_884(1, 4) WMMA_884(1, 5) WMMA_884(1, 6) WMMA_884(1, 7)
		WMMA_STEPS(WMMA_884, 2) WMMA_884(2, 4) WMMA_884(2, 5) WMMA_884(2, 6) WMMA_884(2, 7)
		WMMA_STEPS(WMMA_884, 3) WMMA_884(3, 4) WMMA_884(3, 5) WMMA_884(3, 6) WMMA_884(3, 7)
	} else {
		WMMA_TILE(x, __half)
	}
	for (int i = 0; i < 8; i++) d.x[i] = x[i];
}
template <int M, int N, int K, typename LA, typename LB>
__device__ void wmma::mma_sync(wmma::fragment<wmma::accumulator, M, N, K, __half> &d, const wmma::fragment<wmma::matrix_a, M, N, K, __half, LA> &a,
		const wmma::fragment<wmma::matrix_b, M, N, K, __half, LB> &b, const wmma::fragment<wmma::accumulator, M, N, K, __half> &c) {
	unsigned w[4];
	for (int i = 0; i < 4; i++) w[i] = c.x.w[i];
	const unsigned *p = a.x.w, *q = b.x.w;
	if (__mma_k() < 8 && M == 16) {
		WMMA_STEPS(WMMA_884_HALF, 0) WMMA_STEPS(WMMA_884_HALF, 1) WMMA_STEPS(WMMA_884_HALF, 2) WMMA_STEPS(WMMA_884_HALF, 3)
	} else {
		WMMA_TILE(w, __half)
	}
	for (int i = 0; i < 4; i++) d.x.w[i] = w[i];
}
template <int M, int N, int K, typename LA, typename LB>
__device__ void wmma::mma_sync(wmma::fragment<wmma::accumulator, M, N, K, float> &d, const wmma::fragment<wmma::matrix_a, M, N, K, __nv_bfloat16, LA> &a,
		const wmma::fragment<wmma::matrix_b, M, N, K, __nv_bfloat16, LB> &b, const wmma::fragment<wmma::accumulator, M, N, K, float> &c) {
	float x[8];
	for (int i = 0; i < 8; i++) x[i] = c.x[i];
	const unsigned *p = a.x.w, *q = b.x.w;
	WMMA_TILE(x, __nv_bfloat16)
	for (int i = 0; i < 8; i++) d.x[i] = x[i];
}
template <int M, int N, int K, typename T, typename LA, typename LB>
__device__ void wmma::mma_sync(wmma::fragment<wmma::accumulator, M, N, K, int> &d, const wmma::fragment<wmma::matrix_a, M, N, K, T, LA> &a,
		const wmma::fragment<wmma::matrix_b, M, N, K, T, LB> &b, const wmma::fragment<wmma::accumulator, M, N, K, int> &c, bool satf = false) {
	int x[8];
	for (int i = 0; i < 8; i++) x[i] = c.x[i];
	const unsigned *p = a.x.w, *q = b.x.w;
	if (satf) {
		if (M == 8) wmma::saturated<N / 8, M / 8>(x, q, p, (T)0);
		else wmma::saturated<M / 8, N / 8>(x, p, q, (T)0);
	} else {
		WMMA_TILE(x, T)
	}
	for (int i = 0; i < 8; i++) d.x[i] = x[i];
}
template <typename LA, typename LB>
__device__ void wmma::mma_sync(wmma::fragment<wmma::accumulator, 16, 16, 8, float> &d, const wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, LA> &a,
		const wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, LB> &b, const wmma::fragment<wmma::accumulator, 16, 16, 8, float> &c) {
	float x[8];
	for (int i = 0; i < 8; i++) x[i] = c.x[i];
	for (int j = 0; j < 2; j++)
		WMMA_FOUR("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "+f", x + 4 * j, __float_as_uint(a.x[0]), __float_as_uint(a.x[2]),
			__float_as_uint(a.x[1]), __float_as_uint(a.x[3]), __float_as_uint(b.x[2 * j]), __float_as_uint(b.x[2 * j + 1]));
	for (int i = 0; i < 8; i++) d.x[i] = x[i];
}
template <typename LA, typename LB>
__device__ void wmma::mma_sync(wmma::fragment<wmma::accumulator, 8, 8, 4, double> &d, const wmma::fragment<wmma::matrix_a, 8, 8, 4, double, LA> &a,
		const wmma::fragment<wmma::matrix_b, 8, 8, 4, double, LB> &b, const wmma::fragment<wmma::accumulator, 8, 8, 4, double> &c) {
	double x = c.x[0], y = c.x[1];
	asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(x), "+d"(y) : "d"(a.x[0]), "d"(b.x[0]));
	d.x[0] = x;
	d.x[1] = y;
}
#undef WMMA_884
#undef WMMA_884_HALF
#undef WMMA_STEPS
#undef WMMA_TILE
#undef WMMA_FOUR
#undef WMMA_TWO
#undef WMMA_HALF_FOUR
#undef WMMA_HALF_TWO
