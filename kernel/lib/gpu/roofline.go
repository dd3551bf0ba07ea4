package gpu

import (
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

var _ = declare(row{
	name: "roofline", page: "pictures.md", fn: stateless(roofline),
	args: hints{"ceilings": yesOrNo},
	doc: `roofline(*results, ceilings=True, title=None)
The roofline: arithmetic throughput over the flops for each byte that the memory
bus moves, for results of launches or analyses (or lists of them) on one GPU.
The roof is the bandwidth and the peak; below it are the ceilings of a MAD with
an operand in shared memory and of the instructions of each inner loop.
ceilings=False leaves these out; a dict from labels to GFLOP/s replaces them.

    roofline(run("matmul/tiled", n=256), run("matmul/naive", n=256))`,
})

func roofline(c call) (starlark.Value, error) {
	var title string
	var ceilings starlark.Value = starlark.True
	if err := (call{c.name, c.thread, nil, c.kwargs}).unpack("ceilings?", &ceilings, "title??", &title); err != nil {
		return nil, err
	}
	all, err := analysesOf(c.args)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, typeErrorf("roofline: give results of launches, as in roofline(run(\"matmul/tiled\", n=256))")
	}
	f, err := rooflineOf(all)
	if err != nil {
		return nil, err
	}
	if f.References, err = ceilingLines(all, ceilings); err != nil {
		return nil, err
	}
	if title != "" {
		f.Title = title
	}
	return plot.NewFigure(f)
}

// analysesOf reads results, analyses and lists of them.
func analysesOf(args []starlark.Value) ([]*gpumodel.Analysis, error) {
	var all []*gpumodel.Analysis
	for _, v := range args {
		switch v := v.(type) {
		case *Result:
			if err := v.result.Complete(v.ctx()); err != nil {
				return nil, v.noModel(err)
			}
			all = append(all, gpumodel.Analyze(v.result))
		case *Analysis:
			all = append(all, v.analysis)
		case *starlark.List, starlark.Tuple:
			more, err := analysesOf(collect(v.(starlark.Iterable)))
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
		default:
			return nil, typeErrorf("roofline: want results of launches, got %s", describe(v))
		}
	}
	return all, nil
}

// rooflineOf draws the roof and a point for each launch.
func rooflineOf(all []*gpumodel.Analysis) (*plotting.Figure, error) {
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
			return nil, valueErrorf("roofline: %s ran on %s, %s on %s: a roof is that of one GPU", name, r.Device.Name, all[0].Result.Kernel.Name, d.Name)
		case a.Flops == 0:
			return nil, valueErrorf("roofline: %s has no floating-point operations", name)
		case math.IsInf(x, 1):
			return nil, valueErrorf("roofline: %s moves nothing over the memory bus", name)
		}
		least, most = min(least, x/2), max(most, x*2)
		f.Series = append(f.Series, plotting.Series{Name: name, X: []float64{x}, Y: []float64{r.GFLOPs()}, Style: plotting.Points, Hollow: r.Measured})
	}
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
func origins(all []*gpumodel.Analysis) string {
	measured := func(yes bool) bool {
		return slices.ContainsFunc(all, func(a *gpumodel.Analysis) bool { return a.Result.Measured == yes })
	}
	if measured(true) && measured(false) {
		return "modelled, and measured (hollow)"
	}
	return figure.Origin(measured(true))
}

// intensity is the flops for each byte that the bus moves.
func intensity(a *gpumodel.Analysis) float64 { return a.FlopsPerWordMoved() / 4 }

// ceilingLines are what instructions allow, or what the call gives.
func ceilingLines(all []*gpumodel.Analysis, v starlark.Value) ([]plotting.Reference, error) {
	var lines []plotting.Reference
	switch v := v.(type) {
	case starlark.Bool:
		if !v {
			return nil, nil
		}
	case *starlark.Dict:
		for _, item := range v.Items() {
			y, ok := starlark.AsFloat(item[1])
			name, isText := starlark.AsString(item[0])
			if !ok || !isText {
				return nil, typeErrorf("roofline: ceilings is a dict from labels to GFLOP/s, got %s: %s", describe(item[0]), describe(item[1]))
			}
			lines = append(lines, plotting.Reference{Y: y, Label: name})
		}
		return lines, nil
	default:
		return nil, typeErrorf("roofline: ceilings is True, False or a dict from labels to GFLOP/s, got %s", describe(v))
	}
	for _, c := range gpumodel.DeviceCeilings(all[0].Result.Device) {
		lines = append(lines, plotting.Reference{Y: c.GFLOPs, Label: c.Name})
	}
	for _, a := range all {
		if c, ok := a.Inner(); ok {
			_, variant, _ := strings.Cut(a.Result.Kernel.Name, "/")
			if variant == "" {
				variant = a.Result.Kernel.Name
			}
			if line := (plotting.Reference{Y: c.GFLOPs, Label: "inner loop of " + variant}); !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines, nil
}
