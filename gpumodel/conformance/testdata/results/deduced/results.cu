// Results.

struct S { int v; __device__ int &get() { return v; } };
__device__ decltype(auto) f(S &s) { return s.get(); }
__device__ auto &g(S &s) { return s.v; }
__device__ const auto &h(const S &s) { return s.v; }
__device__ decltype(auto) value(S &s) { return s.v; }
__device__ decltype(auto) place(S &s) { return (s.v); }
__device__ auto &&forward(S &s) { return s.v; }
template <typename F, typename... A> __device__ decltype(auto) call(F &&f, A &&...a) { return f(a...); }
template <typename T> struct View {
	T *p;
	__device__ decltype(auto) operator[](int i) const { return p[i]; }
	__device__ auto &front() const { return *p; }
};
struct H { int v; __device__ H(int x) : v(x) {} __device__ H(const H &o) : v(o.v + 100) {} __device__ ~H() {} };
__device__ auto make(int x) { H h(x); return h; }
__device__ auto either(int x) { H a(x), b(2 * x); if (x > 3) return a; return b; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	S s{in[i]};
	f(s) += 3;
	g(s)++;
	decltype(auto) x = s.get();
	x *= 2;
	decltype(auto) y = s.v;
	y = 9;
	decltype(auto) z = (s.v);
	z += 1;
	place(s) += 2;
	forward(s) += 1;
	call([](S &t) -> int & { return t.v; }, s) += 100;
	decltype((y)) w = y;
	w += 3;
	View<int> v{out + i};
	v[0] = 5;
	v.front() += s.v + h(s) + value(s) + y + make(in[i]).v + either(in[i]).v;
}
