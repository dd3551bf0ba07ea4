package gpu

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

func (l *library) sweepBuiltins() []builtin {
	return []builtin{
		{"sweep", l.sweep, `sweep(kernels, n=1024, gpu=None, block=None, check=None, full=None, defines=None, grid=None, args=None, shared=0)
Runs every kernel for every n, GPU, block and number of bytes of dynamic shared
memory, and returns the table of results. Each of the five is one value or a
list; a tuple is one block. Built-in programs
bring their data. For other kernels args is a function of n that returns the
list of arguments, and grid a function of n or a size; both functions may take
the block as a second parameter. A point that cannot run is a row with its error;
what kernels print is left out. Built-in programs are sampled at every size;
check=True executes every thread and compares with the reference. s.rows, s.column(name), s.best(), s.csv() and
s.save(path) give the results; plot(s) draws them.

Shared memory that a kernel does not use leaves fewer blocks on a multiprocessor:
k.occupancy().shared_steps are the bytes for ever fewer.

    s = sweep(["transpose/naive", "transpose/padded"], n=range(512, 2049, 256))
    s = sweep("transpose/copy", shared=kernel("transpose/copy").occupancy().shared_steps)
    plot(s, y="time", x="warps_per_sm")
    sweep(k, n=[1 << 10, 1 << 16], block=[128, 256], grid=lambda n, block: n // block, args=lambda n: [zeros(n), n])`},
		{"last_sweep", l.lastSweep, `last_sweep()
The last sweep of the session; of one that was interrupted or failed, the points
that were finished.

    s = last_sweep()`},
	}
}

// A point is one run of a sweep and its outcome.
type point struct {
	kernel *Kernel
	n      int
	device *device.Device
	block  starlark.Value // as given; None for the usual one
	shared int            // bytes of dynamic shared memory

	result *gpumodel.Result
	err    error
}

// done reports whether the point was run.
func (p *point) done() bool { return p.result != nil || p.err != nil }

// A Sweep is the results of many runs: a table, with a row for each point that
// was run, in the order of kernels, n, GPUs, blocks and shared memory.
type Sweep struct {
	*plot.Table
	shown  *plotting.Table
	points []point
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
	{"kernel", plotting.Column{Name: "kernel"}, func(p *point) any { return p.kernel.kernel.Name }, nil},
	{"gpu", plotting.Column{Name: "GPU"}, func(p *point) any { return p.device.Name }, nil},
	{"n", plotting.Column{Name: "n", Kind: plotting.Int}, func(p *point) any { return p.n }, nil},
	{"block", plotting.Column{Name: "block"}, func(p *point) any { return p.size() }, nil},
	{"shared", plotting.Column{Name: "shared", Unit: "B", Kind: plotting.Int}, func(p *point) any { return p.shared }, nil},
	{"time", plotting.Column{Name: "time", Unit: "ms", Kind: plotting.Float}, nil, func(r *gpumodel.Result) any { return r.Time }},
	{"elapsed", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.Elapsed() }},
	{"gbps", plotting.Column{Name: "throughput", Unit: "GB/s", Kind: plotting.Float}, nil, func(r *gpumodel.Result) any { return r.GBps() }},
	{"bus_gbps", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.BusGBps() }},
	{"gflops", plotting.Column{Name: "arithmetic", Unit: "GFLOP/s", Kind: plotting.Float}, nil, func(r *gpumodel.Result) any { return r.GFLOPs() }},
	{"occupancy", plotting.Column{Name: "occupancy", Kind: plotting.Float}, nil, func(r *gpumodel.Result) any { return r.Occupancy.Fraction }},
	{"warps_per_sm", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.Occupancy.WarpsPerSM }},
	{"registers", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.Registers }},
	{"shared_bytes", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.SharedBytes }},
	{"sampled", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.Sampled }},
	{"measured", plotting.Column{}, nil, func(r *gpumodel.Result) any { return starlark.Bool(r.Measured) }},
	{"bound", plotting.Column{Name: "bound"}, nil, func(r *gpumodel.Result) any { return boundOf(r) }},
	{"error", plotting.Column{Name: "error"}, func(p *point) any { return p.errorText() }, nil},
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

