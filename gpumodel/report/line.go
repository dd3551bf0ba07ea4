package report

import (
	"cmp"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/timing"
)

// A Line is what the instructions of one source line did, in the whole grid.
type Line struct {
	Line              int // of the module's text, and of the files that it includes behind it: see [cuda.File.At]
	Source            string
	Instructions      float64 // of warps, executed
	Issued            float64 // the same with replays
	Threads           float64 // instructions of threads
	Requests, Sectors float64 // of global and local memory
	Excess            float64 // of the sectors, those that a better pattern would not need
	Passes            float64 // of the banks of shared memory
	// States are the seconds that warps spend in each state at the line: where they
	// need a result, not where it comes from.
	States [timing.States]float64
	module *gpumodel.Module
}

// At is the line in words: "line 12", or "line 12 of kernel.cu".
func (l *Line) At() string { return l.module.At(l.Line) }

// Mark is the line for a table: 12, or the text kernel.cu:12.
func (l *Line) Mark() any { return l.module.Mark(l.Line) }

// linesOf sums up by line what a launch has done.
func linesOf(r *gpumodel.Result) []Line {
	p, s, o := r.Counted.Program, r.Counted.Stats, r.Counted.Outcome
	grid := float64(r.Launch.Grid.Count()) / float64(s.Blocks)
	longer := r.Counted.Time / o.Simulated
	var all []Line
	for pc := range p.Code {
		in, at := &p.Code[pc], &s.PerInstruction
		line := cmp.Or(in.Line, r.Kernel.Line()) // what belongs to no line is the kernel's own
		l := Line{
			module: r.Kernel.Module, Line: line, Source: r.Kernel.Module.Line(line), Instructions: float64(s.Executed[pc]*int64(in.Count)) * grid, Issued: float64(at.Issued[pc]) * grid,
			Threads: float64(at.Threads[pc]*int64(in.Count)) * grid, Requests: float64(at.Requests[pc]) * grid, Sectors: float64(at.Sectors[pc]) * grid,
			Passes: float64(at.Passes[pc]) * grid, States: o.States.At(pc),
		}
		if l.Requests > 0 {
			l.Excess = float64(s.Excess[pc]) * grid
		}
		for i := range l.States {
			l.States[i] *= longer
		}
		all = withLine(all, &l)
	}
	return all
}

// withLine adds what instructions did to the others of their line, which are sorted.
func withLine(all []Line, l *Line) []Line {
	i, found := slices.BinarySearchFunc(all, l.Line, func(have Line, line int) int { return cmp.Compare(have.Line, line) })
	if !found {
		return slices.Insert(all, i, *l)
	}
	sum := &all[i]
	sum.Instructions += l.Instructions
	sum.Issued += l.Issued
	sum.Threads += l.Threads
	sum.Requests += l.Requests
	sum.Sectors += l.Sectors
	sum.Excess += l.Excess
	sum.Passes += l.Passes
	for s := range sum.States {
		sum.States[s] += l.States[s]
	}
	return all
}

// Lines are the source lines of the launch. Those of several launches add up if they
// are of one text.
func Lines(r *gpumodel.Result) ([]Line, error) {
	if len(r.Launches) == 0 {
		return linesOf(r), nil
	}
	var all []Line
	for _, one := range r.Launches {
		if one.Kernel.Module != r.Kernel.Module {
			return nil, fmt.Errorf("the launches are of several texts; ask each of them for its lines")
		}
		for _, l := range linesOf(one) {
			all = withLine(all, &l)
		}
	}
	return all, nil
}

// Stalled is the time in which warps do not issue, and the state that they are in for
// longest then.
func (l *Line) Stalled() (seconds float64, why timing.State) {
	for s, t := range l.States {
		if timing.State(s) == timing.Selected {
			continue
		}
		if seconds += t; t > l.States[why] {
			why = timing.State(s)
		}
	}
	return seconds, why
}
