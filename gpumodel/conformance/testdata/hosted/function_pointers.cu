typedef float (*op_t)(float, float);
using pick_t = int (*)(int);
using plain_t = int(int);
typedef int unary(int);

__device__ float add(float a, float b) { return a + b; }
__device__ float sub(float a, float b) { return a - b; }
__device__ float mul(float a, float b) { return a * b; }
__device__ float least(float a, float b) { return a < b ? a : b; }
__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ int halved(int x) { return x / 2; }
__device__ void bump(int &x, int by) { x += by; }
__device__ void drop(int &x, int by) { x -= by; }

__device__ op_t ops[] = {add, sub, &mul, least};
__constant__ op_t fixed[2] = {mul, add};
__device__ op_t one = sub;
__device__ pick_t nothing = nullptr;

template <typename T> __device__ T scaled(T x) { return x * 3; }
template <typename T> __device__ T shifted(T x) { return x + 100; }
template <typename F> __device__ int apply(F f, int x) { return f(x); }
template <int (*F)(int)> __device__ int by(int x) { return F(x); }
template <pick_t F, pick_t G> struct Both { __device__ static int of(int x) { return F(G(x)); } };
template <typename T> __device__ T fold(const int *a, int n, T start, T (*f)(T, int)) {
	for (int i = 0; i < n; i++) start = f(start, a[i]);
	return start;
}
__device__ long plus(long s, int x) { return s + x; }
__device__ long most(long s, int x) { return x > s ? x : s; }

struct Rule {
	op_t op;
	pick_t pick;
	float with;
	__device__ float run(float x) const { return op(x, with) + pick((int)x); }
};

struct Pair { int a, b; };
__device__ Pair swapped(Pair p) { return {p.b, p.a}; }
__device__ Pair summed(Pair p) { return {p.a + p.b, p.a - p.b}; }

__device__ pick_t choose(int x) {
	switch (x & 3) {
	case 0: return twice;
	case 1: return square;
	case 2: return halved;
	}
	return nullptr;
}
__device__ int decayed(int f(int), int x) { return (*f)(x) + (**f)(x + 1); }
__device__ int referred(int (&f)(int), int x) { return f(x); }
__device__ int overloaded(int x) { return x + 7; }
__device__ float overloaded(float x) { return x + 0.5f; }
__device__ int table(int (*const list[3])(int), int n, int x) {
	int s = 0;
	for (int i = 0; i < n; i++) s += list[i](x + i);
	return s;
}

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i];
	float f = ops[i & 3](x, 3) + fixed[i & 1](x, 2) + one(x, 1);
	plain_t *u = x < 0 ? halved : twice;
	int r = (int)f + u(x) + apply(square, x) + apply(u, 3) + by<halved>(x) + Both<twice, square>::of(x & 15);
	Rule rule = {add, choose(1), 0.5f};
	Rule rules[2] = {{mul, twice, 2}, {sub, halved, 4}};
	r += (int)rule.run(x) + (int)rules[i & 1].run(x);
	pick_t p = choose(x);
	if (p) r += p(5);
	if (p == nullptr) r += 1000;
	if (p != twice && p != square) r += 10000;
	if (p == choose(x)) r += 3;
	r += !p;
	pick_t local[3] = {twice, halved, square};
	r += table(local, 3, x);
	for (int j = 0; j < 3; j++) r += local[j](j);
	void (*step)(int &, int) = i % 3 ? bump : drop;
	step(r, 17);
	(*step)(r, i);
	Pair (*pairs)(Pair) = i % 2 ? swapped : summed;
	Pair q = pairs(Pair{x, 4});
	r += q.a * 5 + q.b;
	r += decayed(twice, x) + referred(halved, x);
	int (*which)(int) = overloaded;
	float (*whichf)(float) = overloaded;
	r += which(x) + (int)(2 * whichf(x));
	int (*inst)(int) = i % 5 ? scaled<int> : shifted<int>;
	r += inst(x) + (int)fold(in, 9, 0L, i % 2 ? plus : most);
	float (*root)(float) = i % 2 ? fabsf : floorf;
	r += (int)root(x * 0.25f);
	pick_t plain = [](int v) { return v * 13; };
	r += plain(x) + apply(+[](int v) { return v - 1; }, x);
	if (i % 7 == 0) plain = halved;
	r += plain(x);
	if (nothing) r = -1;
	out[i] = r;
}
