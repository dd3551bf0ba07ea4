package figure

import (
	"fmt"
	"math"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/plotting"
)

// An Analysis is what a launch computes for each word of global memory.
type Analysis struct{ *advise.Analysis }

// Threads is the size of the launch.
func (a Analysis) Threads() int {
	l := &a.Result.Launch
	return l.Grid.Count() * l.Block.Count()
}

// CeilingTable has all limits, the lowest first.
func (a Analysis) CeilingTable() *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "ceiling"}, {Name: "gflops", Kind: plotting.Float}, {Name: "formula"}}}
	for _, c := range a.Ceilings {
		t.Add(c.Name, c.GFLOPs, c.Formula)
	}
	return t
}

// Table has the words, the flops for each of them, and the limits.
func (a Analysis) Table() *plotting.Table {
	x := a.Analysis
	d := x.Result.Device
	t := &plotting.Table{
		Title:   fmt.Sprintf("%s on %s: bound by %s", Launches(x.Result), d.Name, x.Bound()),
		Columns: []plotting.Column{{Name: "figure"}, {Name: "value", Kind: plotting.Float}, {Name: "unit"}, {Name: "formula"}},
	}
	ratio := func(name string, words, flopsPerWord float64) {
		if !math.IsInf(flopsPerWord, 1) {
			t.Add(name, flopsPerWord, "flops/word", fmt.Sprintf("%s flops / %s words", plotting.Number(x.Flops, 6), plotting.Number(words, 6)))
		}
	}
	t.Add("threads", float64(a.Threads()), "", fmt.Sprintf("the GPU holds %s", plotting.Thousands(int64(d.SMs*d.MaxWarpsPerSM*d.WarpSize))))
	ratio("as the threads ask", x.Asked, x.FlopsPerWordAsked())
	ratio("different words of a request", x.Distinct, x.FlopsPerWord())
	ratio("as the bus moves", x.Moved, x.FlopsPerWordMoved())
	t.Add("of the GPU", advise.Balance(d), "flops/word", "peak / words per second")
	for _, c := range x.Ceilings {
		t.Add("bound by "+c.Name, c.GFLOPs, "GFLOP/s", c.Formula)
	}
	return t
}
