package figure

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/plotting"
)

// A Timeline is what the warps of one SM do in the first waves of a launch.
type Timeline struct{ *observe.Observation }

// shownStates are the states in the order of pictures: work, what it waits for near by,
// and what it waits for elsewhere.
var shownStates = []timing.State{
	timing.Selected, timing.StalledNotSelected, timing.StalledPipeThrottle, timing.StalledWait,
	timing.StalledLongScoreboard, timing.StalledBarrier, timing.StalledLGThrottle,
}

// shades is how many of the shown states have shades of one colour.
const shades = 4

// title says what was observed.
func (t Timeline) title() string {
	o := t.Observation
	part := "all of the launch"
	if !o.Whole {
		part = "the first " + plotting.SI(o.End, "s")
	}
	return fmt.Sprintf("%s<<<%s, %s>>>, SM %d of %s: %s", o.Kernel.Name, Size(o.Launch.Grid), Size(o.Launch.Block), o.SM, o.Device.Name, part)
}

// Table says which part of their time the warps spent how.
func (t Timeline) Table() *plotting.Table {
	table := &plotting.Table{
		Title:   t.title(),
		Columns: []plotting.Column{{Name: "warps are"}, {Name: "share of their time"}, {Name: "stall reason"}},
	}
	shares := timing.Shares(t.Slots)
	for s := range timing.States {
		if shares[s] > 0 {
			table.Add(s.Words(), plotting.Percent(shares[s]), s.String())
		}
	}
	return table
}

// States is Table with numbers.
func (t Timeline) States() *plotting.Table {
	table := &plotting.Table{Columns: []plotting.Column{{Name: "state"}, {Name: "share", Kind: plotting.Float}}}
	for s, share := range timing.Shares(t.Slots) {
		table.Add(timing.State(s).String(), share)
	}
	return table
}

// Spans has a row for each state of each warp.
func (t Timeline) Spans() *plotting.Table {
	table := &plotting.Table{Columns: []plotting.Column{{Name: "block", Kind: plotting.Int}, {Name: "warp", Kind: plotting.Int},
		{Name: "state"},
		{Name: "from", Unit: "s", Kind: plotting.Float}, {Name: "to", Unit: "s", Kind: plotting.Float}}}
	for i, slot := range t.Slots {
		for _, a := range slot {
			table.Add(a.Block, i%t.WarpsPerBlock, a.State.String(), a.From, a.To)
		}
	}
	return table
}

// A Window is a part of the time, in seconds.
type Window struct{ From, To float64 }

// NewWindow is the part of the time of timelines from one time to another; nil stands
// for the beginning and the end of what was observed.
func NewWindow(all []Timeline, from, to *float64) (w Window, err error) {
	for _, t := range all {
		w.To = max(w.To, t.End)
	}
	last := w.To
	if from != nil {
		w.From = *from
	}
	if to != nil {
		w.To = *to
	}
	if !(w.From >= 0 && w.From < w.To && w.From < last) {
		return w, errorf("from %s to %s: want a part of 0 to %s", plotting.SI(w.From, "s"), plotting.SI(w.To, "s"), plotting.SI(last, "s"))
	}
	return w, nil
}

// of is what a warp did in the window, similar states being one.
func (w Window) of(slot []timing.Activity) []timing.Activity {
	var part []timing.Activity
	for _, a := range slot {
		a.From, a.To, a.State = max(a.From, w.From), min(a.To, w.To), a.State.Plain()
		if n := len(part); n > 0 && part[n-1].State == a.State && part[n-1].Block == a.Block && a.From < a.To {
			part[n-1].To = a.To
		} else if a.From < a.To {
			part = append(part, a)
		}
	}
	return part
}

// Figure draws the warps below each other, in a window of time.
func (t Timeline) Figure(w Window) *plotting.Figure {
	o := t.Observation
	f := &plotting.Figure{
		Title:      fmt.Sprintf("Warps of one SM: %s, block %s", o.Kernel.Name, Size(o.Launch.Block)),
		Provenance: t.title() + ", modelled",
		X:          plotting.Axis{Label: "time", Unit: "s"},
		Y:          plotting.Axis{Label: "warps"},
		Timeline:   &plotting.Timeline{Start: w.From, End: w.To},
	}
	slots := usedSlots(o)
	for i := range slots {
		slots[i] = w.of(slots[i])
	}
	shares := timing.Shares(slots)
	for i, s := range shownStates {
		state := plotting.State{Name: fmt.Sprintf("%s, %s", s.Words(), plotting.Percent(shares[s])), Thin: i > 0}
		if i > 0 && i < shades {
			state.Like = f.Timeline.States[0].Name
		}
		f.Timeline.States = append(f.Timeline.States, state)
	}
	steps := stepsOf(slots)
	for i, slot := range slots {
		name := ""
		if i%o.WarpsPerBlock == 0 {
			if i > 0 {
				f.Timeline.Breaks = append(f.Timeline.Breaks, i)
			}
			name = fmt.Sprintf("slot %d", i/o.WarpsPerBlock)
		}
		f.Y.Categories = append(f.Y.Categories, name)
		for _, a := range w.coarse(slot, steps) {
			if state := slices.Index(shownStates, a.State); state >= 0 {
				f.Timeline.Spans = append(f.Timeline.Spans, plotting.Span{Row: i, State: state, From: a.From, To: a.To})
			}
		}
	}
	return f
}

// usedSlots are the warps up to the last one that did something: a small launch
// leaves room.
func usedSlots(o *observe.Observation) [][]timing.Activity {
	slots := slices.Clone(o.Slots)
	for len(slots) > 0 && len(slots[len(slots)-1]) == 0 {
		slots = slots[:len(slots)-1]
	}
	return slots
}

// Up to so many spans a timeline is drawn as it is; with more of them a row has steps of
// time, each in the state that took most of it.
const (
	mostSpans  = 4000
	leastSteps = 150
	mostSteps  = 560
)

// stepsOf is how many steps of time a row has; 0 for all spans.
func stepsOf(slots [][]timing.Activity) int {
	n := 0
	for _, slot := range slots {
		n += len(slot)
	}
	if n <= mostSpans {
		return 0
	}
	return min(max(2*mostSpans/len(slots), leastSteps), mostSteps)
}

// coarse divides the window into steps of one state each: of the one that is furthest
// behind, so that all get their share.
func (w Window) coarse(slot []timing.Activity, steps int) []timing.Activity {
	if steps == 0 {
		return slot
	}
	var out []timing.Activity
	var due [timing.States]float64
	width, next := (w.To-w.From)/float64(steps), 0
	for i := range steps {
		due[timing.Starting], due[timing.Exited] = 0, 0 // no holes in what goes on
		from, to := w.From+float64(i)*width, w.From+float64(i+1)*width
		for j := next; j < len(slot) && slot[j].From < to; j++ {
			a := slot[j]
			due[a.State] += min(a.To, to) - max(a.From, from)
			if a.To <= to {
				next = j + 1
			}
		}
		most := timing.State(0)
		for s := range due {
			if due[s] > due[most] {
				most = timing.State(s)
			}
		}
		due[most] -= width
		if n := len(out); n > 0 && out[n-1].State == most {
			out[n-1].To = to
		} else {
			out = append(out, timing.Activity{State: most, From: from, To: to})
		}
	}
	return out
}
