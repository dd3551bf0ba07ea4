package sweep

import (
	"iter"
	"math"
	"slices"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// A Sweep is the results of many runs: a table, with a row for each point that
// was run, in the order of kernels, n, GPUs, blocks and shared memory.
type Sweep struct {
	*plot.Table
	tables figure.Sweep
	points []point
	gpu    *gpu.Library  // of the session that has run it
	host   time.Duration // what this machine took; in no table, as it differs from run to run
}

// newSweep makes the table of the points that were run. Those of a tuning have
// settings, by whose columns they are told apart.
func newSweep(points []point, settings ...string) *Sweep {
	points = slices.DeleteFunc(slices.Clone(points), func(p point) bool { return !p.done() })
	list := make([]figure.Point, len(points))
	for i := range points {
		list[i] = points[i].shown()
	}
	tables := figure.NewSweep(list, settings)
	return &Sweep{Table: plot.NewTable(gpu.InCells(tables.All)), tables: tables, points: points}
}

// view is the table that a cell shows.
func (s *Sweep) view() *plotting.Table { return s.tables.View(gpu.ShownRows) }

// References are the theoretical peaks of the GPUs, for the columns that have one.
func (s *Sweep) References(column string) []plotting.Reference { return s.tables.References(column) }

// Results are the points that have a result, by their n.
func (s *Sweep) Results() iter.Seq2[int, *gpumodel.Result] {
	return func(yield func(int, *gpumodel.Result) bool) {
		for _, p := range s.points {
			if p.result != nil && !yield(p.n, p.result) {
				return
			}
		}
	}
}

func (s *Sweep) String() string        { return s.view().Text() }
func (*Sweep) Type() string            { return "sweep" }
func (s *Sweep) Hash() (uint32, error) { return face.Unhashable(s) }

// MIMEBundle shows the first rows.
func (s *Sweep) MIMEBundle() (data, metadata map[string]any) { return s.view().MIMEBundle() }

var _ = registry.Declare(row{
	Name: "sweep.best", Page: "sweeps.md", Attr: face.Method((*Sweep).best),
	Args: face.Hints{"y": columnNames},
	Doc: `best(y=None)
Returns the row with the best value in a column. The best time is the lowest. In other columns, the highest
value is the best.

y (string, None): the column. None is "gflops" if every launch does floating-point arithmetic, otherwise "gbps"

    s.best()`,
})

var _ = face.DeclareFields(&registry, face.Fields[*Sweep]{
	"host_seconds": face.Number(func(s *Sweep) float64 { return s.host.Seconds() }),
})

// Attr returns an attribute of the table, best, save or host_seconds.
func (s *Sweep) Attr(name string) (starlark.Value, error) {
	if v, err := s.Table.Attr(name); v != nil || err != nil {
		return v, err
	}
	return registry.Attr(s, name)
}

// AttrNames lists the attributes.
func (s *Sweep) AttrNames() []string { return append(s.Table.AttrNames(), registry.AttrNames(s)...) }

// Doc is what ?s shows.
func (*Sweep) Doc() string {
	return `Holds the results of many runs, a row for each.
rows              a list of dicts
column("gbps")    the values of a column
best()            the best row
csv(), save(path) the rows as CSV
host_seconds      how long this computer took for all runs
plot(s, y="gbps") and heatmap(s) draw it.`
}

// best is the row with the highest value of a column, or the shortest time.
// Without a column it is gflops if every point computes, otherwise gbps.
func (s *Sweep) best(c face.Call) (starlark.Value, error) {
	column := "gbps"
	if !slices.ContainsFunc(s.points, func(p point) bool { return p.result != nil && p.result.GFLOPs() == 0 }) {
		column = "gflops"
	}
	return s.bestOf(c, column)
}

// bestOf is the best row by the column of the call, or by another.
func (s *Sweep) bestOf(c face.Call, column string) (starlark.Value, error) {
	if err := c.Unpack("y??", &column); err != nil {
		return nil, err
	}
	best, value := -1, math.Inf(-1)
	for i := range s.points {
		x, err := s.figure(i, column)
		if err != nil {
			return nil, err
		}
		if figure.Lowest(column) {
			x = -x
		}
		if x > value {
			best, value = i, x
		}
	}
	if best < 0 {
		return nil, face.ValueErrorf("best: no point has a result")
	}
	return s.Index(best), nil
}

// figure is a number of row i; NaN if the point failed.
func (s *Sweep) figure(i int, column string) (float64, error) {
	v, found, _ := s.Index(i).(*starlark.Dict).Get(starlark.String(column))
	x, ok := starlark.AsFloat(v)
	switch {
	case !found:
		return 0, plot.UnknownColumn(column, s.Columns())
	case ok:
		return x, nil
	case v == starlark.None:
		return math.NaN(), nil
	}
	return 0, face.TypeErrorf("best: the column %q holds no numbers", column)
}

// Inspection shows the first rows.
func (s *Sweep) Inspection(int) map[string]any {
	data, _ := s.MIMEBundle()
	return data
}
