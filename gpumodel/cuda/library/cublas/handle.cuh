// cublas_v2.h: handles, settings, and copies of vectors and matrices.
enum cublasStatus_t {
	CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
	CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14,
	CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16
};
typedef cublasStatus_t cublasStatus;
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 };
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3 };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 };
enum cublasMath_t {
	CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
	CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
};
enum cublasComputeType_t {
	CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_64F = 70,
	CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73, CUBLAS_COMPUTE_32F_FAST_16F = 74,
	CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
enum cublasGemmAlgo_t {
	CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1, CUBLAS_GEMM_ALGO2, CUBLAS_GEMM_ALGO3, CUBLAS_GEMM_ALGO4,
	CUBLAS_GEMM_ALGO5, CUBLAS_GEMM_ALGO6, CUBLAS_GEMM_ALGO7, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
	CUBLAS_GEMM_ALGO0_TENSOR_OP = 100
};
typedef cudaDataType cublasDataType_t;

struct cublasContext {
	cudaStream_t stream;
	cublasPointerMode_t pointers;
	cublasAtomicsMode_t atomics;
	cublasMath_t math;
};
typedef cublasContext *cublasHandle_t;

inline cublasStatus_t cublasCreate_v2(cublasHandle_t *h)
{
	if (!h) return CUBLAS_STATUS_INVALID_VALUE;
	*h = (cublasHandle_t)__sys_calloc(1L, sizeof(cublasContext));
	return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasDestroy_v2(cublasHandle_t h)
{
	if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
	cudaDeviceSynchronize();
	__sys_free(h);
	return CUBLAS_STATUS_SUCCESS;
}
#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2

#define CUBLAS_SETTING(NAME, TYPE, FIELD) \
	inline cublasStatus_t cublasSet##NAME(cublasHandle_t h, TYPE x) { \
		if (!h) return CUBLAS_STATUS_NOT_INITIALIZED; \
		h->FIELD = x; \
		return CUBLAS_STATUS_SUCCESS; \
	} \
	inline cublasStatus_t cublasGet##NAME(cublasHandle_t h, TYPE *x) { \
		if (!h) return CUBLAS_STATUS_NOT_INITIALIZED; \
		*x = h->FIELD; \
		return CUBLAS_STATUS_SUCCESS; \
	}
