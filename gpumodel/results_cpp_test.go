package gpumodel

import (
	"math/bits"
	"math/rand/v2"
	"path"
)

// cppExamples are what C++ adds to kernels.
func cppExamples() []example {
	list := []example{
		including(wholeKernel("c++/included files", `#include "lib/scale.cuh"
#include "lib/scale.cuh"
#include <math.h>
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = scale(in[i]) + OFFSET + __LINE__ + line();
}`, func(i, n int, in []int32) int32 { return in[i]*7 + 100 + 6 + 4 }), map[string]string{
			"lib/scale.cuh": "#pragma once\n#include \"offset.h\"\n#include <stdio.h>\n__device__ int line() { return __LINE__; }\nvoid host() { printf(\"%d\", OFFSET); }\n__device__ int scale(int x) { return x * FACTOR; }\n",
			"lib/offset.h":  "#ifndef OFFSET\n#define OFFSET 100\n#define FACTOR 7\n#endif\n",
		}),
		wholeKernel("c++/templates are checked with their arguments", `template <int TILE, int WARPS, typename V> __global__ void tiles(float *c) {
	static_assert(TILE % (32 * WARPS) == 0 && sizeof(V) >= 8, "shape");
	constexpr int per = TILE / (32 * WARPS), rest = 64 / (per - 1);
	V v[per];
	for (int i = 0; i < per; i++) c[i] = v[i].y + rest;
}
__device__ int first(const int *p) { return p[0]; }
__device__ int first(int *p) { return p[0] + 1000; }
#ifdef __linux__
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int own[1] = {1};
	atomicAdd_system(out + i, first(in + i));
	out[i] += first(own);
}
#endif`, func(i, n int, in []int32) int32 { return in[i] + 1001 }),
		wholeKernel("c++/specialisations", `template <typename T> __device__ T next(T x);
template <> __device__ int next(int x) { return x + 1; }
template <typename U> __device__ U twice(U x);
template <typename T> __device__ T twice(T x) { return 2 * x; }
template <typename T> struct Shared { __device__ T *get() { extern __device__ void error(void); error(); return 0; } };
template <> struct Shared<int> { __device__ int *get() { __shared__ int s_int[256]; return s_int; } };
template <> struct Shared<float> { __device__ float *get() { __shared__ float s_float[256]; return s_float; } };
template <typename T, int N> struct Rank { static constexpr int value = 0; };
template <typename T, int N> struct Rank<T *, N> { static constexpr int value = 10 + Rank<T, N>::value; };
template <int N> struct Rank<int, N> { static constexpr int value = N; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	Shared<int> s;
	int *p = s.get();
	p[threadIdx.x] = i < n ? next(in[i]) : 0;
	__syncthreads();
	if (i < n) out[i] = p[threadIdx.x] + twice(3) + Rank<int **, 4>::value + Rank<float, 2>::value;
}`, func(i, n int, in []int32) int32 { return in[i] + 1 + 6 + 24 }),
		wholeKernel("c++/templates that are defined behind their use", `template <int K, typename T> __device__ T scaled(T x);
template <typename T> __device__ T both(T x, int n = 2);
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = scaled<3>(in[i]) + both(in[i]) + scaled<3>(1);
}
template <typename T> __device__ T both(T x, int n) { return scaled<5>(x) + n; }
template <int K, typename T> __device__ T scaled(T x) { return K * x; }`, func(i, n int, in []int32) int32 { return 3*in[i] + 5*in[i] + 2 + 3 }),
		wholeKernel("c++/members without an object, and those of a base", `struct Base { int n; __device__ Base(int n) : n(n) {} };
struct Derived : Base { int n; __device__ Derived(int a) : Base(a), n(2 * a) {} __device__ int sum() { return Base::n + n + Derived::n; } };
struct None { int m; };
template <typename T, typename = void> struct has_n { static constexpr int value = 0; };
template <typename T> struct has_n<T, std::void_t<decltype(T::n)>> { static constexpr int value = 1; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Derived d(in[i]);
	out[i] = d.sum() + d.Base::n + sizeof(Derived::n) + 100 * has_n<Derived>::value + 1000 * has_n<None>::value;
}`, func(i, n int, in []int32) int32 { return 6*in[i] + 4 + 100 }),
		wholeKernel("c++/inheritance", `struct Shape {
	int w;
	__device__ Shape(int w) : w(w) {}
	virtual __device__ int area() const { return w; }
	virtual ~Shape() {}
	static constexpr int sides = 3;
};
struct Square : public Shape {
	int id;
	__device__ Square(int w, int id) : Shape(w), id(id) {}
	__device__ int area() const override { return w * w; }
	__device__ int both() const { return Shape::sides + area(); }
};
template <typename D> struct Crtp {
	__device__ int run(int x) { return static_cast<D *>(this)->step(x) + static_cast<D &>(*this).k; }
};
struct Add : Crtp<Add> {
	int k;
	__device__ int step(int x) { return x + k; }
};
template <typename T> class Base {
protected:
	T v;
public:
	__device__ T get() const { return v; }
	__device__ void set(T x) { v = x; }
	__device__ Base &operator=(T x) { v = x; return *this; }
};
template <typename T> class Two : public Base<T> {
	T u;
public:
	__device__ Two(T a, T b) : u(b) { this->v = a; }
	__device__ T sum() const { return this->get() + u; }
	~Two() {}
};
class Managed {
public:
	void *operator new(size_t bytes) { void *p; cudaMallocManaged(&p, bytes); return p; }
};
class Item : public Managed {
public:
	int key;
	Item() : key(0) {}
	__device__ int get() const { return key; }
};
__device__ int width(const Shape &s) { return s.w; }
__device__ int width(const Shape *s, int more) { return s->w + more; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Square s(in[i], 4);
	Add a;
	a.k = 5;
	Two<int> t(7, 8);
	t.set(9);
	const Item *items = (const Item *)in;
	out[i] = s.both() + s.id + width(s) + width(&s, 1) + a.run(i) + t.sum() + items[i].get() + (int)(sizeof(Add) + sizeof(Square) + sizeof(Item));
}`, func(i, n int, in []int32) int32 {
			return 3 + in[i]*in[i] + 4 + in[i] + in[i] + 1 + int32(i) + 10 + 17 + in[i] + 4 + 16 + 4
		}),
		wholeKernel("c++/conversion operators", `template <class T> struct SharedMemory {
	__device__ inline operator T *() { __shared__ int memory[256]; return (T *)memory; }
	__device__ inline operator const T *() const { __shared__ int memory[256]; return (T *)memory; }
};
struct Meters {
	float v;
	__device__ operator float() const { return v; }
	__device__ explicit operator bool() const { return v > 0; }
};
struct Id { int v; __device__ operator int() const { return v; } };
struct Longer : Id {};
__device__ int third(const int *a, Longer at) { return a[at]; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int *s = SharedMemory<int>();
	s[threadIdx.x] = i < n ? in[i] : 0;
	__syncthreads();
	if (i >= n) return;
	Meters m = {2.5f};
	Id id = {3};
	Longer last;
	last.v = n - 1;
	float f = m;
	out[i] = s[threadIdx.x] + (int)(f * 2) + id * 2 + -id + third(in, last);
	if (m) out[i] += id;
}`, func(i, n int, in []int32) int32 { return in[i] + 5 + 6 - 3 + in[n-1] + 3 }),
		wholeKernel("c++/the standard library's names", `#include <limits>
#include <algorithm>
using namespace std;
constexpr int two = std::min(64, 2);
template <typename T> struct Unused { T v; };
template struct Unused<float>;
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int array[two] = {1, 7};
	float f = -std::numeric_limits<float>::infinity(), g = numeric_limits<float>::max();
	std::pair<int, float> p = std::make_pair(1, 2.0f);
	std::array<int, 4> a;
	a[2] = in[i];
	int x = 1, y = 2;
	std::swap(x, y);
	out[i] = std::max(-5000, std::numeric_limits<int>::lowest()) + (f < g) + p.first + (int)p.second + a[2] + a.size() + x + array[1] + (int)std::sqrt(4.0f);
}`, func(i, n int, in []int32) int32 { return -5000 + 1 + 1 + 2 + in[i] + 4 + 2 + 7 + 2 }),
		{name: "c++/texts as parameters", sizes: []int{1}, source: `__device__ void say(const char *who, int n) { if (n > 3) printf("%s %d\n", who, n); }
__device__ void twice(const char *const first, const char *second) { say(second, 4); say(first, 5); }
__global__ void k(int n) {
	const char *own = "own";
	twice("a", own);
	twice(own, "b%");
	printf("%5s|\n", own);
}`, trial: func(int, *rand.Rand) trial {
			return trial{grid: Dim3{1, 1, 1}, block: Dim3{1, 1, 1}, args: []any{int64(1)}, output: "own 4\na 5\nb% 4\nown 5\n  own|\n"}
		}},
		wholeKernel("c++/pointers to shared memory in memory", `__global__ void k(int *out, const int *in, int n) {
	__shared__ int *p;
	__shared__ int a[256], b[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	int *rows[2] = {a, b};
	a[t] = i < n ? in[i] : 0;
	b[t] = 2 * a[t];
	if (t == 0) p = a;
	__syncthreads();
	if (i < n) out[i] = p[t] + rows[i & 1][t];
}`, func(i, n int, in []int32) int32 {
			if i%2 == 1 {
				return 3 * in[i]
			}
			return 2 * in[i]
		}),
		wholeKernel("c++/ranges, memcpy and memset", `struct Few {
	int v[3];
	__device__ int *begin() { return v; }
	__device__ int *end() { return v + 3; }
};
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a[4] = {1, 2, 3, 4}, b[4], sum = 0;
	for (int &x : a) x += in[i];
	memcpy(b, a, sizeof(a));
	for (auto x : b) {
		if (x == in[i] + 3) continue;
		sum += x;
	}
	Few f;
	memset(&f, 0, sizeof f);
	f.v[1] = 7;
	for (const int x : f) sum += x;
	char s[5];
	memset(s, 3, 5);
	std::memcpy(s + 1, s, 3);
	for (auto &c : s) sum += c;
	memcpy(out + i, &sum, sizeof(int));
	out[i] += 2;
}`, func(i, n int, in []int32) int32 { return 3*in[i] + 7 + 7 + 15 + 2 }),
		wholeKernel("c++/auto behind * and &", `__device__ auto *beyond(const int *p, int i) { return p + i; }
__global__ void k(int *out, const int *in, int n) {
	__shared__ int rows[2][100];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	auto &row = rows[t % 2];
	row[t] = i;
	const auto *other = rows[t % 2];
	if (i >= n) return;
	auto *p = out + i;
	const auto *q = in;
	auto const &x = q[i];
	auto *const last = beyond(in, n - 1);
	auto &y = *p, *z = p;
	y = x * 2;
	*z += other[t] + *last;
}`, func(i, n int, in []int32) int32 { return 2*in[i] + int32(i) + in[n-1] }),
		wholeKernel("c++/constexpr functions", `constexpr int square(int x) { return x * x; }
constexpr int log2(int n) { return n <= 1 ? 0 : 1 + log2(n / 2); }
constexpr unsigned reverse(unsigned x, int bits) {
	unsigned r = 0;
	for (int i = 0; i < bits; i++) { r = r << 1 | (x & 1); x >>= 1; }
	return r;
}
constexpr int class_of(int x) {
	switch (x % 4) { case 0: return 10; case 1: x += 5; case 2: x--; break; default: return -1; }
	while (x > 9) x -= 3;
	do ++x; while (x < 4);
	return x;
}
template <typename T> constexpr T cube(T x) { return x * x * x; }
template <int N> __device__ int twice() { return 2 * N; }
constexpr int size = square(3) + log2(1 << 20);
static_assert(size == 29 && reverse(6, 4) == 6 && reverse(1, 8) == 128 && cube(-2) == -8, "constants");
static_assert(class_of(0) == 10 && class_of(1) == 6 && class_of(2) == 4 && class_of(3) == -1 && class_of(14) == 8, "control");
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a[square(2)] = {1, 2, 3, 4};
	out[i] = square(in[i]) + twice<log2(64)>() + a[square(2) - 1] + class_of(i) + cube(i % 5) + (int)reverse(i, 10);
}`, func(i, n int, in []int32) int32 {
			class := i
			switch i % 4 {
			case 0:
				class = 10
			case 3:
				class = -1
			default:
				if i%4 == 1 {
					class += 5
				}
				class--
				for class > 9 {
					class -= 3
				}
				for class++; class < 4; class++ {
				}
			}
			j := int32(i % 5)
			return in[i]*in[i] + 12 + 4 + int32(class) + j*j*j + int32(bits.Reverse32(uint32(i))>>22)
		}),
		wholeKernel("c++/enum class", `enum class Op : unsigned char { Add, Sub = 3, Mul };
enum Plain { A = -1, B };
namespace deep { enum class Far { None = 40000 }; }
template <Op op> __device__ int apply(int x, int y) {
	switch (op) {
	case Op::Add: return x + y;
	case Op::Sub: return x - y;
	case Op::Mul: return x * y;
	}
	return 0;
}
__device__ Op operator+(Op a, int n) { return static_cast<Op>((int)a + n); }
__global__ void k(int *out, const int *in, int n) {
	__shared__ Op ops[100];
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0;
	ops[threadIdx.x] = i % 3 ? Op::Sub + (i % 3 - 1) : Op::Add;
	if (i >= n) return;
	const Op op = ops[threadIdx.x];
	Plain p = Plain::A;
	if (op == Op::Add) { p = B; x = apply<Op::Add>(in[i], i); }
	else if (op < Op::Mul) x = apply<Op::Sub>(in[i], i);
	else x = apply<Op::Mul>(in[i], i);
	out[i] = x + p + (int)op + sizeof(ops) + sizeof(Plain) + int(deep::Far::None);
}`, func(i, n int, in []int32) int32 {
			const rest = 100 + 4 + 40000
			switch i % 3 {
			case 0:
				return in[i] + int32(i) + 0 + 0 + rest
			case 1:
				return in[i] - int32(i) - 1 + 3 + rest
			}
			return in[i]*int32(i) - 1 + 4 + rest
		}),
		kernelOf("c++/specialised templates", `template <typename T> __device__ T half_of(T x) { return x / 2; }
template <> __device__ int half_of<int>(int x);
template <typename T> __device__ void swap(T &a, T &b) { T t = a; a = b; b = t; }
template <> __device__ void swap(float &a, float &b) { float t = a; a = -b; b = -t; }
template <typename T, int N = 3> __global__ void each(T *a) { a[0] = N; }
template <> __global__ void each<float, 4>(float *a) { a[0] = -4; }
template <> __device__ int half_of(int x) { return x >> 1; }
template __device__ double half_of<double>(double);
__global__ void k(float *f, int *in, double *d, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	float a = half_of(f[i]), b = 1;
	swap(a, b);
	f[i] = a + 2 * b;
	int x = half_of(in[i]), y = 3;
	swap(x, y);
	in[i] = x - y;
	d[i] = half_of(d[i]);
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			f := fill(n, func(int) float32 { return float32(r.IntN(100)) })
			x := fill(n, func(int) int32 { return int32(r.IntN(200) - 100) })
			d := fill(n, func(int) float64 { return float64(r.IntN(100)) })
			return trial{grid: grid, block: block, args: []any{f, x, d, int64(n)}, want: []any{
				fill(n, func(i int) float32 { return -1 - 2*(f[i]/2) }),
				fill(n, func(i int) int32 { return 3 - x[i]>>1 }),
				fill(n, func(i int) float64 { return d[i] / 2 }),
			}}
		}),
	}
	return append(list, classExamples()...)
}

// classExamples are structs with methods and constructors.
func classExamples() []example {
	return []example{
		wholeKernel("c++/methods, constructors and operators", `struct Complex {
	float re, im;
	__device__ Complex(float re, float im = 0) : re(re), im(im) {}
	__device__ float magnitude2() const { return re * re + im * im; }
	__device__ Complex operator*(const Complex &o) const { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
	__device__ Complex operator+(const Complex &o) const { return {re + o.re, im + o.im}; }
	__device__ Complex &operator+=(const Complex &o) { *this = *this + o; return *this; }
	__device__ bool operator<(float limit) const { return magnitude2() < limit; }
	__device__ Complex operator-() const;
	void print() { printf("%f", re); }
};
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Complex c(in[i] / 50.0f, (i % 16) / 8.0f - 1), z = 0, one{1};
	int steps = 0;
	while (steps < 60 && z < 4) { z = z * z + c * one; steps++; }
	Complex sum(0), halves[2] = {{0.5f, 1}, 0.25f};
	for (int j = 0; j < 4; j++) sum += halves[j % 2] * Complex(j, 1);
	const Complex *p = &sum;
	out[i] = (steps > 3 ? 4 : steps) + (int)(p->re * 8) + (int)(Complex(3, 4) + one).magnitude2() * 100 + (int)(Complex(2, 1) * 3).im * 10000;
}`, func(i, n int, in []int32) int32 {
			re, im := float64(float32(in[i])/50), float64(i%16)/8-1
			x, y, steps := 0.0, 0.0, int32(0)
			for steps < 4 && x*x+y*y < 4 {
				x, y = x*x-y*y+re, 2*x*y+im
				steps++
			}
			sum := 0.0
			for j := range 4 {
				if j%2 == 0 {
					sum += 0.5*float64(j) - 1
				} else {
					sum += 0.25 * float64(j)
				}
			}
			return steps + int32(sum*8) + 32*100 + 3*10000
		}),
		wholeKernel("c++/classes in every memory", `class Counter {
	int n = 3, limit;
	__device__ void cut() { if (n > limit) n = limit; }
public:
	__device__ Counter(int limit) : limit(limit) {}
	__device__ explicit Counter(float f) : n((int)f), limit{1000} { if (f < 0) return; n *= 2; }
	__device__ Counter &add(int k = 1) { n += k; cut(); return *this; }
	__device__ int get() const { return n; }
	__device__ int &operator[](int i) { return i ? limit : n; }
	__device__ int operator()(int a, int b) const { return a * n + b; }
	__device__ int later() const { return this->get() + after(1); }
	__device__ int after(int k) const { return k + limit; }
};
struct Pair { Counter a, b; int c[3] = {7, 8}; __device__ Pair(int x) : b(x), a(x * 2) { c[2] = a.get() + b.get(); } };
struct Plain { int x = 2; float y; short z[2] = {5, 6}; };
struct Box { int v; __device__ Box() {} __device__ int twice() const { return 2 * v; } };
__device__ Plain global = {10, 1.5f};
struct Whole { int x = 2, y = 3; };
__constant__ Whole constant;
__global__ void k(int *out, const int *in, int n) {
	__shared__ Box boxes[100];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	boxes[t].v = i;
	__syncthreads();
	if (i >= n) return;
	Counter c(in[i]), d(2.5f), e(-4.0f);
	c.add().add(5);
	d[0] += 10;
	d[1] = d.add(1000).get() - 1;
	Pair p(5);
	Plain q, r = {i}, s[2], v = Plain();
	const Box &mine = boxes[t];
	out[i] = c.get() + d(2, 3) + e.later() + p.c[2] + p.c[0] + q.x + q.z[1] + r.x + r.z[0] + s[1].x + v.x + mine.twice() + global.x + global.z[1] + constant.x;
}`, func(i, n int, in []int32) int32 {
			c := int32(3)
			for _, k := range []int32{1, 5} {
				if c += k; c > in[i] {
					c = in[i]
				}
			}
			d := int32(1000) // 4 + 10 + 1000, cut to 1000
			e := int32(-4 + 1 + 1000)
			pair := int32(3 + 3)
			return c + 2*d + 3 + e + pair + 7 + 2 + 6 + int32(i) + 5 + 2 + 2 + 2*int32(i) + 10 + 6 + 2
		}),
		instance(kernelOf("c++/class templates", `template <typename T, int N> struct Vec {
	T x[N];
	__device__ T dot(const Vec &o) const { T s = 0; for (int i = 0; i < N; i++) s += x[i] * o.x[i]; return s; }
	__device__ Vec<T, N> operator+(const Vec<T, N> &o) const { Vec r; for (int i = 0; i < N; i++) r.x[i] = x[i] + o.x[i]; return r; }
	__device__ T &operator[](int i) { return x[i]; }
	__device__ T nonsense() const { return x[0].nothing; }
};
template <class T = float> class Pair {
	T a, b = 2;
public:
	__device__ Pair(T a) : a(a) {}
	__device__ T sum() const { return a + b; }
};
template <typename T, int N> __device__ T total(const Vec<T, N> &v) { T s = 0; for (int i = 0; i < N; i++) s += v.x[i]; return s; }
template <typename T> __device__ T last(Vec<T, 3> v) { return v.x[2]; }
template <typename T, int N> __global__ void k(T *out, const T *in, Vec<T, N> by, int n) {
	__shared__ Vec<T, 2> s[100];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	s[t].x[0] = s[t].x[1] = t;
	if (i >= n) return;
	Vec<T, N> v, *p = &v;
	for (int j = 0; j < N; j++) v[j] = in[i] + j;
	Vec<Vec<T, 2>, 2> m = {1, 2, {{3, 4}}};
	T x = (v + by).dot(by) + total(v) * 3 + total<T, N>(by) + p->x[0] + Vec<T, N>(by).x[1] + last(Vec<T, 3>{5, 6, 7});
	out[i] = x + m.x[0].x[1] * 10 + m[1][0] * 100 + total(s[t]) + Pair<T>(4).sum() + (T)Pair<>(3.5f).sum() + (sizeof(Vec<Vec<T, 2>, 2>) >> 2);
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			in := fill(n, func(int) float64 { return float64(r.IntN(100)) })
			out := fill(n, func(i int) float64 {
				a := in[i]
				dot := (a+2)*2 + (a+1+3)*3 + (a+2+5)*5
				return dot + (3*a+3)*3 + 10 + a + 3 + 7 + 20 + 300 + 2*float64(i%100) + 6 + 5.5 + 8
			})
			return trial{grid: grid, block: block, args: []any{make([]float64, n), in, 2.0, 3.0, 5.0, int64(n)}, want: []any{out}}
		}), "double", "3"),
		wholeKernel("c++/lists without inner braces", `struct Inner { int a, b[2]; };
struct Outer { Inner in; float2 f; int last; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int m[2][3] = {1, 2, 3, in[i], 5};
	Outer o = {1, 2, 3, 4.5f, 5, 6}, p = {{i, {7}}, make_float2(1, 2)}, q[2] = {o, 1, 2};
	float2 f[2] = {1, 2, 3, 4};
	out[i] = m[0][2] + m[1][0] * 2 + m[1][1] + m[1][2] + o.in.b[1] * 10 + (int)(o.f.x * 2) + o.last + p.in.a + p.in.b[0] + (int)p.f.y + q[0].last + q[1].in.b[0] + q[1].last + (int)f[1].x;
}`, func(i, n int, in []int32) int32 {
			return 3 + 2*in[i] + 5 + 0 + 30 + 9 + 6 + int32(i) + 7 + 2 + 6 + 2 + 0 + 3
		}),
		wholeKernel("c++/references as results", `__device__ int &larger(int &a, int &b) { return a > b ? a : b; }
__device__ const int &first(const int *p) { return p[0]; }
struct Grid { int *p; int width; __device__ int &at(int x, int y) const { return p[y * width + x]; } };
struct Acc { int a[4]; __device__ int &operator[](int i) { return a[i]; } __device__ Acc &add(const Acc &o) { for (int i = 0; i < 4; i++) a[i] += o.a[i]; return *this; } };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i < n ? i : 0], y = 5;
	if (i >= n) return;
	larger(x, y) += 100;
	Grid g = {out, 1};
	Acc a = {{1, 2, 3, 4}}, b = {{1, 1, 1, x}};
	a.add(b).add(b)[3] -= 1;
	a[0] = first(&x) == x;
	g.at(0, i) = x * 1000 + y;
	g.at(0, i) += a[3] + a[0] + a[i % 3 + 1];
}`, func(i, n int, in []int32) int32 {
			x, y := in[i], int32(5)
			if x > y {
				x += 100
			} else {
				y += 100
			}
			a := []int32{1, 4, 5, 4 + 2*x - 1}
			return x*1000 + y + a[3] + a[0] + a[i%3+1]
		}),
	}
}

// including lets the source of an example include files, which lie where their names say.
func including(e example, files map[string]string) example {
	e.options.Include = func(name, from string) (string, string, bool) {
		file := path.Join(path.Dir(from), name)
		text, ok := files[file]
		return file, text, ok
	}
	return e
}
