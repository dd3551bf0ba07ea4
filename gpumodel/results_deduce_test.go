package gpumodel

// deducedExamples are types that the compiler finds: those of objects, of results, and of template parameters.
func deducedExamples() []example {
	const head = "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i >= n) return;\n"
	return []example{
		wholeKernel("deduced/arguments of class templates", `template <typename T> struct P { T a, b; __device__ P(T x, T y) : a(x), b(y) {} };
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
`+head+`	P p(in[i], 2), q = p;
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
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			v := int32(float32(x) + 2.5)
			return x + 3 + x + 3 + x + 3 + x + v + x + v + 1 + 3 + 4
		}),
		wholeKernel("deduced/guides", `namespace m {
template <typename T, int N> struct vec { T v[N]; };
template <typename T, typename... U> __device__ vec(T, U...) -> vec<T, 1 + sizeof...(U)>;
}
template <typename T> struct Box { T v; int n; };
template <typename T> __device__ Box(const T *, int) -> Box<T>;
__device__ Box(float, int) -> Box<double>;
template <class... Ts> struct Overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> __device__ Overloaded(Ts...) -> Overloaded<Ts...>;
__global__ void k(int *out, const int *in, int n) {
`+head+`	m::vec v{in[i], 2, 3};
	m::vec w = {1.0f, 2.0f};
	Box b{1.5f, 2};
	static_assert(sizeof(v) == 12 && sizeof(b.v) == 8, "");
	Overloaded f{[=](int x) { return x + in[i]; }, [](float x) { return 1000; }};
	out[i] = v.v[0] + v.v[2] + (int)w.v[1] + b.n + f(1) + f(1.0f) + m::vec{5, 6}.v[1];
}`, func(i, n int, in []int32) int32 { return in[i] + 3 + 2 + 2 + 1 + in[i] + 1000 + 6 }),
		wholeKernel("deduced/results", `struct S { int v; __device__ int &get() { return v; } };
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
`+head+`	S s{in[i]};
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
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			v := (x+4)*2 + 104
			if x > 3 {
				return 5 + 3*v + 12 + x + x + 100
			}
			return 5 + 3*v + 12 + x + 2*x + 100
		}),
		wholeKernel("deduced/template <auto>", `template <auto V> struct C { static constexpr auto value = V; };
template <auto N> __device__ int twice() { return 2 * N; }
template <auto... Vs> __device__ int total() { return (0 + ... + Vs); }
template <auto V> struct D { static constexpr int n = 1; };
template <> struct D<true> { static constexpr int n = 2; };
template <typename T> struct Of;
template <auto V> struct Of<C<V>> { static constexpr auto v = V + 1; };
template <typename A, typename B> struct Same { static constexpr bool is = false; };
template <typename A> struct Same<A, A> { static constexpr bool is = true; };
enum class E { A, B };
template <int F(int)> __device__ int apply(int x) { return F(x); }
__device__ int inc(int x) { return x + 1; }
static_assert(!Same<C<1>, C<1u>>::is && !Same<C<1>, C<E::B>>::is && Same<C<2>, C<1 + 1>>::is, "");
__global__ void k(int *out, const int *in, int n) {
`+head+`	out[i] = in[i] + C<3>::value + twice<4>() + twice<'c'>() + total<1, 2u, 'a'>() + D<1>::n + D<true>::n + (C<E::B>::value == E::B) + Of<C<4>>::v + apply<inc>(1);
}`, func(i, n int, in []int32) int32 { return in[i] + 3 + 8 + 198 + 100 + 1 + 2 + 1 + 5 + 2 }),
	}
}