CUBLAS_SETTING(Stream, cudaStream_t, stream)
CUBLAS_SETTING(PointerMode, cublasPointerMode_t, pointers)
CUBLAS_SETTING(AtomicsMode, cublasAtomicsMode_t, atomics)
CUBLAS_SETTING(MathMode, cublasMath_t, math)
#undef CUBLAS_SETTING
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
inline cublasStatus_t cublasSetWorkspace(cublasHandle_t h, void *, size_t) { return h ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED; }
inline cublasStatus_t cublasGetVersion(cublasHandle_t h, int *version)
{
	*version = 130000;
	return h ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
#define cublasGetVersion_v2 cublasGetVersion

#define CUBLAS_NAME(X) case X: return #X
inline const char *cublasGetStatusName(cublasStatus_t s)
{
	switch (s) {
	CUBLAS_NAME(CUBLAS_STATUS_SUCCESS);
	CUBLAS_NAME(CUBLAS_STATUS_NOT_INITIALIZED);
	CUBLAS_NAME(CUBLAS_STATUS_ALLOC_FAILED);
	CUBLAS_NAME(CUBLAS_STATUS_INVALID_VALUE);
	CUBLAS_NAME(CUBLAS_STATUS_ARCH_MISMATCH);
	CUBLAS_NAME(CUBLAS_STATUS_MAPPING_ERROR);
	CUBLAS_NAME(CUBLAS_STATUS_EXECUTION_FAILED);
	CUBLAS_NAME(CUBLAS_STATUS_INTERNAL_ERROR);
	CUBLAS_NAME(CUBLAS_STATUS_NOT_SUPPORTED);
	CUBLAS_NAME(CUBLAS_STATUS_LICENSE_ERROR);
	}
	return "CUBLAS_STATUS_UNKNOWN";
}
#undef CUBLAS_NAME
inline const char *cublasGetStatusString(cublasStatus_t s)
{
	switch (s) {
	case CUBLAS_STATUS_SUCCESS: return "success";
	case CUBLAS_STATUS_NOT_INITIALIZED: return "the library was not initialized";
	case CUBLAS_STATUS_ALLOC_FAILED: return "the resource allocation failed";
	case CUBLAS_STATUS_INVALID_VALUE: return "an unsupported value or parameter was passed to the function";
	case CUBLAS_STATUS_ARCH_MISMATCH: return "the function requires an architectural feature absent from the architecture of the device";
	case CUBLAS_STATUS_MAPPING_ERROR: return "an access to GPU memory space failed";
	case CUBLAS_STATUS_EXECUTION_FAILED: return "the GPU program failed to execute";
	case CUBLAS_STATUS_INTERNAL_ERROR: return "an internal operation failed";
	case CUBLAS_STATUS_NOT_SUPPORTED: return "the functionality requested is not supported";
	case CUBLAS_STATUS_LICENSE_ERROR: return "the functionality requested requires some license and an error was detected when trying to check the current licensing";
	}
	return "unknown status";
}

namespace cublas {
// A matrix of rows of bytes, each of them one after the other in memory if the steps are 1.
inline cublasStatus_t moved(int rows, int columns, int size, const void *from, long from_row, long from_column, void *to, long to_row, long to_column, int kind,
	cudaStream_t stream, bool async)
{
	if (rows < 0 || columns < 0 || size <= 0 || from_row <= 0 || to_row <= 0 || from_column <= 0 || to_column <= 0) return CUBLAS_STATUS_INVALID_VALUE;
	const char *f = (const char *)from;
	char *t = (char *)to;
	long n = (long)rows * size;
	bool whole = from_row == 1 && to_row == 1;
	if (whole && from_column == rows && to_column == rows) n *= columns, columns = 1;
	for (long j = 0; j < columns; j++) {
		for (long i = 0; i < (whole ? 1 : rows); i++) {
			const char *a = f + (j * from_column + i * from_row) * size;
			char *b = t + (j * to_column + i * to_row) * size;
			cudaError_t e = async ? cudaMemcpyAsync(b, a, whole ? n : size, (cudaMemcpyKind)kind, stream) : cudaMemcpy(b, a, whole ? n : size, (cudaMemcpyKind)kind);
			if (e != cudaSuccess) return CUBLAS_STATUS_MAPPING_ERROR;
		}
	}
	return CUBLAS_STATUS_SUCCESS;
}
}
inline cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *d, int incd)
{
	return cublas::moved(n, 1, size, x, incx, n + 1, d, incd, n + 1, 1, 0, false);
}
inline cublasStatus_t cublasGetVector(int n, int size, const void *d, int incd, void *x, int incx)
{
	return cublas::moved(n, 1, size, d, incd, n + 1, x, incx, n + 1, 2, 0, false);
}
inline cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *d, int incd, cudaStream_t stream)
{
	return cublas::moved(n, 1, size, x, incx, n + 1, d, incd, n + 1, 1, stream, true);
}
inline cublasStatus_t cublasGetVectorAsync(int n, int size, const void *d, int incd, void *x, int incx, cudaStream_t stream)
{
	return cublas::moved(n, 1, size, d, incd, n + 1, x, incx, n + 1, 2, stream, true);
}
inline cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *d, int ldd)
{
	return cublas::moved(rows, columns, size, a, 1, lda, d, 1, ldd, 1, 0, false);
}
inline cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *d, int ldd, void *a, int lda)
{
	return cublas::moved(rows, columns, size, d, 1, ldd, a, 1, lda, 2, 0, false);
}
inline cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *a, int lda, void *d, int ldd, cudaStream_t stream)
{
	return cublas::moved(rows, columns, size, a, 1, lda, d, 1, ldd, 1, stream, true);
}
inline cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *d, int ldd, void *a, int lda, cudaStream_t stream)
{
	return cublas::moved(rows, columns, size, d, 1, ldd, a, 1, lda, 2, stream, true);
}
