package gpumodel_test

import (
	"fmt"
	"math"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// TestStoresWait: a launch that only stores is no faster than the DRAM takes it once the L2 holds back all that it
// can, whether it stores whole sectors or half of them, which the DRAM has to read before. A sample, which
// ends before, says so within its uncertainty.
func TestStoresWait(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void store(float2 *out, int stride) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * stride] = make_float2(i, 1);
}`)
	cards := tier.Pick([]string{"T4", "V100"}, []string{"V100", "T4", "A100 40GB", "RTX 3090"},
		[]string{"V100", "T4", "A100 40GB", "RTX 3090", "H100 SXM", "RTX 4090", "H200", "B200"})
	for _, name := range cards {
		d := modeltest.Card(t, name)
		for stride := 1; stride <= 2; stride++ {
			const blocks, threads = 2048, 256
			l := Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{threads, 1, 1}, Mode: Sample,
				Args: []any{modeltest.Zeros(t, Float32, 2*blocks*threads*stride), int64(stride)}}
			results := map[bool]*Result{}
			for _, exact := range []bool{false, true} {
				l.Exact = exact
				r, err := Run(t.Context(), d, l)
				if err != nil {
					t.Fatal(err)
				}
				if results[exact] = r; r.BelowBound() > 0 {
					t.Errorf("%s, stride %d, exact %v: %.4g s were simulated, the %s bound is %.4g s", d.Name, stride, exact, r.Simulated,
						r.Bounds[0].Name, r.Bounds[0].Time)
				}
			}
			if whole, r := results[true], results[false]; math.Abs(r.Time/whole.Time-1) > r.Uncertainty {
				t.Errorf("%s, stride %d: %.4g s ± %s in a sample of %.2f, %.4g s of all", d.Name, stride, r.Time,
					fmt.Sprintf("%.1f %%", 100*r.Uncertainty), r.Sampled, whole.Time)
			}
		}
	}
}
