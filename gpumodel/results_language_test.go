package gpumodel

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// instance is a kernel template run with arguments.
func instance(e example, args ...string) example {
	e.template = args
	e.name += "<" + strings.Join(args, ", ") + ">"
	return e
}

func limited(registers int, e example) example {
	e.options.MaxRegisters = registers
	e.name += fmt.Sprintf(", %d registers", registers)
	return e
}

func languageExamples() []example {
	fast := perThread("language/use_fast_math keeps integers", `r = x / 3 * 2 + (int)(sqrtf((float)(x * x)) + 0.5f);`,
		func(i, n int, in []int32) int32 { return in[i]/3*2 + max(in[i], -in[i]) })
	fast.options.FastMath = true
	defined := perThread("language/definitions", "\n#if defined(SCALE) && SCALE > 2\n\t\tr = x * SCALE;\n#else\n\t\tr = x;\n#endif\n#ifdef OTHER\n\t\tr = 0;\n#endif",
		func(i, n int, in []int32) int32 { return 3 * in[i] })
	defined.options.Defines = map[string]string{"SCALE": "3"}
	list := []example{
		fast, defined,
		wholeKernel("language/references to arrays", `template <int N> __device__ int drain(int (&r)[N]) { int s = 0; for (int i = 0; i < N; i++) { s += r[i]; r[i] = i; } return s + sizeof(r); }
template <typename T, int M, int N> __device__ T total(const T (&r)[M][N]) { T s = 0; for (int i = 0; i < M; i++) for (int j = 0; j < N; j++) s += r[i][j]; return s; }
__device__ int ends(const int (&r)[3]) { return r[0] * r[2]; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i], r[4] = {x, 1, 2, 3}, q[2][3] = {{x, 2, 3}, {4, 5, 6}}, e[3] = {x, 0, 7};
	out[i] = drain(r) + r[3] + total(q) + ends(e);
}`, func(i, n int, in []int32) int32 { x := in[i]; return x + 6 + 16 + 3 + x + 20 + 7*x }),
		wholeKernel("language/parameters without a name, attributes", `template <typename T, typename, int = 3> __device__ T twice(T x) { return x + x; }
[[nodiscard]] __device__ int one(int x) noexcept __attribute__((const)) { return x + 1; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	[[maybe_unused]] int unused = 3;
	out[i] = twice<int, float>(one(in[i]));
}`, func(i, n int, in []int32) int32 { return 2 * (in[i] + 1) }),
		wholeKernel("language/device functions", `__device__ int twice(int x) { return x + x; }
__device__ __forceinline__ void split(int x, int *q, int &r) { *q = x / 10; r = x % 10; }
__device__ int clamp(int x, int low = -20, int high = 20) { if (x < low) return low; if (x > high) return high; return x; }
inline __device__ float mean(float a, float b) { return (a + b) / 2; }
__device__ int digits(int x) { int n = 0; do { n++; x /= 10; } while (x); return n; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int q, r;
	split(in[i], &q, r);
	out[i] = twice(twice(q)) + clamp(in[i]) * 1000 + clamp(in[i], 0) + r + (int)mean(in[i], 8) + digits(in[i]);
}`, func(i, n int, in []int32) int32 {
			x, d := in[i], int32(1)
			for y := x / 10; y != 0; y /= 10 {
				d++
			}
			return x/10*4 + min(max(x, -20), 20)*1000 + min(max(x, 0), 20) + x%10 + int32((float32(x)+8)/2) + d
		}),
		wholeKernel("language/device function called in divergent code", `__device__ int walk(const int *in, int i, int n) {
	int steps = 0;
	while (i < n) { if (in[i] < -90) return -steps; i += (in[i] & 7) + 1; steps++; }
	return steps;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = in[i] % 2 ? walk(in, i, n) : in[i] > 50 ? 2 * walk(in, 0, n) : -1;
}`, func(i, n int, in []int32) int32 {
			walk := func(i int) int32 {
				steps := int32(0)
				for ; i < n; steps++ {
					if in[i] < -90 {
						return -steps
					}
					i += int(in[i]&7) + 1
				}
				return steps
			}
			switch {
			case in[i]%2 != 0:
				return walk(i)
			case in[i] > 50:
				return 2 * walk(0)
			}
			return -1
		}),
		wholeKernel("language/struct with functions and operators", `struct complex { float re, im; };
__device__ complex operator*(complex a, complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__device__ complex operator+(const complex &a, const complex &b) { complex c; c.re = a.re + b.re; c.im = a.im + b.im; return c; }
__device__ float norm(complex a) { return a.re * a.re + a.im * a.im; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	complex c = {in[i] / 50.0f, (i % 16) / 8.0f - 1}, z = {0, 0};
	int steps = 0;
	while (steps < 60 && norm(z) < 4) { z = z * z + c; steps++; }
	out[i] = steps > 3 ? 4 : steps;
}`, func(i, n int, in []int32) int32 {
			re, im := float64(float32(in[i])/50), float64(i%16)/8-1
			x, y, steps := 0.0, 0.0, int32(0)
			for steps < 4 && x*x+y*y < 4 {
				x, y = x*x-y*y+re, 2*x*y+im
				steps++
			}
			return steps
		}),
		wholeKernel("language/C++ casts, auto, constexpr, using, enum, typedef, namespace", `typedef unsigned int uint;
using real = float;
enum Color { Red, Green = 5, Blue };
enum Mode : int { Add, Sub };
namespace limits { constexpr int low = -10; __device__ int cut(int x) { return x < low ? low : x; } }
constexpr int tile = 4 * 4;
static_assert(tile == 16, "tile");
__global__ __launch_bounds__(128, 2) void k(int *__restrict__ out, const int *__restrict__ in, int n) {
	const auto i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n) return;
	auto x = in[i];
	real f = static_cast<real>(x) / 4;
	const Mode mode = x > 0 ? Add : Sub;
	uint u = (uint)Blue + sizeof(double) + tile;
	int v = mode == Add ? limits::cut(x) + Green : limits::cut(x) - Red;
	out[i] = v * 100 + int(f) + (int)u + 'A' + true + (i, 3) + 0x10 + 010 + 1e1;
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			v := max(x, -10)
			if x > 0 {
				v += 5
			}
			return v*100 + x/4 + 6 + 8 + 16 + 65 + 1 + 3 + 16 + 8 + 10
		}),
		wholeKernel("language/macros", `#define IDX (blockIdx.x * blockDim.x + threadIdx.x)
#define SQUARE(x) ((x) * (x))
#define MAX3(a, b, c) max(a, max(b, c))
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define CAT(a, b) a##b
#define LOOP_TWICE(body) do { body; body; } while (0)
__global__ void k(int *out, const int *in, int n) {
	if (IDX < n) {
		int CAT(var, 1) = in[IDX], sum = 0;
		FOR(j, 3) sum += SQUARE(var1 + j);
		LOOP_TWICE(sum += 5);
		out[IDX] = MAX3(sum, 7, var1) + __LINE__;
	}
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			return max(x*x+(x+1)*(x+1)+(x+2)*(x+2)+10, 7, x) + 12
		}),
		wholeKernel("language/votes", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int r = __all(in[i] > -95) + 2 * __any(in[i] > 95);
	if (i % 2) r += 4 * __all(in[i] < 90);
	out[i] = r;
}`, votes),
		wholeKernel("language/pointers", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int *p = in + i, *end = &in[n];
	int *q = out;
	if (p >= end) return;
	q += i;
	int sum = 0;
	for (const int *r = p; r != end && r - p < 5; ++r) sum += *r;
	long long far = end - p;
	*q = sum + (int)(far % 7) + p[0] + *(end - 1) + (p == in) + !p + (q != nullptr);
}`, func(i, n int, in []int32) int32 {
			sum := int32(0)
			for _, x := range in[i:min(n, i+5)] {
				sum += x
			}
			if i == 0 {
				sum++
			}
			return sum + int32((n-i)%7) + in[i] + in[n-1] + 1
		}),
		threeD(),
		kernelOf("language/scalar parameters", `__global__ void k(double *out, char c, short s, unsigned char u, float f, double d, long long l, bool b, size_t z) {
	*out = c + s + u + f + d + (double)l + b + z;
}`, func(n int, r *rand.Rand) trial {
			return trial{grid: Dim3{1, 1, 1}, block: Dim3{1, 1, 1},
				args: []any{make([]float64, 1), int64(-3), int64(-300), int64(200), 0.5, 0.25, int64(-1 << 40), true, int64(7)},
				want: []any{[]float64{-3 - 300 + 200 + 0.75 - 1<<40 + 1 + 7}}}
		}),
		kernelOf("language/clock", `__global__ void k(int *out, long long *ticks) {
	clock_t a = clock();
	int x = out[threadIdx.x];
	for (int j = 0; j < 10; j++) x = x * 3 + 1;
	clock_t b = clock();
	long long c = clock64();
	out[threadIdx.x] = x;
	ticks[threadIdx.x] = b > a && c >= b && b - a < 100000;
}`, func(n int, r *rand.Rand) trial {
			out := fill(48, func(i int) int32 {
				x := int32(i)
				for range 10 {
					x = x*3 + 1
				}
				return x
			})
			return trial{grid: Dim3{1, 1, 1}, block: Dim3{48, 1, 1}, args: []any{fill(48, func(i int) int32 { return int32(i) }), make([]int64, 48)},
				want: []any{out, fill(48, func(int) int64 { return 1 })}}
		}),
		kernelOf("language/printf", `__global__ void k(int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned char c = 'a' + i;
	if (i < 2) printf("%d|%5d|%-4d|%04d|%+d|%u|%x|%#X|%o|%c|%%|%s\n", i, -i, i, i, i, i - 1, 255 + i, 171, 8, c, "text");
	if (threadIdx.x == 3) printf("block %d: %f %.2f %8.3e %g %g %lf\n", blockIdx.x, 1.5f, 2.0 / 3, 12345.678, 1e-5, 100000.0, -0.0);
	if (i == n - 1) printf("%lld %llu %llx %hhd %ld %s %p\n", -1LL << 40, 1ULL << 63, 0xabcdef0123456789ULL, 300, 5L, i > 2 ? "yes" : "no", (int *)0);
	if (i == 0) printf("[%*d] %-6s|%4s|%%%s\n", 6, 42, "no", "more", "50%");
}`, func(n int, r *rand.Rand) trial {
			return trial{grid: Dim3{2, 1, 1}, block: Dim3{4, 1, 1}, args: []any{int64(4)}, output: "0|    0|0   |0000|+0|4294967295|ff|0XAB|10|a|%|text\n" +
				"1|   -1|1   |0001|+1|0|100|0XAB|10|b|%|text\n" +
				"block 0: 1.500000 0.67 1.235e+04 1e-05 100000 -0.000000\n" +
				"-1099511627776 9223372036854775808 abcdef0123456789 44 5 yes (nil)\n" +
				"[    42] no    |more|%50%\n" +
				"block 1: 1.500000 0.67 1.235e+04 1e-05 100000 -0.000000\n"}
		}),
	}
	list = append(list, templates()...)
	return append(list, spills()...)
}

