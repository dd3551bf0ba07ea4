package gpumodel

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
)

// A warpExample is what the lanes of a warp do together: from a compute capability on,
// and for what is gone later up to one.
type warpExample struct {
	example
	from, until string
	undefined   bool // what it computes CUDA leaves undefined
}

// TestWarpResults runs the examples of what a warp does together, on a card whose warps
// go in lockstep and on one whose lanes are independent.
func TestWarpResults(t *testing.T) {
	tier.Check(t)
	list := slices.Concat(shuffleExamples(), voteExamples(), independentExamples(), warpAlgorithms(), groupExamples(), objectExamples(), barrierExamples())
	for _, d := range withCard(t, card(t, "K20X"), card(t, "H200")) {
		for _, e := range list {
			if e.undefined && d.Card != nil || d.ComputeCapability < e.from || e.until != "" && d.ComputeCapability >= e.until {
				continue
			}
			t.Run(d.Name+"/"+e.name, func(t *testing.T) { e.compute(t, e.kernel(t), d) })
		}
	}
}

// lanes is the size of a warp.
const lanes = 32

// warpKernel is k(int *out, const int *in, int n) on whole warps, in blocks of two. want
// computes the results of one warp.
func warpKernel(name, from, source string, want func(in []int32) []int32) warpExample {
	return sizedKernel(name, from, source, []int{64, 192}, func(in []int32) []int32 {
		var out []int32
		for w := range slices.Chunk(in, lanes) {
			out = append(out, want(w)...)
		}
		return out
	})
}

// sizedKernel is warpKernel of which want computes all results.
func sizedKernel(name, from, source string, sizes []int, want func(in []int32) []int32) warpExample {
	e := kernelOf("warp/"+name, source, func(n int, r *rand.Rand) trial {
		in := fill(n, func(int) int32 { return int32(r.IntN(100) - 30) })
		return trial{
			grid: Dim3{(n + 63) / 64, 1, 1}, block: Dim3{min(n, 64), 1, 1}, shared: 1024,
			args: []any{make([]int32, n), in, int64(n)}, want: []any{want(in)},
		}
	})
	e.sizes = sizes
	return warpExample{example: e, from: from}
}

// everyLane is a warp's results, lane by lane.
func everyLane(f func(lane int, w []int32) int32) func(w []int32) []int32 {
	return func(w []int32) []int32 { return fill(len(w), func(i int) int32 { return f(i, w) }) }
}

func sumOf(w []int32) (s int32) {
	for _, x := range w {
		s += x
	}
	return s
}

// ballot has a bit for each value that holds.
func ballot(w []int32, holds func(x int32) bool) (mask uint32) {
	for i, x := range w {
		if holds(x) {
			mask |= 1 << i
		}
	}
	return mask
}

