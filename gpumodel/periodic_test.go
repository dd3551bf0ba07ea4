package gpumodel_test

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// Loops whose iterations do different work in turn. The body sees i, t, a, words of a minus one in mask, and s.
var periodicLoops = []struct{ name, body string }{
	{"walks along sectors", "s += a[(t * 640 + i) & mask];"},
	{"walks along lines, by bytes", "s += ((const char *)a)[(t * 2560 + i) & mask];"},
	{"a product's row", "s += a[(blockIdx.x * 4096 + i) & mask] * a[(i * 4096 + threadIdx.x) & mask];"},
	{"every 8th loads", "s = s * 0.5f + i; if ((i & 7) == 0) s += a[(t * 33 + i * 4096) & mask];"},
	{"every 12th computes", "s += a[(t + i * 4096) & mask]; if (i % 12 == 5) for (int k = 0; k < 20; k++) s = sqrtf(s + k);"},
	{"trips in turn", "for (int k = 0; k < (i & 3) * 3; k++) s += a[(t + i * 4096 + k * 64) & mask];"},
	{"banks in turn", "s += tile[(threadIdx.x << (i & 3)) & 255]; tile[(threadIdx.x << (i & 3)) & 255] = s;"},
	{"every 100th stores", "s = s * 0.5f + i; if (i % 100 == 99) atomicAdd((int *)o + (t & 63), 1);"},
}

// TestPeriodicLoops compares samples of loops whose iterations differ in turn with the simulation of every
// iteration: of few blocks and of many.
func TestPeriodicLoops(t *testing.T) {
	for i, card := range []string{"H100", "C2050", "GTX 280", "K20X", "V100", "T4"} {
		for kind, x := range periodicLoops {
			for _, blocks := range []int{203, 2030} {
				t.Run(card+"/"+x.name, func(t *testing.T) {
					if i == 0 && blocks == 203 && kind%3 == 0 && kind > 0 {
						tier.Check(t)
					} else {
						tier.Long(t)
					}
					t.Parallel()
					trips := int64(200 + 100000/blocks)
					c := compare(t, card, irregular{x.name, `__global__ void k(float *o, const float *a, int mask, int n) {
	__shared__ float tile[256];
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	tile[threadIdx.x] = t;
	for (int i = 0; i < n + (blockIdx.x & 7); i++) { ` + x.body + ` }
	o[t] = s + tile[threadIdx.x ^ 1];
}`, one(blocks), one(128), func(t testing.TB) []any {
						const words = 1 << 24
						return []any{modeltest.Zeros(t, gpumodel.Float32, 1<<20), modeltest.Zeros(t, gpumodel.Float32, words), int64(words - 1), trips}
					}})
					if c.off() > c.sampled.Uncertainty+0.001 {
						t.Errorf("the time is off by %.1f %%, with an uncertainty of %.1f %%", 100*c.off(), 100*c.sampled.Uncertainty)
					}
					for _, n := range []string{"inst_executed", "gld_request", "atom_count", "shared_load_replay"} {
						got, want := c.sampled.Counters.Value(n), c.whole.Counters.Value(n)
						if math.Abs(got-want) > 0.02*want {
							t.Errorf("%s is %v, of the whole %v", n, got, want)
						}
					}
				})
			}
		}
	}
}
