package gpumodel

import (
	"math"
	"slices"
)

// classExamples are structs as libraries write them.
func methodExamples() []example {
	return []example{
		wholeKernel("classes/methods defined outside", `struct Counter {
	__device__ Counter(int start);
	__device__ ~Counter();
	__device__ int next(int by = 2);
	__device__ int peek() const;
	static __device__ int twice(int x);
	__device__ Counter &operator+=(int x);
	__device__ operator int() const;
	int n, *end;
	struct Inner { int v; __device__ int get() const; };
};
__device__ Counter::Counter(int start) : n(start), end(nullptr) {}
__device__ Counter::~Counter() { if (end) *end = n; }
__device__ int Counter::next(int by) { n += by; return twice(n); }
__device__ int Counter::peek() const { return n; }
__device__ int Counter::twice(int x) { return 2 * x; }
__device__ Counter &Counter::operator+=(int x) { n += x; return *this; }
__device__ Counter::operator int() const { return n; }
__device__ int Counter::Inner::get() const { return v; }
template <typename T, int N> class Stack {
	T items[N];
	int top;
public:
	__device__ Stack();
	__device__ void push(T x);
	__device__ T pop();
	template <typename F> __device__ T fold(F f) const;
};
template <typename T, int N> __device__ Stack<T, N>::Stack() : top(0) {}
template <typename U, int M> __device__ void Stack<U, M>::push(U x) { if (top < M) items[top++] = x; }
__device__ int early(int x) { Stack<int, 3> s; s.push(x); s.push(x + 1); return s.pop(); }
template <typename T, int N> __device__ T Stack<T, N>::pop() { return items[--top]; }
template <typename T, int N> template <typename F> __device__ T Stack<T, N>::fold(F f) const {
	T r = 0;
	for (int i = 0; i < top; i++) r = f(r, items[i]);
	return r;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int last = 0;
	{
		Counter c(in[i]);
		c.end = &last;
		last = c.next() + c.next(5);
		c += 3;
		last += c.peek() + (int)c + Counter::twice(4);
		out[i] = last;
	}
	Counter::Inner inner = {7};
	Stack<int, 4> s;
	s.push(3);
	s.push(4);
	out[i] += last + inner.get() + early(in[i]) + s.fold([](int a, int b) { return 10 * a + b; });
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			return 2*(x+2) + 2*(x+7) + 2*(x+10) + 8 + x + 10 + 7 + x + 1 + 34
		}),
		wholeKernel("classes/method templates", `struct Bits {
	unsigned v;
	template <typename T> __device__ T as() const { return (T)v; }
	template <typename T> __device__ Bits &add(T x) { v += (unsigned)x; return *this; }
	__device__ Bits &add(float x) { v += 100u; return *this; }
	template <int N> static __device__ int shifted(int x) { return x << N; }
	template <typename F> __device__ int apply(F f) { return f(*this) + shifted<1>(3); }
};
template <typename T> struct Box {
	T v;
	template <typename U> __device__ U to(U scale) { return (U)v * scale; }
	template <typename U> __device__ void set(const Box<U> &b) { v = (T)b.v; }
};
template <typename B> __device__ int use(B b) { return b.template to<int>(3); }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Bits b = {5u};
	b.add(in[i]).add(1.0f).add(2.0);
	Box<float> f = {2.5f};
	Box<int> g;
	g.set(f);
	out[i] = b.as<int>() + Bits::shifted<3>(2) + b.apply([](Bits x) { return (int)x.v; }) + use(g) + (int)f.to(4.0f) + b.template as<short>();
}`, func(i, n int, in []int32) int32 {
			v := 5 + in[i] + 100 + 2
			return 3*v + 16 + 6 + 6 + 10
		}),
		wholeKernel("classes/templates that arguments rule out", `template <class T> __device__ typename std::enable_if<std::is_integral<T>::value, int>::type f(T x) { return x * 2; }
template <class T> __device__ typename std::enable_if<std::is_floating_point<T>::value, int>::type f(T x) { return (int)(x * 3); }
template <class T, std::enable_if_t<sizeof(T) == 8, int> = 0> __device__ int g(T) { return 8; }
template <class T, std::enable_if_t<sizeof(T) != 8, int> = 0> __device__ int g(T) { return 4; }
template <class T, class = void> struct HasType : std::false_type {};
template <class T> struct HasType<T, std::void_t<typename T::type>> : std::true_type {};
struct A { using type = int; };
template <class D> struct Base {
	__device__ int run(int x) const { return static_cast<const D &>(*this).step(x); }
};
struct Add : Base<Add> { int k; __device__ int step(int x) const { return x + k; } };
template <class D> __device__ int twice(const Base<D> &b, int x) { return b.run(b.run(x)); }
template <class T> struct Wider { using type = double; };
template <> struct Wider<short> { using type = int; };
template <class T, class W = typename Wider<T>::type> struct Sum {
	W s = 0;
	__device__ void add(T x) { s += x; }
};
template <class T, T... I> __device__ int all(std::integer_sequence<T, I...>) { return (0 + ... + (I + 1)); }
struct Table { static constexpr int v[2][2] = {{1, 2}, {3, 4}}; };
struct Pt {
	int x;
	__host__ __device__ friend Pt operator+(Pt a, const Pt &b) { return {a.x + b.x}; }
};
template <class T, class Less = std::less<T>> __device__ bool ordered(T a, T b, Less less = Less()) { return less(a, b); }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	struct Count { int n; __device__ Count() : n(0) {} __device__ void up(int by) { n += by; } } count;
	count.up(7);
	Add add;
	add.k = 5;
	Sum<short> s;
	s.add(30000);
	s.add(30000);
	out[i] = f(in[i]) + f(1.5f) + 10 * g(1.0) + 100 * g(1) + HasType<A>::value + 10 * HasType<Pt>::value + twice(add, in[i]) + s.s
		+ all(std::make_index_sequence<4>()) + Table::v[1][i & 1] + (Pt{in[i]} + Pt{1}).x + ordered(1, 2) + ordered(1, 2, std::greater<int>())
		+ decltype(std::true_type())::value + count.n;
}`, func(i, n int, in []int32) int32 {
			return 2*in[i] + 4 + 80 + 400 + 1 + in[i] + 10 + 60000 + 10 + 3 + int32(i&1) + in[i] + 1 + 1 + 1 + 7
		}),
		wholeKernel("classes/bit fields", bitFieldSource, bitFieldsWanted),
		wholeKernel("classes/copies and moves", copiesSource, copiesWanted),
		wholeKernel("classes/objects know where they are", `struct Buffer {
	int small[4], *p, n;
	__device__ Buffer() : p(small), n(0) {}
	__device__ Buffer(int a, int b) : Buffer() { push(a); push(b); }
	__device__ explicit Buffer(int a) : Buffer(a, a * 2) { push(7); }
	__device__ Buffer(const Buffer &o) : n(o.n) { p = small; for (int i = 0; i < n; i++) p[i] = o.p[i]; }
	__device__ void push(int v) { p[n++] = v; }
	__device__ bool own() const { return p == small; }
};
struct Self { Self *me; int v; __device__ Self(int v) : me(this), v(v) {} };
struct Holder { Buffer b; Self s; __device__ Holder(const Buffer &b) : b(b), s(1) {} };
__device__ Buffer made(int a) { return Buffer(a); }
__device__ Buffer named(int a) { Buffer b(a, 1); b.push(3); return b; }
struct Simple { int a = 3; Buffer b; Simple() = default; Simple(const Simple &) = default; Simple &operator=(const Simple &) = default; ~Simple() = default; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Buffer a(in[i]), b = a, c = made(in[i] + 1), d = named(i);
	Holder h(c), h2 = h;
	Self several[3] = {1, 2, 3};
	Simple s, t = s;
	int all = a.own() & b.own() & c.own() & d.own() & h.b.own() & h2.b.own() & (h.s.me == &h.s) & (several[i % 3].me == several + i % 3) & t.b.own();
	out[i] = all ? b.p[0] + c.p[1] + d.p[2] + h2.b.n + t.a : -1;
}`, func(i, n int, in []int32) int32 { return in[i] + 2*(in[i]+1) + 3 + 3 + 3 }),
		wholeKernel("classes/templates of constructors, references to what has no name", `template <class T> struct Vec {
	T d[3];
	__device__ Vec() : d{} {}
	template <class U> __device__ explicit Vec(U x) { for (int i = 0; i < 3; i++) d[i] = T(x); }
	template <class U, class V> __device__ Vec(U a, V b) { d[0] = a; d[1] = b; d[2] = 0; }
	template <class U> __device__ Vec(const Vec<U> &o) { for (int i = 0; i < 3; i++) d[i] = o.d[i]; }
	template <class U> __device__ Vec &operator=(const Vec<U> &o) { for (int i = 0; i < 3; i++) d[i] = o.d[i] + 1; return *this; }
	__device__ T sum() const { return d[0] + d[1] * 2 + d[2] * 3; }
};
__device__ int kind(int &) { return 1; }
__device__ int kind(const int &) { return 2; }
__device__ int kind(int &&) { return 3; }
template <class T> __device__ int forwarded(T &&x) { return kind(std::forward<T>(x)); }
template <class F, class... A> __device__ auto call(F &&f, A &&...a) { return f(std::forward<A>(a)...); }
struct Q { __device__ int f() & { return 1; } __device__ int f() && { return 2; } };
template <typename T> struct Strip { using type = T; };
template <typename T> struct Strip<T &> { using type = T; };
template <template <typename> class C, typename T> __device__ T inside(C<T> v) { return v.v; }
template <typename T> struct Box { T v; };
template <typename, int> struct Unnamed { static constexpr int value = 4; };
template <typename T> constexpr int bytes = sizeof(T);
template <> constexpr int bytes<char> = 100;
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	const int c = 4;
	Vec<float> a(in[i]);
	Vec<int> b(a), d(1, 2.5f), e = b, f;
	f = a;
	e = d;
	int s = 0, r = call([&](int &z, int w) { z += w; return z; }, s, 5), own = i;
	out[i] = b.sum() + 100 * e.sum() + f.sum() + kind(own) + 10 * kind(c) + 100 * kind(5) + 1000 * kind(std::move(own))
		+ forwarded(own) + 10 * forwarded(c) + 100 * forwarded(9) + r + s + Q().f() + sizeof(Strip<char &>::type)
		+ inside(Box<int>{6}) + Unnamed<float, 3>::value + bytes<double> + bytes<char>;
}`, func(i, n int, in []int32) int32 {
			return 6*in[i] + 500 + 6*in[i] + 6 + 1 + 20 + 300 + 3000 + 1 + 20 + 300 + 5 + 5 + 2 + 1 + 6 + 4 + 8 + 100
		}),
		wholeKernel("classes/destructors", `struct Log {
	int *at;
	int mark;
	__device__ Log(int *at, int mark) : at(at), mark(mark) { *at = *at * 2 + mark; }
	__device__ ~Log() { *at = *at * 3 + mark; }
};
struct Pair {
	Log a, b;
	__device__ Pair(int *at) : a(at, 1), b(at, 2) {}
	__device__ ~Pair() { *a.at += 1000; }
};
struct Derived : Log {
	__device__ Derived(int *at) : Log(at, 5) {}
};
__device__ int leave(int *at, int way) {
	Log outer(at, 1);
	for (int i = 0; i < 4; i++) {
		Log inner(at, 2);
		if (i == way) break;
		if (i == way - 1) continue;
		if (way == 5 && i == 2) return *at;
		*at += 1;
	}
	switch (way) {
	case 1: { Log in(at, 3); break; }
	case 2: return *at;
	}
	if (Log l(at, 4); way == 3) return *at;
	return way;
}
__device__ void take(Log l) { *l.at += 7; }
__device__ Log make(int *at) { return Log(at, 6); }
__device__ Log named(int *at) { Log l(at, 6); l.mark = 8; return l; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i] & 7, r = leave(&x, i % 6);
	{
		Pair p(&x);
		Log several[2] = {Log(&x, 1), Log(&x, 2)};
		Derived d(&x);
		Log m = make(&x), l = named(&x);
		take(Log(&x, 9));
	}
	out[i] = x + r;
}`, func(i, n int, in []int32) int32 {
			x := in[i] & 7
			open := func(mark int32) func() {
				x = x*2 + mark
				return func() { x = x*3 + mark }
			}
			way := int32(i % 6)
			r := func() int32 {
				defer open(1)()
				for j := int32(0); j < 4; j++ {
					end := open(2)
					if j == way {
						end()
						break
					}
					if way == 5 && j == 2 {
						r := x
						end()
						return r
					}
					if j != way-1 {
						x++
					}
					end()
				}
				switch way {
				case 1:
					open(3)()
				case 2:
					return x
				}
				defer open(4)()
				if way == 3 {
					return x
				}
				return way
			}()
			a, b := open(1), open(2)
			c, d := open(1), open(2)
			e, f := open(5), open(6)
			open(6)
			t := open(9)
			x += 7
			t()
			x = x*3 + 8 // named, whose mark has changed
			f()
			e()
			d()
			c()
			x += 1000
			b()
			a()
			return x + r
		}),
		wholeKernel("classes/reference members and friends", `template <typename T> class Cell;
