package figure

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/plotting"
)

// mostOps is how many rows the table of a program has.
const mostOps = 40

// ProgramTable is what a program did with the GPU: a row for each kernel and kind of copy as often as it came in a row.
func ProgramTable(r *host.Run) *plotting.Table {
	t := &plotting.Table{
		Title: fmt.Sprintf("on %s, modelled", r.Device.Name),
		Columns: []plotting.Column{{Name: "kernel or copy"}, {Name: "grid"}, {Name: "block"}, {Name: "times", Kind: plotting.Int},
			{Name: "each"}, {Name: "±"}, {Name: "all"}, {Name: "bound"}},
	}
	type row struct {
		what, grid, block, spread, bound string
		times                            int
		all                              float64
	}
	var rows []row
	for i := range r.Ops {
		op := &r.Ops[i]
		x := row{what: op.Name(), times: 1, all: op.Time()}
		if l := op.Result; l != nil {
			x.grid, x.block, x.bound = Size(l.Launch.Grid), Size(l.Launch.Block), l.Bounds[0].Name
			x.spread = plotting.Percent(l.Uncertainty)
		} else {
			x.what = fmt.Sprintf("%s, %s", x.what, plotting.SI(float64(op.Transfer.Bytes), "B"))
		}
		if n := len(rows); n > 0 && rows[n-1].what == x.what && rows[n-1].grid == x.grid && rows[n-1].block == x.block {
			rows[n-1].times++
			rows[n-1].all += x.all
			continue
		}
		rows = append(rows, x)
	}
	for i, x := range rows {
		if i == mostOps {
			t.Add(fmt.Sprintf("and %d more", len(rows)-i), "", "", nil, "", "", "", "")
			break
		}
		t.Add(x.what, x.grid, x.block, x.times, plotting.SI(x.all/float64(x.times), "s"), x.spread, plotting.SI(x.all, "s"), x.bound)
	}
	return t
}

// Alike are launches of a kernel with one size.
type Alike struct {
	Result *gpumodel.Result // of the first one
	Times  int
}

// Distinct are the kernels and sizes that a program launched, in the order in which they came first.
func Distinct(r *host.Run) (all []Alike) {
	for _, l := range r.Launches() {
		same := func(a Alike) bool {
			return a.Result.Kernel.Name == l.Kernel.Name && a.Result.Launch.Grid == l.Launch.Grid && a.Result.Launch.Block == l.Launch.Block
		}
		if i := slices.IndexFunc(all, same); i >= 0 {
			all[i].Times++
			continue
		}
		all = append(all, Alike{l, 1})
	}
	return all
}
