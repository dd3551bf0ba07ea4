// Parameters without a name, attributes.

template <typename T, typename, int = 3> __device__ T twice(T x) { return x + x; }
[[nodiscard]] __device__ int one(int x) noexcept __attribute__((const)) { return x + 1; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	[[maybe_unused]] int unused = 3;
	out[i] = twice<int, float>(one(in[i]));
}
