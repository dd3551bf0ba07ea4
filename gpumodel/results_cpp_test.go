package gpumodel

import (
	"math/bits"
	"math/rand/v2"
)

// cppExamples are what C++ adds to kernels.
func cppExamples() []example {
	list := []example{
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
	return list
}
