package figure

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/plotting"
)

// The picture of a program has so many kernels with colours of their own, and so many spans; neighbours of one kind are drawn as one
// where there are more.
const (
	colouredKernels   = 5
	mostSpansOfOneRun = 2000
)

// ProgramTimeline draws what a program's streams did over time: kernels and copies.
func ProgramTimeline(r *host.Run) *plotting.Figure {
	f := &plotting.Figure{
		Title:      fmt.Sprintf("What the GPU did: %s", r.Device.Name),
		Provenance: fmt.Sprintf("%s of the program, modelled", plotting.SI(r.Time, "s")),
		X:          plotting.Axis{Label: "time", Unit: "s"},
		Y:          plotting.Axis{Label: "stream"},
		Timeline:   &plotting.Timeline{End: r.Time},
	}
	streams, states := streamsOf(r), statesOf(r)
	for _, s := range streams {
		f.Y.Categories = append(f.Y.Categories, streamName(s))
	}
	for _, s := range states {
		f.Timeline.States = append(f.Timeline.States, plotting.State{Name: s})
	}
	least := 0.0 // gaps that are not drawn
	if len(r.Ops) > mostSpansOfOneRun {
		least = r.Time / mostSpansOfOneRun
	}
	last := make([]int, len(streams)) // the span that a row has drawn last, from 1 on
	for i := range r.Ops {
		op := &r.Ops[i]
		row, state := slices.Index(streams, op.Stream), slices.Index(states, stateName(op, states))
		if n := last[row]; least > 0 && n > 0 {
			if s := &f.Timeline.Spans[n-1]; s.State == state && op.Start-s.To < least {
				s.To = max(s.To, op.End)
				continue
			}
		}
		f.Timeline.Spans = append(f.Timeline.Spans, plotting.Span{Row: row, State: state, From: op.Start, To: op.End})
		last[row] = len(f.Timeline.Spans)
	}
	return f
}

// streamsOf are the streams that had something to do.
func streamsOf(r *host.Run) (all []int) {
	for i := range r.Ops {
		if s := r.Ops[i].Stream; !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	slices.Sort(all)
	return all
}

func streamName(s int) string {
	if s == 0 {
		return "default"
	}
	return fmt.Sprint(s)
}

const otherKernels = "other kernels"

// statesOf are the kinds of ops, in the order in which they come first.
func statesOf(r *host.Run) (all []string) {
	kernels := 0
	for i := range r.Ops {
		name := r.Ops[i].Name()
		if slices.Contains(all, name) {
			continue
		}
		if r.Ops[i].Result != nil {
			if kernels++; kernels > colouredKernels {
				if kernels == colouredKernels+1 {
					all = append(all, otherKernels)
				}
				continue
			}
		}
		all = append(all, name)
	}
	return all
}

func stateName(op *pcie.Span, states []string) string {
	if name := op.Name(); slices.Contains(states, name) {
		return name
	}
	return otherKernels
}
