package gpumodel

import (
	"math"
	"math/rand/v2"
	"slices"
)

// rowKernel is a kernel on a matrix of 4 rows of n floats, whose results are one for each row.
func rowKernel(name, source string, tol tolerance, want func(row, x []float32) float32) warpExample {
	e := kernelOf("warp/"+name, source, func(n int, r *rand.Rand) trial {
		const rows = 4
		a, x := fill(rows*n, func(int) float32 { return float32(r.IntN(64)) / 8 }), fill(n, func(int) float32 { return float32(r.IntN(16)) / 4 })
		return trial{grid: Dim3{2, 1, 1}, block: Dim3{lanes, 2, 1}, args: []any{make([]float32, rows), a, x, int64(n)}, tol: tol,
			want: []any{fill(rows, func(i int) float32 { return want(a[i*n:(i+1)*n], x) })}}
	})
	e.sizes = []int{4, 32, 100, 1024}
	return warpExample{example: e}
}

// warpAlgorithms are what courses build of shuffles and votes.
func warpAlgorithms() []warpExample {
	return []warpExample{
		rowKernel("matrix times vector, a warp for each row", `__global__ void k(float *y, const float *a, const float *x, int n) {
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int j = threadIdx.x; j < n; j += warpSize) sum += a[row * n + j] * x[j];
	for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
	if (threadIdx.x == 0) y[row] = sum;
}`, tolerance{}, func(row, x []float32) (s float32) {
			for j, a := range row {
				s += a * x[j]
			}
			return s
		}),
		rowKernel("dot products with __ldg and float4", `__inline__ __device__ float warpReduceSum(float v) {
	for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_xor_sync(0xffffffff, v, offset);
	return v;
}
__global__ void k(float *y, const float *__restrict__ a, const float *__restrict__ x, int n) {
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	const float4 *p = reinterpret_cast<const float4 *>(a + row * n), *q = reinterpret_cast<const float4 *>(x);
	float sum = 0.f;
	for (int j = threadIdx.x; j < n / 4; j += 32) {
		float4 u = __ldg(&p[j]), v = __ldg(q + j);
		sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
	}
	sum = warpReduceSum(sum);
	if (threadIdx.x == 0) y[row] = sum;
}`, tolerance{}, func(row, x []float32) (s float32) {
			for j, a := range row {
				s += a * x[j]
			}
			return s
		}),
		rowKernel("sum of a softmax's exponentials", `struct Max { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct Sum { __device__ float operator()(float a, float b) const { return a + b; } };
template <typename Op> __device__ float warpReduce(float v, Op op) {
	#pragma unroll
	for (int m = 16; m; m >>= 1) v = op(v, __shfl_xor_sync(0xffffffff, v, m, 32));
	return v;
}
__global__ void k(float *y, const float *a, const float *x, int n) {
	const float *row = a + (blockIdx.x * blockDim.y + threadIdx.y) * n;
	float most = -INFINITY, sum = 0;
	for (int j = threadIdx.x; j < n; j += 32) most = fmaxf(most, row[j]);
	most = warpReduce(most, Max());
	for (int j = threadIdx.x; j < n; j += 32) sum += expf(row[j] - most);
	sum = warpReduce(sum, Sum{});
	if (threadIdx.x == 0) y[blockIdx.x * blockDim.y + threadIdx.y] = sum;
}`, tolerance{ulps: 64}, func(row, _ []float32) float32 {
			most, s := slices.Max(row), 0.0
			for _, a := range row {
				s += math.Exp(float64(a - most))
			}
			return float32(s)
		}),
		warpKernel("bitonic sort", "", `__device__ int exchange(int x, int mask, bool up) {
	int y = __shfl_xor_sync(0xffffffff, x, mask);
	return (x < y) == up ? x : y;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, x = in[i];
	for (int size = 2; size <= 32; size <<= 1)
		for (int mask = size >> 1; mask > 0; mask >>= 1)
			x = exchange(x, mask, ((lane & size) == 0) == ((lane & mask) == 0));
	out[i] = x;
}`, func(w []int32) []int32 { return slices.Sorted(slices.Values(w)) }),
		warpKernel("radix sort by ballots", "", `__global__ void k(int *out, const int *in, int n) {
	__shared__ int place[64];
	int lane = threadIdx.x & 31, i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i] + 30;
	for (int bit = 0; bit < 7; bit++) {
		unsigned one = __ballot_sync(0xffffffff, x >> bit & 1), below = (1u << lane) - 1;
		int to = x >> bit & 1 ? __popc(~one) + __popc(one & below) : __popc(~one & below);
		place[threadIdx.x - lane + to] = x;
		__syncwarp();
		x = place[threadIdx.x];
		__syncwarp();
	}
	out[i] = x - 30;
}`, func(w []int32) []int32 { return slices.Sorted(slices.Values(w)) }),
		sizedKernel("sum of a block in two stages", "", `#define FULL_MASK 0xffffffff
__inline__ __device__ int warpReduceSum(int val) {
	for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(FULL_MASK, val, offset);
	return val;
}
__inline__ __device__ int blockReduceSum(int val) {
	static __shared__ int shared[32];
	int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
	val = warpReduceSum(val);
	if (lane == 0) shared[wid] = val;
	__syncthreads();
	val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
	if (wid == 0) val = warpReduceSum(val);
	return val;
}
__global__ void k(int *out, const int *in, int n) {
	int sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
	sum = blockReduceSum(sum);
	if (threadIdx.x == 0) atomicAdd(out, sum);
}`, []int{64, 640}, func(in []int32) []int32 {
			out := make([]int32, len(in))
			out[0] = sumOf(in)
			return out
		}),
		sizedKernel("scan of a block by warps", "", `__device__ int warpScan(int v, int lane) {
	for (int d = 1; d < 32; d *= 2) { int y = __shfl_up_sync(0xffffffffu, v, d); if (lane >= d) v += y; }
	return v;
}
__global__ void k(int *out, const int *in, int n) {
	__shared__ int totals[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	int v = warpScan(in[i], lane);
	if (lane == 31) totals[warp] = v;
	__syncthreads();
	if (warp == 0) {
		int t = lane < blockDim.x / 32 ? totals[lane] : 0;
		totals[lane] = warpScan(t, lane) - t;
	}
	__syncthreads();
	out[i] = v + totals[warp] - in[i];
}`, []int{64, 192}, func(in []int32) []int32 {
			return fill(len(in), func(i int) int32 { return sumOf(in[i/64*64 : i]) })
		}),
		warpKernel("neighbours of a stencil by shuffles", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, x = in[i];
	int left = __shfl_up_sync(0xffffffff, x, 1), right = __shfl_down_sync(0xffffffff, x, 1);
	if (lane == 0) left = 0;
	if (lane == 31) right = 0;
	out[i] = left - 2 * x + right;
}`, everyLane(func(i int, w []int32) int32 {
			s := -2 * w[i]
			if i > 0 {
				s += w[i-1]
			}
			if i < lanes-1 {
				s += w[i+1]
			}
			return s
		})),
		warpKernel("a polynomial's coefficients handed round", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = in[i] & 3, x = i % 3, y = 0;
	#pragma unroll 4
	for (int j = 0; j < 32; j++) y = y * x + __shfl_sync(0xffffffff, c, j);
	out[i] = y;
}`, nil).with(func(in []int32) []int32 {
			return fill(len(in), func(i int) (y int32) {
				for _, c := range in[i/lanes*lanes : i/lanes*lanes+lanes] {
					y = y*int32(i%3) + c&3
				}
				return y
			})
		}),
	}
}
