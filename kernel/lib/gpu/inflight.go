package gpu

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

func inFlightBuiltins() []builtin {
	return []builtin{
		{"in_flight_plot", inFlightPlot, `in_flight_plot(*launches, title=None)
Little's law: bytes in flight are latency times throughput. The line is what the
latency of the memory allows, up to the bandwidth; the corner is what has to be in
flight on an SM, and the points are what launches have. Launches are results, or
what r.in_flight() returns, on one GPU.

    in_flight_plot([run("transpose/copy", n=1024, block=b) for b in [(32, 2), (32, 8)]])`},
	}
}

// An InFlight is what r.in_flight() finds, as a value.
type InFlight struct {
	gpumodel.InFlight
	observed *gpumodel.Observation
}

func (f *InFlight) String() string        { return f.table().Text() }
func (*InFlight) Type() string            { return "in_flight" }
func (*InFlight) Freeze()                 {}
func (*InFlight) Truth() starlark.Bool    { return true }
func (f *InFlight) Hash() (uint32, error) { return unhashable(f) }

var inFlightAttributes = attributes[*InFlight]{
	"needed":         number(func(f *InFlight) float64 { return f.Needed() }),
	"needed_reads":   number(func(f *InFlight) float64 { return f.NeededReads() }),
	"had":            number(func(f *InFlight) float64 { return f.Had() }),
	"latency":        number(func(f *InFlight) float64 { return f.Latency }),
	"latency_seen":   number(func(f *InFlight) float64 { return f.Seen }),
	"bandwidth_gbps": number(func(f *InFlight) float64 { return f.Bandwidth / 1e9 }),
	"read_gbps":      number(func(f *InFlight) float64 { return f.Rate / 1e9 }),
	"read_share":     number(func(f *InFlight) float64 { return f.Reads }),
	"enough":         func(f *InFlight) (starlark.Value, error) { return starlark.Bool(f.enough()), nil },
}

// Attr returns a figure.
func (f *InFlight) Attr(name string) (starlark.Value, error) { return inFlightAttributes.get(f, name) }

// AttrNames lists the figures.
func (f *InFlight) AttrNames() []string { return inFlightAttributes.names() }

// MIMEBundle shows what is needed and what the launch had.
func (f *InFlight) MIMEBundle() (data, metadata map[string]any) { return f.table().MIMEBundle() }

func (f *InFlight) enough() bool { return f.Had() >= f.NeededReads() }

func (f *InFlight) table() *plotting.Table {
	d := f.observed.Device
	verdict := "too few for the bandwidth"
	switch {
	case f.Rate == 0:
		verdict = "no loads"
	case f.enough():
		verdict = "enough for the bandwidth"
	}
	t := &plotting.Table{
		Title:   fmt.Sprintf("%s<<<%s, %s>>> on %s, bytes in flight: %s", f.observed.Kernel.Name, dims(f.observed.Launch.Grid), dims(f.observed.Launch.Block), d.Name, verdict),
		Columns: []plotting.Column{{Name: "bytes in flight"}, {Name: "on the GPU"}, {Name: "on an SM"}, {Name: "because of"}},
	}
	row := func(name string, bytes float64, why string) {
		each := bytes / float64(d.SMs)
		t.Add(name, plotting.SI(bytes, "B"), fmt.Sprintf("%s, %s × 128 B", plotting.SI(each, "B"), plotting.Number(each/128, 3)), why)
	}
	row("needed", f.Needed(), fmt.Sprintf("%s latency × %s", plotting.SI(f.Latency, "s"), plotting.SI(f.Bandwidth, "B/s")))
	if f.Rate > 0 {
		row("needed of loads", f.NeededReads(), percent(f.Reads)+" of what the launch moves are loads")
		row("had", f.Had(), fmt.Sprintf("%s that a load took × %s", plotting.SI(f.Seen, "s"), plotting.SI(f.Rate, "B/s")))
	}
	return t
}

func (r *Result) inFlight(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	f, err := r.flights(c)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// flightWaves is for how many waves a launch is observed for an average.
const flightWaves = 12

func (r *Result) flights(c call) (*InFlight, error) {
	o, err := r.observe(c, 0, flightWaves)
	if err != nil {
		return nil, err
	}
	return &InFlight{o.InFlight(), o}, nil
}

func inFlightPlot(c call) (starlark.Value, error) {
	title := "Little's law: bytes in flight and throughput"
	if err := (call{c.name, c.thread, nil, c.kwargs}).unpack("title??", &title); err != nil {
		return nil, err
	}
	all, err := ofLaunches(c, "in_flight", `"transpose/copy", n=1024`, func(r *Result) (*InFlight, error) { return r.flights(c) })
	if err != nil {
		return nil, err
	}
	f, err := inFlightFigure(all)
	if err != nil {
		return nil, err
	}
	f.Title = title
	return plot.NewFigure(f)
}

// inFlightFigure draws the roof of latency and bandwidth and a point for each launch.
// Of launches that load and store it counts the loads: the roof is their share of the
// bandwidth.
func inFlightFigure(all []*InFlight) (*plotting.Figure, error) {
	first := all[0]
	d := first.observed.Device
	sms := float64(d.SMs)
	f := &plotting.Figure{
		Provenance: fmt.Sprintf("%s, modelled: %s latency, %s", d.Name, plotting.SI(first.Latency, "s"), plotting.SI(first.Bandwidth, "B/s")),
		X:          plotting.Axis{Label: "bytes of loads in flight on an SM", Unit: "B"},
		Y:          plotting.Axis{Label: "throughput of loads", Unit: "B/s"},
	}
	most, share := 0.0, 0.0
	for _, x := range all {
		name := x.observed.Kernel.Name
		switch {
		case x.observed.Device.Name != d.Name:
			return nil, valueErrorf("in_flight_plot: %s ran on %s, %s on %s: a roof is that of one GPU", name, x.observed.Device.Name, first.observed.Kernel.Name, d.Name)
		case x.Rate == 0:
			return nil, valueErrorf("in_flight_plot: %s loads nothing from memory", name)
		}
		most, share = max(most, x.Had()/sms), max(share, x.Reads)
	}
	corner := first.Needed() * share / sms
	roof := first.Bandwidth * share
	most = max(1.25*corner, 1.1*most)
	f.Series = append(f.Series, plotting.Series{
		Name: "latency, then bandwidth", Marker: "none",
		X: []float64{0, corner, most}, Y: []float64{0, roof, roof},
	})
	f.Marks = []plotting.Mark{{X: corner, Label: "needed: " + plotting.SI(corner, "B")}}
	if share < 1 {
		f.References = []plotting.Reference{{Y: roof, Label: percent(share) + " of the bandwidth"}}
	}
	for _, x := range all {
		f.Series = append(f.Series, plotting.Series{
			Name: fmt.Sprintf("%s, %s threads on an SM", x.observed.Kernel.Name, plotting.Thousands(int64(x.observed.BlocksPerSM*x.observed.Launch.Block.Count()))),
			X:    []float64{x.Had() / sms}, Y: []float64{x.Rate}, Style: plotting.Points,
		})
	}
	return f, nil
}