func shuffleExamples() []warpExample {
	widths := kernelOf("warp/shuffles of all widths", `template <typename T> __device__ void all(T *out, T v, int by, int width) {
	out[0] = __shfl_sync(0xffffffff, v, by, width);
	out[32] = __shfl_up_sync(0xffffffff, v, by, width);
	out[64] = __shfl_down_sync(0xffffffff, v, by, width);
	out[96] = __shfl_xor_sync(0xffffffff, v, by, width);
}
__global__ void k(int *i, unsigned *u, float *f, double *d, long long *l, unsigned long long *w, int n) {
	int lane = threadIdx.x, by = n % 32, width = 1 << n / 32;
	all<int>(i + lane, -lane, by, width);
	all<unsigned>(u + lane, lane * 0x9e3779b9u, by, width);
	all<float>(f + lane, lane * 0.5f, by, width);
	all<double>(d + lane, lane * 1e100, by, width);
	all<long long>(l + lane, lane * -(1LL << 40), by, width);
	all<unsigned long long>(w + lane, lane * 0x123456789abcdefULL, by, width);
}`, func(n int, _ *rand.Rand) trial {
		by, width := n%32, 1<<(n/32)
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
	})
	widths.sizes = fill(6*32, func(i int) int { return i })
	return []warpExample{
		{example: widths},
		warpKernel("sum with shfl_down", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
	for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
	if (threadIdx.x % warpSize == 0) out[i] = v;
}`, everyLane(func(i int, w []int32) int32 {
			if i == 0 {
				return sumOf(w)
			}
			return 0
		})),
		warpKernel("largest value and its lane, by a butterfly", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = in[i], at = threadIdx.x & 31;
	#pragma unroll
	for (int m = 16; m >= 1; m >>= 1) {
		int other = __shfl_xor_sync(0xffffffff, best, m), there = __shfl_xor_sync(0xffffffff, at, m);
		if (other > best || other == best && there < at) { best = other; at = there; }
	}
	out[i] = best * 100 + at;
}`, everyLane(func(_ int, w []int32) int32 {
			best := slices.Max(w)
			return best*100 + int32(slices.Index(w, best))
		})),
		warpKernel("inclusive scan with shfl_up", "", `__device__ int scan(int v, int lane) {
	for (int d = 1; d < 32; d <<= 1) {
		int below = __shfl_up_sync(0xffffffff, v, d);
		if (lane >= d) v += below;
	}
	return v;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = scan(in[i], threadIdx.x % 32);
}`, everyLane(func(i int, w []int32) int32 { return sumOf(w[:i+1]) })),
		warpKernel("broadcasts from a lane that differs by segment", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = __shfl_sync(0xffffffff, in[i], i / 8, 8);
}`, nil).with(func(in []int32) []int32 {
			return fill(len(in), func(i int) int32 { return in[i/8*8+i/8%8] })
		}),
		warpKernel("rotation of 64 bits and of double", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, next = (threadIdx.x + 1) % 32;
	long long wide = (long long)in[i] << 33;
	double real = in[i] * 0.125;
	unsigned long bits = 1ul << (threadIdx.x & 31) << 20;
	wide = __shfl_sync(0xffffffff, wide, next);
	real = __shfl_sync(0xffffffff, real, next);
	bits = __shfl_sync(~0u, bits, next);
	out[i] = (int)(wide >> 33) + (int)(real * 8) + __ffsll(bits);
}`, everyLane(func(i int, w []int32) int32 { return 2*w[(i+1)%lanes] + int32((i+1)%lanes) + 21 })),
		warpKernel("shuffles of half precision", "", `#include <cuda_fp16.h>
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__half h = __float2half(in[i] * 0.5f);
	h = __shfl_xor_sync(0xffffffff, h, 5);
	out[i] = (int)(__half2float(h) * 4);
}`, everyLane(func(i int, w []int32) int32 { return 2 * w[i^5] })),
		warpKernel("transposition of 4 by 4 in registers", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x % 4, base = i - t;
	int r[4], q[4];
	for (int j = 0; j < 4; j++) r[j] = in[base + (t + j) % 4] * 10 + t; // row t of its group, rotated
	for (int j = 0; j < 4; j++) q[j] = __shfl_sync(0xffffffff, r[j], (t + 4 - j) % 4, 4);
	int sum = 0;
	for (int j = 0; j < 4; j++) sum += q[j] * (j + 1);
	out[i] = sum;
}`, everyLane(func(i int, w []int32) int32 {
			t, base, s := i%4, i/4*4, int32(0)
			for j := range 4 {
				from := (t + 4 - j) % 4
				s += (w[base+(from+j)%4]*10 + int32(from)) * int32(j+1)
			}
			return s
		})),
		{example: warpKernel("shuffles and votes from before 9.0", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
	for (int d = 16; d > 0; d >>= 1) v += __shfl_xor(v, d);
	v += __shfl_down(in[i], 4u) + __shfl_up(in[i], 1, 8) + __shfl(in[i], 3);
	out[i] = v + __popc(__ballot(in[i] > 10)) + 1000 * __all(in[i] > -31) + 2000 * __any(in[i] > 1000);
}`, everyLane(func(i int, w []int32) int32 {
			down, up := w[i], w[i]
			if i+4 < lanes {
				down = w[i+4]
			}
			if i%8 > 0 {
				up = w[i-1]
			}
			return sumOf(w) + down + up + w[3] + int32(ones(ballot(w, func(x int32) bool { return x > 10 }))) + 1000
		})).example, until: "7.0"},
	}
}

// with replaces what computes the results, now of all warps.
func (e warpExample) with(want func(in []int32) []int32) warpExample {
	return sizedKernel(strings.TrimPrefix(e.name, "warp/"), e.from, e.source, e.sizes, want)
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
			return from // an earlier segment can be read
		}
	}
	if from < first || from >= first+width {
		return lane
	}
	return from
}

func ones(mask uint32) (n int) {
	for ; mask != 0; mask &= mask - 1 {
		n++
	}
	return n
}

