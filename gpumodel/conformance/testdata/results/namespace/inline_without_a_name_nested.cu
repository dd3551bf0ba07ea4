// Inline, without a name, nested.

namespace lib { inline namespace v2 { __device__ int f(int x) { return x + 2; } } namespace v1 { __device__ int f(int x) { return x + 1; } } }
namespace { __device__ int own(int x) { return 3 * x; } constexpr int N = 4; }
namespace a::b { constexpr int M = 50; __device__ int g(int x) { return x + M; } }
namespace a { __device__ int h(int x) { return b::g(x) + own(x); } }
namespace ab = a::b;
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a = in[i];
	out[i] = lib::f(a) + 10 * lib::v2::f(a) + 100 * lib::v1::f(a) + own(a) + N + a::b::g(a) + ::a::h(a) + ab::M;
}
