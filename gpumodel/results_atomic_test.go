package gpumodel

import (
	"math"
	"math/rand/v2"
	"slices"
)

func atomicExamples() []example {
	return []example{
		kernelOf("memory/atomics of int", `__global__ void k(int *a, const int *in, int *olds, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i];
	atomicAdd(&a[0], x); atomicSub(&a[1], x); atomicMin(&a[2], x); atomicMax(&a[3], x);
	atomicAnd(&a[4], x); atomicOr(&a[5], x); atomicXor(&a[6], x);
	atomicCAS(&a[7], 0, x | 1);
	olds[atomicAdd(&a[8], 1)] = 1;
	atomicExch(&a[9 + i % 3], 77);
}`, intAtomics),
		kernelOf("memory/atomics of unsigned", `__global__ void k(unsigned *a, const unsigned *in, unsigned *tickets, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	unsigned x = in[i];
	atomicAdd(&a[0], x); atomicMin(&a[1], x); atomicMax(&a[2], x);
	unsigned t = atomicInc(&a[3], 6); atomicAdd(&tickets[t], 1);
	atomicDec(&a[4], 9);
	atomicSub(a + 5, 3u);
}`, unsignedAtomics),
		kernelOf("memory/atomics of 64 bits and float", `__global__ void k(unsigned long long *a, float *f, const int *in, unsigned long long *olds, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	atomicAdd(a, (unsigned long long)(long long)in[i] << 20);
	unsigned long long before = atomicExch(&a[1 + i], 1ULL << 50 | i);
	olds[i] = before + 1;
	atomicCAS(&a[1 + i], 1ULL << 50 | i, ~0ULL);
	if (atomicExch(f + i, 0.25f) == 2.0f) atomicExch(&f[i], -0.0f);
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			in := fill(n, func(int) int32 { return int32(r.IntN(2000) - 1000) })
			a := make([]uint64, n+1)
			after, olds := make([]uint64, n+1), make([]uint64, n)
			for i, x := range in {
				a[1+i] = uint64(i) << 40
				after[0] += uint64(int64(x)) << 20
				after[1+i], olds[i] = 1<<64-1, uint64(i)<<40+1
			}
			return trial{grid: grid, block: block, args: []any{a, fill(n, func(i int) float32 { return float32(1 + i%2) }), in, make([]uint64, n), int64(n)},
				want: []any{after, fill(n, func(i int) float32 { return []float32{0.25, float32(math.Copysign(0, -1))}[i%2] }), nil, olds}}
		}),
		kernelOf("memory/atomicAdd of double by CAS", `__device__ double add(double *address, double val) {
	unsigned long long int *p = (unsigned long long int *)address;
	unsigned long long int old = *p, assumed;
	do {
		assumed = old;
		old = atomicCAS(p, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
	} while (assumed != old);
	return __longlong_as_double(old);
}
__global__ void k(double *sum, const double *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) add(sum, in[i]);
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			in, sum := make([]float64, n), 0.0
			for i := range in {
				in[i] = float64(r.IntN(1000)) / 8
				sum += in[i]
			}
			return trial{grid: grid, block: block, args: []any{make([]float64, 1), in, int64(n)}, want: []any{[]float64{sum}}}
		}),
		kernelOf("memory/atomics in shared memory", `__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[6];
	__shared__ unsigned turns;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	if (t < 6) s[t] = t == 2 ? 1 << 30 : t == 4 ? -1 : 0;
	if (t == 0) turns = 0;
	__syncthreads();
	if (i < n) {
		int x = in[i];
		atomicAdd(&s[0], x); atomicMax(&s[1], x); atomicMin(&s[2], x); atomicOr(&s[3], x); atomicAnd(&s[4], x); atomicXor(&s[5], x);
		atomicInc(&turns, 1000);
	}
	__syncthreads();
	if (t < 6) out[blockIdx.x * 7 + t] = s[t];
	if (t == 6) out[blockIdx.x * 7 + 6] = turns;
}`, sharedAtomics),
		kernelOf("memory/last block by atomicInc and fence", `__device__ unsigned int count = 0;
__global__ void k(float *result, volatile float *partial, const float *in, int n) {
	__shared__ bool last;
	__shared__ float s[100];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	if (t == 0) {
		float sum = 0;
		for (int j = 0; j < blockDim.x; j++) sum += s[j];
		partial[blockIdx.x] = sum;
		__threadfence();
		last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && t == 0) {
		float sum = 0;
		for (int b = 0; b < gridDim.x; b++) sum += partial[b];
		*result = sum;
		count = 0;
	}
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			in, sums, sum := make([]float32, n), make([]float32, grid.X), float32(0)
			for i := range in {
				in[i] = float32(r.IntN(100)) / 4
				sums[i/100] += in[i]
				sum += in[i]
			}
			return trial{grid: grid, block: block, args: []any{make([]float32, 1), make([]float32, grid.X), in, int64(n)}, want: []any{[]float32{sum}, sums}}
		}),
	}
}

func intAtomics(n int, r *rand.Rand) trial {
	grid, block := linear(n)
	in := fill(n, func(int) int32 { return r.Int32() - 1<<30 })
	a := []int32{1, 2, 1 << 30, -1 << 30, -1, 0, 0, 0, 0, 5, 5, 5}
	want := slices.Clone(a)
	for _, x := range in {
		want[0] += x
		want[1] -= x
		want[2], want[3] = min(want[2], x), max(want[3], x)
		want[4], want[5], want[6] = want[4]&x, want[5]|x, want[6]^x
	}
	want[7], want[8] = in[0]|1, int32(n)
	for i := range min(n, 3) {
		want[9+i] = 77
	}
	return trial{grid: grid, block: block, args: []any{a, in, make([]int32, n), int64(n)},
		want: []any{want, nil, fill(n, func(int) int32 { return 1 })}}
}

func unsignedAtomics(n int, r *rand.Rand) trial {
	grid, block := linear(n)
	in := fill(n, func(int) uint32 { return r.Uint32() })
	a := []uint32{7, 1 << 31, 1 << 30, 2, 4, 10}
	want, tickets := slices.Clone(a), make([]uint32, 7)
	for _, x := range in {
		want[0] += x
		want[1], want[2] = min(want[1], x), max(want[2], x)
		tickets[want[3]]++
		want[3] = (want[3] + 1) % 7
		want[4] = (want[4] + 9) % 10
		want[5] -= 3
	}
	return trial{grid: grid, block: block, args: []any{a, in, make([]uint32, 7), int64(n)}, want: []any{want, nil, tickets}}
}

func sharedAtomics(n int, r *rand.Rand) trial {
	grid, block := linear(n)
	in := fill(n, func(int) int32 { return int32(r.IntN(2000) - 500) })
	out := make([]int32, 7*grid.X)
	for b := range grid.X {
		o := out[7*b:]
		o[2], o[4] = 1<<30, -1
		for _, x := range in[100*b : min(n, 100*b+100)] {
			o[0] += x
			o[1], o[2] = max(o[1], x), min(o[2], x)
			o[3], o[4], o[5] = o[3]|x, o[4]&x, o[5]^x
			o[6]++
		}
	}
	return trial{grid: grid, block: block, args: []any{make([]int32, 7*grid.X), in, int64(n)}, want: []any{out}}
}
