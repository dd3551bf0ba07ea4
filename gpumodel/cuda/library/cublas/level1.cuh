// cuBLAS, level 1: vectors. A thread has one element; vectors of more elements than a grid has threads are walked through in steps of the grid.
namespace cublas {
const int THREADS = 256;
inline int blocks(long n) { return (int)(n < 65535L * THREADS ? (n + THREADS - 1) / THREADS : 65535); }

template <typename T> __global__ void cublas_axpy(int n, scalar<T> a, const T *x, long incx, T *y, long incy)
{
	for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long)blockDim.x) y[i * incy] = multiplied(a.get(), x[i * incx], y[i * incy]);
}
template <typename T, typename S> __global__ void cublas_scal(int n, scalar<S> a, T *x, long incx)
{
	for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long)blockDim.x) x[i * incx] = times(x[i * incx], a.get());
}
template <typename T> __global__ void cublas_copy(int n, const T *x, long incx, T *y, long incy)
{
	for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long)blockDim.x) y[i * incy] = x[i * incx];
}
template <typename T> __global__ void cublas_swap(int n, T *x, long incx, T *y, long incy)
{
	for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long)blockDim.x) {
		T t = x[i * incx];
		x[i * incx] = y[i * incy];
		y[i * incy] = t;
	}
}
template <typename T> __global__ void cublas_rot(int n, T *x, long incx, T *y, long incy, scalar<T> c, scalar<T> s)
{
	for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long)blockDim.x) {
		T a = x[i * incx], b = y[i * incy];
		x[i * incx] = c.get() * a + s.get() * b;
		y[i * incy] = c.get() * b - s.get() * a;
	}
}

template <typename T> cublasStatus_t axpy(cublasHandle_t h, int n, const T *a, const T *x, int incx, T *y, int incy)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n <= 0) return CUBLAS_STATUS_SUCCESS;
	cublas_axpy<<<blocks(n), THREADS, 0, h->stream>>>(n, scalar_of(h, a), first(x, n, incx), (long)incx, first(y, n, incy), (long)incy);
	return launched();
}
template <typename T, typename S> cublasStatus_t scal(cublasHandle_t h, int n, const S *a, T *x, int incx)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n <= 0 || incx <= 0) return CUBLAS_STATUS_SUCCESS;
	cublas_scal<<<blocks(n), THREADS, 0, h->stream>>>(n, scalar_of(h, a), x, (long)incx);
	return launched();
}
template <typename T> cublasStatus_t copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n <= 0) return CUBLAS_STATUS_SUCCESS;
	cublas_copy<<<blocks(n), THREADS, 0, h->stream>>>(n, first(x, n, incx), (long)incx, first(y, n, incy), (long)incy);
	return launched();
}
template <typename T> cublasStatus_t swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n <= 0) return CUBLAS_STATUS_SUCCESS;
	cublas_swap<<<blocks(n), THREADS, 0, h->stream>>>(n, first(x, n, incx), (long)incx, first(y, n, incy), (long)incy);
	return launched();
}
template <typename T> cublasStatus_t rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const T *c, const T *s)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n <= 0) return CUBLAS_STATUS_SUCCESS;
	cublas_rot<<<blocks(n), THREADS, 0, h->stream>>>(n, first(x, n, incx), (long)incx, first(y, n, incy), (long)incy, scalar_of(h, c), scalar_of(h, s));
	return launched();
}
}
#define CUBLAS_VECTORS(L, T) \
	inline cublasStatus_t cublas##L##axpy(cublasHandle_t h, int n, const T *a, const T *x, int incx, T *y, int incy) { return cublas::axpy(h, n, a, x, incx, y, incy); } \
	inline cublasStatus_t cublas##L##scal(cublasHandle_t h, int n, const T *a, T *x, int incx) { return cublas::scal(h, n, a, x, incx); } \
	inline cublasStatus_t cublas##L##copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy) { return cublas::copy(h, n, x, incx, y, incy); } \
	inline cublasStatus_t cublas##L##swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy) { return cublas::swap(h, n, x, incx, y, incy); }
CUBLAS_VECTORS(S, float)
CUBLAS_VECTORS(D, double)
CUBLAS_VECTORS(C, cuComplex)
CUBLAS_VECTORS(Z, cuDoubleComplex)
#undef CUBLAS_VECTORS
inline cublasStatus_t cublasCsscal(cublasHandle_t h, int n, const float *a, cuComplex *x, int incx) { return cublas::scal(h, n, a, x, incx); }
inline cublasStatus_t cublasZdscal(cublasHandle_t h, int n, const double *a, cuDoubleComplex *x, int incx) { return cublas::scal(h, n, a, x, incx); }
inline cublasStatus_t cublasSrot(cublasHandle_t h, int n, float *x, int incx, float *y, int incy, const float *c, const float *s) { return cublas::rot(h, n, x, incx, y, incy, c, s); }
inline cublasStatus_t cublasDrot(cublasHandle_t h, int n, double *x, int incx, double *y, int incy, const double *c, const double *s) { return cublas::rot(h, n, x, incx, y, incy, c, s); }
