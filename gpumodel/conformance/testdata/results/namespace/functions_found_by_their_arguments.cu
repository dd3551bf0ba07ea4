// Functions found by their arguments.

namespace m {
struct V { int x, y; };
__device__ V operator+(V a, V b) { return V{a.x + b.x, a.y + b.y}; }
__device__ bool operator<(const V &a, const V &b) { return a.x < b.x; }
__device__ int dot(V a, V b) { return a.x * b.x + a.y * b.y; }
enum class Mode { sum, difference };
__device__ int apply(Mode m, int a, int b) { return m == Mode::sum ? a + b : a - b; }
struct W { int v; friend __device__ W operator*(W w, int k) { return W{w.v * k}; } friend __device__ int value(W w) { return w.v; } };
template <typename T> struct Box { T v; };
}
template <typename T> __device__ T least(T a, T b) { return a < b ? a : b; }
namespace user { struct U { int v; }; __device__ int open(m::Box<U> b) { return b.v.v + 1; } __device__ int dot(int a) { return a; } }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	m::V a{in[i], 2}, b{3, 4};
	out[i] = dot(a + b, b) + least(a, b).y + apply(m::Mode::difference, in[i], 1) + value(m::W{in[i]} * 7) + open(m::Box<user::U>{{in[i]}});
}
