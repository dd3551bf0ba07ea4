package figure

import (
	"fmt"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/plotting"
)

// A Limiter is what limits a launch, as three times show: whole, memory only, math only.
type Limiter struct{ *advise.Limiter }

// Table has the times of the experiments and the verdict.
func (l Limiter) Table() *plotting.Table {
	x := l.Limiter
	t := &plotting.Table{Columns: []plotting.Column{{Name: "limited by " + x.Verdict()}, {Name: "time"}, {Name: "share"},
		{Name: "instructions"}, {Name: "on the bus"}}}
	row := func(name string, r *gpumodel.Result) {
		n, _ := r.Counters.Get("inst_executed")
		t.Add(name, Time(r), plotting.Percent(r.Time/x.Full.Time), plotting.Number(n, 4),
			plotting.Number(r.BusGBps(), 4)+" GB/s")
	}
	row("whole", x.Full)
	row("memory only", x.MemoryOnly)
	row("math only", x.MathOnly)
	t.Add("overlap", fmt.Sprintf("%s of the shorter one", plotting.Percent(x.Overlap())), "", "", "")
	return t
}

// An overlap is the times of a launch and of its parts alone.
type overlap struct{ whole, memory, math float64 }

func (l Limiter) overlap() overlap {
	return overlap{l.Full.Time, l.MemoryOnly.Time, l.MathOnly.Time}
}

// The scenarios of the lecture, one for each verdict, as shares of the whole.
var overlapScenarios = []struct {
	verdict string
	overlap
}{
	{advise.VerdictMemory, overlap{1, 0.96, 0.45}},
	{advise.VerdictMath, overlap{1, 0.45, 0.96}},
	{advise.VerdictBalanced, overlap{1, 0.93, 0.93}},
	{advise.VerdictMemoryLatency, overlap{1, 0.66, 0.45}},
	{advise.VerdictMathLatency, overlap{1, 0.45, 0.66}},
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

// Overlap draws launches, and below them the scenarios: all as shares of
// their whole then.
func Overlap(all []Limiter, scenarios bool) *plotting.Figure {
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
		texts := [3]string{Time(x.MemoryOnly), Time(x.MathOnly), Time(x.Full)}
		if i > 0 {
			f.Timeline.Breaks = append(f.Timeline.Breaks, len(f.Y.Categories))
		}
		if len(all) > 1 {
			f.Y.Categories = append(f.Y.Categories, shortName(x)) // a row that holds the name alone
		}
		one.addTo(f, texts, scale)
	}
	first := all[0].Limiter
	d := first.Full.Device.Name
	f.Title = "Overlap of memory and math"
	f.Provenance = fmt.Sprintf("%d launches on %s, modelled", len(all), d)
	if len(all) == 1 {
		f.Title = "What limits " + first.Full.Kernel.Name + ": " + first.Verdict()
		f.Provenance = fmt.Sprintf("%s on %s, modelled: %s of the shorter one passes beside the longer one", Launches(first.Full), d,
			plotting.Percent(first.Overlap()))
	}
	if !scenarios {
		return f
	}
	f.Provenance += "; below, an example of each limit"
	for _, s := range overlapScenarios {
		texts := [3]string{"", "", s.verdict}
		if len(all) == 1 && s.verdict == first.Verdict() {
			texts[0] = "like this launch"
		}
		f.Timeline.Breaks = append(f.Timeline.Breaks, len(f.Y.Categories))
		s.addTo(f, texts, 100)
	}
	return f
}

// shortName names the launch of a limiter beside others.
func shortName(x Limiter) string {
	r := x.Full
	return fmt.Sprintf("%s, block %s", r.Kernel.Name, Size(r.Launch.Block))
}

// addTo adds three rows to a timeline: memory from the beginning, math up to the end of
// the whole, and the whole, made of what these overlap in.
func (o overlap) addTo(f *plotting.Figure, texts [3]string, scale float64) {
	row := len(f.Y.Categories)
	f.Y.Categories = append(f.Y.Categories, "memory only", "math only", "whole")
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
