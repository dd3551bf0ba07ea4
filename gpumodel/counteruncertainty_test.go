package gpumodel_test

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// TestCounterUncertainty: counts of some of the blocks of a grid that differ are within what they say of
// themselves, and those of blocks that are alike, or that were all counted, are exact.
func TestCounterUncertainty(t *testing.T) {
	tier.Long(t)
	const blocks = 60000
	k := modeltest.Compile(t, `__global__ void k(float *o, const float *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, trips = ((blockIdx.x * 2654435761u) >> 9) % 200;
	float s = 0;
	if (n > 1) for (int j = 0; j < trips; j++) s += a[(i + j * 8192) & 1048575];
	o[i] = s;
}`)
	trips := 0.0
	for b := range uint32(blocks) {
		trips += float64(b * 2654435761 >> 9 % 200)
	}
	for _, c := range []struct {
		n     int64
		loads float64
		doubt bool
	}{{2, 2 * trips, true}, {1, 0, false}} {
		r, err := gpumodel.Run(t.Context(), modeltest.Card(t, "C2050"),
			gpumodel.Launch{Kernel: k, Grid: one(blocks), Block: one(64), Mode: gpumodel.Sample,
				Args: []any{modeltest.Zeros(t, gpumodel.Float32, blocks*64), modeltest.Zeros(t, gpumodel.Float32, 1<<20), c.n}})
		if err != nil {
			t.Fatal(err)
		}
		off, err := r.Counters.Uncertainty("gld_request")
		got := r.Counters.Value("gld_request")
		if err != nil || (off > 0) != c.doubt || off > 0.1 || math.Abs(got-c.loads) > off*got {
			t.Errorf("n = %d: %v loads ± %.2g %%, %v; want %v", c.n, got, 100*off, err, c.loads)
		}
		t.Logf("n = %d: %v loads ± %.2g %%; %v", c.n, got, 100*off, c.loads)
		if off, _ := r.Counters.Uncertainty("gst_request"); off != 0 {
			t.Errorf("n = %d: stores are ± %v", c.n, off)
		}
	}
}
