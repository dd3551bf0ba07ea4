package gpu

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

func limiterBuiltins() []builtin {
	return []builtin{
		{"limiter_plot", limiterPlot, `limiter_plot(*launches, scenarios=None, title=None)
The overlap of memory and math: the time of a launch beside those of its memory
accesses alone and of its arithmetic alone. What of the two passes at once is
hidden; where the whole takes longer than both need, it waits. Launches are
results, which are analysed as r.limiter() does, or what that has returned. With
one launch the scenarios of the lecture are drawn below it and its own is marked;
scenarios=True or False decides.

    limiter_plot(run("transpose/padded", n=512))`},
	}
}

// An overlap is the times of a launch and of its parts alone.
type overlap struct{ whole, memory, math float64 }

func (x *Limiter) overlap() overlap {
	return overlap{x.limiter.Full.Time, x.limiter.MemoryOnly.Time, x.limiter.MathOnly.Time}
}

// The scenarios of the lecture, one for each verdict, as shares of the whole.
var overlapScenarios = []struct {
	verdict string
	overlap
}{
	{gpumodel.VerdictMemory, overlap{1, 0.96, 0.45}},
	{gpumodel.VerdictMath, overlap{1, 0.45, 0.96}},
	{gpumodel.VerdictBalanced, overlap{1, 0.93, 0.93}},
	{gpumodel.VerdictMemoryLatency, overlap{1, 0.66, 0.45}},
	{gpumodel.VerdictMathLatency, overlap{1, 0.45, 0.66}},
}

// The states of an overlap, by their numbers.
const (
	memoryState = iota
	mathState
	bothState
	neitherState
)

var overlapStates = []plotting.State{
	{Name: "memory"}, {Name: "math"}, {Name: "both at once"}, {Name: "neither: latency", Thin: true},
}

func limiterPlot(c call) (starlark.Value, error) {
	var title string
	var scenarios starlark.Value
	if err := (call{c.name, c.thread, nil, c.kwargs}).unpack("scenarios??", &scenarios, "title??", &title); err != nil {
		return nil, err
	}
	all, err := ofLaunches(c, "limiter", `"transpose/padded", n=512`, func(r *Result) (*Limiter, error) { return r.limits(c) })
	if err != nil {
		return nil, err
	}
	withScenarios := len(all) == 1
	if scenarios != nil {
		withScenarios = bool(scenarios.Truth())
	}
	f := overlapFigure(all, withScenarios)
	if title != "" {
		f.Title = title
	}
	return plot.NewFigure(f)
}

// overlapFigure draws launches, and below them the scenarios: all as shares of
// their whole then.
func overlapFigure(all []*Limiter, scenarios bool) *plotting.Figure {
	f := &plotting.Figure{
		X:        plotting.Axis{Label: "time", Unit: "s"},
		Timeline: &plotting.Timeline{States: overlapStates},
	}
	if scenarios {
		f.X = plotting.Axis{Label: "share of the whole launch's time", Unit: "%"}
	}
	for i, x := range all {
		one, scale := x.overlap(), 1.0
		if scenarios {
			scale = 100 / one.whole
		}
		names := [3]string{"memory only", "math only", "whole"}
		if len(all) > 1 {
			names = [3]string{"", shortName(x), ""}
		}
		texts := [3]string{plotting.SI(one.memory, "s"), plotting.SI(one.math, "s"), plotting.SI(one.whole, "s")}
		if i > 0 {
			f.Timeline.Breaks = append(f.Timeline.Breaks, len(f.Y.Categories))
		}
		one.addTo(f, names, texts, scale)
	}
	first := all[0].limiter
	d := first.Full.Device.Name
	f.Title = "Overlap of memory and math"
	f.Provenance = fmt.Sprintf("%d launches on %s, modelled", len(all), d)
	if len(all) == 1 {
		f.Title = "What limits " + first.Full.Kernel.Name + ": " + first.Verdict()
		f.Provenance = fmt.Sprintf("%s on %s, modelled: %s of the shorter one passes beside the longer one", launchText(first.Full), d, percent(first.Overlap()))
	}
	if !scenarios {
		return f
	}
	for _, s := range overlapScenarios {
		name := s.verdict
		if len(all) == 1 && name == first.Verdict() {
			name = "→ " + name
		}
		f.Timeline.Breaks = append(f.Timeline.Breaks, len(f.Y.Categories))
		s.addTo(f, [3]string{"", name, ""}, [3]string{}, 100)
	}
	return f
}

// shortName names the launch of a limiter beside others.
func shortName(x *Limiter) string {
	r := x.limiter.Full
	return fmt.Sprintf("%s, block %s", r.Kernel.Name, dims(r.Launch.Block))
}

// addTo adds three rows to a timeline: memory from the beginning, math up to the end of
// the whole, and the whole, made of what these overlap in.
func (o overlap) addTo(f *plotting.Figure, names, texts [3]string, scale float64) {
	row := len(f.Y.Categories)
	f.Y.Categories = append(f.Y.Categories, names[:]...)
	span := func(row, state int, from, to float64, text string) {
		if to > from {
			f.Timeline.Spans = append(f.Timeline.Spans, plotting.Span{Row: row, State: state, From: scale * from, To: scale * to, Text: text})
		}
	}
	begin := max(0, o.whole-o.math) // of the math
	span(row, memoryState, 0, o.memory, texts[0])
	span(row+1, mathState, begin, begin+o.math, texts[1])
	memory, math := min(o.memory, o.whole), o.whole-begin
	span(row+2, memoryState, 0, min(memory, begin), "")
	span(row+2, bothState, begin, memory, "")
	span(row+2, neitherState, memory, begin, "")
	span(row+2, mathState, max(memory, begin), begin+math, "")
	end := scale * o.whole
	f.Timeline.Spans = append(f.Timeline.Spans, plotting.Span{Row: row + 2, State: mathState, From: end, To: end, Text: texts[2]})
}
