// Built-in functions are hidden.

namespace p {
__device__ float abs(float x) { return 3.0f; }
__device__ int g(int x) { return (int)abs(x) + ::abs(x); }
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	out[i] = p::g(in[i]) + abs(in[i]);
}
