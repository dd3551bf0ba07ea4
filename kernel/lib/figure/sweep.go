package figure

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/plotting"
)

// A Point is one run of a sweep: what was run, and its outcome.
type Point struct {
	Kernel   string // empty for a text that does not compile
	Device   *device.Device
	N        int
	Block    any   // its size as a cell shows it; nil for the usual one
	Shared   int   // bytes of dynamic shared memory
	Settings []any // what a tuning has chosen, in the order of its space
	Result   *gpumodel.Result
	Err      error
}

// A Sweep is the points of a sweep as tables.
type Sweep struct {
	All     *plotting.Table // every column, in units without prefix
	shown   *plotting.Table
	points  []Point
	columns []sweepColumn
}

// A sweepColumn is computed from the point, or, if that is nil, from its result.
type sweepColumn struct {
	name  string
	shown plotting.Column
	value func(p *Point) any
	of    func(r *gpumodel.Result) any
}

// The columns of a sweep. Those with a heading are shown; all are in the rows.
var sweepColumns = []sweepColumn{
	{"kernel", plotting.Column{Name: "kernel"}, func(p *Point) any { return textOrNil(p.Kernel) }, nil},
	{"gpu", plotting.Column{Name: "GPU"}, func(p *Point) any { return p.Device.Name }, nil},
	{"n", plotting.Column{Name: "n", Kind: plotting.Int}, func(p *Point) any { return p.N }, nil},
	{"block", plotting.Column{Name: "block"}, func(p *Point) any { return p.Block }, nil},
	{"shared", plotting.Column{Name: "shared", Unit: "B", Kind: plotting.Int}, func(p *Point) any { return p.Shared }, nil},
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
	{"uncertainty", plotting.Column{Name: "±", Unit: "%", Kind: plotting.Float, Digits: 2}, nil, func(r *gpumodel.Result) any { return r.Uncertainty }},
	{"measured", plotting.Column{}, nil, func(r *gpumodel.Result) any { return r.Measured }},
	{"spread", plotting.Column{}, nil, func(r *gpumodel.Result) any { return Spread(r) }},
	{"bound", plotting.Column{Name: "bound"}, nil, modelled(func(r *gpumodel.Result) any { return Bound(r) })},
	{"error", plotting.Column{Name: "error"}, func(p *Point) any { return errorText(p.Err) }, nil},
}