func votes(i, n int, in []int32) int32 {
	block := i / 100 * 100
	first := block + i%100/32*32
	last := min(n, block+100, first+32)
	all, anyone, odd := int32(1), int32(0), int32(1)
	for j := first; j < last; j++ {
		if in[j] <= -95 {
			all = 0
		}
		if in[j] > 95 {
			anyone = 1
		}
		if j%2 == 1 && in[j] >= 90 {
			odd = 0
		}
	}
	return all + 2*anyone + 4*odd*int32(i%2)
}

// threeD numbers the threads of a grid of three by two blocks of 5 by 3 by 4.
func threeD() example {
	return kernelOf("language/three dimensions", `__global__ void k(int *out, int sx, int sy, int sz) {
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = threadIdx.z;
	dim3 d = gridDim;
	uint3 t = threadIdx;
	if (x < sx && y < sy && z < sz)
		out[(z * sy + y) * sx + x] = x * 10000 + y * 100 + z + (d.x * d.y * d.z) * 1000000 + (t.z * blockDim.y + t.y) * blockDim.x + t.x;
}`, func(n int, r *rand.Rand) trial {
		const sx, sy, sz = 14, 5, 4
		out := fill(sx*sy*sz, func(i int) int32 {
			x, y, z := i%sx, i/sx%sy, i/sx/sy
			return int32(x*10000 + y*100 + z + 6000000 + (z*3+y%3)*5 + x%5)
		})
		return trial{grid: Dim3{3, 2, 1}, block: Dim3{5, 3, 4}, args: []any{make([]int32, sx*sy*sz), int64(sx), int64(sy), int64(sz)}, want: []any{out}}
	})
}

