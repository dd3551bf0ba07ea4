package gpu

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// A point is one run of a sweep and its outcome.
type point struct {
	kernel *Kernel
	n      int
	device *device.Device
	block  starlark.Value // as given; None for the usual one
	shared int            // bytes of dynamic shared memory
	run    gpumodel.ProgramRun
	// settings are what a tuning has chosen, in the order of its space.
	settings []setting

	result *gpumodel.Result
	err    error
}

// program completes how the point runs a built-in program. Without more it is a
// sample: a row has no place for every thread's result.
func (p *point) program(o gpumodel.ProgramRun) {
	o.N, o.Shared = p.n, p.shared
	if o.Check == gpumodel.Auto {
		o.Check = gpumodel.Sample
	}
	p.run = o
}

func (p *point) runProgram(ctx context.Context) (*gpumodel.Result, error) {
	return p.kernel.program.Run(ctx, p.device, p.run)
}

// launch prepares a kernel's launch for what; a kernel that the device cannot run
// is a refusal.
func (p *point) launch(what string, grid, args, full starlark.Value) (job, error) {
	items, ok := args.(starlark.Iterable)
	if _, isArray := args.(*Array); !ok || isArray {
		return nil, typeErrorf("%s: args is a list, or a function that returns one, got %s", what, describe(args))
	}
	g, err := newGeometry(grid, p.block, starlark.MakeInt(p.shared))
	if err != nil {
		return nil, refusal{err}
	}
	if err := p.kernel.runs(p.device); err != nil {
		return nil, refusal{err}
	}
	launch, err := p.kernel.prepare(p.device, g, collect(items))
	if err != nil {
		return nil, refusal{err}
	}
	if launch.Mode, err = modeOf("full", full); err != nil {
		return nil, err
	}
	return func(ctx context.Context) (*gpumodel.Result, error) { return gpumodel.Run(ctx, p.device, launch) }, nil
}

// done reports whether the point was run.
func (p *point) done() bool { return p.result != nil || p.err != nil }

// A setting is what a tuning has chosen for a point: a macro, or another key of its space.
type setting struct {
	name  string
	value starlark.Value
}

// shown is the value as a cell of a table.
func (s setting) shown() any {
	if text, ok := starlark.AsString(s.value); ok {
		return text
	}
	return s.value
}

// A Sweep is the results of many runs: a table, with a row for each point that
// was run, in the order of kernels, n, GPUs, blocks and shared memory.
type Sweep struct {
	*plot.Table
	shown   *plotting.Table
	points  []point
	columns []sweepColumn
}

// A sweepColumn is computed from the point, or, if that is nil, from its result.
type sweepColumn struct {
	name  string
	shown plotting.Column
	value func(p *point) any
	of    func(r *gpumodel.Result) any
}

// The columns of a sweep. Those with a heading are shown; all are in the rows.
var sweepColumns = []sweepColumn{
	{"kernel", plotting.Column{Name: "kernel"}, (*point).name, nil},
	{"gpu", plotting.Column{Name: "GPU"}, func(p *point) any { return p.device.Name }, nil},
	{"n", plotting.Column{Name: "n", Kind: plotting.Int}, func(p *point) any { return p.n }, nil},
	{"block", plotting.Column{Name: "block"}, func(p *point) any { return p.size() }, nil},
	{"shared", plotting.Column{Name: "shared", Unit: "B", Kind: plotting.Int}, func(p *point) any { return p.shared }, nil},
	{"time", plotting.Column{Name: "time", Unit: "ms", Kind: plotting.Float}, nil, func(r *gpumodel.Result) any { return r.Time }},
	{"elapsed", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.Elapsed() }},
	{"gbps", plotting.Column{Name: "throughput", Unit: "GB/s", Kind: plotting.Float}, nil, worked((*gpumodel.Result).GBps)},
	{"bus_gbps", plotting.Column{}, nil, modelled(func(r *gpumodel.Result) any { return r.BusGBps() })},
	{"gflops", plotting.Column{Name: "arithmetic", Unit: "GFLOP/s", Kind: plotting.Float}, nil, worked((*gpumodel.Result).GFLOPs)},
	{"occupancy", plotting.Column{Name: "occupancy", Kind: plotting.Float}, nil, func(r *gpumodel.Result) any { return r.Occupancy.Fraction }},
	{"warps_per_sm", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.Occupancy.WarpsPerSM }},
	{"registers", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.Registers }},
	{"shared_bytes", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.SharedBytes }},
	{"sampled", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.Sampled }},
	{"measured", plotting.Column{}, nil, func(r *gpumodel.Result) any { return starlark.Bool(r.Measured) }},
	{"spread", plotting.Column{}, nil, func(r *gpumodel.Result) any { return spread(r) }},
	{"bound", plotting.Column{Name: "bound"}, nil, modelled(func(r *gpumodel.Result) any { return figure.Bound(r) })},
	{"error", plotting.Column{Name: "error"}, func(p *point) any { return p.errorText() }, nil},
}

