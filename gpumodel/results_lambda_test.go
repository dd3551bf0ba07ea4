package gpumodel

// lambdaExamples are lambdas within methods and within one another, and operators that are called by name.
func lambdaExamples() []example {
	const head = "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i >= n) return;\n"
	return []example{
		wholeKernel("lambda/the object around", `class S {
	int v, list[4];
	int count = 0;
	__device__ int get() const { return v; }
	__device__ void push(int x) { list[count++] = x; }
public:
	__device__ S(int x) : v(x) {}
	__device__ int sums(int x) {
		auto pointer = [this](int y) { return v + y; };
		auto copy = [*this](int y) { return v + get() + y; };
		auto all = [=](int y) { return v + x + y; };
		auto refs = [&](int y) { v += y; x++; return this->v + get(); };
		int first = copy(x) + 1000 * refs(x);
		return first + pointer(x) + copy(1) + all(x);
	}
	__device__ int nested(int x) {
		auto g = [this, x](auto y) { auto h = [=](auto z) { v += z; return v + x + y + z; }; return h(1) + get(); };
		auto w = [self = *this] { return self.v; };
		auto m = [*this]() mutable { v += 10; return v; };
		return g(2) + w() + m() + m() + v;
	}
	__device__ int lists() {
		auto add = [this](int x) { push(x); list[0] += 1; };
		add(3);
		add(4);
		return [=] { return list[0] * 10 + list[1] + count; }();
	}
};
template <typename T> struct B { T b; template <typename F> __device__ void each(int n, F f) { for (int i = 0; i < n; i++) f(i); } };
template <typename T> struct D : B<T> {
	T d;
	__device__ D(T x) : d(x) { this->b = 1; auto f = [&] { d += this->b; }; f(); }
	__device__ T sum(int n) { T s = 0; this->each(n, [&](int i) { s += d * i + this->b; }); return s; }
};
__global__ void k(int *out, const int *in, int n) {
`+head+`	S a(in[i]), b(5), c(0);
	D<int> d(3);
	out[i] = a.sums(i % 7) + b.nested(in[i]) + c.lists() + d.sum(4);
}`, func(i, n int, in []int32) int32 {
			v, x := in[i], int32(i%7)
			sums := v + v + x
			v += x
			sums += 1000 * 2 * v
			x++
			sums += v + x + 2*in[i] + 1 + v + (x - 1) + x // all has the first x
			return sums + (6 + in[i] + 2 + 1) + 6 + 5 + 15 + 25 + 6 + 54 + 2 + 24 + 4
		}),
		wholeKernel("lambda/within one another, with lists and arrays", `__global__ void k(int *out, const int *in, int n) {
`+head+`	int x = in[i], list[3] = {1, 2, x};
	auto outer = [=, &x](int a) { auto inner = [&x, a, list] { x += a; return list[2] + a; }; return inner() + inner(); };
	auto all = [&](int a) { return [&](int b) { x += b; return x + a; }(a); };
	auto sum = [](auto first, auto... rest) { return first + (0 + ... + rest); };
	auto sizes = []<typename T>(T y, auto &&...z) { return (int)(sizeof(T) + sizeof...(z)); };
	auto times = [=]<int N>(int y) { return N * y; };
	auto braces = [y{7}, z(8)] { return y * z; };
	list[2] = 0;
	out[i] = outer(10) + all(3) + sum(1, 2, 3) + sizes('c', 1, 2) + times.template operator()<3>(2) + braces() + x;
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			outer := 2 * (x + 10)
			x += 20
			x += 3
			return outer + x + 3 + 6 + 3 + 6 + 56 + x
		}),
		wholeKernel("lambda/lists of captured packs", `template <typename... T> __device__ int total(T... v) {
	auto f = [v...] { return (0 + ... + v); };
	auto g = [=](int x) { return (x + ... + v); };
	auto h = [&] { return ((v += 1), ...); };
	h();
	return f() + 10 * g(1) + 100 * (0 + ... + v);
}
__global__ void k(int *out, const int *in, int n) {
`+head+`	out[i] = total(in[i], 2, 3);
}`, func(i, n int, in []int32) int32 { x := in[i]; return x + 5 + 10*(x+6) + 100*(x+8) }),
		wholeKernel("lambda/operators by name", `struct S {
	int v;
	__device__ S operator+(S o) const { return S{v + o.v}; }
	__device__ int operator()(int x) { return v * x; }
	__device__ int operator[](int i) const { return v + i; }
	__device__ S &operator+=(int x) { v += x; return *this; }
	__device__ operator float() const { return v + 2.5f; }
	template <typename T> __device__ T operator-(T x) const { return v - x; }
	__device__ int f() { operator+=(1); return operator()(2) + this->operator()(3) + (*this)(1) + operator[](1); }
};
__device__ S operator-(S a, S b) { return S{100 + a.v - b.v}; }
namespace m { struct T { int v; }; __device__ int operator*(T a, T b) { return a.v * b.v; } }
__global__ void k(int *out, const int *in, int n) {
`+head+`	S s{in[i]}, t;
	S *p = &s;
	t.operator=(s);
	p->operator+=(3);
	out[i] = s.operator+(t).v + s.operator()(7) + s.operator[](2) + (int)(2 * t.operator float()) + ::operator-(s, t).v + m::operator*(m::T{2}, m::T{3}) + operator*(m::T{4}, m::T{5}) + s.operator-<int>(3) + t.f();
}`, func(i, n int, in []int32) int32 {
			t := in[i]
			s := t + 3
			return s + t + 7*s + s + 2 + 2*t + 5 + 103 + 6 + 20 + s - 3 + 6*(t+1) + t + 2
		}),
	}
}
