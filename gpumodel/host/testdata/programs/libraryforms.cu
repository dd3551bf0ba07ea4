// Functions of cuBLAS under the names that the linker knows, and marks for profilers.
#include <cstdio>
#include <cublas_v2.h>
#include <nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>

struct mine { static constexpr int number = 1; };

int main()
{
	NVTX3_FUNC_RANGE();
	nvtx3::scoped_range all{"all"};
	nvtx3::unique_range_in<mine> some("some", nvtx3::rgb{1, 2, 3});
	cudaStream_t stream;
	cudaStreamCreate(&stream);
	nvtxNameCudaStreamA(stream, "products");
	nvtxDomainHandle_t domain = nvtxDomainCreateA("sums");
	nvtxDomainRangePop(domain);
	nvtxDomainDestroy(domain);

	cublasHandle_t h;
	cublasCreate_v2(&h);
	cublasSetStream_v2(h, stream);
	float a[] = {1, 2, 3, 4}, *x, *y, one = 1, zero = 0, sum = 0;
	cudaMalloc(&x, sizeof a);
	cudaMalloc(&y, sizeof a);
	cublasSetMatrix(2, 2, sizeof(float), a, 2, x, 2);
	cublasSgemm_v2(h, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &one, x, 2, x, 2, &zero, y, 2);
	cublasSdot_v2(h, 4, x, 1, y, 1, &sum);
	cublasGetMatrix(2, 2, sizeof(float), y, 2, a, 2);
	printf("%g %g %g %g, %g\n", a[0], a[1], a[2], a[3], sum);
	cublasDestroy_v2(h);
	cudaFree(x);
	cudaFree(y);
	cudaStreamDestroy(stream);
}