// newSweep makes the table of the points that were run.
func newSweep(points []point) *Sweep {
	points = slices.DeleteFunc(slices.Clone(points), func(p point) bool { return !p.done() })
	all, shown := &plotting.Table{}, &plotting.Table{}
	failed := slices.ContainsFunc(points, func(p point) bool { return p.err != nil })
	computes := slices.ContainsFunc(points, func(p point) bool { return p.result != nil && p.result.GFLOPs() > 0 })
	pads := slices.ContainsFunc(points, func(p point) bool { return p.shared > 0 })
	left := map[string]bool{"error": !failed, "gflops": !computes, "shared": !pads} // what no row has is not shown
	var visible []int
	for i, c := range sweepColumns {
		all.Columns = append(all.Columns, plotting.Column{Name: c.name})
		if c.shown.Name != "" && !left[c.name] {
			shown.Columns = append(shown.Columns, c.shown)
			visible = append(visible, i)
		}
	}
	for i := range points {
		row := sweepRow(&points[i])
		all.Add(row...)
		var cells []any
		for _, j := range visible {
			cell := row[j]
			if t, ok := cell.(float64); ok && sweepColumns[j].name == "time" {
				cell = 1e3 * t
			}
			cells = append(cells, cell)
		}
		shown.Add(cells...)
	}
	return &Sweep{plot.NewTable(all), shown, points}
}

func sweepRow(p *point) []any {
	row := make([]any, len(sweepColumns))
	for i, c := range sweepColumns {
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

var sweepAttributes = attributes[*Sweep]{
	"best": method("best", (*Sweep).best),
	"save": method("save", (*Sweep).save),
}

// Attr returns an attribute of the table, best or save.
func (s *Sweep) Attr(name string) (starlark.Value, error) {
	if v, err := s.Table.Attr(name); v != nil || err != nil {
		return v, err
	}
	return sweepAttributes.get(s, name)
}

// AttrNames lists the attributes.
func (s *Sweep) AttrNames() []string { return append(s.Table.AttrNames(), sweepAttributes.names()...) }

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
	if err := c.unpack("y??", &column); err != nil {
		return nil, err
	}
	best, value := -1, math.Inf(-1)
	for i := range s.points {
		x, err := s.figure(i, column)
		if err != nil {
			return nil, err
		}
		if column == "time" || column == "elapsed" {
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

func (*Sweep) columnNames() []string {
	var names []string
	for _, c := range sweepColumns {
		names = append(names, c.name)
	}
	return names
}

// save writes the sweep as CSV to a file below the current directory: the
// notebook's. It is the one way in which a cell writes a file.
func (s *Sweep) save(c call) (starlark.Value, error) {
	var path string
	if err := c.unpack("path", &path); err != nil {
		return nil, err
	}
	switch {
	case !filepath.IsLocal(path):
		return nil, valueErrorf("save: %q: want a path below the notebook's directory", path)
	case filepath.Ext(path) != ".csv":
		return nil, valueErrorf("save: %q: the file is written as CSV; end its name in .csv", path)
	}
	if err := writeFile(path, s.CSV()); err != nil {
		return nil, &fault{"OSError", "save: " + err.Error()}
	}
	return starlark.None, nil
}

// writeFile writes a whole file: under a temporary name, then renamed. A path
// that leaves the current directory through a symbolic link is refused.
func writeFile(path, content string) error {
	root, err := os.OpenRoot(".")
	if err != nil {
		return err
	}
	defer root.Close()
	temporary := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d", filepath.Base(path), os.Getpid()))
	if err := root.WriteFile(temporary, []byte(content), 0o666); err != nil {
		return err
	}
	if err := root.Rename(temporary, path); err != nil {
		_ = root.Remove(temporary) // the error of interest is the first one
		return err
	}
	return nil
}