// worked is a rate, which a measured result has if its work is known.
func worked(rate func(r *gpumodel.Result) float64) func(r *gpumodel.Result) any {
	return func(r *gpumodel.Result) any {
		if r.Measured && r.Measurement.Work() == nil {
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

// settingColumns are the columns of a sweep, and after n one for each setting that
// is none of them.
func settingColumns(names []string) []sweepColumn {
	var own []sweepColumn
	for i, name := range names {
		if known := func(c sweepColumn) bool { return c.name == name }; !slices.ContainsFunc(sweepColumns, known) {
			value := func(p *Point) any { return p.Settings[i] }
			own = append(own, sweepColumn{name, plotting.Column{Name: name}, value, nil})
		}
	}
	return slices.Insert(slices.Clone(sweepColumns), 3, own...)
}

// NewSweep makes the table of the points that were run. Those of a tuning have
// settings, by whose columns they are told apart.
func NewSweep(points []Point, settings []string) Sweep {
	columns, left := settingColumns(settings), unshown(points, settings)
	all, shown := &plotting.Table{}, &plotting.Table{}
	var visible []int
	for i, c := range columns {
		all.Columns = append(all.Columns, plotting.Column{Name: c.name})
		if c.shown.Name != "" && !left[c.name] {
			visible = append(visible, i)
		}
	}
	visible = besideTime(columns, visible)
	for _, j := range visible {
		shown.Columns = append(shown.Columns, columns[j].shown)
	}
	for i := range points {
		row := sweepRow(columns, &points[i])
		all.Add(row...)
		var cells []any
		for _, j := range visible {
			cell := row[j]
			if x, ok := cell.(float64); ok && shownFactors[columns[j].name] != 0 {
				cell = shownFactors[columns[j].name] * x
			}
			cells = append(cells, cell)
		}
		shown.Add(cells...)
	}
	return Sweep{all, shown, points, columns}
}

// shownFactors are what the columns that have a prefix in the shown table are multiplied by.
var shownFactors = map[string]float64{"time": 1e3, "uncertainty": 100}

// besideTime puts the uncertainty, if it is visible, behind the time.
func besideTime(columns []sweepColumn, visible []int) []int {
	place := func(name string) int {
		return slices.IndexFunc(visible, func(j int) bool { return columns[j].name == name })
	}
	from := place("uncertainty")
	if from < 0 {
		return visible
	}
	j := visible[from]
	visible = slices.Delete(visible, from, from+1)
	return slices.Insert(visible, place("time")+1, j)
}

// unshown are the columns that no row has, and those that a tuning has in its title.
func unshown(points []Point, settings []string) map[string]bool {
	failed := slices.ContainsFunc(points, func(p Point) bool { return p.Err != nil })
	computes := slices.ContainsFunc(points, func(p Point) bool { return p.Result != nil && p.Result.GFLOPs() > 0 })
	pads := slices.ContainsFunc(points, func(p Point) bool { return p.Shared > 0 })
	ran := func(measured bool) bool {
		return slices.ContainsFunc(points, func(p Point) bool { return p.Result != nil && p.Result.Measured == measured })
	}
	uncertain := slices.ContainsFunc(points, func(p Point) bool { return p.Result != nil && errorBar(p.Result) > 0 })
	left := map[string]bool{"uncertainty": !uncertain, "bound": ran(true) &&
		!ran(false), "error": !failed, "gflops": !computes, "shared": !pads}
	if settings != nil {
		left["kernel"], left["gpu"], left["n"] = true, true, true
	}
	return left
}

func sweepRow(columns []sweepColumn, p *Point) []any {
	row := make([]any, len(columns))
	for i, c := range columns {
		switch {
		case c.value != nil:
			row[i] = c.value(p)
		case p.Result != nil:
			row[i] = c.of(p.Result)
		}
	}
	return row
}

// View is the first rows of the table that is shown.
func (s Sweep) View(most int) *plotting.Table {
	t := *s.shown
	t.Title = fmt.Sprintf("%d points", len(t.Rows))
	if len(t.Rows) > most {
		t.Title += fmt.Sprintf(", of which these are the first %d (s.rows has all)", most)
		t.Rows = t.Rows[:most]
	}
	return &t
}

// References are the theoretical peaks of the GPUs, for the columns that have one.
func (s Sweep) References(column string) []plotting.Reference {
	peak, ok := map[string]func(d *device.Device) float64{
		"gbps": (*device.Device).BandwidthGBps, "bus_gbps": (*device.Device).BandwidthGBps, "gflops": (*device.Device).PeakGFLOPs,
	}[column]
	var devices []*device.Device
	for _, p := range s.points {
		if !slices.Contains(devices, p.Device) {
			devices = append(devices, p.Device)
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

// Lowest reports whether less of a column is better.
func Lowest(column string) bool { return column == "time" || column == "elapsed" }

// Columns are the names of all columns.
func (s Sweep) Columns() []string {
	var names []string
	for _, c := range s.columns {
		names = append(names, c.name)
	}
	return names
}

// IsSweepColumn reports whether every sweep has a column of the name.
func IsSweepColumn(name string) bool {
	return slices.ContainsFunc(sweepColumns, func(c sweepColumn) bool { return c.name == name })
}

// textOrNil is a cell of a table, without a text an empty one.
func textOrNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func errorText(err error) any {
	if err == nil {
		return nil
	}
	return err.Error()
}

// Spread is how far apart the middle half of the measured times lies; nothing of a model.
func Spread(r *gpumodel.Result) float64 {
	if !r.Measured {
		return 0
	}
	return measured.Of(r).Spread()
}
