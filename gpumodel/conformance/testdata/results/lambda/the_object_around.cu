// The object around.

class S {
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
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	S a(in[i]), b(5), c(0);
	D<int> d(3);
	out[i] = a.sums(i % 7) + b.nested(in[i]) + c.lists() + d.sum(4);
}
