package gpumodel

// inheritingExamples are what structs take over from others, and templates within them.
func inheritingExamples() []example {
	const head = "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i >= n) return;\n"
	return []example{
		wholeKernel("class/templates of structs within structs", `struct Plain { template <typename T> struct In { T v; __device__ T get() const { return v; } }; };
template <typename U> struct S {
	template <typename T, int N = 2> struct In { T v[N]; U u; __device__ int get() const { return v[1] + u; } static constexpr int size = N; typedef T type; };
	template <typename T> struct In<T, 1> { T only; static constexpr int size = 100; };
	template <typename T> struct rebind { typedef S<T> other; };
	U u;
};
struct Traits { template <int N> struct Tile { static constexpr int rows = N; int d[N]; }; };
template <typename Tr, int N> struct Sum {
	using Tile = typename Tr::template Tile<N>;
	Tile t;
	__device__ int operator()() { int s = 0; for (int i = 0; i < Tile::rows; i++) s += t.d[i]; return s; }
};
template <template <int> class Tl> struct Use { Tl<3> t; };
template <typename A> __device__ int rebound(A a) { typename A::template rebind<char>::other m; m.u = a.u; return m.u; }
__global__ void k(int *out, const int *in, int n) {
`+head+`	S<int>::In<int> x{{3, in[i]}, 2};
	S<int>::In<S<int>::In<int, 1>> y;
	y.v[0].only = 2;
	Sum<Traits, 4> sum;
	for (int j = 0; j < 4; j++) sum.t.d[j] = j + i;
	Use<Traits::Tile> u;
	u.t.d[2] = 9;
	out[i] = Plain::In<int>{in[i]}.get() + x.get() + S<char>::In<int, 7>::size + S<int>::In<int, 1>::size + y.v[0].only + sum() + u.t.d[2] + rebound(S<int>{in[i] + 1024});
}`, func(i, n int, in []int32) int32 {
			return in[i] + in[i] + 2 + 7 + 100 + 2 + 6 + 4*int32(i) + 9 + int32(int8(in[i]+1024))
		}),
		wholeKernel("class/constructors of a base", `template <typename T> struct B {
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
`+head+`	int q[4] = {1, 2, 3, in[i]};
	D<int> d, e(3, in[i]), f(q), g(q, 1);
	H h(4);
	Q r(H(3)), s(h), t(H(5), 1);
	out[i] = d.sum() + e.sum() + f.sum() + g.v + E(in[i]).v + take(2.0f) + r.v + s.v + t.v;
}`, func(i, n int, in []int32) int32 {
			return 12 + 3 + in[i] + 5 + in[i] + 5 + 2 + in[i] + 1 + 100 + 3 + 104 + 6
		}),
		wholeKernel("class/methods of a base beside others", `struct B {
	int v;
	__device__ int f(int x) { return x + v; }
	__device__ int f(int x, int y, int z) { return 50; }
	__device__ int operator()(int x) const { return 1; }
};
struct C { int w; __device__ int f(const int *p) { return p[0] + w; } };
struct D : C, B {
	using B::f, C::f;
	using B::v;
	using B::operator();
	__device__ int f(float x, int y) { return y; }
	__device__ int f(int x, int y, int z) { return 60; }
	__device__ int operator()(float x) const { return 2; }
	__device__ int g() { return f(1) + f(1.0f, 2); }
};
template <class... Ts> struct Overloaded : Ts... { using Ts::operator()...; };
struct One { __device__ int operator()(int x) const { return x; } };
struct Two { __device__ int operator()(const char *s) const { return 1000; } };
__global__ void k(int *out, const int *in, int n) {
`+head+`	D d;
	d.v = in[i];
	d.w = 70000;
	Overloaded<One, Two> o;
	out[i] = d.f(1) + d.f(1.0f, 2) + d.f(1, 2, 3) + d.f(in + i) + d(1) + 10 * d(1.0f) + d.g() + o(in[i]) + o("text");
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			return 1 + x + 2 + 60 + x + 70000 + 1 + 20 + 1 + x + 2 + x + 1000
		}),
	}
}
