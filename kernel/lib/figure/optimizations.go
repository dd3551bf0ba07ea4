package figure

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/plotting"
)

// An Optimization is a pair of programs before it and after it.
type Optimization struct {
	Name, Before, After string
	N                   int
}

// AllOptimizations are those of the lecture on performance considerations.
var AllOptimizations = []Optimization{
	{"occupancy", "grid/few_blocks", "grid/many_blocks", 1 << 23},
	{"coalescing", "product/column_major", "product/row_major", 384},
	{"divergence", "divergence/parity", "divergence/warps", 1 << 20},
	{"tiling", "matmul/naive", "matmul/tiled", 384},
	{"privatisation", "histogram/global", "histogram/privatised", 1 << 18},
	{"coarsening", "histogram/privatised", "histogram/coarsened", 1 << 18},
}

// An effect is a column: what changes.
type effect struct {
	name     string
	counters []string // that add up
	digits   int
}

var effects = []effect{
	{"instructions", []string{"smsp__inst_executed.sum"}, 3},
	{"issued per clock", []string{"issued_ipc"}, 2},
	{"threads of one", []string{"smsp__thread_inst_executed_per_inst_executed.ratio"}, 3},
	{"warps at work (%)", []string{"sm__warps_active.avg.pct_of_peak_sustained_active"}, 3},
	{"sectors of a load", []string{"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"}, 3},
	{"sectors of all", []string{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}, 3},
	{"global atomics", []string{"atomic_transactions"}, 3},
	{"DRAM bytes", []string{"dram__bytes.sum"}, 3},
}

// Optimizations runs each pair of programs on a GPU. The table has what changes: a row
// for each pair, a column for each effect.
func Optimizations(ctx context.Context, d *device.Device, rows []Optimization) (*plotting.Table, error) {
	t := &plotting.Table{Title: "before → after on " + d.Name,
		Columns: []plotting.Column{{Name: "optimization"}, {Name: "before"}, {Name: "after"}, {Name: "n", Kind: plotting.Int},
			{Name: "times as fast", Kind: plotting.Float, Digits: 3}}}
	for _, e := range effects {
		t.Columns = append(t.Columns, plotting.Column{Name: e.name})
	}
	var ran [][2]*gpumodel.Result
	for _, o := range rows {
		before, err := o.run(ctx, d, o.Before)
		if err != nil {
			return nil, err
		}
		after, err := o.run(ctx, d, o.After)
		if err != nil {
			return nil, err
		}
		row := []any{o.Name, o.Before, o.After, o.N, before.Time / after.Time}
		for _, e := range effects {
			row = append(row, e.change(before, after))
		}
		t.Add(row...)
		ran = append(ran, [2]*gpumodel.Result{before, after})
	}
	addUncertainties(t, ran)
	return t, nil
}

// ratioColumn is the place of the ratios of two times.
const ratioColumn = 4

// addUncertainties adds to a table of pairs, if times are of samples, by what part each ratio may be off.
func addUncertainties(t *plotting.Table, pairs [][2]*gpumodel.Result) {
	certain := func(p [2]*gpumodel.Result) bool { return errorBar(p[0]) == 0 && errorBar(p[1]) == 0 }
	if !slices.ContainsFunc(pairs, func(p [2]*gpumodel.Result) bool { return !certain(p) }) {
		return
	}
	t.Columns = slices.Insert(t.Columns, ratioColumn+1, plotting.Column{Name: "±"})
	for i, p := range pairs {
		text := ""
		if !certain(p) {
			text = strings.TrimPrefix(plotting.PlusMinus(p[0].Uncertainty+p[1].Uncertainty), " ± ")
			if p[0].Within(p[1]) {
				text += ": within it"
			}
		}
		t.Rows[i] = slices.Insert(t.Rows[i], ratioColumn+1, any(text))
	}
}

// run runs one program of a pair, as a sample.
func (o *Optimization) run(ctx context.Context, d *device.Device, program string) (*gpumodel.Result, error) {
	p, err := programs.Find(program)
	if err != nil {
		return nil, err
	}
	return p.Run(ctx, d, programs.Run{N: o.N, Mode: gpumodel.Sample, Check: gpumodel.Sample})
}

// change writes a figure before and after, or once if it stays.
func (e *effect) change(before, after *gpumodel.Result) string {
	b, a := e.of(before), e.of(after)
	if b == a {
		return b
	}
	return fmt.Sprintf("%s → %s", b, a)
}

func (e *effect) of(r *gpumodel.Result) string {
	sum := 0.0
	for _, name := range e.counters {
		x, err := r.Counters.Get(name)
		if err != nil {
			return "–"
		}
		sum += x
	}
	if sum >= 1e5 {
		return plotting.SI(sum, "")
	}
	return plotting.Number(sum, e.digits)
}
