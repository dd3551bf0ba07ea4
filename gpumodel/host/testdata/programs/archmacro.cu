// Host code is compiled without __CUDA_ARCH__: a function for both sides may do two things.
#include <cstdio>

__host__ __device__ const char *side() {
#ifdef __CUDA_ARCH__
	return "a kernel";
#else
	return "the host";
#endif
}

template <typename T> struct Limit {
	__host__ __device__ static T most() {
#if defined(__CUDA_ARCH__)
		return T(1);
#else
		return T(2);
#endif
	}
};

__global__ void ask(int *arch) {
	printf("in %s: %d\n", side(), Limit<int>::most());
#ifdef __CUDA_ARCH__
	*arch = __CUDA_ARCH__ >= 300;
#endif
}

int main() {
	int *arch, got = 0;
	cudaMalloc(&arch, sizeof(int));
	ask<<<1, 1>>>(arch);
	cudaMemcpy(&got, arch, sizeof(int), cudaMemcpyDeviceToHost);
	printf("in %s: %d\n", side(), Limit<int>::most());
#ifdef __CUDA_ARCH__
	printf("the macro is defined\n");
#endif
	printf("the kernel knows its capability: %d\n", got);
	cudaFree(arch);
}