func templates() []example {
	typed := wholeKernel("language/template", `template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }
template <class T, int N = 2> __device__ T power(T x) { T r = 1; for (int i = 0; i < N; i++) r *= x; return r; }
template <typename T, int SIZE> __global__ void k(int *out, const int *in, int n) {
	__shared__ T s[SIZE];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x % SIZE;
	if (threadIdx.x < SIZE) s[t] = (T)(t % 5);
	__syncthreads();
	if (i < n) out[i] = (int)larger<T>(s[t], power<T, 3>((T)(in[i] % 4))) + (int)power(T(3)) + (int)larger(1.5, 2.5) + (int)sizeof(T);
}`, nil)
	var list []example
	for _, size := range []int32{4, 8} {
		for _, t := range []string{"int", "float", "double", "long long", "short"} {
			e := typed
			width := map[string]int32{"int": 4, "float": 4, "double": 8, "long long": 8, "short": 2}[t]
			e.trial = wholeKernel("", "", func(i, n int, in []int32) int32 {
				x := in[i] % 4
				return max(int32(i%100)%size%5, x*x*x) + 9 + 2 + width
			}).trial
			list = append(list, instance(e, t, fmt.Sprint(size)))
		}
	}
	return list
}

// spills are kernels that need more registers than they get.
func spills() []example {
	many := wholeKernel("language/spills", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a = in[i], b = in[(i + 1) % n], c = in[(i + 2) % n], d = in[(i + 3) % n], e = in[(i + 4) % n], f = in[(i + 5) % n];
	int s = 0;
	for (int j = 0; j < 6; j++) { s += a * b - c * d + e * f; int t = a; a = b; b = c; c = d; d = e; e = f; f = t + j; }
	out[i] = s + a + b * 2 + c * 3 + d * 5 + e * 7 + f * 11;
}`, func(i, n int, in []int32) int32 {
		var v [6]int32
		for j := range v {
			v[j] = in[(i+j)%n]
		}
		s := int32(0)
		for j := range int32(6) {
			s += v[0]*v[1] - v[2]*v[3] + v[4]*v[5]
			v = [6]int32{v[1], v[2], v[3], v[4], v[5], v[0] + j}
		}
		return s + v[0] + v[1]*2 + v[2]*3 + v[3]*5 + v[4]*7 + v[5]*11
	})
	doubles := kernelOf("language/spills of double and float4", `__global__ void k(double *out, const double *in, float4 *v, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	double a = in[i], b = in[n - 1 - i], s = 0;
	float4 p = v[i], q = v[n - 1 - i];
	for (int j = 0; j < 4; j++) { s = s * 0.5 + a; a = b - j; b = s; float4 t = p; p = q; q = t; q.x += p.w; }
	out[i] = s + a * b;
	v[n + i] = make_float4(p.x, p.y, q.z, q.x);
}`, func(n int, r *rand.Rand) trial {
		grid, block := linear(n)
		in := fill(n, func(int) float64 { return r.Float64() })
		v := make([]float32, 8*n)
		for i := range 4 * n {
			v[i] = r.Float32()
		}
		out, after := make([]float64, n), append([]float32{}, v...)
		for i := range n {
			a, b, s := in[i], in[n-1-i], 0.0
			var p, q [4]float32
			copy(p[:], v[4*i:])
			copy(q[:], v[4*(n-1-i):])
			for j := range 4 {
				s = s*0.5 + a
				a, b = b-float64(j), s
				p, q = q, p
				q[0] += p[3]
			}
			out[i] = s + a*b
			copy(after[4*(n+i):], []float32{p[0], p[1], q[2], q[0]})
		}
		return trial{grid: grid, block: block, args: []any{make([]float64, n), in, v, int64(n)}, want: []any{out, nil, after}, tol: tolerance{ulps: 4}}
	})
	return []example{many, limited(10, many), limited(8, many), doubles, limited(16, doubles), limited(12, doubles)}
}
