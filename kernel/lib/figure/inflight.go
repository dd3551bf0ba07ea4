package figure

import (
	"fmt"
	"path"

	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/plotting"
)

// An InFlight is the bytes that a launch has in flight, and those that it needs.
type InFlight struct {
	observe.InFlight
	Observed *observe.Observation
}

// Enough says whether the launch has what it needs for the bandwidth.
func (f InFlight) Enough() bool { return f.Had() >= f.NeededReads() }

// Table shows what is needed and what the launch has, with the reasons.
func (f InFlight) Table() *plotting.Table {
	d := f.Observed.Device
	verdict := "too few for the bandwidth"
	switch {
	case f.Rate == 0:
		verdict = "no loads"
	case f.Enough():
		verdict = "enough for the bandwidth"
	}
	t := &plotting.Table{
		Title: fmt.Sprintf("%s<<<%s, %s>>> on %s, bytes in flight: %s", f.Observed.Kernel.Name, Size(f.Observed.Launch.Grid),
			Size(f.Observed.Launch.Block), d.Name, verdict),
		Columns: []plotting.Column{{Name: "bytes in flight"}, {Name: "on the GPU"}, {Name: "on an SM"}, {Name: "because of"}},
	}
	row := func(name string, bytes float64, why string) {
		each := bytes / float64(d.SMs)
		t.Add(name, plotting.SI(bytes, "B"), fmt.Sprintf("%s, %s × 128 B", plotting.SI(each, "B"), plotting.Number(each/128, 3)), why)
	}
	row("needed", f.Needed(), fmt.Sprintf("%s latency × %s", plotting.SI(f.Latency, "s"), plotting.SI(f.Bandwidth, "B/s")))
	if f.Rate > 0 {
		row("needed of loads", f.NeededReads(), plotting.Percent(f.Reads)+" of what the launch moves are loads")
		row("had", f.Had(), fmt.Sprintf("%s that a load took × %s", plotting.SI(f.Seen, "s"), plotting.SI(f.Rate, "B/s")))
	}
	return t
}

// InFlights draws the roof of latency and bandwidth and a point for each launch.
// Of launches that load and store it counts the loads: the roof is their share of the
// bandwidth.
func InFlights(all []InFlight) (*plotting.Figure, error) {
	first := all[0]
	d := first.Observed.Device
	sms := float64(d.SMs)
	f := &plotting.Figure{
		Provenance: fmt.Sprintf("%s, modelled: %s latency, %s; the legend counts the threads on an SM",
			d.Name, plotting.SI(first.Latency, "s"), plotting.SI(first.Bandwidth, "B/s")),
		X: plotting.Axis{Label: "bytes of loads in flight on an SM", Unit: "B"},
		Y: plotting.Axis{Label: "throughput of loads", Unit: "B/s"},
	}
	most, share := 0.0, 0.0
	for _, x := range all {
		name := x.Observed.Kernel.Name
		switch {
		case x.Observed.Device.Name != d.Name:
			return nil, errorf("%s ran on %s, %s on %s: a roof is that of one GPU", name, x.Observed.Device.Name, first.Observed.Kernel.Name, d.Name)
		case x.Rate == 0:
			return nil, errorf("%s loads nothing from memory", name)
		}
		most, share = max(most, x.Had()/sms), max(share, x.Reads)
	}
	corner := first.Needed() * share / sms
	roof := first.Bandwidth * share
	most = max(1.25*corner, 1.1*most)
	f.Series = append(f.Series, plotting.Series{
		Name: "limit: latency, bandwidth", Marker: "none",
		X: []float64{0, corner, most}, Y: []float64{0, roof, roof},
	})
	f.Marks = []plotting.Mark{{X: corner, Label: "needed: " + plotting.SI(corner, "B")}}
	if share < 1 {
		f.References = []plotting.Reference{{Y: roof, Label: "the loads' part of the bandwidth, " + plotting.Percent(share) + ":"}}
	}
	for _, x := range all {
		f.Series = append(f.Series, plotting.Series{
			Name: fmt.Sprintf("%s, %s threads", path.Base(x.Observed.Kernel.Name),
				plotting.Thousands(int64(x.Observed.BlocksPerSM*x.Observed.Launch.Block.Count()))),
			X: []float64{x.Had() / sms}, Y: []float64{x.Rate}, Style: plotting.Points,
		})
	}
	return f, nil
}
