package gpumodel

import (
	"math/rand/v2"
	"testing"
)

// warpCards are the cards that warpExamples run on.
var warpCards = []string{"K20X", "H200"}

// TestWarpResults runs the examples of what a warp does together.
func TestWarpResults(t *testing.T) {
	for _, name := range warpCards {
		d := card(t, name)
		for _, e := range warpExamples() {
			t.Run(name+"/"+e.name, func(t *testing.T) { e.compute(t, e.kernel(t), d) })
		}
	}
}

// warps is a launch of n whole warps, in blocks of two.
func warps(n int) (grid, block Dim3) { return Dim3{(n + 1) / 2, 1, 1}, Dim3{64, 1, 1} }

func warpExamples() []example {
	return []example{
		kernelOf("warp/sum with shfl_down", `__global__ void k(float *out, const float *x, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = i < n ? x[i] : 0.0f;
	for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
	if (threadIdx.x % warpSize == 0) out[i / 32] = v;
}`, func(n int, r *rand.Rand) trial {
			grid, block := warps((n + 31) / 32)
			x := fill(n, func(int) float32 { return float32(r.IntN(100)) })
			sums := make([]float32, 2*grid.X)
			for i, v := range x {
				sums[i/32] += v
			}
			return trial{grid: grid, block: block, args: []any{make([]float32, len(sums)), x, int64(n)}, want: []any{sums, nil}}
		}),
		kernelOf("warp/shuffles of all widths", `template <typename T> __device__ void all(T *out, T v, int by, int width) {
	out[0] = __shfl_sync(0xffffffff, v, by, width);
	out[32] = __shfl_up_sync(0xffffffff, v, by, width);
	out[64] = __shfl_down_sync(0xffffffff, v, by, width);
	out[96] = __shfl_xor_sync(0xffffffff, v, by, width);
}
__global__ void k(int *i, unsigned *u, float *f, double *d, long long *l, unsigned long long *w, int n) {
	int lane = threadIdx.x, by = n % 32, width = 1 << n % 6;
	all<int>(i + lane, -lane, by, width);
	all<unsigned>(u + lane, lane * 0x9e3779b9u, by, width);
	all<float>(f + lane, lane * 0.5f, by, width);
	all<double>(d + lane, lane * 1e100, by, width);
	all<long long>(l + lane, lane * -(1LL << 40), by, width);
	all<unsigned long long>(w + lane, lane * 0x123456789abcdefULL, by, width);
}`, func(n int, _ *rand.Rand) trial {
			const lanes = 32
			by, width := n%32, 1<<(n%6)
			i, u, f, d := make([]int32, 4*lanes), make([]uint32, 4*lanes), make([]float32, 4*lanes), make([]float64, 4*lanes)
			l, w := make([]int64, 4*lanes), make([]uint64, 4*lanes)
			for mode := range 4 {
				for lane := range lanes {
					from := sourceLane(mode, lane, by, width)
					at := mode*lanes + lane
					i[at], u[at], f[at] = int32(-from), uint32(from)*0x9e3779b9, float32(from)*0.5
					d[at], l[at], w[at] = float64(from)*1e100, -int64(from)<<40, uint64(from)*0x123456789abcdef
				}
			}
			return trial{grid: Dim3{1, 1, 1}, block: Dim3{lanes, 1, 1}, want: []any{i, u, f, d, l, w},
				args: []any{make([]int32, 4*lanes), make([]uint32, 4*lanes), make([]float32, 4*lanes), make([]float64, 4*lanes), make([]int64, 4*lanes), make([]uint64, 4*lanes), int64(n)}}
		}),
	}
}

// sourceLane is the lane that a shuffle reads (idx, up, down, xor), as the CUDA C++
// Programming Guide says it: by segments of width lanes.
func sourceLane(mode, lane, by, width int) int {
	first := lane / width * width
	from := lane
	switch mode {
	case 0:
		return first + by%width
	case 1:
		from = lane - by
	case 2:
		from = lane + by
	default:
		if from = lane ^ by; from < first {
			return from // an earlier group can be read
		}
	}
	if from < first || from >= first+width {
		return lane
	}
	return from
}
