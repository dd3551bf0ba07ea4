package sweep

import (
	"slices"

	"warpbook.dev/kernel/lib/jobs"
	"warpbook.dev/kernel/lib/plot"
)

// pictureOf draws the points of a sweep that are done so far, as plot does it: the throughput of memory, or where they compute more than
// they move, of arithmetic. It is nil if there is nothing to draw.
func pictureOf(points []point) jobs.Picture {
	column, some := "gbps", false
	for i := range points {
		r := points[i].result
		if r == nil {
			continue
		}
		some = true
		if !r.Measured && r.GFLOPs() > r.BusGBps() {
			column = "gflops"
		}
	}
	if !some {
		return nil
	}
	s := newSweep(slices.DeleteFunc(slices.Clone(points), func(p point) bool { return p.result == nil }))
	curves, err := plot.Curves(s, column, "")
	if err != nil {
		return nil // such as the points of one size: nothing is drawn as yet
	}
	picture, _ := curves.(jobs.Picture)
	return picture
}
