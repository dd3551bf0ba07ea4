package conformance

import (
	"path"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/internal/tier"
)

// resultKernels are the kernels of a file of testdata/results, which TestResultsOfCards runs; launch is one of them.
func resultKernels(t *testing.T, name string) (list []*Kernel, launch func(k *Kernel) Launch) {
	t.Helper()
	f, err := newResultFile(path.Join("testdata/results", name))
	if err != nil {
		t.Fatal(err)
	}
	return f.kernels, func(k *Kernel) Launch {
		x := f.trial(k, 1, nil)
		l, _ := x.launch(t, k)
		return l
	}
}

// TestCopiesOfNewerCards: cards that lack the instructions say so.
func TestCopiesOfNewerCards(t *testing.T) {
	for _, test := range []struct{ file, card, want string }{
		{"copyasync/matrices_in_shared_memory.cu", "V100", "compute capability 7.0 lacks ldmatrix, which came with 7.5"},
		{"copyasync/of_4_8_and_16_bytes.cu", "RTX 2080 Ti", "compute capability 7.5 lacks asynchronous copies to shared memory (cp.async), which came with 8.0"},
	} {
		list, launch := resultKernels(t, test.file)
		if _, err := Run(t.Context(), card(t, test.card), launch(list[0])); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s on %s: %v, want %q", test.file, test.card, err, test.want)
		}
	}
}

// TestCopiesOverlap: a warp that has the next tile copied while it computes takes less time than one that waits for
// each tile. Before 8.0, where copies are loads and stores, waiting makes no such difference.
func TestCopiesOverlap(t *testing.T) {
	tier.Check(t)
	for _, by := range tier.Sample(t, []string{"primitives", "cuda_pipeline", "cooperative_groups"}, 1) {
		list, launch := resultKernels(t, "copyasync/a_tile_ahead_by_"+by+".cu")
		for _, name := range []string{"V100", "A100", "H200"} {
			var times []float64 // with a tile ahead, and with none
			for _, k := range list {
				r, err := Run(t.Context(), card(t, name), launch(k))
				if err != nil {
					t.Fatal(by, name, err)
				}
				times = append(times, r.Time)
			}
			switch ratio := times[1] / times[0]; {
			case name == "V100" && (ratio < 0.9 || ratio > 1.1):
				t.Errorf("%s: V100: %v", by, times)
			case name != "V100" && ratio < 1.3:
				t.Errorf("%s, %s: waiting for each tile takes %.3g times as long as copying ahead", by, name, ratio)
			}
		}
	}
}
