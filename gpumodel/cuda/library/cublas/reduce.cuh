// cuBLAS, level 1: sums over vectors. Each block adds up its part, and one block adds up what the blocks have found.
namespace cublas {
const int PARTS = 256; // blocks at most
__device__ double parts[2 * PARTS];
__device__ double found[2];

// The parts of a sum: what an element adds, and what becomes of the whole.
template <typename T> struct product {
	const T *x, *y;
	long incx, incy;
	bool conjugate;
	typedef T sum, result;
	__device__ T of(long i) const { T a = x[i * incx]; return times(conjugate ? conjugated(a) : a, y[i * incy]); }
	__device__ static T whole(T s) { return s; }
};
template <typename T, typename R> struct sizes {
	const T *x;
	long incx;
	typedef R sum, result;
	__device__ R of(long i) const { return size_of(x[i * incx]); }
	__device__ static R whole(R s) { return s; }
};
template <typename T, typename R> struct squares {
	const T *x;
	long incx;
	typedef R sum, result;
	__device__ R of(long i) const { return square_of(x[i * incx]); }
	__device__ static R whole(R s) { return root(s); }
};

template <typename T> __device__ T sum_of_block(T mine, T *all)
{
	all[threadIdx.x] = mine;
	for (int half = THREADS / 2; half > 0; half /= 2) {
		__syncthreads();
		if (threadIdx.x < half) all[threadIdx.x] = added(all[threadIdx.x], all[threadIdx.x + half]);
	}
	__syncthreads();
	return all[0];
}
template <typename F> __global__ void cublas_sum(int n, F f)
{
	typedef typename F::sum T;
	__shared__ T all[THREADS];
	T mine = T();
	for (long i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * (long)THREADS) mine = added(mine, f.of(i));
	mine = sum_of_block(mine, all);
	if (threadIdx.x == 0) ((T *)parts)[blockIdx.x] = mine;
}
template <typename F> __global__ void cublas_sum_of_parts(int n, typename F::result *to)
{
	typedef typename F::sum T;
	__shared__ T all[THREADS];
	T mine = T();
	if (threadIdx.x < n) mine = ((T *)parts)[threadIdx.x];
	mine = sum_of_block(mine, all);
	if (threadIdx.x == 0) *(to ? to : (typename F::result *)found) = F::whole(mine);
}
// The result goes to the host, or stays on the GPU, as the handle says.
template <typename R> cublasStatus_t delivered(cublasHandle_t h, R *to)
{
	if (launched() != CUBLAS_STATUS_SUCCESS) return launched();
	if (h->pointers == CUBLAS_POINTER_MODE_DEVICE) return CUBLAS_STATUS_SUCCESS;
	void *from;
	cudaGetSymbolAddress(&from, found);
	cudaMemcpyAsync(to, from, sizeof(R), cudaMemcpyDeviceToHost, h->stream);
	return cudaStreamSynchronize(h->stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
template <typename R> cublasStatus_t nothing(cublasHandle_t h, R *to)
{
	if (h->pointers == CUBLAS_POINTER_MODE_DEVICE) cudaMemsetAsync(to, 0, sizeof(R), h->stream);
	else *to = R();
	return CUBLAS_STATUS_SUCCESS;
}
template <typename F> cublasStatus_t summed(cublasHandle_t h, int n, F f, typename F::result *to)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n <= 0) return nothing(h, to);
	int grid = blocks(n) < PARTS ? blocks(n) : PARTS;
	cublas_sum<<<grid, THREADS, 0, h->stream>>>(n, f);
	cublas_sum_of_parts<F><<<1, THREADS, 0, h->stream>>>(grid, h->pointers == CUBLAS_POINTER_MODE_DEVICE ? to : 0);
	return delivered(h, to);
}
template <typename T> cublasStatus_t dot(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy, T *to, bool conjugate)
{
	product<T> f = {first(x, n, incx), first(y, n, incy), incx, incy, conjugate};
	return summed(h, n, f, to);
}
template <typename T, typename R> cublasStatus_t asum(cublasHandle_t h, int n, const T *x, int incx, R *to)
{
	sizes<T, R> f = {x, incx};
	return summed(h, incx > 0 ? n : 0, f, to);
}
template <typename T, typename R> cublasStatus_t nrm2(cublasHandle_t h, int n, const T *x, int incx, R *to)
{
	squares<T, R> f = {x, incx};
	return summed(h, incx > 0 ? n : 0, f, to);
}

// The place of the largest or smallest element, counted from 1; the first one of several.
template <typename R> struct placed { R size; int at; };
template <typename R> __device__ placed<R> better(placed<R> a, placed<R> b, bool most)
{
	if (a.at == 0) return b;
	if (b.at == 0) return a;
	if (a.size == b.size) return a.at < b.at ? a : b;
	return (a.size > b.size) == most ? a : b;
}
template <typename R> __device__ placed<R> best_of_block(placed<R> mine, placed<R> *all, bool most)
{
	all[threadIdx.x] = mine;
	for (int half = THREADS / 2; half > 0; half /= 2) {
		__syncthreads();
		if (threadIdx.x < half) all[threadIdx.x] = better(all[threadIdx.x], all[threadIdx.x + half], most);
	}
	__syncthreads();
	return all[0];
}
template <typename T, typename R> __global__ void cublas_extreme(int n, const T *x, long incx, bool most)
{
	__shared__ placed<R> all[THREADS];
	placed<R> mine;
	mine.at = 0;
	mine.size = 0;
	for (long i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * (long)THREADS) {
		placed<R> other;
		other.size = size_of(x[i * incx]);
		other.at = (int)i + 1;
		mine = better(mine, other, most);
	}
	mine = best_of_block(mine, all, most);
	if (threadIdx.x == 0) ((placed<R> *)parts)[blockIdx.x] = mine;
}
template <typename R> __global__ void cublas_extreme_of_parts(int n, int *to, bool most)
{
	__shared__ placed<R> all[THREADS];
	placed<R> mine;
	mine.at = 0;
	mine.size = 0;
	if (threadIdx.x < n) mine = ((placed<R> *)parts)[threadIdx.x];
	mine = best_of_block(mine, all, most);
	if (threadIdx.x == 0) *(to ? to : (int *)found) = mine.at;
}
template <typename R, typename T> cublasStatus_t extreme(cublasHandle_t h, int n, const T *x, int incx, int *to, bool most)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n <= 0 || incx <= 0) return nothing(h, to);
	int grid = blocks(n) < PARTS ? blocks(n) : PARTS;
	cublas_extreme<T, R><<<grid, THREADS, 0, h->stream>>>(n, x, (long)incx, most);
	cublas_extreme_of_parts<R><<<1, THREADS, 0, h->stream>>>(grid, h->pointers == CUBLAS_POINTER_MODE_DEVICE ? to : 0, most);
	return delivered(h, to);
}
}
inline cublasStatus_t cublasSdot(cublasHandle_t h, int n, const float *x, int incx, const float *y, int incy, float *to) { return cublas::dot(h, n, x, incx, y, incy, to, false); }
inline cublasStatus_t cublasDdot(cublasHandle_t h, int n, const double *x, int incx, const double *y, int incy, double *to) { return cublas::dot(h, n, x, incx, y, incy, to, false); }
#define CUBLAS_DOT(L, T) \
	inline cublasStatus_t cublas##L##dotu(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy, T *to) { return cublas::dot(h, n, x, incx, y, incy, to, false); } \
	inline cublasStatus_t cublas##L##dotc(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy, T *to) { return cublas::dot(h, n, x, incx, y, incy, to, true); }
CUBLAS_DOT(C, cuComplex)
CUBLAS_DOT(Z, cuDoubleComplex)
#undef CUBLAS_DOT
#define CUBLAS_SUMS(L, RL, T, R) \
	inline cublasStatus_t cublas##RL##asum(cublasHandle_t h, int n, const T *x, int incx, R *to) { return cublas::asum(h, n, x, incx, to); } \
	inline cublasStatus_t cublas##RL##nrm2(cublasHandle_t h, int n, const T *x, int incx, R *to) { return cublas::nrm2(h, n, x, incx, to); } \
	inline cublasStatus_t cublasI##L##amax(cublasHandle_t h, int n, const T *x, int incx, int *to) { return cublas::extreme<R>(h, n, x, incx, to, true); } \
	inline cublasStatus_t cublasI##L##amin(cublasHandle_t h, int n, const T *x, int incx, int *to) { return cublas::extreme<R>(h, n, x, incx, to, false); }
CUBLAS_SUMS(s, S, float, float)
CUBLAS_SUMS(d, D, double, double)
CUBLAS_SUMS(c, Sc, cuComplex, float)
CUBLAS_SUMS(z, Dz, cuDoubleComplex, double)
#undef CUBLAS_SUMS
