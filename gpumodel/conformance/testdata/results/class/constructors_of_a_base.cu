// Constructors of a base.

template <typename T> struct B {
	T v;
	__device__ B() : v(7) {}
	template <typename U> __device__ B(U x, const U &y) : v(x + y) {}
	__device__ B(const T *p, int n = 3) : v(p[n]) {}
};
template <typename T> struct D : B<T> { using B<T>::B; int w = 5; __device__ int sum() { return this->v + w; } };
struct O { int v; __device__ O(int x) : v(x) {} __device__ O(float x) : v(100) {} };
struct E : O { using Base = O; using Base::Base; __device__ E(int x) : O(x + 1) {} };
struct H { int v; __device__ H(int x) : v(x) {} __device__ H(const H &o) : v(o.v + 100) {} __device__ ~H() { v = 0; } };
struct P { int v; __device__ P(H h) : v(h.v) {} __device__ P(H &&h, int y) : v(h.v + y) {} };
struct Q : P { using P::P; };
__device__ int take(E e) { return e.v; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int q[4] = {1, 2, 3, in[i]};
	D<int> d, e(3, in[i]), f(q), g(q, 1);
	H h(4);
	Q r(H(3)), s(h), t(H(5), 1);
	out[i] = d.sum() + e.sum() + f.sum() + g.v + E(in[i]).v + take(2.0f) + r.v + s.v + t.v;
}
