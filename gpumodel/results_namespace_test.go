package gpumodel

import "testing"

// namespaceExamples are names that stand in namespaces.
func namespaceExamples() []example {
	const head = "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i >= n) return;\n"
	return []example{
		wholeKernel("namespace/one name in several", `namespace naive { __device__ int scale(int x) { return 2 * x; } constexpr int N = 3; struct S { int v; }; __device__ int table[2] = {1, 2}; }
namespace fast { __device__ int scale(int x) { return 5 * x; } constexpr int N = 7; struct S { int v, w; }; __device__ int table[2] = {10, 20}; }
__device__ int sum(naive::S s) { return s.v; }
__device__ int sum(fast::S s) { return s.v + s.w; }
__global__ void k(int *out, const int *in, int n) {
`+head+`	out[i] = naive::scale(in[i]) + fast::scale(in[i]) + naive::N * fast::N + sum(naive::S{1}) + sum(fast::S{10, 20}) + naive::table[1] + fast::table[i % 2];
}`, func(i, n int, in []int32) int32 { return 7*in[i] + 21 + 1 + 30 + 2 + []int32{10, 20}[i%2] }),
		wholeKernel("namespace/inline, without a name, nested", `namespace lib { inline namespace v2 { __device__ int f(int x) { return x + 2; } } namespace v1 { __device__ int f(int x) { return x + 1; } } }
namespace { __device__ int own(int x) { return 3 * x; } constexpr int N = 4; }
namespace a::b { constexpr int M = 50; __device__ int g(int x) { return x + M; } }
namespace a { __device__ int h(int x) { return b::g(x) + own(x); } }
namespace ab = a::b;
__global__ void k(int *out, const int *in, int n) {
`+head+`	int a = in[i];
	out[i] = lib::f(a) + 10 * lib::v2::f(a) + 100 * lib::v1::f(a) + own(a) + N + a::b::g(a) + ::a::h(a) + ab::M;
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			return x + 2 + 10*(x+2) + 100*(x+1) + 3*x + 4 + x + 50 + x + 50 + 3*x + 50
		}),
		wholeKernel("namespace/functions found by their arguments", `namespace m {
struct V { int x, y; };
__device__ V operator+(V a, V b) { return V{a.x + b.x, a.y + b.y}; }
__device__ bool operator<(const V &a, const V &b) { return a.x < b.x; }
__device__ int dot(V a, V b) { return a.x * b.x + a.y * b.y; }
enum class Mode { sum, difference };
__device__ int apply(Mode m, int a, int b) { return m == Mode::sum ? a + b : a - b; }
struct W { int v; friend __device__ W operator*(W w, int k) { return W{w.v * k}; } friend __device__ int value(W w) { return w.v; } };
template <typename T> struct Box { T v; };
}
template <typename T> __device__ T least(T a, T b) { return a < b ? a : b; }
namespace user { struct U { int v; }; __device__ int open(m::Box<U> b) { return b.v.v + 1; } __device__ int dot(int a) { return a; } }
__global__ void k(int *out, const int *in, int n) {
`+head+`	m::V a{in[i], 2}, b{3, 4};
	out[i] = dot(a + b, b) + least(a, b).y + apply(m::Mode::difference, in[i], 1) + value(m::W{in[i]} * 7) + open(m::Box<user::U>{{in[i]}});
}`, func(i, n int, in []int32) int32 {
			y := int32(4)
			if in[i] < 3 {
				y = 2
			}
			return (in[i]+3)*3 + 24 + y + in[i] - 1 + 7*in[i] + in[i] + 1
		}),
		wholeKernel("namespace/using", `namespace p { __device__ int f(int x) { return x; } __device__ int f(float x) { return 1000; } struct T { int v; }; enum class E { A, B = 5 }; enum U { R = 9 }; }
namespace q { using p::f; using p::T; using enum p::E; __device__ int f(int x, int y) { return x - y; } namespace r { using namespace p; } }
__device__ int f(double x) { return 2000; }
__global__ void k(int *out, const int *in, int n) {
`+head+`	using namespace p;
	using enum p::E;
	q::T t{in[i]};
	out[i] = q::f(t.v) + q::f(t.v, 1) + f(1.0f) + f(2.0) + (int)q::B + (int)B + q::r::R + q::r::f(in[i]);
}`, func(i, n int, in []int32) int32 { return in[i] + in[i] - 1 + 1000 + 2000 + 5 + 5 + 9 + in[i] }),
		wholeKernel("namespace/defined outside, specialised, with bases", `namespace m {
__device__ int f(int x);
constexpr int N = 7;
struct S { int v; __device__ S(int); __device__ int g() const; };
template <typename T> struct C { T w; __device__ C(T x) : w(x) {} __device__ T twice() const; };
template <typename T> __device__ T id(T x) { return x; }
template <typename T> __device__ int bytes() { return sizeof(T) + N; }
__global__ void k(int *out, const int *in, int n);
}
__device__ int m::f(int x) { return x + N; }
__device__ m::S::S(int x) : v(x + N) {}
__device__ int m::S::g() const { return v * N; }
template <typename T> __device__ T m::C<T>::twice() const { return w + w; }
template <> struct m::C<char> { int c; };
template <> __device__ int m::id<int>(int x) { return x + 100; }
struct D : m::S, m::C<float> { __device__ D(int x) : m::S(x), m::C<float>(2.0f) {} };
__global__ void m::k(int *out, const int *in, int n) {
`+head+`	D d(in[i]);
	out[i] = f(in[i]) + d.g() + (int)d.twice() + d.m::S::v + C<char>{3}.c + id(in[i]) + id(2.0f) + bytes<double>();
}`, func(i, n int, in []int32) int32 {
			return in[i] + 7 + (in[i]+7)*7 + 4 + in[i] + 7 + 3 + in[i] + 100 + 2 + 15
		}),
		wholeKernel("namespace/built-in functions are hidden", `namespace p {
__device__ float abs(float x) { return 3.0f; }
__device__ int g(int x) { return (int)abs(x) + ::abs(x); }
}
__global__ void k(int *out, const int *in, int n) {
`+head+`	out[i] = p::g(in[i]) + abs(in[i]);
}`, func(i, n int, in []int32) int32 { return 3 + 2*max(in[i], -in[i]) }),
	}
}

// TestKernelsOfNamespaces has two kernels of one name.
func TestKernelsOfNamespaces(t *testing.T) {
	m, err := Compile("", `namespace p { __global__ void k(int *a) { a[0] = 1; } __global__ void alone(int *a) { a[0] = 3; } }
namespace q { __global__ void k(int *a) { a[0] = 2; } __global__ void both(int *a) { k<<<1, 1>>>(a + 1); p::k<<<1, 1>>>(a); } }`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := []int32{0, 0}
	for _, x := range []struct {
		kernel string
		want   [2]int32
	}{{"p::k", [2]int32{1, 0}}, {"q::k", [2]int32{2, 0}}, {"alone", [2]int32{3, 0}}, {"both", [2]int32{1, 2}}} {
		k := m.Kernel(x.kernel)
		if k == nil {
			t.Fatalf("there is no kernel %q", x.kernel)
		}
		runOnce(t, k, 1, out)
		if got := [2]int32(out); got != x.want {
			t.Errorf("%s: got %v, want %v", x.kernel, got, x.want)
		}
	}
}
