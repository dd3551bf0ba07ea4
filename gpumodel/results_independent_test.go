package gpumodel

import (
	"math/bits"
)

// bitsOfThread is what the kernel warp/bits computes of x in thread i.
func bitsOfThread(x, i uint32) int32 {
	hi := func(h, l uint32, by uint32) uint32 { return uint32((uint64(h)<<32 | uint64(l)) << by >> 32) }
	lo := func(h, l uint32, by uint32) uint32 { return uint32((uint64(h)<<32 | uint64(l)) >> by) }
	r := hi(x, x, i%32) ^ lo(i, x, 7) ^ hi(x, i, 32) ^ lo(i, x, min(i, 32))
	both, selector, perm := uint64(i)<<32|uint64(x), 0x5140+i&7, uint32(0)
	for b := range 4 {
		perm |= uint32(both>>(8*(selector>>(4*b)&7))) & 255 << (8 * b)
	}
	r ^= perm + bits.Reverse32(x)
	nth := func(base, n, step int) uint32 {
		for at := base; at >= 0 && at < 32; at += step {
			if x>>at&1 == 1 {
				if n--; n == 0 {
					return uint32(at)
				}
			}
		}
		return 0xffffffff
	}
	ffs := uint32(0)
	if x != 0 {
		ffs = uint32(bits.TrailingZeros32(x)) + 1
	}
	r += uint32(bits.OnesCount32(x)) + uint32(bits.LeadingZeros32(x))*3 + ffs*5
	r += nth(int(i%32), 2, 1)*7 + nth(31, 1, -1)*9 + uint32(bits.OnesCount64(uint64(x)<<9)) + uint32(bits.LeadingZeros64(uint64(x)))
	return int32(r)
}

// independentExamples have lanes that go apart.
func independentExamples() []warpExample {
	swapped := func(i int, w []int32) int32 { return w[(i+16)%lanes] + w[i] }
	return []warpExample{
		warpKernel("shuffles of two halves in two branches", "", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
	if ((threadIdx.x & 31) < 16) v = __shfl_xor_sync(0x0000ffff, v, 1) * 2;
	else v = __shfl_xor_sync(0xffff0000, v, 2) * 3;
	out[i] = v;
}`, everyLane(func(i int, w []int32) int32 {
			if i < 16 {
				return w[i^1] * 2
			}
			return w[i^2] * 3
		})),
		warpKernel("one shuffle at two places", "7.0", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
	if (threadIdx.x & 1) v = __shfl_xor_sync(0xffffffff, v, 1) * 2;
	else v = __shfl_xor_sync(0xffffffff, v + 1, 1) * 3;
	out[i] = v;
}`, everyLane(func(i int, w []int32) int32 {
			if i%2 == 1 {
				return (w[i^1] + 1) * 2
			}
			return w[i^1] * 3
		})),
		warpKernel("halves that write and read in two branches", "7.0", `__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	if (t & 16) { s[t] = in[i]; __syncwarp(); out[i] = s[t - 16] + s[t]; }
	else { s[t] = in[i]; __syncwarp(); out[i] = s[t + 16] + s[t]; }
}`, everyLane(swapped)),
		warpKernel("a lane that comes late", "7.0", `__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[2];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, sum = 0;
	if (t % 32 == 5) {
		for (int j = 0; j < 32; j++) sum += in[i - 5 + j];
		s[t / 32] = sum;
		__syncwarp();
	} else
		__syncwarp();
	out[i] = s[t / 32];
}`, everyLane(func(_ int, w []int32) int32 { return sumOf(w) })),
		warpKernel("tree in shared memory", "", `__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64];
	int t = threadIdx.x, lane = t & 31, i = blockIdx.x * blockDim.x + t;
	s[t] = in[i];
	__syncwarp();
	for (int d = 16; d > 0; d /= 2) {
		if (lane < d) s[t] += s[t + d];
		__syncwarp();
	}
	out[i] = s[t & 32];
}`, everyLane(func(_ int, w []int32) int32 { return sumOf(w) })),
		warpKernel("tree of volatile words", "", `__device__ void reduce(volatile int *s, int t) {
	int v = s[t];
	s[t] = v = v + s[t + 16]; s[t] = v = v + s[t + 8]; s[t] = v = v + s[t + 4];
	s[t] = v = v + s[t + 2]; s[t] = v = v + s[t + 1];
}
__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[2][48];
	int t = threadIdx.x, lane = t & 31, i = blockIdx.x * blockDim.x + t;
	s[t / 32][lane] = in[i];
	if (lane < 16) s[t / 32][lane + 32] = 0;
	__syncthreads();
	reduce(s[t / 32], lane);
	__syncthreads();
	out[i] = s[t / 32][0];
}`, everyLane(func(_ int, w []int32) int32 { return sumOf(w) })),
		warpKernel("lanes that leave a loop one after the other", "7.0", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i] & 7, seen = 0;
	unsigned mask = 0xffffffff;
	for (int round = 0; ; round++) {
		mask = __ballot_sync(mask, x >= round);
		if (x < round) break;
		seen += __popc(mask);
	}
	__syncwarp();
	out[i] = seen;
}`, everyLane(func(i int, w []int32) (seen int32) {
			for round := range w[i]&7 + 1 {
				seen += int32(ones(ballot(w, func(x int32) bool { return x&7 >= round })))
			}
			return seen
		})),
		undefined(warpKernel("lanes that have ended", "7.0", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
	if (lane >= 20) return;
	out[i] = __popc(__ballot_sync(0xffffffff, in[i] > 0)) + __shfl_down_sync(0xffffffff, in[i], 4); // 16 to 19 read lanes that take no part
}`, everyLane(func(i int, w []int32) int32 {
			if i >= 20 {
				return 0
			}
			n, from := ones(ballot(w[:20], func(x int32) bool { return x > 0 })), i+4
			if from >= 20 {
				from = i
			}
			return int32(n) + w[from]
		}))),
		sizedKernel("a warp that is not full", "", `__global__ void k(int *out, const int *in, int n) {
	int i = threadIdx.x;
	unsigned mask = __ballot_sync(0xffffffff, 1);
	out[i] = __popc(mask) + 100 * __shfl_up_sync(mask, in[i], 1) + 10000 * __all_sync(mask, in[i] > -31);
}`, []int{1, 7, 31, 40}, func(in []int32) []int32 {
			return fill(len(in), func(i int) int32 {
				from := i
				if i%lanes > 0 {
					from--
				}
				return int32(min(lanes, len(in)-i/lanes*lanes)) + 100*in[from] + 10000
			})
		}),
		sizedKernel("lanes that take turns at a lock", "7.0", `__device__ int lock;
__device__ volatile int counter, last;
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	while (atomicCAS(&lock, 0, 1) != 0) {}
	int ticket = counter;
	counter = ticket + 1;
	__threadfence();
	atomicExch(&lock, 0);
	out[ticket] = ticket + 1;
	__syncthreads();
	if (threadIdx.x == 0) last = in[i];
}`, []int{32, 64, 192}, func(in []int32) []int32 { return fill(len(in), func(i int) int32 { return int32(i + 1) }) }),
		warpKernel("a warp that sleeps", "7.0", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__nanosleep(100);
	for (unsigned ns = 8; ns < 64; ns *= 2) __nanosleep(ns);
	out[i] = in[i];
}`, func(w []int32) []int32 { return w }),
	}
}

func undefined(e warpExample) warpExample {
	e.undefined = true
	return e
}
