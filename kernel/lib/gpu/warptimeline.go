package gpu

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

func timelineBuiltins() []builtin {
	return []builtin{
		{"timeline_plot", timelinePlot, `timeline_plot(*launches, sm=0, waves=3, start=0, end=None, title=None)
What the warps of one SM do over time: issue, wait for memory, at a barrier, for
the result of an instruction, for their scheduler, for the cores. Launches are
results, or what r.timeline() returns; several stand below each other on one
axis of time. In each wave the SM has as many blocks as it holds. start and end
are seconds: a shorter time shows more.

    k = cuda("__global__ void k(float *a) { __shared__ float s[256]; int i = threadIdx.x; s[i] = a[i]; __syncthreads(); a[i] = s[255 - i]; }").k
    timeline_plot(k[64, 256](ones(256)))`},
	}
}

// usualWaves is how many waves a timeline shows: in the first one all blocks start
// together.
const (
	usualWaves = 3
	mostWaves  = 1000
)

// A Timeline is what r.timeline() observes, as a value.
type Timeline struct{ observed *gpumodel.Observation }

func (t *Timeline) String() string        { return t.table().Text() }
func (*Timeline) Type() string            { return "timeline" }
func (*Timeline) Freeze()                 {}
func (*Timeline) Truth() starlark.Bool    { return true }
func (t *Timeline) Hash() (uint32, error) { return unhashable(t) }

var timelineAttributes = attributes[*Timeline]{
	"sm":     integer(func(t *Timeline) int { return t.observed.SM }),
	"time":   number(func(t *Timeline) float64 { return t.observed.End }),
	"whole":  func(t *Timeline) (starlark.Value, error) { return starlark.Bool(t.observed.Whole), nil },
	"states": (*Timeline).states,
	"spans":  (*Timeline).spans,
}

// Attr returns an attribute of the timeline.
func (t *Timeline) Attr(name string) (starlark.Value, error) { return timelineAttributes.get(t, name) }

// AttrNames lists the attributes.
func (t *Timeline) AttrNames() []string { return timelineAttributes.names() }

// MIMEBundle shows which part of their time the warps spent how.
func (t *Timeline) MIMEBundle() (data, metadata map[string]any) { return t.table().MIMEBundle() }

// shownStates are the states in the order of pictures: work, what it waits for near by,
// and what it waits for elsewhere.
var shownStates = []timing.State{
	timing.Selected, timing.StalledNotSelected, timing.StalledPipeThrottle, timing.StalledWait,
	timing.StalledLongScoreboard, timing.StalledBarrier, timing.StalledLGThrottle,
}

// shades is how many of the shown states have shades of one colour.
const shades = 4

// title says what was observed.
func (t *Timeline) title() string {
	o := t.observed
	part := "all of the launch"
	if !o.Whole {
		part = "the first " + plotting.SI(o.End, "s")
	}
	return fmt.Sprintf("%s<<<%s, %s>>>, SM %d of %s: %s", o.Kernel.Name, dims(o.Launch.Grid), dims(o.Launch.Block), o.SM, o.Device.Name, part)
}

func (t *Timeline) table() *plotting.Table {
	table := &plotting.Table{
		Title:   t.title(),
		Columns: []plotting.Column{{Name: "warps are"}, {Name: "share of their time"}, {Name: "stall reason"}},
	}
	shares := timing.Shares(t.observed.Slots)
	for s := range timing.States {
		if shares[s] > 0 {
			table.Add(s.Words(), percent(shares[s]), s.String())
		}
	}
	return table
}

// states is the table with numbers.
func (t *Timeline) states() (starlark.Value, error) {
	table := &plotting.Table{Columns: []plotting.Column{{Name: "state"}, {Name: "share", Kind: plotting.Float}}}
	for s, share := range timing.Shares(t.observed.Slots) {
		table.Add(timing.State(s).String(), share)
	}
	return plot.NewTable(table), nil
}

// spans is a row for each state of each warp.
func (t *Timeline) spans() (starlark.Value, error) {
	table := &plotting.Table{Columns: []plotting.Column{{Name: "block", Kind: plotting.Int}, {Name: "warp", Kind: plotting.Int}, {Name: "state"},
		{Name: "from", Unit: "s", Kind: plotting.Float}, {Name: "to", Unit: "s", Kind: plotting.Float}}}
	for i, slot := range t.observed.Slots {
		for _, a := range slot {
			table.Add(a.Block, i%t.observed.WarpsPerBlock, a.State.String(), a.From, a.To)
		}
	}
	return plot.NewTable(table), nil
}