func voteExamples() []warpExample {
	positive := func(x int32) bool { return x > 0 }
	return []warpExample{
		warpKernel("votes and ballot", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	unsigned yes = __ballot_sync(0xffffffff, x > 0);
	int v = __popc(yes) + 100 * __any_sync(0xffffffff, x == 7) + 200 * __all_sync(0xffffffff, x > -31);
	if (__any_sync(0xffffffff, x > 60)) v += 1000;
	if (!__all_sync(0xffffffff, x < 60)) v += 2000;
	out[i] = v + (__activemask() == 0xffffffffu ? 10000 : 0);
}`, everyLane(func(_ int, w []int32) int32 {
			v := int32(ones(ballot(w, positive))) + 200 + 10000
			if slices.Contains(w, 7) {
				v += 100
			}
			if slices.Max(w) > 60 {
				v += 1000
			}
			if slices.Max(w) >= 60 {
				v += 2000
			}
			return v
		})),
		warpKernel("compaction by ballot and popc", "", `__global__ void k(int *out, const int *in, int n) {
	int lane = threadIdx.x & 31, base = blockIdx.x * blockDim.x + threadIdx.x - lane, x = in[base + lane];
	unsigned keep = __ballot_sync(0xffffffff, x > 0);
	int place = __popc(keep & ((1u << lane) - 1));
	if (x > 0) out[base + place] = x;
}`, func(w []int32) []int32 {
			out := slices.DeleteFunc(slices.Clone(w), func(x int32) bool { return x <= 0 })
			return append(out, make([]int32, lanes-len(out))...)
		}),
		warpKernel("a loop until all lanes are done", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i] & 15, rounds = 0;
	while (__any_sync(0xffffffff, x > 0)) { x -= 3; rounds++; }
	out[i] = rounds;
}`, everyLane(func(_ int, w []int32) int32 {
			most := int32(0)
			for _, x := range w {
				most = max(most, (x&15+2)/3)
			}
			return most
		})),
		warpKernel("one lane after the other, by ballot and ffs", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, x = in[i], turn = 0, mine = -1;
	for (unsigned todo = __ballot_sync(0xffffffff, x > 20); todo != 0; todo &= todo - 1) {
		int leader = __ffs(todo) - 1;
		int found = __shfl_sync(0xffffffff, x, leader);
		if (lane == leader) mine = turn * 1000 + found;
		turn++;
	}
	out[i] = mine;
}`, everyLane(func(i int, w []int32) int32 {
			if w[i] <= 20 {
				return -1
			}
			return int32(ones(ballot(w[:i], func(x int32) bool { return x > 20 })))*1000 + w[i]
		})),
		sizedKernel("atomics of a whole warp as one", "", `__device__ int next(int *counter) {
	unsigned active = __activemask();
	int lane = threadIdx.x & 31, leader = __ffs(active) - 1, first;
	if (lane == leader) first = atomicAdd(counter, __popc(active));
	first = __shfl_sync(active, first, leader);
	return first + __popc(active & ((1u << lane) - 1));
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (in[i] > 5) { int place = next(out); atomicAdd(&out[1 + place % (n - 1)], 1); }
}`, []int{64, 192}, func(in []int32) []int32 {
			out := make([]int32, len(in))
			for _, x := range in {
				if x > 5 {
					out[1+int(out[0])%(len(in)-1)]++
					out[0]++
				}
			}
			return out
		}),
		warpKernel("matches", "7.0", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i] / 16, all, none;
	unsigned same = __match_any_sync(0xffffffff, x), wide = __match_any_sync(0xffffffff, (long long)x << 40);
	unsigned yes = __match_all_sync(0xffffffff, x * 0, &all), no = __match_all_sync(0xffffffff, threadIdx.x, &none);
	out[i] = __popc(same) + 100 * __ffs(same) + 10000 * (same == wide) + 20000 * (yes == ~0u && all == 1) + 40000 * (no == 0 && none == 0);
}`, everyLane(func(i int, w []int32) int32 {
			same := ballot(w, func(x int32) bool { return x/16 == w[i]/16 })
			first := slices.IndexFunc(w, func(x int32) bool { return x/16 == w[i]/16 })
			return int32(ones(same)) + 100*int32(first+1) + 70000
		})),
		sizedKernel("histogram by matches", "7.0", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, bin = (in[i] + 30) / 10;
	unsigned peers = __match_any_sync(__activemask(), bin);
	if ((threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(&out[bin], __popc(peers));
}`, []int{64, 192}, func(in []int32) []int32 {
			out := make([]int32, len(in))
			for _, x := range in {
				out[(x+30)/10]++
			}
			return out
		}),
		warpKernel("reductions in one instruction", "8.0", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	unsigned u = x + 100;
	unsigned half = (threadIdx.x & 31) < 16 ? 0xffff : 0xffff0000;
	int v = __reduce_add_sync(half, x) + 7 * __reduce_min_sync(0xffffffff, x) + 11 * __reduce_max_sync(0xffffffff, x);
	unsigned w = __reduce_add_sync(0xffffffff, u) + 3 * __reduce_min_sync(half, u) + 5 * __reduce_max_sync(half, u);
	unsigned b = __reduce_and_sync(half, u | 1) + __reduce_or_sync(half, u) * 3 + __reduce_xor_sync(0xffffffff, u) * 5;
	out[i] = v + w + b;
}`, everyLane(func(i int, w []int32) int32 {
			half := w[i/16*16 : i/16*16+16]
			and, or, xor := int32(-1), int32(0), int32(0)
			for _, x := range half {
				and, or = and&(x+100|1), or|(x+100)
			}
			for _, x := range w {
				xor ^= x + 100
			}
			v := sumOf(half) + 7*slices.Min(w) + 11*slices.Max(w)
			u := sumOf(w) + 3200 + 3*(slices.Min(half)+100) + 5*(slices.Max(half)+100)
			return v + u + and + 3*or + 5*xor
		})),
		warpKernel("bits", "3.2", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = in[i] * 0x9e3779b9u;
	unsigned r = __funnelshift_l(x, x, i) ^ __funnelshift_r(x, i, 7) ^ __funnelshift_lc(i, x, 40) ^ __funnelshift_rc(x, i, i);
	r ^= __byte_perm(x, i, 0x5140 + (i & 7)) + __brev(x);
	out[i] = r + __popc(x) + __clz(x) * 3 + __ffs(x) * 5 + __fns(x, i & 31, 2) * 7 + __fns(x, 31, -1) * 9 + __popcll((unsigned long long)x << 9) + __clzll(x);
}`, nil).with(func(in []int32) []int32 {
			return fill(len(in), func(i int) int32 { return bitsOfThread(uint32(in[i])*0x9e3779b9, uint32(i)) })
		}),
		warpKernel("dot products of bytes", "6.1", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = in[i] * 0x9e3779b9u, y = (x ^ x << 13) + i;
	int folded = __dp4a(0x7f80ff01, 0x7f80ff02, -9) ^ (int)__dp4a(0x7f80ff01u, 0x7f80ff02u, 9u);
	char4 a = make_char4(x, x >> 8, x >> 16, x >> 24), b = make_char4(y, y >> 8, y >> 16, y >> 24);
	uchar4 c = make_uchar4(x, x >> 8, x >> 16, x >> 24), d = make_uchar4(y, y >> 8, y >> 16, y >> 24);
	out[i] = __dp4a((int)x, (int)y, i) + 3 * __dp4a(x, y, 5u) + 7 * folded + 11 * __dp4a(a, b, 1) + 13 * (int)__dp4a(c, d, 2u);
}`, nil).with(func(in []int32) []int32 {
			return fill(len(in), func(i int) int32 {
				x := uint32(in[i]) * 0x9e3779b9
				y := (x ^ x<<13) + uint32(i)
				folded := dot[int8](0x7f80ff01, 0x7f80ff02) - 9 ^ (dot[uint8](0x7f80ff01, 0x7f80ff02) + 9)
				return dot[int8](x, y) + int32(i) + 3*(dot[uint8](x, y)+5) + 7*folded + 11*(dot[int8](x, y)+1) + 13*(dot[uint8](x, y)+2)
			})
		}),
	}
}

