// Defined outside, specialised, with bases.
//
// host: m::k

namespace m {
__device__ int f(int x);
constexpr int N = 7;
struct S { int v; __device__ S(int); __device__ int g() const; };
template <typename T> struct C { T w; __device__ C(T x) : w(x) {} __device__ T twice() const; };
template <typename T> __device__ T id(T x) { return x; }
template <typename T> __device__ int bytes() { return sizeof(T) + N; }
__global__ void k(int *out, const int *in, int n);
}
__device__ int m::f(int x) { return x + N; }
__device__ m::S::S(int x) : v(x + N) {}
__device__ int m::S::g() const { return v * N; }
template <typename T> __device__ T m::C<T>::twice() const { return w + w; }
template <> struct m::C<char> { int c; };
template <> __device__ int m::id<int>(int x) { return x + 100; }
struct D : m::S, m::C<float> { __device__ D(int x) : m::S(x), m::C<float>(2.0f) {} };
__global__ void m::k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	D d(in[i]);
	out[i] = f(in[i]) + d.g() + (int)d.twice() + d.m::S::v + C<char>{3}.c + id(in[i]) + id(2.0f) + bytes<double>();
}