class Meter {
	int total;
	friend class Reader;
	friend __device__ int secret(const Meter &m);
	friend __device__ Meter operator+(const Meter &a, const Meter &b) { Meter m(a.total + b.total); return m; }
public:
	__device__ Meter(int t) : total(t) {}
};
class Reader {
	const Meter &m;
	int &count;
public:
	__device__ Reader(const Meter &m, int &count) : m(m), count(count) {}
	__device__ int read() { count++; return m.total; }
};
__device__ int secret(const Meter &m) { return m.total * 10; }
struct View { int &x; const int &y; };
template <typename T> class Cell {
	T v;
	friend __device__ bool operator<(const Cell &a, const Cell &b) { return a.v < b.v; }
public:
	__device__ Cell(T v) : v(v) {}
};
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int count = 0;
	Meter m(in[i]);
	Reader r(m, count);
	int sum = r.read() + r.read();
	View v = {sum, in[i]};
	v.x += v.y;
	Cell<int> a(3), b(4);
	Cell<float> c(3.5f), d(2.5f);
	Meter both = m + Meter(1);
	out[i] = sum + count + secret(m) + secret(both) + (a < b) + (c < d) + (int)sizeof(View);
}`, func(i, n int, in []int32) int32 { return 3*in[i] + 2 + 10*in[i] + 10*(in[i]+1) + 1 + 16 }),
		wholeKernel("classes/aliases, decltype, parts and choices", `template <typename T, int N> struct Array {
	T v[N];
	template <typename U> using with = Array<U, N>;
	__device__ T *begin() { return v; }
	__device__ T *end() { return v + N; }
};
template <typename T> using Four = Array<T, 4>;
template <typename T, int N = 2> using Nested = Four<Array<T, N>>;
template <typename T> using Pointer = T *;
template <typename T> struct Same { using type = T; };
template <typename T> using Same_t = typename Same<T>::type;
struct Point { int x, y; };
template <typename T> __device__ T first(Four<T> a) { return a.v[0]; }
template <typename A, typename B> __device__ auto product(A a, B b) -> decltype(a * b) { decltype(a * b) r = a * b; return r; }
__device__ Point swapped(Point p) { return {p.y, p.x}; }
__global__ void k(int *out, Pointer<const int> in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Four<int> four = {{1, 2, 3, in[i]}};
	Nested<int> nested = {};
	nested.v[3].v[1] = 5;
	Four<int>::with<float> other = {{0.5f, 2.5f}};
	decltype(in[i] + 1L) wide = in[i];
	decltype(four) copy = four;
	Same_t<int> same = first(copy) + first<int>(four);
	auto [x, y] = swapped(Point{i, 7});
	Point p = {3, 4};
	auto &[px, py] = p;
	px += 10;
	const auto &[qx, qy] = p;
	int pair[2] = {5, 6};
	auto &[left, right] = pair;
	left = right + 1;
	int sum = 0;
	Point points[2] = {{1, 2}, {3, 4}};
	for (auto [a, b] : points) sum += a * b;
	for (auto &[a, b] : points) a = b;
	for (auto v : four) sum += v;
	(i % 2 ? x : sum) += 100;
	(i % 3 ? p : points[1]).y = 9;
	int *q = &(i % 2 ? pair[0] : pair[1]);
	++(i % 3 ? *q : sum);
	out[i] = nested.v[3].v[1] + (int)(other.v[1] * 2) + (int)sizeof(wide) + same + 2 * x + y + p.x + p.y + qx + qy + pair[0] + pair[1] + sum + points[0].x +
		points[1].y + (int)product(2, 1.75);
}`, func(i, n int, in []int32) int32 {
			x, y, sum := int32(7), int32(i), int32(2+12+6)+in[i]
			p, p1y, left, right := [2]int32{13, 4}, int32(4), int32(7), int32(6)
			if i%2 != 0 {
				x += 100
			} else {
				sum += 100
			}
			if i%3 != 0 {
				p[1] = 9
			} else {
				p1y = 9
			}
			switch {
			case i%3 == 0:
				sum++
			case i%2 != 0:
				left++
			default:
				right++
			}
			return 5 + 5 + 8 + 2 + 2*x + y + 2*p[0] + 2*p[1] + left + right + sum + 2 + p1y + 3
		}),
		wholeKernel("classes/parameter packs", `template <typename... Ts> struct Tuple;
