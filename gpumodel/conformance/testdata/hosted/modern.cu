// C++11 to C++20 in small: lists, captures, generic lambdas, what is defaulted or deleted.

struct P { int a, b; float c = 0.5f; };
struct V {
	int x, y;
	__device__ V() = default;
	__device__ V(int a, int b) : x(a), y(b) {}
	__device__ V(int) = delete;
	__device__ int dot(const V &o) const { return x * o.x + y * o.y; }
};
__device__ int sum(P p) { return p.a + 2 * p.b + (int)(4 * p.c); }
__device__ int dot(const V &u, V v) { return u.dot(v); }
__device__ int many(P p, V v, int n = 3) { return sum(p) * n + v.x - v.y; }
__device__ int scalar(int x) { return x + 1; }
__device__ V make(int a) { return {a, a + 1}; }
__device__ int taken(P &&p) { p.a += 3; return p.a * p.b; }
__device__ int number(int &&n) { n *= 2; return n + 1; }
template <typename T> __device__ int passed(T &&x) { x += 1; return (int)x; }
template <typename F, typename... A> __device__ auto forwarded(F &&f, A &&...a) { return f(std::forward<A>(a)...); }
template <typename F> __device__ int twice(F f, int x) { return f(f(x)); }
template <typename F, typename... A> __device__ auto call(F f, A... a) { return f(a...); }
__device__ int next(int by) { static int table[4] = {1, 2, 3, 4}; static const int more[2] = {10, 20}; return table[by & 3] + more[by & 1]; }

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i], r = 0;
	r += sum({x, 2}) + sum({x}) + sum({}) + sum({1, 2, 3.5f});
	r += dot({x, 1}, {2, 3}) + many({x, i}, {3, 4}) + many({1, 2, 0.25f}, V{x, x}, {5}) + scalar({x});
	r += V(1, 2).dot({3, x}) + make(x).dot(make(2));
	V blank;
	blank.x = x;
	r += blank.x;
	P p = {.a = x, .c = 2.5f};
	P q{.b = 4};
	r += sum(p) + sum(q) + sum({5, 6});
	auto add = [](auto a, auto b) { return a + b; };
	r += add(x, 1) + (int)add(x, 0.5f) + (int)(2 * add(1.25, 2));
	auto scale = [k = x * 2, &r](auto v) { r += 1; return v * k; };
	r += scale(3);
	int s1 = scale(2);
	r += s1;
	auto inc = [by = i % 5](int v) { return v + by; };
	r += twice(inc, x) + twice([](auto v) { return v * 3; }, 2) + call([=](auto a, auto b, int c) { return a * x + b - c; }, 2, 3, 4);
	auto count = [c = 0]() mutable { return ++c; };
	r += count() + count() * 10;
	auto ref = [&t = r](const auto &v) { t += v; };
	ref(5);
	auto apply = [](auto f, int v) { return f(v) + f(v + 1); };
	r += apply([](int v) { return v * v; }, i);
	r += next(i);
	r += taken({x, 2}) + taken(P{1, x}) + number(x + 1) + number(7) + number(-x) + number((int)2.5f) + passed(x) + x + passed(x * 2);
	P kept = {4, 5};
	r += taken(std::move(kept)) + kept.a + forwarded([](int a, int &b) { b += a; return a - b; }, 3, x) + x;
	auto &&named = x;
	auto &&value = x + 3;
	named += 2;
	r += x * value;
	out[i] = r;
}