// worked is a rate, which a measured result has if its work is known.
func worked(rate func(r *gpumodel.Result) float64) func(r *gpumodel.Result) any {
	return func(r *gpumodel.Result) any {
		if r.Measured && r.Measurement.Work == nil {
			return nil
		}
		return rate(r)
	}
}

// modelled is a figure that only the model has. A sweep of a real GPU does not wait for it.
func modelled(value func(r *gpumodel.Result) any) func(r *gpumodel.Result) any {
	return func(r *gpumodel.Result) any {
		if r.Measured {
			return nil
		}
		return value(r)
	}
}

// name is the kernel's; a text that does not compile has none.
func (p *point) name() any {
	if p.kernel == nil {
		return nil
	}
	return p.kernel.kernel.Name
}

// size is the block that was launched.
func (p *point) size() any {
	if p.result != nil {
		return dims(p.result.Launch.Block)
	}
	if p.block == starlark.None {
		return nil
	}
	return p.block
}

func (p *point) errorText() any {
	if p.err == nil {
		return nil
	}
	return p.err.Error()
}

// settingColumns are the columns of a sweep, and after n one for each setting that
// is none of them.
func settingColumns(names []string) []sweepColumn {
	var own []sweepColumn
	for i, name := range names {
		if known := func(c sweepColumn) bool { return c.name == name }; !slices.ContainsFunc(sweepColumns, known) {
			value := func(p *point) any { return p.settings[i].shown() }
			own = append(own, sweepColumn{name, plotting.Column{Name: name}, value, nil})
		}
	}
	return slices.Insert(slices.Clone(sweepColumns), 3, own...)
}

// newSweep makes the table of the points that were run. Those of a tuning have
// settings, by whose columns they are told apart.
func newSweep(points []point, settings ...string) *Sweep {
	columns := settingColumns(settings)
	points = slices.DeleteFunc(slices.Clone(points), func(p point) bool { return !p.done() })
	all, shown := &plotting.Table{}, &plotting.Table{}
	failed := slices.ContainsFunc(points, func(p point) bool { return p.err != nil })
	computes := slices.ContainsFunc(points, func(p point) bool { return p.result != nil && p.result.GFLOPs() > 0 })
	pads := slices.ContainsFunc(points, func(p point) bool { return p.shared > 0 })
	ran := func(measured bool) bool {
		return slices.ContainsFunc(points, func(p point) bool { return p.result != nil && p.result.Measured == measured })
	}
	left := map[string]bool{"bound": ran(true) && !ran(false), "error": !failed, "gflops": !computes, "shared": !pads} // what no row has is not shown
	if settings != nil {
		left["kernel"], left["gpu"], left["n"] = true, true, true
	}
	var visible []int
	for i, c := range columns {
		all.Columns = append(all.Columns, plotting.Column{Name: c.name})
		if c.shown.Name != "" && !left[c.name] {
			shown.Columns = append(shown.Columns, c.shown)
			visible = append(visible, i)
		}
	}
	for i := range points {
		row := sweepRow(columns, &points[i])
		all.Add(row...)
		var cells []any
		for _, j := range visible {
			cell := row[j]
			if t, ok := cell.(float64); ok && columns[j].name == "time" {
				cell = 1e3 * t
			}
			cells = append(cells, cell)
		}
		shown.Add(cells...)
	}
	return &Sweep{plot.NewTable(all), shown, points, columns}
}

func sweepRow(columns []sweepColumn, p *point) []any {
	row := make([]any, len(columns))
	for i, c := range columns {
		switch {
		case c.value != nil:
			row[i] = c.value(p)
		case p.result != nil:
			row[i] = c.of(p.result)
		}
	}
	return row
}

// shownRows is how many rows of a sweep a cell shows.
const shownRows = 20