template <> struct Tuple<> { static constexpr int size = 0; };
template <typename H, typename... T> struct Tuple<H, T...> {
	H head;
	Tuple<T...> tail;
	static constexpr int size = 1 + Tuple<T...>::size;
	template <typename F> __device__ int each(F f) const { if constexpr (sizeof...(T) > 0) return f(head) + tail.each(f); else return f(head); }
};
template <int... Ns> struct Sum { static constexpr int value = (Ns + ... + 0); };
template <typename T, typename... U> struct First { using type = T; };
template <typename... Ts> using First_t = typename First<Ts...>::type;
__device__ int total() { return 0; }
template <typename T, typename... Ts> __device__ int total(T x, Ts... rest) { return (int)x + total(rest...); }
template <typename T> __device__ T largest(T x) { return x; }
template <typename T, typename... Ts> __device__ T largest(T x, const Ts &... rest) { T y = largest((T)rest...); return x > y ? x : y; }
template <typename... Ts> __device__ int folds(Ts... x) {
	int n = 0;
	((n += x), ...);
	bool all = (... && (x > -1000)), any = (false || ... || (x == 3));
	return n * 4 + all * 2 + any + (... - x) + (x - ...) + (int)sizeof...(Ts) + (100 - ... - x);
}
template <typename... Ts> __device__ void bump(Ts &... x) { ((x += 1), ...); }
template <typename F, typename... A> __device__ auto call(F f, A... a) { return f(2, a...); }
template <int... Ns> __device__ int list(int i) { const int v[] = {Ns..., 9}; return v[i % (sizeof...(Ns) + 1)]; }
template <typename... Ts> __device__ int size(const Tuple<Ts...> &t) { int bytes[] = {(int)sizeof(Ts)...}; return bytes[0] + Tuple<Ts *...>::size; }
template <int N, typename T, typename... Ts> __device__ auto nth(T x, Ts... rest) {
	if constexpr (N == 0) return x;
	else return nth<N - 1>(rest...);
}
struct One { template <typename T> __device__ int operator()(T x) const { return 1; } };
struct Point { int x, y; __device__ Point(int x, int y) : x(x), y(y) {} };
template <typename T, typename... A> __device__ T make(A... a) { return T(a...); }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Tuple<int, float, char> t = {in[i], {2.5f, {'a', {}}}};
	First_t<int, float> first = 4;
	int a = 1, b = 2;
	long c = 3;
	bump(a, b, c);
	bump();
	Point p = make<Point>(a, b);
	out[i] = t.size + t.each(One()) + Sum<1, 2, 3>::value + Sum<>::value + first + total(in[i], 2.5f, 'a') + largest(3, 8.5, 2L) +
		folds(in[i], 3) + a + b + (int)c + call([](int x, int y, int z) { return x + 10 * y + 100 * z; }, 3, 4) + list<5, 6, 7>(i) + size(t) + nth<1>(1, in[i], 2) + p.x * p.y;
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			any := int32(1)
			return 3 + 3 + 6 + 4 + x + 2 + 97 + 8 + (4*(x+3) + 2 + any + (x - 3) + (x - 3) + 2 + 97 - x) + 2 + 3 + 4 + 432 + []int32{5, 6, 7, 9}[i%4] + 4 + 3 + x + 6
		}),
		wholeKernel("classes/goto", `struct Log { int *at; __device__ Log(int *at) : at(at) {} __device__ ~Log() { *at += 1; } };
__device__ int search(const int *a, int n, int key) {
	int i = 0;
next:
	if (i == n) goto missing;
	if (a[i] == key) return i;
	i++;
	goto next;
missing:
	return -1;
}
__device__ int steps(int x) {
	int count = 0;
	goto test;
body:
	x = x % 2 ? 3 * x + 1 : x / 2;
	count++;
test:
	if (x > 1) goto body;
	return count;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, found = 0, left = 0;
	const int *p = in;
	if (i >= n) goto end;
	for (int a = 0; a < 8; a++) {
		for (int b = 0; b < 8; b++) {
			Log l(&left);
			if (a * b == (in[i] & 15)) { found = 10 * a + b; goto done; }
			if (b > a) goto skip;
		}
	skip:;
	}
	found = -1;
done:
	switch (i % 3) {
	case 0: goto one;
	case 1: found += 5; break;
	default:
	one:
		found += 7;
	}
	{
	again:
		p++;
		if (p - in < 4) goto again;
	}
	out[i] = found * 100 + search(in, n < 9 ? n : 9, in[i]) + steps(i + 1) + steps(3) + left + (int)(p - in);
end:
	__syncthreads();
}`, func(i, n int, in []int32) int32 {
			steps := func(x int) (c int32) {
				for ; x > 1; c++ {
					if x%2 != 0 {
						x = 3*x + 1
					} else {
						x /= 2
					}
				}
				return c
			}
			found, left := int32(-1), int32(0)
		search:
			for a := range int32(8) {
				for b := range int32(8) {
					left++
					if a*b == in[i]&15 {
						found = 10*a + b
						break search
					}
					if b > a {
						break
					}
				}
			}
			if i%3 == 1 {
				found += 5
			} else {
				found += 7
			}
			return found*100 + int32(slices.Index(in[:min(n, 9)], in[i])) + steps(i+1) + steps(3) + left + 4
		}),
		wholeKernel("classes/unions", `union Bits {
	float f;
	unsigned u;
	struct { unsigned short lo, hi; } half;
	unsigned char bytes[4];
	__device__ int top() const { return bytes[3]; }
};
struct Variant {
	int kind;
	union { int i; float f; struct { short a, b; }; };
	__device__ Variant(int i) : kind(0), i(i) {}
	__device__ Variant(float f) : kind(1), f(f) {}
	__device__ int get() const { return kind == 0 ? i : (int)f; }
};
typedef union { double d; long long l; int2 parts; } Wide;
union Vec { struct { float x, y, z, w; }; float v[4]; float4 all; };
__device__ Bits flipped(Bits b) { b.u ^= 1; return b; }
__global__ void k(int *out, const int *in, int n) {
	__shared__ union { float f[64]; int i[64]; } tile;
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x % 32;
	if (threadIdx.x < 32) tile.f[t] = (float)t;
	__syncthreads();
	if (i >= n) return;
	Bits b = {(float)in[i]};
	unsigned u = b.u;
	b.bytes[0] |= 6;
	Bits c = flipped(b);
	Variant x(in[i]), y(2.5f);
	y.a = 3;
	Wide w;
	w.parts = make_int2(in[i], 5);
	Vec v;
	for (int j = 0; j < 4; j++) v.v[j] = j;
	v.all.y += 10;
	union { int whole; char part[4]; };
	whole = 0x01020304;
	out[i] = (int)(c.u - u) + b.half.hi + b.top() + flipped(c).half.lo + x.get() + (int)y.b + (int)(w.l >> 32) + (int)w.l + (int)(v.x + v.y + v.w) +
		part[1] + (tile.i[t] >> 20) + (int)sizeof(Variant) + (int)sizeof(Wide);
}`, func(i, n int, in []int32) int32 {
			u := math.Float32bits(float32(in[i]))
			b := u | 6
			return int32(b^1-u) + int32(b>>16) + int32(b>>24) + int32(b&0xffff) + in[i] + 0x4020 + 5 + in[i] + 14 + 3 +
				int32(math.Float32bits(float32(i%100%32))>>20) + 8 + 8
		}),
		wholeKernel("classes/bfloat16", `#include <cuda_fp16.h>
#include <cuda_bf16.h>
template <typename T> __device__ T axpy(T a, T x, T y) { return a * x + y; }
__global__ void k(int *out, const int *in, int n) {
	__shared__ __nv_bfloat16 s[128];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	s[threadIdx.x] = __float2bfloat16(i < n ? in[i] * 1.01f : 0);
	__syncthreads();
	if (i >= n) return;
	__nv_bfloat16 a = s[threadIdx.x], b = 3.14159f, c = __hfma(a, b, __float2bfloat16(0.001f));
	__nv_bfloat162 pair = __floats2bfloat162_rn(1.5f, 2.0f) * __halves2bfloat162(a, b);
	a += b;
	float r = __bfloat162float(__hmul(a, b)) + (float)axpy(a, b, c) + __low2float(pair) + __half2float(__hadd(__float2half(1.5f), __float2half(2.0f)));
	out[i] = __float_as_int(r) + __bfloat16_as_ushort(-c) + (a < b) + (int)sizeof(pair) + __hisnan(a);
}`, func(i, n int, in []int32) int32 {
			bf := func(x float32) float32 {
				u := math.Float32bits(x)
				return math.Float32frombits((u + 0x7fff + u>>16&1) &^ 0xffff)
			}
			a, b := bf(float32(in[i])*1.01), bf(3.14159)
			// The exact sum has 53 bits or fewer; a double tells how it rounds, unless it lies at half of a step.
			c := bf(float32(float64(a)*float64(b) + float64(bf(0.001))))
			low := bf(1.5 * a)
			a = bf(a + b)
			r := float32(bf(a*b)) + bf(bf(a*b)+c) + low + 3.5
			less := int32(0)
			if a < b {
				less = 1
			}
			return int32(math.Float32bits(r)) + int32(math.Float32bits(c)>>16^0x8000) + less + 4
		}),
	}
}
