// cuBLAS, level 3: what is not a plain product of two matrices.
namespace cublas {
template <typename T> cublasStatus_t syrk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb,
	const T *beta, T *c, int ldc)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	int rows = op == CUBLAS_OP_N ? n : k;
	if (n < 0 || k < 0 || lda < (rows > 1 ? rows : 1) || ldb < (rows > 1 ? rows : 1) || ldc < (n > 1 ? n : 1)) return CUBLAS_STATUS_INVALID_VALUE;
	return multiply<T>(h, n, n, k, alpha, factor_of(a, lda, op), factor_of(b, ldb, op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N), beta, c, ldc, 0L, (T *const *)0, 1,
		fill == CUBLAS_FILL_MODE_LOWER ? 1 : 2);
}
template <typename T> cublasStatus_t syr2k(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb,
	const T *beta, T *c, int ldc)
{
	cublasStatus_t s = syrk(h, fill, op, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
	if (s != CUBLAS_STATUS_SUCCESS || h->pointers == CUBLAS_POINTER_MODE_DEVICE) return s == CUBLAS_STATUS_SUCCESS ? CUBLAS_STATUS_NOT_SUPPORTED : s;
	T again = one(T());
	return syrk(h, fill, op, n, k, alpha, b, ldb, a, lda, (const T *)&again, c, ldc);
}
// Symmetric and triangular matrices are written out whole before they are multiplied.
template <typename T, typename M> __global__ void cublas_whole(int n, M half, T *to)
{
	long i = blockIdx.x * 32L + threadIdx.x, j = blockIdx.y * 8L + threadIdx.y;
	if (i < n && j < n) to[j * n + i] = half.at(i, j);
}
template <typename T, typename M> cublasStatus_t with_half(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T *alpha, M half, const T *b, int ldb, const T *beta, T *c, int ldc)
{
	int order = side == CUBLAS_SIDE_LEFT ? m : n;
	T *whole;
	if (!m || !n) return CUBLAS_STATUS_SUCCESS;
	if (cudaMallocAsync(&whole, (size_t)order * order * sizeof(T), h->stream) != cudaSuccess) return CUBLAS_STATUS_ALLOC_FAILED;
	dim3 grid((order + 31) / 32, (order + 7) / 8), block(32, 8);
	cublas_whole<<<grid, block, 0, h->stream>>>(order, half, whole);
	factor<T> a = factor_of((const T *)whole, order, CUBLAS_OP_N), f = factor_of(b, ldb, CUBLAS_OP_N);
	cublasStatus_t s = multiply<T>(h, m, n, order, alpha, side == CUBLAS_SIDE_LEFT ? a : f, side == CUBLAS_SIDE_LEFT ? f : a, beta, c, ldc, 0L, (T *const *)0, 1, 0);
	cudaFreeAsync(whole, h->stream);
	return s;
}
template <typename T> cublasStatus_t symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const T *alpha, const T *a, int lda, const T *b, int ldb,
	const T *beta, T *c, int ldc, bool hermitian)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	int order = side == CUBLAS_SIDE_LEFT ? m : n;
	if (m < 0 || n < 0 || lda < (order > 1 ? order : 1) || ldb < (m > 1 ? m : 1) || ldc < (m > 1 ? m : 1)) return CUBLAS_STATUS_INVALID_VALUE;
	symmetric<T> half = {a, lda, fill == CUBLAS_FILL_MODE_LOWER, hermitian};
	return with_half(h, side, m, n, alpha, half, b, ldb, beta, c, ldc);
}

template <typename T> __global__ void cublas_geam(int m, int n, scalar<T> alpha, factor<T> a, scalar<T> beta, factor<T> b, T *c, long ldc)
{
	long i = blockIdx.x * 32L + threadIdx.x, j = blockIdx.y * 8L + threadIdx.y;
	if (i >= m || j >= n) return;
	T x = alpha.get(), y = beta.get(), sum = T();
	if (!zero(x)) sum = times(x, a.conjugate ? conjugated(a.at(i, j)) : a.at(i, j));
	if (!zero(y)) sum = multiplied(y, b.conjugate ? conjugated(b.at(i, j)) : b.at(i, j), sum);
	c[j * ldc + i] = sum;
}
template <typename T> cublasStatus_t geam(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb,
	T *c, int ldc)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	int rows_a = ta == CUBLAS_OP_N ? m : n, rows_b = tb == CUBLAS_OP_N ? m : n;
	if (m < 0 || n < 0 || lda < (rows_a > 1 ? rows_a : 1) || ldb < (rows_b > 1 ? rows_b : 1) || ldc < (m > 1 ? m : 1)) return CUBLAS_STATUS_INVALID_VALUE;
	if (!m || !n) return CUBLAS_STATUS_SUCCESS;
	dim3 grid((m + 31) / 32, (n + 7) / 8), block(32, 8);
	cublas_geam<<<grid, block, 0, h->stream>>>(m, n, scalar_of(h, alpha), factor_of(a, lda, ta), scalar_of(h, beta), factor_of(b, ldb, tb), c, (long)ldc);
	return launched();
}

