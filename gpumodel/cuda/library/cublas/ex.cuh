// cuBLAS: products whose types are values of arguments. compute may be a cublasComputeType_t or, as in old versions, a cudaDataType.
namespace cublas {
// What the sums are computed in: a letter for half, single and double precision and for whole numbers.
inline char computed(cublasComputeType_t t)
{
	switch (t) {
	case CUBLAS_COMPUTE_16F: case CUBLAS_COMPUTE_16F_PEDANTIC: return 'h';
	case CUBLAS_COMPUTE_64F: case CUBLAS_COMPUTE_64F_PEDANTIC: return 'd';
	case CUBLAS_COMPUTE_32I: case CUBLAS_COMPUTE_32I_PEDANTIC: return 'i';
	}
	return 's';
}
inline char computed(cudaDataType_t t) { return t == CUDA_R_16F ? 'h' : t == CUDA_R_64F ? 'd' : t == CUDA_R_32I ? 'i' : t == CUDA_C_32F ? 's' : t == CUDA_C_64F ? 'd' : 's'; }

template <typename S, typename U, typename A, typename C> cublasStatus_t typed(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha,
	const void *a, int lda, long next_a, const void *b, int ldb, long next_b, const void *beta, void *c, int ldc, long next_c, int count)
{
	return gemm<S>(h, ta, tb, m, n, k, (const U *)alpha, (const A *)a, lda, next_a, (const A *const *)0, (const A *)b, ldb, next_b, (const A *const *)0, (const U *)beta,
		(C *)c, ldc, next_c, (C *const *)0, count);
}
}
#define CUBLAS_TYPED(S, U, A, C) return cublas::typed<S, U, A, C>(h, ta, tb, m, n, k, alpha, a, lda, (long)next_a, b, ldb, (long)next_b, beta, c, ldc, (long)next_c, count)
template <typename COMPUTE> cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha, const void *a,
	cudaDataType type_a, int lda, long long next_a, const void *b, cudaDataType type_b, int ldb, long long next_b, const void *beta, void *c, cudaDataType type_c, int ldc,
	long long next_c, int count, COMPUTE compute, cublasGemmAlgo_t algo)
{
	char sums = cublas::computed(compute);
	if (type_a != type_b) return CUBLAS_STATUS_NOT_SUPPORTED;
	if (type_a == CUDA_R_32F && type_c == CUDA_R_32F && sums == 's') CUBLAS_TYPED(float, float, float, float);
	if (type_a == CUDA_R_64F && type_c == CUDA_R_64F && sums == 'd') CUBLAS_TYPED(double, double, double, double);
	if (type_a == CUDA_R_16F && type_c == CUDA_R_16F && sums == 'h') CUBLAS_TYPED(float, __half, __half, __half);
	if (type_a == CUDA_R_16F && type_c == CUDA_R_16F && sums == 's') CUBLAS_TYPED(float, float, __half, __half);
	if (type_a == CUDA_R_16F && type_c == CUDA_R_32F && sums == 's') CUBLAS_TYPED(float, float, __half, float);
	if (type_a == CUDA_R_16BF && type_c == CUDA_R_16BF && sums == 's') CUBLAS_TYPED(float, float, __nv_bfloat16, __nv_bfloat16);
	if (type_a == CUDA_R_16BF && type_c == CUDA_R_32F && sums == 's') CUBLAS_TYPED(float, float, __nv_bfloat16, float);
	if (type_a == CUDA_R_8I && type_c == CUDA_R_32I && sums == 'i') CUBLAS_TYPED(int, int, signed char, int);
	if (type_a == CUDA_R_8I && type_c == CUDA_R_32F && sums == 's') CUBLAS_TYPED(float, float, signed char, float);
	if (type_a == CUDA_C_32F && type_c == CUDA_C_32F && sums == 's') CUBLAS_TYPED(cuComplex, cuComplex, cuComplex, cuComplex);
	if (type_a == CUDA_C_64F && type_c == CUDA_C_64F && sums == 'd') CUBLAS_TYPED(cuDoubleComplex, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex);
	return CUBLAS_STATUS_NOT_SUPPORTED;
}
#undef CUBLAS_TYPED
template <typename COMPUTE> cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha, const void *a,
	cudaDataType type_a, int lda, const void *b, cudaDataType type_b, int ldb, const void *beta, void *c, cudaDataType type_c, int ldc, COMPUTE compute, cublasGemmAlgo_t algo)
{
	return cublasGemmStridedBatchedEx(h, ta, tb, m, n, k, alpha, a, type_a, lda, 0LL, b, type_b, ldb, 0LL, beta, c, type_c, ldc, 0LL, 1, compute, algo);
}
template <typename ALPHA> cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const ALPHA *alpha, const void *a,
	cudaDataType type_a, int lda, const void *b, cudaDataType type_b, int ldb, const ALPHA *beta, void *c, cudaDataType type_c, int ldc)
{
	return cublasGemmEx(h, ta, tb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