// dot is the sum of the products of four bytes.
func dot[T int8 | uint8](x, y uint32) (sum int32) {
	for shift := 0; shift < 32; shift += 8 {
		sum += int32(T(x>>shift)) * int32(T(y>>shift))
	}
	return sum
}

// TestDotProductOfBytes: one instruction, and none where the bytes are known.
func TestDotProductOfBytes(t *testing.T) {
	for expr, want := range map[string]string{
		"__dp4a(i, j, i)":                      "IDP.4A.S8.S8 ",
		"__dp4a((unsigned)i, (unsigned)j, 7u)": "IDP.4A.U8.U8 ",
		"__dp4a(0x01020304, 0x01010101, i)":    "IDP.4A.S8.S8 ",
		"__dp4a(0x01020304, 0x01010101, 5)":    ", 0xf",
	} {
		m, err := Compile("k", "__global__ void k(int *a, int i, int j) { a[0] = "+expr+"; }", Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Kernels[0].Lower(t.Context(), card(t, "H100"))
		if err != nil {
			t.Fatal(err)
		}
		var text []string
		for _, in := range p.Code {
			text = append(text, in.Text)
		}
		if code := strings.Join(text, "\n"); !strings.Contains(code, want) || strings.Contains(want, "0xf") == strings.Contains(code, "IDP") {
			t.Errorf("%s: want %s in\n%s", expr, want, code)
		}
	}
}

// TestCollectiveFaults: what a mask may not say is an error by name, of the lane and the line.
func TestCollectiveFaults(t *testing.T) {
	for _, test := range []struct{ card, body, want string }{
		{"K20X", "if (t < 16) a[t] = __shfl_sync(0xff, a[t], 0);", "block 0: line 2: lane 8 calls __shfl_sync with the mask 0xff, which does not contain it (block (0, 0, 0), thread (8, 0, 0))"},
		{"H200", "a[t] = __any_sync(1 << (t & 7), a[t]);", "block 0: line 2: lane 8 calls __any_sync with the mask 0x1, which does not contain it (block (0, 0, 0), thread (8, 0, 0))"},
		{"H200", "if (t < 16) a[t] = __shfl_xor_sync(0xffffffff, a[t], 1); else __syncwarp();", "block 0: line 2: __shfl_xor_sync with the mask 0xffffffff waits for lanes that do not come: 0xffff0000 (block (0, 0, 0), thread (0, 0, 0))"},
		{"H200", "if (t < 16) __syncwarp(); __syncthreads();", "block 0: line 2: __syncwarp with the mask 0xffffffff waits for lanes that do not come: 0xffff0000 (block (0, 0, 0), thread (0, 0, 0))"},
		{"H200", "if (t < 16) a[t] = __ballot_sync(0x1ffff, 1);", ""}, // 16 has ended
	} {
		m, err := Compile("k", "__global__ void k(int *a) { int t = threadIdx.x;\n"+test.body+"\n}", Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = Run(t.Context(), card(t, test.card), Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{arrayOf(t, make([]int32, 32))}, Mode: Full})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s: %s (-want +got):\n%s", test.card, test.body, d)
		}
	}
}

