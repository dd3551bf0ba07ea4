// cuBLAS, level 2: a matrix and vectors. Matrices lie column by column.
namespace cublas {
// A thread has a row: what it loads of a column lies beside what its neighbours load. The threads of a block share the vector.
template <typename T, typename M> __global__ void cublas_gemv_rows(int m, int n, scalar<T> alpha, M a, const T *x, long incx, scalar<T> beta, T *y, long incy)
{
	__shared__ T part[THREADS];
	long i = blockIdx.x * (long)THREADS + threadIdx.x;
	T sum = T();
	for (int from = 0; from < n; from += THREADS) {
		int here = n - from < THREADS ? n - from : THREADS;
		__syncthreads();
		if (threadIdx.x < here) part[threadIdx.x] = x[(from + (long)threadIdx.x) * incx];
		__syncthreads();
		if (i < m)
			for (int j = 0; j < here; j++) sum = multiplied(a.at(i, from + j), part[j], sum);
	}
	if (i >= m) return;
	T b = beta.get();
	sum = times(alpha.get(), sum);
	y[i * incy] = zero(b) ? sum : multiplied(b, y[i * incy], sum);
}
// A block has a column, and adds up its products.
template <typename T> __global__ void cublas_gemv_columns(int m, scalar<T> alpha, const T *a, long lda, bool conjugate, const T *x, long incx, scalar<T> beta, T *y, long incy)
{
	__shared__ T all[THREADS];
	const T *column = a + blockIdx.x * lda;
	T sum = T();
	for (int i = threadIdx.x; i < m; i += THREADS) sum = multiplied(conjugate ? conjugated(column[i]) : column[i], x[i * incx], sum);
	sum = sum_of_block(sum, all);
	if (threadIdx.x) return;
	T b = beta.get(), *to = y + blockIdx.x * incy;
	sum = times(alpha.get(), sum);
	*to = zero(b) ? sum : multiplied(b, *to, sum);
}

// How a matrix is read: as it is, or as the whole matrix of which one half is stored.
template <typename T> struct general {
	const T *p;
	long ld;
	__device__ T at(long i, long j) const { return p[j * ld + i]; }
};
template <typename T> struct symmetric {
	const T *p;
	long ld;
	bool lower, hermitian;
	__device__ T at(long i, long j) const { return i == j || (i > j) == lower ? p[j * ld + i] : hermitian ? conjugated(p[i * ld + j]) : p[i * ld + j]; }
};
template <typename T> struct triangular {
	const T *p;
	long ld;
	bool lower, unit, transposed, conjugate;
	__device__ T at(long i, long j) const
	{
		if (i == j && unit) return one(T());
		if (i != j && (i > j) != (lower != transposed)) return T();
		T v = transposed ? p[i * ld + j] : p[j * ld + i];
		return conjugate ? conjugated(v) : v;
	}
};
template <typename T> cublasStatus_t gemv(cublasHandle_t h, cublasOperation_t op, int m, int n, const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || !incx || !incy) return CUBLAS_STATUS_INVALID_VALUE;
	if (!m || !n) return CUBLAS_STATUS_SUCCESS;
	bool plain = op == CUBLAS_OP_N;
	x = first(x, plain ? n : m, incx);
	y = first(y, plain ? m : n, incy);
	general<T> whole = {a, lda};
	if (plain) cublas_gemv_rows<<<(m + THREADS - 1) / THREADS, THREADS, 0, h->stream>>>(m, n, scalar_of(h, alpha), whole, x, (long)incx, scalar_of(h, beta), y, (long)incy);
	else cublas_gemv_columns<<<n, THREADS, 0, h->stream>>>(m, scalar_of(h, alpha), a, (long)lda, op == CUBLAS_OP_C, x, (long)incx, scalar_of(h, beta), y, (long)incy);
	return launched();
}
template <typename T> cublasStatus_t symv(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy, bool hermitian)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n < 0 || lda < (n > 1 ? n : 1) || !incx || !incy) return CUBLAS_STATUS_INVALID_VALUE;
	if (!n) return CUBLAS_STATUS_SUCCESS;
	symmetric<T> half = {a, lda, fill == CUBLAS_FILL_MODE_LOWER, hermitian};
	cublas_gemv_rows<<<(n + THREADS - 1) / THREADS, THREADS, 0, h->stream>>>(n, n, scalar_of(h, alpha), half, first(x, n, incx), (long)incx, scalar_of(h, beta), first(y, n, incy), (long)incy);
	return launched();
}

// A += alpha x y^T, or the half of it that is stored.
template <typename T> __global__ void cublas_ger(int m, int n, scalar<T> alpha, const T *x, long incx, const T *y, long incy, T *a, long lda, bool conjugate, int half)
{
	long i = blockIdx.x * 32L + threadIdx.x, j = blockIdx.y * 8L + threadIdx.y;
	if (i >= m || j >= n || half == 1 && i < j || half == 2 && i > j) return;
	T b = y[j * incy];
	a[j * lda + i] = multiplied(times(alpha.get(), x[i * incx]), conjugate ? conjugated(b) : b, a[j * lda + i]);
}
template <typename T> cublasStatus_t ger(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a, int lda, bool conjugate, int half)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || !incx || !incy) return CUBLAS_STATUS_INVALID_VALUE;
	if (!m || !n) return CUBLAS_STATUS_SUCCESS;
	dim3 grid((m + 31) / 32, (n + 7) / 8), block(32, 8);
	cublas_ger<<<grid, block, 0, h->stream>>>(m, n, scalar_of(h, alpha), first(x, m, incx), (long)incx, first(y, n, incy), (long)incy, a, (long)lda, conjugate, half);
	return launched();
}

