// One name in several.

namespace naive { __device__ int scale(int x) { return 2 * x; } constexpr int N = 3; struct S { int v; }; __device__ int table[2] = {1, 2}; }
namespace fast { __device__ int scale(int x) { return 5 * x; } constexpr int N = 7; struct S { int v, w; }; __device__ int table[2] = {10, 20}; }
__device__ int sum(naive::S s) { return s.v; }
__device__ int sum(fast::S s) { return s.v + s.w; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	out[i] = naive::scale(in[i]) + fast::scale(in[i]) + naive::N * fast::N + sum(naive::S{1}) + sum(fast::S{10, 20}) + naive::table[1] + fast::table[i % 2];
}
