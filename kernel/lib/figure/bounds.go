package figure

import (
	"context"
	"fmt"
	"math"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/plotting"
)

var _ = declare(Picture{
	Name: "bounds_plot", Draw: boundsPlot,
	Doc: `bounds_plot(*launches, title=None)
Draws the bounds of the time of launches. The first bar is the time of the launch. The other bars are the bounds
in r.bounds. A bound is the time that one part of the GPU needs for its work in the launch, without all other
work. No bound is longer than the launch.

*launches (results, or lists of results): the launches to draw
title (string, None): the title of the figure; the default is "What limits the time"

Returns the figure.

    bounds_plot(run("transpose/naive", n=512), run("transpose/padded", n=512))`,
})

// boundsPlot has a category for each bound that one of the launches has, in the order of the first
// launch that has it.
func boundsPlot(_ context.Context, launches []*gpumodel.Result) (*plotting.Figure, error) {
	names := []string{"the launch"}
	for _, r := range launches {
		for _, b := range r.Bounds {
			if !slices.Contains(names, b.Name) {
				names = append(names, b.Name)
			}
		}
	}
	f := &plotting.Figure{Title: "What limits the time", Provenance: "modelled",
		X: plotting.Axis{Categories: names}, Y: plotting.Axis{Label: "time", Unit: "s"}}
	for _, r := range launches {
		bars := plotting.Series{Name: fmt.Sprintf("%s on %s", Launches(r), r.Device.Name), Style: plotting.Bars, Y: []float64{r.Time}}
		for range names[1:] {
			bars.Y = append(bars.Y, math.NaN()) // no bar where the launch has no such bound
		}
		for _, b := range r.Bounds {
			bars.Y[slices.Index(names, b.Name)] = b.Time
		}
		f.Series = append(f.Series, bars.WithErrors([]float64{errorBar(r)}))
	}
	f.NoteSampleErrors()
	return f, nil
}