// One block has the whole system: it finds one unknown after the other, and takes it out of the equations that are left. x may be one of several columns.
template <typename T> __global__ void cublas_trsv(int n, triangular<T> a, bool forward, T *x, long incx, long next)
{
	__shared__ T known;
	x += blockIdx.x * next;
	for (int k = 0; k < n; k++) {
		long i = forward ? k : n - 1 - k;
		if (threadIdx.x == 0) {
			known = a.unit ? x[i * incx] : divided(x[i * incx], a.at(i, i));
			x[i * incx] = known;
		}
		__syncthreads();
		for (long r = threadIdx.x; r < n - 1 - k; r += blockDim.x) {
			long at = forward ? i + 1 + r : i - 1 - r;
			x[at * incx] = multiplied(a.at(at, i), opposite(known), x[at * incx]);
		}
		__syncthreads();
	}
}
template <typename T> triangular<T> triangle(const T *a, int lda, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal)
{
	triangular<T> t = {a, lda, fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT, op != CUBLAS_OP_N, op == CUBLAS_OP_C};
	return t;
}
template <typename T> cublasStatus_t trsv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int n, const T *a, int lda, T *x, int incx)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n < 0 || lda < (n > 1 ? n : 1) || !incx) return CUBLAS_STATUS_INVALID_VALUE;
	if (!n) return CUBLAS_STATUS_SUCCESS;
	triangular<T> t = triangle(a, lda, fill, op, diagonal);
	cublas_trsv<<<1, THREADS, 0, h->stream>>>(n, t, t.lower != t.transposed, first(x, n, incx), (long)incx, 0L);
	return launched();
}
template <typename T> cublasStatus_t trmv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int n, const T *a, int lda, T *x, int incx)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n < 0 || lda < (n > 1 ? n : 1) || !incx) return CUBLAS_STATUS_INVALID_VALUE;
	if (!n) return CUBLAS_STATUS_SUCCESS;
	T *product;
	if (cudaMallocAsync(&product, n * sizeof(T), h->stream) != cudaSuccess) return CUBLAS_STATUS_ALLOC_FAILED;
	scalar<T> factor = {one(T()), 0}, none = {T(), 0};
	x = first(x, n, incx);
	cublas_gemv_rows<<<blocks(n), THREADS, 0, h->stream>>>(n, n, factor, triangle(a, lda, fill, op, diagonal), (const T *)x, (long)incx, none, product, 1L);
	cublas_copy<<<blocks(n), THREADS, 0, h->stream>>>(n, (const T *)product, 1L, x, (long)incx);
	cudaFreeAsync(product, h->stream);
	return launched();
}
}
#define CUBLAS_MATRIX(L, T) \
	inline cublasStatus_t cublas##L##gemv(cublasHandle_t h, cublasOperation_t op, int m, int n, const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) { \
		return cublas::gemv(h, op, m, n, alpha, a, lda, x, incx, beta, y, incy); \
	} \
	inline cublasStatus_t cublas##L##symv(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) { \
		return cublas::symv(h, fill, n, alpha, a, lda, x, incx, beta, y, incy, false); \
	} \
	inline cublasStatus_t cublas##L##trsv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int n, const T *a, int lda, T *x, int incx) { \
		return cublas::trsv(h, fill, op, diagonal, n, a, lda, x, incx); \
	} \
	inline cublasStatus_t cublas##L##trmv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal, int n, const T *a, int lda, T *x, int incx) { \
		return cublas::trmv(h, fill, op, diagonal, n, a, lda, x, incx); \
	} \
	inline cublasStatus_t cublas##L##syr(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *x, int incx, T *a, int lda) { \
		return cublas::ger(h, n, n, alpha, x, incx, x, incx, a, lda, false, fill == CUBLAS_FILL_MODE_LOWER ? 1 : 2); \
	}
#define CUBLAS_GER(NAME, T, CONJUGATE) \
	inline cublasStatus_t cublas##NAME(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) { \
		return cublas::ger(h, m, n, alpha, x, incx, y, incy, a, lda, CONJUGATE, 0); \
	}
CUBLAS_MATRIX(S, float)
CUBLAS_MATRIX(D, double)
CUBLAS_MATRIX(C, cuComplex)
CUBLAS_MATRIX(Z, cuDoubleComplex)
CUBLAS_GER(Sger, float, false)
CUBLAS_GER(Dger, double, false)
CUBLAS_GER(Cgeru, cuComplex, false)
CUBLAS_GER(Cgerc, cuComplex, true)
CUBLAS_GER(Zgeru, cuDoubleComplex, false)
CUBLAS_GER(Zgerc, cuDoubleComplex, true)
#undef CUBLAS_MATRIX
#undef CUBLAS_GER