// timeline observes a launch.
func (r *Result) timeline(c call) (starlark.Value, error) {
	sm, waves := 0, usualWaves
	if err := c.unpack("sm?", &sm, "waves?", &waves); err != nil {
		return nil, err
	}
	o, err := r.observe(c, sm, waves)
	if err != nil {
		return nil, err
	}
	return &Timeline{o}, nil
}

func (r *Result) observe(c call, sm, waves int) (*gpumodel.Observation, error) {
	d := r.result.Device
	if err := r.single(c); err != nil {
		return nil, err
	}
	switch {
	case sm < 0 || sm >= d.SMs:
		return nil, valueErrorf("%s: sm is %d, %s has 0 to %d", c.name, sm, d.Name, d.SMs-1)
	case waves < 1 || waves > mostWaves:
		return nil, valueErrorf("%s: waves is %d, want 1 to %d", c.name, waves, mostWaves)
	}
	o, err := gpumodel.Observe(c.ctx(), d, r.result.Launch, sm, waves)
	return o, launchFault(err, r.result.Kernel)
}

func timelinePlot(c call) (starlark.Value, error) {
	sm, waves, title := 0, usualWaves, ""
	var from, to starlark.Value
	if err := (call{c.name, c.thread, nil, c.kwargs}).unpack("sm?", &sm, "waves?", &waves, "start??", &from, "end??", &to, "title??", &title); err != nil {
		return nil, err
	}
	all, err := ofLaunches(c, "timeline", `"transpose/padded", n=512`, func(r *Result) (*Timeline, error) {
		o, err := r.observe(c, sm, waves)
		return &Timeline{o}, err
	})
	if err != nil {
		return nil, err
	}
	var panels plotting.Panels
	w, err := windowOf(from, to, all)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		panels = append(panels, t.figure(w))
	}
	return stacked(panels, title)
}

// A window is the part of the time that is shown, in seconds.
type window struct{ from, to float64 }

// windowOf reads start and end; without them it is all that was observed.
func windowOf(from, to starlark.Value, all []*Timeline) (w window, err error) {
	for _, t := range all {
		w.to = max(w.to, t.observed.End)
	}
	last := w.to
	for _, side := range []struct {
		name  string
		given starlark.Value
		x     *float64
	}{{"start", from, &w.from}, {"end", to, &w.to}} {
		if side.given == nil {
			continue
		}
		x, ok := starlark.AsFloat(side.given)
		if !ok {
			return w, typeErrorf("timeline_plot: %s is %s, want seconds", side.name, describe(side.given))
		}
		*side.x = x
	}
	if !(w.from >= 0 && w.from < w.to && w.from < last) {
		return w, valueErrorf("timeline_plot: from %s to %s: want a part of 0 to %s", plotting.SI(w.from, "s"), plotting.SI(w.to, "s"), plotting.SI(last, "s"))
	}
	return w, nil
}

// of is what a warp did in the window, similar states being one.
func (w window) of(slot []timing.Activity) []timing.Activity {
	var part []timing.Activity
	for _, a := range slot {
		a.From, a.To, a.State = max(a.From, w.from), min(a.To, w.to), a.State.Plain()
		if n := len(part); n > 0 && part[n-1].State == a.State && part[n-1].Block == a.Block && a.From < a.To {
			part[n-1].To = a.To
		} else if a.From < a.To {
			part = append(part, a)
		}
	}
	return part
}

// figure draws the warps below each other, in a window of time.
func (t *Timeline) figure(w window) *plotting.Figure {
	o := t.observed
	f := &plotting.Figure{
		Title:      fmt.Sprintf("Warps of one SM: %s, block %s", o.Kernel.Name, dims(o.Launch.Block)),
		Provenance: t.title() + ", modelled",
		X:          plotting.Axis{Label: "time", Unit: "s"},
		Y:          plotting.Axis{Label: "warps"},
		Timeline:   &plotting.Timeline{Start: w.from, End: w.to},
	}
	slots := usedSlots(o)
	for i := range slots {
		slots[i] = w.of(slots[i])
	}
	shares := timing.Shares(slots)
	for i, s := range shownStates {
		state := plotting.State{Name: fmt.Sprintf("%s, %s", s.Words(), percent(shares[s])), Thin: i > 0}
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
func usedSlots(o *gpumodel.Observation) [][]timing.Activity {
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
func (w window) coarse(slot []timing.Activity, steps int) []timing.Activity {
	if steps == 0 {
		return slot
	}
	var out []timing.Activity
	var due [timing.States]float64
	width, next := (w.to-w.from)/float64(steps), 0
	for i := range steps {
		due[timing.Starting], due[timing.Exited] = 0, 0 // no holes in what goes on
		from, to := w.from+float64(i)*width, w.from+float64(i+1)*width
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
