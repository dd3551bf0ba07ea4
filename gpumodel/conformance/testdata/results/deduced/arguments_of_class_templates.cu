// Arguments of class templates.

template <typename T> struct P { T a, b; __device__ P(T x, T y) : a(x), b(y) {} };
template <typename T, int N = 4, typename Op = char> struct Filled { T v[N]; Op o; __device__ Filled(T x, Op op) : o(op) { for (T &e : v) e = x; } };
template <typename... T> struct Tup { __device__ Tup(T... v) {} static constexpr int n = sizeof...(T); };
template <typename T, int N> struct Arr { T v[N]; __device__ Arr(const T (&x)[N]) { for (int i = 0; i < N; i++) v[i] = x[i]; } };
template <typename F> struct Call { F f; __device__ explicit Call(F f) : f(f) {} __device__ int operator()(int x) const { return f(x); } };
template <typename T> struct V {
	T x;
	template <typename U> __device__ V(T t, U u) : x(t + u) {}
	__device__ V(const T *p) : x(*p) {}
	__device__ V(const V &o) : x(o.x + 1) {}
};
template <typename T = int> struct None { T x; __device__ None() : x(3) {} };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	P p(in[i], 2), q = p;
	P r{1.5f, 2.0f};
	Filled f((short)in[i], 2.0);
	Tup t(1, 2.0f, 'c');
	int d[3] = {1, 2, in[i]};
	const Arr a(d);
	Call c([=](int z) { return z + in[i]; });
	V v(in[i], 2.5f), w(in + i), u(v);
	None none;
	static_assert(sizeof(f) == 16 && sizeof(r) == 8 && sizeof(P(1.0, 2.0)) == 16, "");
	out[i] = q.a + (int)(2 * r.a) + f.v[3] + t.n + a.v[2] + c(3) + v.x + w.x + u.x + none.x + P(3, 4).b;
}
