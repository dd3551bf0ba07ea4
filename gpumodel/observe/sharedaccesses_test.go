package observe

import (
	"testing"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/programs"
)

// The passes of all accesses of a launch are those that it counts, and the arrays are known by name
// and shape.
func TestSharedAccesses(t *testing.T) {
	for _, name := range []string{"GTX 280", "C2050", "K20X", "H200"} {
		for program, dims := range map[string][2]int{"transpose/tiled": {32, 32}, "transpose/padded": {32, 33}, "matmul/tiled": {16, 16}} {
			d := modeltest.Card(t, name)
			l := modeltest.Must(modeltest.Must(programs.Find(program)).Launch(programs.Run{N: 64}))
			blocks := make([]int, l.Grid.Count())
			for i := range blocks {
				blocks[i] = i
			}
			passes, requests := 0, 0
			err := SharedAccesses(t.Context(), d, l, blocks, func(a *SharedAccess) (more bool) {
				requests++
				for _, p := range a.Phases {
					passes += p.Passes
				}
				if x := a.Array; len(x.Dims) != 2 || x.Dims[0] != dims[0] || x.Dims[1] != dims[1] || x.Elem != 4 || x.Name == "" || a.Line == 0 {
					t.Fatalf("%s on %s: an access of %+v in line %d", program, name, x, a.Line)
				}
				return true
			})
			l.Mode = gpumodel.Full
			r := modeltest.Must(gpumodel.Run(t.Context(), d, l))
			want := r.Counters.Value("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum")
			if err != nil || requests == 0 || float64(passes) != want {
				t.Errorf("%s on %s: %d requests with %d passes, the launch counts %g (%v)", program, name, requests, passes, want, err)
			}
		}
	}
}
