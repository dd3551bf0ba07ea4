package gpumodel_test

import (
	"errors"
	"math"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/cputime"
)

// TestEmptyLaunch: a launch that leaves nothing behind is not executed block by block, however many there are. A countdown of looks at
// the context notices if it is.
func TestEmptyLaunch(t *testing.T) {
	m, err := gpumodel.Compile("k.cu", `__global__ void empty() {}
__global__ void nothing(int n) { if (threadIdx.x < n) n *= 2; }
__global__ void writes(int *a) { *a = 1; }
__global__ void waits() { __syncthreads(); }`, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		card, kernel string
		args         []any
	}{{"H100", "empty", nil}, {"K20X", "empty", nil}, {"H100", "nothing", []any{int64(5)}}} {
		run := func(blocks int) *gpumodel.Result {
			k, looks := m.Kernel(test.kernel), cputime.NewCountdown(t.Context(), 10_000, errors.New("is executed block by block"))
			r, err := gpumodel.Run(looks, modeltest.Card(t, test.card), gpumodel.Launch{Kernel: k, Grid: gpumodel.Dim3{X: blocks, Y: 1, Z: 1},
				Block: gpumodel.Dim3{X: 32, Y: 1, Z: 1}, Args: test.args})
			if err != nil {
				t.Fatalf("%s on %s, %d blocks: %v", test.kernel, test.card, blocks, err)
			}
			return r
		}
		few, most := run(1<<20), run(math.MaxInt32)
		if ratio, want := most.Time/few.Time, float64(math.MaxInt32)/(1<<20); math.Abs(ratio/want-1) > few.Uncertainty+most.Uncertainty {
			t.Errorf("%s on %s: %d times the blocks take %.1f times as long (± %.3f)", test.kernel, test.card, 2048, ratio,
				few.Uncertainty+most.Uncertainty)
		}
	}
	for name, want := range map[string]bool{"empty": true, "nothing": true, "writes": false, "waits": false} {
		for _, card := range []string{"GTX 280", "C2050", "K20X", "H100"} {
			p, err := m.Kernel(name).Lower(t.Context(), modeltest.Card(t, card))
			if err != nil {
				t.Fatal(err)
			}
			if p.LeavesNothing() != want {
				t.Errorf("%s on %s leaves nothing behind: %v, want %v\n%s", name, card, p.LeavesNothing(), want, p)
			}
		}
	}
}
