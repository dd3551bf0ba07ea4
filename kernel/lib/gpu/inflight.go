package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

var _ = registry.Declare(row{
	Name: "in_flight_plot", Page: "pictures.md", Func: inFlightPlot,
	Doc: `in_flight_plot(*launches, title=None)
Draws Little's law: throughput over the bytes in flight on an SM. The line is the highest throughput that the
memory latency and the bandwidth allow. The corner of the line shows the number of bytes in flight that the full
bandwidth needs. Each launch is a point.

*launches (results): results on one GPU, or the values of r.in_flight(); also lists of them
title (string, None): title of the figure

Returns the figure.

    in_flight_plot([run("transpose/copy", n=1024, block=b) for b in [(32, 2), (32, 8)]])`,
})

// An InFlight is the result of r.in_flight(): bytes in flight, needed and reached.
type InFlight struct{ figure.InFlight }

func (f *InFlight) String() string        { return f.Table().Text() }
func (*InFlight) Type() string            { return "in_flight" }
func (*InFlight) Freeze()                 {}
func (*InFlight) Truth() starlark.Bool    { return true }
func (f *InFlight) Hash() (uint32, error) { return face.Unhashable(f) }

var _ = face.DeclareFields(&registry, face.Fields[*InFlight]{
	"needed":         face.Number(func(f *InFlight) float64 { return f.Needed() }),
	"needed_reads":   face.Number(func(f *InFlight) float64 { return f.NeededReads() }),
	"had":            face.Number(func(f *InFlight) float64 { return f.Had() }),
	"latency":        face.Number(func(f *InFlight) float64 { return f.Latency }),
	"latency_seen":   face.Number(func(f *InFlight) float64 { return f.Seen }),
	"bandwidth_gbps": face.Number(func(f *InFlight) float64 { return f.Bandwidth / 1e9 }),
	"read_gbps":      face.Number(func(f *InFlight) float64 { return f.Rate / 1e9 }),
	"read_share":     face.Number(func(f *InFlight) float64 { return f.Reads }),
	"enough":         func(f *InFlight) (starlark.Value, error) { return starlark.Bool(f.Enough()), nil },
})

var _ = registry.Declare(row{
	Name: "result.in_flight", Page: "results.md", Attr: ofModel(face.Method((*Result).inFlight)),
	Returns: &InFlight{},
	Doc: `in_flight()
Computes the bytes in flight by Little's law: latency × bandwidth.

Returns the bytes in flight f. f.needed is the number of bytes that the full bandwidth needs. f.needed_reads is
the part of f.needed for the launch's loads. f.had is the average number of bytes that these loads had in flight in
the first waves. f.enough compares f.had with f.needed_reads. The inputs are f.latency, f.latency_seen,
f.bandwidth_gbps, f.read_gbps and f.read_share. in_flight_plot(r) draws the result.

    r.in_flight().had`,
})

// Attr returns a figure.
func (f *InFlight) Attr(name string) (starlark.Value, error) { return registry.Attr(f, name) }

// AttrNames lists the figures.
func (f *InFlight) AttrNames() []string { return registry.AttrNames(f) }

// Doc is what ?f shows.
func (*InFlight) Doc() string {
	return `Tells how many bytes are in flight between the GPU and its memory, by Little's law.
needed        what the bandwidth needs
needed_reads  the part of needed for the launch's loads
had           what the launch's loads had in flight
in_flight_plot(f) draws it.`
}

// MIMEBundle shows what is needed and what the launch had.
func (f *InFlight) MIMEBundle() (data, metadata map[string]any) { return f.Table().MIMEBundle() }

func (r *Result) inFlight(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
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

func (r *Result) flights(c face.Call) (*InFlight, error) {
	o, err := r.observe(c, 0, flightWaves)
	if err != nil {
		return nil, err
	}
	return &InFlight{figure.InFlight{InFlight: o.InFlight(), Observed: o}}, nil
}

func inFlightPlot(c face.Call) (starlark.Value, error) {
	title := "Little's law: bytes in flight and throughput"
	if err := c.Keywords().Unpack("title??", &title); err != nil {
		return nil, err
	}
	all, err := ofLaunches(c, "in_flight", `"transpose/copy", n=1024`, func(r *Result) (*InFlight, error) { return r.flights(c) })
	if err != nil {
		return nil, err
	}
	var launches []figure.InFlight
	for _, x := range all {
		launches = append(launches, x.InFlight)
	}
	f, err := figure.InFlights(launches)
	if err != nil {
		return nil, pictureFault(c, err, nil)
	}
	f.Title = title
	return plot.NewFigure(f)
}
