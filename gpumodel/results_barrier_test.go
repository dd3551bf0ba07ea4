package gpumodel

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// barrierExamples are barriers to which the threads of a block bring a predicate, in
// blocks of up to two warps.
func barrierExamples() []warpExample {
	list := []warpExample{
		warpKernel("barrier/count, and, or", "2.0", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	int v = __syncthreads_count(x > 10) + 1000 * __syncthreads_and(x > -31) + 2000 * __syncthreads_or(x == 69);
	out[i] = v + 10000 * __syncthreads_and(x) + 20000 * __syncthreads_or(x > 1000) + 100000 * __syncthreads_count(true);
}`, nil).with(ofBlocks(func(b []int32) []int32 {
			v := int32(len(above(b, 10))) + 1000 + int32(100000*len(b))
			if slices.Contains(b, 69) {
				v += 2000
			}
			if !slices.Contains(b, 0) {
				v += 10000
			}
			return fill(len(b), func(int) int32 { return v })
		})),
		warpKernel("barrier/some have left", "2.0", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i];
	if (threadIdx.x % 3 == 0) return;
	out[i] = 2 * __syncthreads_count(threadIdx.x % 2) + __syncthreads_and(threadIdx.x % 3);
}`, nil).with(ofBlocks(func(b []int32) []int32 {
			odd := int32(0)
			for i := range b {
				if i%3 != 0 && i%2 != 0 {
					odd++
				}
			}
			return fill(len(b), func(i int) int32 {
				if i%3 == 0 {
					return b[i]
				}
				return 2*odd + 1
			})
		})),
		warpKernel("barrier/sort until no thread has swapped", "2.0", `__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = in[i];
	__syncthreads();
	int swapped;
	do {
		swapped = 0;
		for (int odd = 0; odd < 2; odd++) {
			if (t % 2 == odd && t + 1 < blockDim.x && s[t] > s[t + 1]) {
				int x = s[t];
				s[t] = s[t + 1];
				s[t + 1] = x;
				swapped = 1;
			}
			__syncthreads();
		}
	} while (__syncthreads_or(swapped));
	out[i] = s[t];
}`, nil).with(ofBlocks(func(b []int32) []int32 { return slices.Sorted(slices.Values(b)) })),
		warpKernel("barrier/compaction in a block", "2.0", `__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64], next;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, x = in[i];
	if (t == 0) next = 0;
	s[t] = 0;
	int kept = __syncthreads_count(x > 0);
	if (x > 0) {
		int before = 0;
		for (int j = 0; j < t; j++) before += in[i - t + j] > 0;
		s[before] = x;
	}
	__syncthreads();
	out[i] = t < kept ? s[t] : -kept;
}`, nil).with(ofBlocks(func(b []int32) []int32 {
			kept := above(b, 0)
			n := len(kept)
			for len(kept) < len(b) {
				kept = append(kept, int32(-n))
			}
			return kept
		})),
	}
	for i := range list {
		list[i].sizes = append(list[i].sizes, 1, 31, 45)
	}
	return list
}

// above are the values above a limit, in their order.
func above(b []int32, limit int32) []int32 {
	return slices.DeleteFunc(slices.Clone(b), func(x int32) bool { return x <= limit })
}

// ofBlocks computes the results of each block of 64 threads.
func ofBlocks(want func(in []int32) []int32) func(in []int32) []int32 {
	return func(in []int32) (out []int32) {
		for b := range slices.Chunk(in, 64) {
			out = append(out, want(b)...)
		}
		return out
	}
}

// TestBarrierVotes: what threads bring to a barrier is known on all cards that have it,
// and also where a sample computes only what it needs.
func TestBarrierVotes(t *testing.T) {
	d := card(t, "C2050")
	for _, e := range barrierExamples() {
		t.Run(e.name, func(t *testing.T) {
			k := e.kernel(t)
			e.compute(t, k, d)
			var stats [2]any
			for i, mode := range []Mode{Full, Sample} {
				x := e.trial(64, seeded(64))
				l, _ := x.launch(t, k)
				l.Mode, l.Experiment.Together = mode, true
				r, err := Run(t.Context(), d, l)
				if err != nil {
					t.Fatal(err)
				}
				stats[i] = r.Counted.Stats
			}
			if d := cmp.Diff(stats[0], stats[1]); d != "" {
				t.Errorf("counters of a full launch (-) and of a sample (+):\n%s", d)
			}
		})
	}
}
