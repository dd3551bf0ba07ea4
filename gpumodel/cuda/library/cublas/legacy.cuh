// cublas.h, the interface of before CUDA 4: without a handle, with letters for operations, and with results that are returned.
namespace cublas {
inline cublasContext context;
inline cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
inline cublasOperation_t operation(char c) { return c == 'n' || c == 'N' ? CUBLAS_OP_N : c == 't' || c == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C; }
inline cublasFillMode_t fill(char c) { return c == 'l' || c == 'L' ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER; }
inline cublasSideMode_t side(char c) { return c == 'l' || c == 'L' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT; }
inline cublasDiagType_t diagonal(char c) { return c == 'u' || c == 'U' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT; }
}
inline cublasStatus cublasInit() { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus cublasShutdown() { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus cublasGetError()
{
	cublasStatus s = cublas::status;
	cublas::status = CUBLAS_STATUS_SUCCESS;
	return s;
}
template <typename T> cublasStatus cublasAlloc(int n, int size, T **p) { return cudaMalloc((void **)p, (size_t)n * size) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED; }
inline cublasStatus cublasFree(const void *p) { return cudaFree((void *)p) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR; }
inline cublasStatus cublasSetKernelStream(cudaStream_t s)
{
	cublas::context.stream = s;
	return CUBLAS_STATUS_SUCCESS;
}
#define CUBLAS_LEGACY(L, I, T) \
	inline void cublas##L##axpy(int n, T a, const T *x, int incx, T *y, int incy) { cublas::status = cublas::axpy(&cublas::context, n, (const T *)&a, x, incx, y, incy); } \
	inline void cublas##L##scal(int n, T a, T *x, int incx) { cublas::status = cublas::scal(&cublas::context, n, (const T *)&a, x, incx); } \
	inline void cublas##L##copy(int n, const T *x, int incx, T *y, int incy) { cublas::status = cublas::copy(&cublas::context, n, x, incx, y, incy); } \
	inline void cublas##L##swap(int n, T *x, int incx, T *y, int incy) { cublas::status = cublas::swap(&cublas::context, n, x, incx, y, incy); } \
	inline T cublas##L##dot(int n, const T *x, int incx, const T *y, int incy) { T r = 0; cublas::status = cublas::dot(&cublas::context, n, x, incx, y, incy, &r, false); return r; } \
	inline T cublas##L##nrm2(int n, const T *x, int incx) { T r = 0; cublas::status = cublas::nrm2(&cublas::context, n, x, incx, &r); return r; } \
	inline T cublas##L##asum(int n, const T *x, int incx) { T r = 0; cublas::status = cublas::asum(&cublas::context, n, x, incx, &r); return r; } \
	inline int cublasI##I##amax(int n, const T *x, int incx) { int r = 0; cublas::status = cublas::extreme<T>(&cublas::context, n, x, incx, &r, true); return r; } \
	inline int cublasI##I##amin(int n, const T *x, int incx) { int r = 0; cublas::status = cublas::extreme<T>(&cublas::context, n, x, incx, &r, false); return r; } \
	inline void cublas##L##gemv(char op, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy) { \
		cublas::status = cublas::gemv(&cublas::context, cublas::operation(op), m, n, (const T *)&alpha, a, lda, x, incx, (const T *)&beta, y, incy); \
	} \
	inline void cublas##L##ger(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) { \
		cublas::status = cublas::ger(&cublas::context, m, n, (const T *)&alpha, x, incx, y, incy, a, lda, false, 0); \
	} \
	inline void cublas##L##gemm(char ta, char tb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc) { \
		cublas::status = cublas##L##gemm(&cublas::context, cublas::operation(ta), cublas::operation(tb), m, n, k, (const T *)&alpha, a, lda, b, ldb, (const T *)&beta, c, ldc); \
	} \
	inline void cublas##L##trsm(char s, char f, char op, char d, int m, int n, T alpha, const T *a, int lda, T *b, int ldb) { \
		cublas::status = cublas::trsm(&cublas::context, cublas::side(s), cublas::fill(f), cublas::operation(op), cublas::diagonal(d), m, n, (const T *)&alpha, a, lda, b, ldb); \
	}
CUBLAS_LEGACY(S, s, float)
CUBLAS_LEGACY(D, d, double)
#undef CUBLAS_LEGACY
