package gpumodel_test

import (
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestNamedBarrierFaults: barriers that nobody comes to, and those that no card has, are faults with their line.
func TestNamedBarrierFaults(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{`if (threadIdx.x < 32) asm("bar.sync 1, 64;");`, "barrier 1 waits for 64 threads, and 32 come"},
		{`asm("bar.sync %0, 64;" :: "r"(threadIdx.x / 32 + 1));`, "waits for 64 threads, and 32 come"},
		{`asm("bar.sync 16;");`, "a block has barriers 0 to 15"},
		{`asm("bar.sync 1, 40;");`, "their number is a multiple of 32"},
		{`asm("bar.arrive 1, 0;");`, "bar.arrive needs the number of threads"},
	} {
		k := modeltest.Compile(t, "__global__ void k(int *o) {\n"+test.body+"\no[0] = 1; }")
		for _, mode := range []Mode{Auto, Full} {
			_, err := Run(t.Context(), modeltest.Card(t, "A100"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{64, 1, 1},
				Args: []any{modeltest.Zeros(t, Int32, 4)}, Mode: mode})
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "2") {
				t.Errorf("%s: %v, want %q", test.body, err, test.want)
			}
		}
	}
}
