// What the kernels of cuBLAS need of numbers: the same names for real and complex ones, and scalars of the host or of the GPU.
namespace cublas {
#define CUBLAS_REAL(T, ABS, ROOT) \
	__host__ __device__ inline T times(T a, T b) { return a * b; } \
	__host__ __device__ inline T added(T a, T b) { return a + b; } \
	__host__ __device__ inline T divided(T a, T b) { return a / b; } \
	__host__ __device__ inline T conjugated(T a) { return a; } \
	__host__ __device__ inline T opposite(T a) { return -a; } \
	__host__ __device__ inline T multiplied(T a, T b, T c) { return a * b + c; } \
	__host__ __device__ inline T one(T) { return 1; } \
	__host__ __device__ inline T size_of(T a) { return ABS(a); } \
	__host__ __device__ inline T square_of(T a) { return a * a; } \
	__host__ __device__ inline T root(T a) { return ROOT(a); } \
	__host__ __device__ inline bool zero(T a) { return a == 0; }
CUBLAS_REAL(float, fabsf, sqrtf)
CUBLAS_REAL(double, fabs, sqrt)
CUBLAS_REAL(int, abs, )
#undef CUBLAS_REAL
#define CUBLAS_COMPLEX(C, R, ABS) \
	__host__ __device__ inline C complex_of(R x, R y) { C c; c.x = x; c.y = y; return c; } \
	__host__ __device__ inline C times(C a, C b) { return complex_of(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
	__host__ __device__ inline C times(C a, R b) { return complex_of(a.x * b, a.y * b); } \
	__host__ __device__ inline C added(C a, C b) { return complex_of(a.x + b.x, a.y + b.y); } \
	__host__ __device__ inline C divided(C a, C b) { R by = 1 / (b.x * b.x + b.y * b.y); return complex_of((a.x * b.x + a.y * b.y) * by, (a.y * b.x - a.x * b.y) * by); } \
	__host__ __device__ inline C opposite(C a) { return complex_of(-a.x, -a.y); } \
	__host__ __device__ inline C conjugated(C a) { return complex_of(a.x, -a.y); } \
	__host__ __device__ inline C multiplied(C a, C b, C c) { return complex_of(a.x * b.x + (c.x - a.y * b.y), a.x * b.y + (c.y + a.y * b.x)); } \
	__host__ __device__ inline C one(C) { return complex_of((R)1, (R)0); } \
	__host__ __device__ inline R size_of(C a) { return ABS(a.x) + ABS(a.y); } \
	__host__ __device__ inline R square_of(C a) { return a.x * a.x + a.y * a.y; } \
	__host__ __device__ inline bool zero(C a) { return a.x == 0 && a.y == 0; }
CUBLAS_COMPLEX(float2, float, fabsf)
CUBLAS_COMPLEX(double2, double, fabs)
#undef CUBLAS_COMPLEX

// Numbers are stored in one type and computed with in another.
#define CUBLAS_SET(S, T, VALUE) __device__ inline void set(S &to, T x) { to = VALUE; }
CUBLAS_SET(float, float, x)
CUBLAS_SET(double, double, x)
CUBLAS_SET(float2, float2, x)
CUBLAS_SET(double2, double2, x)
CUBLAS_SET(int, int, x)
CUBLAS_SET(int, signed char, x)
CUBLAS_SET(float, signed char, x)
CUBLAS_SET(float, __half, __half2float(x))
CUBLAS_SET(__half, float, __float2half(x))
CUBLAS_SET(float, __nv_bfloat16, __bfloat162float(x))
CUBLAS_SET(__nv_bfloat16, float, __float2bfloat16(x))
#undef CUBLAS_SET

// A scalar argument: its value, or where the GPU finds it.
template <typename T> struct scalar {
	T value;
	const T *at;
	__device__ T get() const { return at ? *at : value; }
};
template <typename T> scalar<T> scalar_of(cublasHandle_t h, const T *p)
{
	scalar<T> s;
	s.at = h->pointers == CUBLAS_POINTER_MODE_DEVICE ? p : 0;
	if (!s.at) s.value = *p;
	return s;
}

// The element that a vector of n elements has first: with a negative step it is the last one in memory.
template <typename T> T *first(T *x, int n, int step) { return step < 0 ? x + (long)(1 - n) * step : x; }

// What the last launch came to.
inline cublasStatus_t launched()
{
	cudaError_t e = cudaPeekAtLastError();
	return e == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
}