// view is the table that a cell shows.
func (s *Sweep) view() *plotting.Table {
	t := *s.shown
	t.Title = fmt.Sprintf("%d points", len(t.Rows))
	if len(t.Rows) > shownRows {
		t.Title += fmt.Sprintf(", of which these are the first %d (s.rows has all)", shownRows)
		t.Rows = t.Rows[:shownRows]
	}
	return &t
}

func (s *Sweep) String() string        { return s.view().Text() }
func (*Sweep) Type() string            { return "sweep" }
func (s *Sweep) Hash() (uint32, error) { return unhashable(s) }

// MIMEBundle shows the first rows.
func (s *Sweep) MIMEBundle() (data, metadata map[string]any) { return s.view().MIMEBundle() }

var _ = declare(row{
	name: "sweep.best", page: "sweeps.md", attr: method((*Sweep).best),
	args: hints{"y": columnNames},
	doc: `best(y="gbps")
The row with the best value of a column: the least time, the most of the others. Without y
it is gflops where every run computes, otherwise gbps.

    s.best()`,
})

// Attr returns an attribute of the table, best or save.
func (s *Sweep) Attr(name string) (starlark.Value, error) {
	if v, err := s.Table.Attr(name); v != nil || err != nil {
		return v, err
	}
	return attributeOf(s, name)
}

// AttrNames lists the attributes.
func (s *Sweep) AttrNames() []string { return append(s.Table.AttrNames(), attributeNames(s)...) }

// Doc is what ?s shows.
func (*Sweep) Doc() string {
	return `The results of many runs, a row for each. s.rows is a list of dicts; s.column("gbps"),
s.best(), s.csv(), s.save(path); plot(s, y="gbps") and heatmap(s) draw it.`
}

// References are the theoretical peaks of the GPUs, for the columns that have one.
func (s *Sweep) References(column string) []plotting.Reference {
	peak, ok := map[string]func(d *device.Device) float64{
		"gbps": (*device.Device).BandwidthGBps, "bus_gbps": (*device.Device).BandwidthGBps, "gflops": (*device.Device).PeakGFLOPs,
	}[column]
	var devices []*device.Device
	for _, p := range s.points {
		if !slices.Contains(devices, p.device) {
			devices = append(devices, p.device)
		}
	}
	if !ok {
		return nil
	}
	var lines []plotting.Reference
	for _, d := range devices {
		label := "theoretical peak"
		if len(devices) > 1 {
			label += " of " + d.Name
		}
		lines = append(lines, plotting.Reference{Y: peak(d), Label: label})
	}
	return lines
}

// best is the row with the highest value of a column, or the shortest time.
// Without a column it is gflops if every point computes, otherwise gbps.
func (s *Sweep) best(c call) (starlark.Value, error) {
	column := "gbps"
	if !slices.ContainsFunc(s.points, func(p point) bool { return p.result != nil && p.result.GFLOPs() == 0 }) {
		column = "gflops"
	}
	return s.bestOf(c, column)
}

// bestOf is the best row by the column of the call, or by another.
func (s *Sweep) bestOf(c call, column string) (starlark.Value, error) {
	if err := c.unpack("y??", &column); err != nil {
		return nil, err
	}
	best, value := -1, math.Inf(-1)
	for i := range s.points {
		x, err := s.figure(i, column)
		if err != nil {
			return nil, err
		}
		if lowest(column) {
			x = -x
		}
		if x > value {
			best, value = i, x
		}
	}
	if best < 0 {
		return nil, valueErrorf("best: no point has a result")
	}
	return s.Index(best), nil
}

// lowest reports whether less of a column is better.
func lowest(column string) bool { return column == "time" || column == "elapsed" }

// figure is a number of row i; NaN if the point failed.
func (s *Sweep) figure(i int, column string) (float64, error) {
	v, found, _ := s.Index(i).(*starlark.Dict).Get(starlark.String(column))
	x, ok := starlark.AsFloat(v)
	switch {
	case !found:
		return 0, &fault{"KeyError", fmt.Sprintf("no column %q (near: %s)", column, strings.Join(nearest(column, s.columnNames()), ", "))}
	case ok:
		return x, nil
	case v == starlark.None:
		return math.NaN(), nil
	}
	return 0, typeErrorf("best: the column %q holds no numbers", column)
}

func (s *Sweep) columnNames() []string {
	var names []string
	for _, c := range s.columns {
		names = append(names, c.name)
	}
	return names
}
