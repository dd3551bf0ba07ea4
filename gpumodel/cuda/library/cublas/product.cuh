// cuBLAS, level 3: the kernel of all products of matrices. A block of 16 x 16 threads has a tile of the result, each thread R x R elements of it, 16 apart.
// Both factors pass through shared memory in slices of DEPTH.
namespace cublas {
// A factor: a matrix as it is stored, or transposed; one of several that lie one behind the other, or that a list points to.
template <typename T> struct factor {
	const T *p;
	long ld, next;
	const T *const *list;
	bool transposed, conjugate;
	typedef T element;
	__device__ void choose(int which) { p = list ? list[which] : p + which * next; }
	__device__ bool along() const { return !transposed; }
	__device__ T at(long i, long j) const
	{
		T v = transposed ? p[i * ld + j] : p[j * ld + i];
		return v;
	}
};

template <int R, int DEPTH, typename S, typename U, typename A, typename B, typename C>
__global__ void cublas_gemm(int m, int n, int k, scalar<U> alpha, A a, B b, scalar<U> beta, C *c, long ldc, long next, C *const *list, int half)
{
	const int TILE = 16 * R, LOADS = TILE * DEPTH / 256;
	__shared__ S sa[DEPTH][TILE + 1], sb[DEPTH][TILE + 1];
	int t = threadIdx.y * 16 + threadIdx.x;
	long row = blockIdx.x * (long)TILE, column = blockIdx.y * (long)TILE;
	if (half == 1 && row + TILE <= column || half == 2 && column + TILE <= row) return;
	a.choose(blockIdx.z);
	b.choose(blockIdx.z);
	c = list ? list[blockIdx.z] : c + blockIdx.z * next;
	S sums[R][R];
#pragma unroll
	for (int i = 0; i < R; i++)
#pragma unroll
		for (int j = 0; j < R; j++) sums[i][j] = S();
	for (int from = 0; from < k; from += DEPTH) {
#pragma unroll
		for (int l = 0; l < LOADS; l++) {
			int e = t + l * 256;
			int i = a.along() ? e % TILE : e / DEPTH, d = a.along() ? e / TILE : e % DEPTH;
			S v = S();
			if (row + i < m && from + d < k) set(v, a.at(row + i, from + d));
			sa[d][i] = a.conjugate ? conjugated(v) : v;
			int j = b.along() ? e / DEPTH : e % TILE;
			d = b.along() ? e % DEPTH : e / TILE;
			v = S();
			if (column + j < n && from + d < k) set(v, b.at(from + d, column + j));
			sb[d][j] = b.conjugate ? conjugated(v) : v;
		}
		__syncthreads();
#pragma unroll 2
		for (int d = 0; d < DEPTH; d++) {
			S x[R], y[R];
#pragma unroll
			for (int i = 0; i < R; i++) x[i] = sa[d][threadIdx.x + 16 * i];
#pragma unroll
			for (int j = 0; j < R; j++) y[j] = sb[d][threadIdx.y + 16 * j];
#pragma unroll
			for (int i = 0; i < R; i++)
#pragma unroll
				for (int j = 0; j < R; j++) sums[i][j] = multiplied(x[i], y[j], sums[i][j]);
		}
		__syncthreads();
	}
	S by, old;
	set(by, alpha.get());
	set(old, beta.get());
#pragma unroll
	for (int j = 0; j < R; j++)
#pragma unroll
		for (int i = 0; i < R; i++) {
			long y = row + threadIdx.x + 16 * i, x = column + threadIdx.y + 16 * j;
			if (y < m && x < n && (half == 0 || half == 1 && y >= x || half == 2 && y <= x)) {
				C *to = c + x * ldc + y;
				S sum = times(by, sums[i][j]), was = S();
				if (!zero(old)) {
					set(was, *to);
					sum = multiplied(old, was, sum);
				}
				set(*to, sum);
			}
		}
}

// C = alpha A B + beta C, count times; half 1 or 2: only the lower or upper triangle of it.
template <typename S, typename U, typename A, typename B, typename C>
cublasStatus_t multiply(cublasHandle_t h, int m, int n, int k, const U *alpha, A a, B b, const U *beta, C *c, int ldc, long next, C *const *list, int count, int half)
{
	if (!m || !n || !count) return CUBLAS_STATUS_SUCCESS;
	dim3 block(16, 16);
	if (sizeof(S) == 4 && (m + 127) / 128 * ((n + 127) / 128) * count >= 64 && m > 64 && n > 64) { // enough of them for all multiprocessors
		dim3 grid((m + 127) / 128, (n + 127) / 128, count);
		cublas_gemm<sizeof(S) == 4 ? 8 : 4, 8, S><<<grid, block, 0, h->stream>>>(m, n, k, scalar_of(h, alpha), a, b, scalar_of(h, beta), c, (long)ldc, next, list, half);
	} else {
		dim3 grid((m + 63) / 64, (n + 63) / 64, count);
		cublas_gemm<4, 64 / sizeof(S), S><<<grid, block, 0, h->stream>>>(m, n, k, scalar_of(h, alpha), a, b, scalar_of(h, beta), c, (long)ldc, next, list, half);
	}
	return launched();
}
template <typename T> factor<T> factor_of(const T *p, int ld, cublasOperation_t op, long next = 0, const T *const *list = 0)
{
	factor<T> f = {p, ld, next, list, op != CUBLAS_OP_N && op != CUBLAS_OP_CONJG, op == CUBLAS_OP_C || op == CUBLAS_OP_CONJG};
	return f;
}
template <typename S, typename U, typename A, typename B, typename C>
cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const U *alpha, const A *a, int lda, long next_a, const A *const *list_a,
	const B *b, int ldb, long next_b, const B *const *list_b, const U *beta, C *c, int ldc, long next_c, C *const *list_c, int count)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	int rows_a = ta == CUBLAS_OP_N ? m : k, rows_b = tb == CUBLAS_OP_N ? k : n;
	if (m < 0 || n < 0 || k < 0 || count < 0 || lda < (rows_a > 1 ? rows_a : 1) || ldb < (rows_b > 1 ? rows_b : 1) || ldc < (m > 1 ? m : 1) || !alpha || !beta) return CUBLAS_STATUS_INVALID_VALUE;
	return multiply<S>(h, m, n, k, alpha, factor_of(a, lda, ta, next_a, list_a), factor_of(b, ldb, tb, next_b, list_b), beta, c, ldc, next_c, list_c, count, 0);
}
}
#define CUBLAS_GEMM(L, T, S) \
	inline cublasStatus_t cublas##L##gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha, const T *a, int lda, \
		const T *b, int ldb, const T *beta, T *c, int ldc) { \
		return cublas::gemm<S>(h, ta, tb, m, n, k, alpha, a, lda, 0L, (const T *const *)0, b, ldb, 0L, (const T *const *)0, beta, c, ldc, 0L, (T *const *)0, 1); \
	} \
	inline cublasStatus_t cublas##L##gemmStridedBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha, const T *a, int lda, \
		long long next_a, const T *b, int ldb, long long next_b, const T *beta, T *c, int ldc, long long next_c, int count) { \
		return cublas::gemm<S>(h, ta, tb, m, n, k, alpha, a, lda, (long)next_a, (const T *const *)0, b, ldb, (long)next_b, (const T *const *)0, beta, c, ldc, (long)next_c, (T *const *)0, count); \
	} \
	inline cublasStatus_t cublas##L##gemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha, const T *const a[], int lda, \
		const T *const b[], int ldb, const T *beta, T *const c[], int ldc, int count) { \
		return cublas::gemm<S>(h, ta, tb, m, n, k, alpha, (const T *)0, lda, 0L, a, (const T *)0, ldb, 0L, b, beta, (T *)0, ldc, 0L, c, count); \
	}
CUBLAS_GEMM(S, float, float)
CUBLAS_GEMM(D, double, double)
CUBLAS_GEMM(C, cuComplex, cuComplex)
CUBLAS_GEMM(Z, cuDoubleComplex, cuDoubleComplex)
CUBLAS_GEMM(H, __half, float)
#undef CUBLAS_GEMM