template <typename T> __global__ void cublas_dgmm(int m, int n, const T *a, long lda, const T *x, long incx, T *c, long ldc, bool rows)
{
	long i = blockIdx.x * 32L + threadIdx.x, j = blockIdx.y * 8L + threadIdx.y;
	if (i < m && j < n) c[j * ldc + i] = times(a[j * lda + i], x[(rows ? i : j) * incx]);
}
template <typename T> cublasStatus_t dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T *a, int lda, const T *x, int incx, T *c, int ldc)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	bool rows = side == CUBLAS_SIDE_LEFT;
	if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || ldc < (m > 1 ? m : 1)) return CUBLAS_STATUS_INVALID_VALUE;
	if (!m || !n) return CUBLAS_STATUS_SUCCESS;
	dim3 grid((m + 31) / 32, (n + 7) / 8), block(32, 8);
	cublas_dgmm<<<grid, block, 0, h->stream>>>(m, n, a, (long)lda, first(x, rows ? m : n, incx), (long)incx, c, (long)ldc, rows);
	return launched();
}

template <typename T> __global__ void cublas_scaled(int m, int n, scalar<T> alpha, T *b, long ldb)
{
	long i = blockIdx.x * 32L + threadIdx.x, j = blockIdx.y * 8L + threadIdx.y;
	if (i < m && j < n) b[j * ldb + i] = times(alpha.get(), b[j * ldb + i]);
}
// op(A) X = alpha B, a block for each column of B; or X op(A) = alpha B, which is that of the rows with A transposed.
template <typename T> cublasStatus_t trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T *alpha,
	const T *a, int lda, T *b, int ldb)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	bool left = side == CUBLAS_SIDE_LEFT;
	int order = left ? m : n;
	if (m < 0 || n < 0 || lda < (order > 1 ? order : 1) || ldb < (m > 1 ? m : 1)) return CUBLAS_STATUS_INVALID_VALUE;
	if (!m || !n) return CUBLAS_STATUS_SUCCESS;
	dim3 grid((m + 31) / 32, (n + 7) / 8), block(32, 8);
	cublas_scaled<<<grid, block, 0, h->stream>>>(m, n, scalar_of(h, alpha), b, (long)ldb);
	triangular<T> t = triangle(a, lda, fill, op, diagonal);
	if (!left) t.transposed = !t.transposed;
	cublas_trsv<<<left ? n : m, THREADS, 0, h->stream>>>(order, t, t.lower != t.transposed, b, left ? 1L : (long)ldb, left ? (long)ldb : 1L);
	return launched();
}
template <typename T> cublasStatus_t trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T *alpha,
	const T *a, int lda, const T *b, int ldb, T *c, int ldc)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	int order = side == CUBLAS_SIDE_LEFT ? m : n;
	if (m < 0 || n < 0 || lda < (order > 1 ? order : 1) || ldb < (m > 1 ? m : 1) || ldc < (m > 1 ? m : 1)) return CUBLAS_STATUS_INVALID_VALUE;
	if (h->pointers == CUBLAS_POINTER_MODE_DEVICE) return CUBLAS_STATUS_NOT_SUPPORTED;
	T none = T(), all = one(T()), *to = c;
	bool inside = b == c; // the product replaces the factor
	if (inside && cudaMallocAsync(&to, (size_t)m * n * sizeof(T), h->stream) != cudaSuccess) return CUBLAS_STATUS_ALLOC_FAILED;
	cublasStatus_t s = with_half(h, side, m, n, alpha, triangle(a, lda, fill, op, diagonal), b, ldb, (const T *)&none, to, inside ? m : ldc);
	if (inside) {
		geam(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, (const T *)&all, (const T *)to, m, (const T *)&none, (const T *)to, m, c, ldc);
		cudaFreeAsync(to, h->stream);
	}
	return s;
}
}
#define CUBLAS_LEVEL3(L, T) \
	inline cublasStatus_t cublas##L##syrk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const T *alpha, const T *a, int lda, const T *beta, T *c, int ldc) { \
		return cublas::syrk(h, fill, op, n, k, alpha, a, lda, a, lda, beta, c, ldc); \
	} \
	inline cublasStatus_t cublas##L##syr2k(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb, \
		const T *beta, T *c, int ldc) { \
		return cublas::syr2k(h, fill, op, n, k, alpha, a, lda, b, ldb, beta, c, ldc); \
	} \
	inline cublasStatus_t cublas##L##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const T *alpha, const T *a, int lda, const T *b, int ldb, \
		const T *beta, T *c, int ldc) { \
		return cublas::symm(h, side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc, false); \
	} \
	inline cublasStatus_t cublas##L##geam(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, \
		T *c, int ldc) { \
		return cublas::geam(h, ta, tb, m, n, alpha, a, lda, beta, b, ldb, c, ldc); \
	} \
	inline cublasStatus_t cublas##L##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T *a, int lda, const T *x, int incx, T *c, int ldc) { \
		return cublas::dgmm(h, side, m, n, a, lda, x, incx, c, ldc); \
	} \
	inline cublasStatus_t cublas##L##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T *alpha, \
		const T *a, int lda, T *b, int ldb) { \
		return cublas::trsm(h, side, fill, op, diagonal, m, n, alpha, a, lda, b, ldb); \
	} \
	inline cublasStatus_t cublas##L##trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T *alpha, \
		const T *a, int lda, const T *b, int ldb, T *c, int ldc) { \
		return cublas::trmm(h, side, fill, op, diagonal, m, n, alpha, a, lda, b, ldb, c, ldc); \
	}
CUBLAS_LEVEL3(S, float)
CUBLAS_LEVEL3(D, double)
CUBLAS_LEVEL3(C, cuComplex)
CUBLAS_LEVEL3(Z, cuDoubleComplex)
#undef CUBLAS_LEVEL3
