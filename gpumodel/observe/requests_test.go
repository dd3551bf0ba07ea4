package observe

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/programs"
)

// The requests of an access carry its transactions, and all of them together what the
// counters of the launch say.
func TestRequests(t *testing.T) {
	for _, name := range []string{"8800 GTX", "GTX 280", "C2050", "K20X", "H200"} {
		for _, program := range []string{"transpose/naive", "transpose/copy", "increment/float4", "runs/per_thread"} {
			d := modeltest.Card(t, name)
			n := 64
			if program == "increment/float4" || program == "runs/per_thread" {
				n = 1 << 12
			}
			l := modeltest.Must(modeltest.Must(programs.Find(program)).Launch(programs.Run{N: n}))
			blocks := make([]int, l.Grid.Count())
			for i := range blocks {
				blocks[i] = i
			}
			moved := map[bool]int64{}
			if _, err := Accesses(t.Context(), d, l, blocks, func(a *Access) (keep, more bool) {
				parts := a.Requests(d)
				var joined []uint64
				lanes := 0
				for _, r := range parts {
					lanes += len(r.Lanes)
					moved[a.Store] += int64(r.Moved())
					if r.Asked(a.Bytes) > r.Moved() {
						t.Errorf("%s on %s: a request asks for %d bytes and moves %d", program, name, r.Asked(a.Bytes), r.Moved())
					}
					for _, x := range r.Transactions {
						joined = append(joined, x.Addr)
					}
				}
				var whole []uint64
				for _, x := range a.Transactions {
					whole = append(whole, x.Addr)
				}
				if a.readOnly {
					return false, true // groups of lanes look the same line up
				}
				if diff := cmp.Diff(whole, joined); diff != "" || lanes != len(a.Lanes) {
					t.Fatalf("%s on %s, line %d: %d of %d lanes, transactions -access +requests:\n%s", program, name, a.Line, lanes, len(a.Lanes), diff)
				}
				return false, true
			}); err != nil {
				t.Fatal(err)
			}
			l.Mode = gpumodel.Full
			r := modeltest.Must(gpumodel.Run(t.Context(), d, l))
			for store, name := range map[bool]string{false: "ld", true: "st"} {
				sectors, err := r.Counters.Get("l1tex__t_sectors_pipe_lsu_mem_global_op_" + name + ".sum")
				if err != nil || 32*int64(sectors) != moved[store] || moved[store] == 0 {
					t.Errorf("%s on %s: requests move %d bytes (%s), the launch counts %g sectors (%v)", program, d.Name, moved[store], name, sectors, err)
				}
			}
		}
	}
}
