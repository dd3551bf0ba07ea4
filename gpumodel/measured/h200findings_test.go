package measured_test

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/gpumodel/published"
	"warpbook.dev/internal/tier"
)

// at is the measured time of a built-in program with its usual block, in microseconds, and
// what the model has of it.
func at(t *testing.T, program string, n int, defines ...string) (measured, modelled float64, r *gpumodel.Result) {
	t.Helper()
	p, err := programs.Find(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, point := range published.H200Times() {
		s := &silicon{Point: point}
		if s.Program != program || s.N != n || s.Block != [2]int{p.Block.X, p.Block.Y} || s.Shared != 0 ||
			!strings.HasSuffix(s.key(), " "+strings.Join(defines, " ")) {
			continue
		}
		if err := s.model(t.Context(), modeltest.Card(t, "H200")); err != nil {
			t.Fatal(err)
		}
		return s.measured(), s.microseconds(), s.modelled
	}
	t.Fatalf("no measurement of %s at %d %v", program, n, defines)
	return 0, 0, nil
}

// TestFindingsH200: what the card shows, the model finds.
func TestFindingsH200(t *testing.T) {
	tier.Check(t)
	t.Run("sectors per request", func(t *testing.T) {
		for _, c := range []struct {
			program       string
			loads, stores float64
		}{{"transpose/copy", 4, 4}, {"transpose/naive", 4, 32}, {"transpose/tiled", 4, 4}} {
			_, _, r := at(t, c.program, 1024)
			for name, want := range map[string]float64{"ld": c.loads, "st": c.stores} {
				if got := r.Counters.Value("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_" + name + ".ratio"); got != want {
					t.Errorf("%s: %g sectors per request of %s, the card has %g", c.program, got, name, want)
				}
			}
		}
	})
	t.Run("unpadded tile", func(t *testing.T) {
		tiled, modelledTiled, _ := at(t, "transpose/tiled", 2048)
		padded, modelledPadded, _ := at(t, "transpose/padded", 2048)
		compare(t, "a tile without padding takes times the time", tiled/padded, modelledTiled/modelledPadded, 0.25)
	})
	t.Run("working set beyond the L2", func(t *testing.T) {
		tier.Long(t)
		small, modelledSmall, _ := at(t, "matmul/naive", 1024)
		large, modelledLarge, _ := at(t, "matmul/naive", 2048)
		compare(t, "beyond the L2 the naive product takes times the time of a multiplication", large/small/8, modelledLarge/modelledSmall/8, 0.1)
	})
	t.Run("coarsening by 4", func(t *testing.T) {
		one, modelledOne, _ := at(t, "matmul/tiled", 1024)
		four, modelledFour, _ := at(t, "matmul/coarsened", 1024, "COARSE=4")
		compare(t, "the kernel coarsened by 4 takes times the time", four/one, modelledFour/modelledOne, 0.1)
	})
}

// compare takes two ratios: the model's may be off by a share of the card's.
func compare(t *testing.T, what string, measured, modelled, share float64) {
	t.Helper()
	t.Logf("%s: %.2f measured, %.2f modelled", what, measured, modelled)
	if modelled < measured*(1-share) || modelled > measured*(1+share) {
		t.Errorf("%s: %.2f measured, %.2f modelled", what, measured, modelled)
	}
}
