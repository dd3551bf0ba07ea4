package gpumodel_test

import (
	"errors"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/tier"
)

// TestEndless: a kernel that never ends is an error about its loop, in a full launch and in a sampled
// one. A loop that certainly never ends is not waited for until the model's patience is over.
func TestEndless(t *testing.T) {
	tier.Check(t)
	for _, c := range []struct{ body, want string }{
		{"for (;;) ;", "line 2: the loop does not seem to end"},
		{"for (;;) ;", "it has no condition that could end it"},
		{"while (a[0] == 0) ;", "its condition in line 2 never changes"},
		{"volatile int *v = a; while (v[0] == 0) v[1] += 1;", "its condition in line 2 depends on memory alone"},
	} {
		k := modeltest.Compile(t, "__global__ void k(int *a) {\n\t"+c.body+"\n}")
		for _, mode := range []Mode{Full, Sample} {
			before := allocated(t)
			_, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: k, Grid: Dim3{1000, 1, 1}, Block: Dim3{32, 1, 1},
				Args: []any{modeltest.Zeros(t, Int32, 64)}, Mode: mode})
			if !errors.Is(err, warp.ErrEndless) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, mode %d: error %v, want %q", c.body, mode, err, c.want)
			}
			if took := allocated(t) - before; took > 512<<20 {
				t.Errorf("%s, mode %d: allocated %d MB", c.body, mode, took>>20)
			}
		}
	}
}
