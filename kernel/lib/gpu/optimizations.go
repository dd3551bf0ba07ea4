package gpu

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = declare(row{
	name: "optimizations", page: "results.md", fn: (*library).optimizations,
	returns: exampleTable,
	args:    hints{"only": words(optimizationNames()...)},
	doc: `optimizations(gpu=None, only=None)
What an optimization does for the cores and for the memory: a table with a row for each of
occupancy, coalescing, divergence, tiling, privatisation and coarsening. A row runs a pair
of built-in programs that compute the same, before it and after it, and shows how many
times as fast the second one is, and what has changed: the instructions of all warps, how
many are issued in each clock of an SM, how many threads take part in one, the warps that
an SM has at work, the sectors of each load, the sectors of all accesses, the atomics on
global memory, and what the DRAM moves. only names one row, or a list of them.

    optimizations("C2050", only="divergence")`,
})

// An optimization is a pair of programs before it and after it.
type optimization struct {
	name, before, after string
	n                   int
}

// allOptimizations are those of the lecture on performance considerations.
var allOptimizations = []optimization{
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

func (l *library) optimizations(c call) (starlark.Value, error) {
	var gpu, only starlark.Value
	if err := c.unpack("gpu??", &gpu, "only??", &only); err != nil {
		return nil, err
	}
	d, err := l.deviceOf(gpu)
	if err != nil {
		return nil, err
	}
	rows, err := chosenOptimizations(c.name, only)
	if err != nil {
		return nil, err
	}
	t := &plotting.Table{Title: "before → after on " + d.Name, Columns: []plotting.Column{{Name: "optimization"}, {Name: "before"}, {Name: "after"}, {Name: "n", Kind: plotting.Int},
		{Name: "times as fast", Kind: plotting.Float, Digits: 3}}}
	for _, e := range effects {
		t.Columns = append(t.Columns, plotting.Column{Name: e.name})
	}
	for _, o := range rows {
		before, err := o.run(c, d, o.before)
		if err != nil {
			return nil, err
		}
		after, err := o.run(c, d, o.after)
		if err != nil {
			return nil, err
		}
		row := []any{o.name, o.before, o.after, o.n, before.Time / after.Time}
		for _, e := range effects {
			row = append(row, e.change(before, after))
		}
		t.Add(row...)
	}
	return plot.NewTable(t), nil
}

// chosenOptimizations reads only=.
func chosenOptimizations(function string, only starlark.Value) ([]optimization, error) {
	if only == nil || only == starlark.None {
		return allOptimizations, nil
	}
	var rows []optimization
	for _, v := range flattened([]starlark.Value{only}) {
		name, ok := starlark.AsString(v)
		if !ok {
			return nil, typeErrorf("%s: only is %s, want a name or a list of names", function, describe(v))
		}
		i := slices.IndexFunc(allOptimizations, func(o optimization) bool { return o.name == name })
		if i < 0 {
			return nil, valueErrorf("%s: no optimization %q (there are %s)", function, name, strings.Join(optimizationNames(), ", "))
		}
		rows = append(rows, allOptimizations[i])
	}
	return rows, nil
}

func optimizationNames() []string {
	var names []string
	for _, o := range allOptimizations {
		names = append(names, o.name)
	}
	return names
}

// run runs one program of a pair, as a sample.
func (o *optimization) run(c call, d *device.Device, program string) (*gpumodel.Result, error) {
	p, err := gpumodel.FindProgram(program)
	if err != nil {
		return nil, err
	}
	r, err := p.Run(c.ctx(), d, gpumodel.ProgramRun{N: o.n, Mode: gpumodel.Sample, Check: gpumodel.Sample})
	if err != nil {
		return nil, launchFault(err, nil)
	}
	return r, nil
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
