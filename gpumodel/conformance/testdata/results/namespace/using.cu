// Using.

namespace p { __device__ int f(int x) { return x; } __device__ int f(float x) { return 1000; } struct T { int v; }; enum class E { A, B = 5 }; enum U { R = 9 }; }
namespace q { using p::f; using p::T; using enum p::E; __device__ int f(int x, int y) { return x - y; } namespace r { using namespace p; } }
__device__ int f(double x) { return 2000; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	using namespace p;
	using enum p::E;
	q::T t{in[i]};
	out[i] = q::f(t.v) + q::f(t.v, 1) + f(1.0f) + f(2.0) + (int)q::B + (int)B + q::r::R + q::r::f(in[i]);
}