// TestGoneAndNew: which capability has which collective.
func TestGoneAndNew(t *testing.T) {
	for _, test := range []struct{ card, expr, want string }{
		{"C2050", "__shfl_sync(~0u, i, 0)", "line 1: compute capability 2.0 lacks warp shuffles, which came with 3.0: exchange values through __shared__ memory"},
		{"K20X", "__match_any_sync(~0u, i)", "line 1: compute capability 3.5 lacks warp matches (__match_any_sync and __match_all_sync), which came with 7.0: let a loop broadcast each value with __shfl_sync and compare with __ballot_sync"},
		{"K20X", "__dp4a(i, i, i)", "line 1: compute capability 3.5 lacks __dp4a, which came with 6.1: multiply and add the bytes one by one"},
		{"V100", "__reduce_add_sync(~0u, i)", "line 1: compute capability 7.0 lacks warp reductions (__reduce_add_sync and its relatives), which came with 8.0: reduce with __shfl_xor_sync in five steps"},
		{"H200", "__shfl_down(i, 1)", "line 1: compute capability 9.0 lacks shuffles without a mask, which were removed in 7.0: write __shfl_sync(mask, x, lane) or its relatives with the lanes that take part: 0xffffffff for all of the warp"},
		{"H200", "__ballot(i)", "line 1: compute capability 9.0 lacks votes without a mask, which were removed in 7.0: write __all_sync(mask, x) or __any_sync or __ballot_sync with the lanes that take part: 0xffffffff for all of the warp"},
	} {
		m, err := Compile("k", "__global__ void k(int *a, int i) { a[0] = "+test.expr+"; }", Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Kernels[0].Lower(t.Context(), card(t, test.card))
		if err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(test.want, "line 1: ")) {
			t.Errorf("%s on %s: %v, want %s", test.expr, test.card, err, test.want)
		}
	}
}
