package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/plotting"
)

// Roofline draws the roof and a point for each launch.
func Roofline(all []*advise.Analysis) (*plotting.Figure, error) {
	d := all[0].Result.Device
	peak, bandwidth := d.PeakGFLOPs(), d.BandwidthGBps()
	least, most := peak/bandwidth/16, peak/bandwidth*4
	f := &plotting.Figure{
		Title:      "Roofline",
		Provenance: d.Name + ", " + origins(all),
		X:          plotting.Axis{Label: "flops for each byte on the memory bus", Scale: plotting.Log2},
		Y:          plotting.Axis{Label: "arithmetic throughput", Unit: "GFLOP/s", Scale: plotting.Log10},
		Series:     []plotting.Series{{Name: fmt.Sprintf("bandwidth %s GB/s and peak", plotting.Number(bandwidth, 4)), Marker: "none"}},
	}
	for _, a := range all {
		r := a.Result
		x, name := intensity(a), r.Kernel.Name
		switch {
		case modelName(r.Device) != modelName(d):
			return nil, errorf("%s ran on %s, %s on %s: a roof is that of one GPU", name, r.Device.Name, all[0].Result.Kernel.Name, d.Name)
		case a.Flops == 0:
			return nil, errorf("%s has no floating-point operations", name)
		case math.IsInf(x, 1):
			return nil, errorf("%s moves nothing over the memory bus", name)
		}
		least, most = min(least, x/2), max(most, x*2)
		point := plotting.Series{Name: name, X: []float64{x}, Y: []float64{r.GFLOPs()}, Style: plotting.Points, Hollow: r.Measured}
		f.Series = append(f.Series, point.WithErrors([]float64{errorBar(r)}))
	}
	f.NoteSampleErrors()
	ridge := peak / bandwidth
	f.Series[0].X = []float64{least, ridge, most}
	f.Series[0].Y = []float64{least * bandwidth, peak, peak}
	return f, nil
}

// modelName is the GPU that a device is, real or modelled.
func modelName(d *device.Device) string {
	if d.Card != nil && d.Card.Same {
		return d.Card.Model.Name
	}
	return d.Name
}

// origins is where figures come from: hollow points are measured.
func origins(all []*advise.Analysis) string {
	measured := func(yes bool) bool {
		return slices.ContainsFunc(all, func(a *advise.Analysis) bool { return a.Result.Measured == yes })
	}
	if measured(true) && measured(false) {
		return "modelled, and measured (hollow)"
	}
	return Origin(measured(true))
}

// intensity is the flops for each byte that the bus moves.
func intensity(a *advise.Analysis) float64 { return a.FlopsPerWordMoved() / 4 }

// Ceilings are what the instructions of the GPU and of each inner loop allow.
func Ceilings(all []*advise.Analysis) []plotting.Reference {
	var lines []plotting.Reference
	for _, c := range advise.DeviceCeilings(all[0].Result.Device) {
		lines = append(lines, plotting.Reference{Y: c.GFLOPs, Label: c.Name})
	}
	for _, a := range all {
		if c, ok := a.Inner(); ok {
			_, variant, _ := strings.Cut(a.Result.Kernel.Name, "/")
			if variant == "" {
				variant = a.Result.Kernel.Name
			}
			line := plotting.Reference{Y: c.GFLOPs, Label: "inner loop of " + variant, Like: a.Result.Kernel.Name}
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}
