package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "timeline_plot", Page: "pictures.md", Func: timelinePlot,
	Doc: `timeline_plot(*launches, sm=0, waves=3, start=0, end=None, title=None)
Draws the states of the warps of one SM over time. A warp issues an instruction, or waits: for memory, at a
barrier, for the result of an instruction, for its scheduler, or for the cores. In each wave, the SM has as many
blocks as fit on it. Several launches are drawn below each other, with the same time axis.

*launches (results): results, or timelines that r.timeline() returns
sm (int, 0): number of the SM
waves (int, 3): number of waves
start (number, 0): the start of the time axis, in seconds; a shorter span shows more detail
end (number, None): the end of the time axis, in seconds
title (string, None): title of the figure

Returns the figure.

    k = cuda("__global__ void k(float *a) { __shared__ float s[256]; int i = threadIdx.x; s[i] = a[i]; __syncthreads(); a[i] = s[255 - i]; }").k
    timeline_plot(k[64, 256](ones(256)))`,
})

// usualWaves is how many waves a timeline shows: in the first one all blocks start
// together.
const (
	usualWaves = 3
	mostWaves  = 1000
)

// A Timeline is the result of r.timeline(): what each warp does over time.
type Timeline struct{ figure.Timeline }

func (t *Timeline) String() string        { return t.Table().Text() }
func (*Timeline) Type() string            { return "timeline" }
func (*Timeline) Freeze()                 {}
func (*Timeline) Truth() starlark.Bool    { return true }
func (t *Timeline) Hash() (uint32, error) { return face.Unhashable(t) }

var _ = face.DeclareFields(&registry, face.Fields[*Timeline]{
	"sm":    face.Integer(func(t *Timeline) int { return t.SM }),
	"time":  face.Number(func(t *Timeline) float64 { return t.End }),
	"whole": func(t *Timeline) (starlark.Value, error) { return starlark.Bool(t.Whole), nil },
	"spans": face.Table(func(t *Timeline) *plotting.Table { return t.Spans() }),
})

var _ = registry.Declare(row{
	Name: "timeline.states", Returns: exampleTable,
	Attr: face.Field(face.Table(func(t *Timeline) *plotting.Table { return t.States() })),
})

var _ = registry.Declare(row{
	Name: "timeline.spans", Returns: exampleTable,
	Attr: face.Field(face.Table(func(t *Timeline) *plotting.Table { return t.Spans() })),
})

var _ = registry.Declare(row{
	Name: "result.timeline", Page: "results.md", Attr: ofModel(face.Method((*Result).timeline)),
	Returns: &Timeline{},
	Doc: `timeline(sm=0, waves=3)
Records the states of the warps of one SM over time, in the first waves of the launch. In each wave, the SM has
as many blocks as fit on it. A warp either issues an instruction, or waits. It waits for memory
(long_scoreboard), at a barrier, for the result of an instruction (wait), for its scheduler (not_selected), for
the cores (math_pipe_throttle), or for a unit that sends accesses (lg_throttle). The launch is simulated again.
Its arrays do not change.

sm (int, 0): number of the SM
waves (int, 3): number of waves

Returns a timeline t. t.states has the share of each state. t.spans lists every span. timeline_plot(r) draws it.

    r.timeline()`,
})

// Attr returns an attribute of the timeline.
func (t *Timeline) Attr(name string) (starlark.Value, error) { return registry.Attr(t, name) }

// AttrNames lists the attributes.
func (t *Timeline) AttrNames() []string { return registry.AttrNames(t) }

// Doc is what ?t shows.
func (*Timeline) Doc() string {
	return `Records what the warps of one SM did in the first waves of a launch.
states  the share of the warps' time in each state
spans   a row for each span of each warp in a state
time    the seconds that were observed
whole   True if that was all of the launch
timeline_plot(t) draws it.`
}

// MIMEBundle shows which part of their time the warps spent how.
func (t *Timeline) MIMEBundle() (data, metadata map[string]any) { return t.Table().MIMEBundle() }

// timeline observes a launch.
func (r *Result) timeline(c face.Call) (starlark.Value, error) {
	sm, waves := 0, usualWaves
	if err := c.Unpack("sm?", &sm, "waves?", &waves); err != nil {
		return nil, err
	}
	o, err := r.observe(c, sm, waves)
	if err != nil {
		return nil, err
	}
	return &Timeline{figure.Timeline{Observation: o}}, nil
}

func (r *Result) observe(c face.Call, sm, waves int) (*observe.Observation, error) {
	d := r.result.Device
	if err := r.single(c); err != nil {
		return nil, err
	}
	switch {
	case sm < 0 || sm >= d.SMs:
		return nil, face.ValueErrorf("%s: sm is %d, %s has 0 to %d", c.Name, sm, d.Name, d.SMs-1)
	case waves < 1 || waves > mostWaves:
		return nil, face.ValueErrorf("%s: waves is %d, want 1 to %d", c.Name, waves, mostWaves)
	}
	o, err := observe.Observe(c.Ctx(), d, r.result.Launch, sm, waves)
	return o, cudacell.Launching(err, r.result.Kernel)
}

func timelinePlot(c face.Call) (starlark.Value, error) {
	sm, waves, title := 0, usualWaves, ""
	var from, to starlark.Value
	if err := c.Keywords().Unpack("sm?", &sm, "waves?", &waves, "start??", &from, "end??", &to,
		"title??", &title); err != nil {
		return nil, err
	}
	all, err := ofLaunches(c, "timeline", `"transpose/padded", n=512`, func(r *Result) (*Timeline, error) {
		o, err := r.observe(c, sm, waves)
		return &Timeline{figure.Timeline{Observation: o}}, err
	})
	if err != nil {
		return nil, err
	}
	first, err := seconds(c.Name, "start", from)
	if err != nil {
		return nil, err
	}
	last, err := seconds(c.Name, "end", to)
	if err != nil {
		return nil, err
	}
	var timelines []figure.Timeline
	for _, t := range all {
		timelines = append(timelines, t.Timeline)
	}
	w, err := figure.NewWindow(timelines, first, last)
	if err != nil {
		return nil, pictureFault(c, err, nil)
	}
	var panels plotting.Panels
	for _, t := range timelines {
		panels = append(panels, t.Figure(w))
	}
	return stacked(panels, title)
}

// seconds reads a time that may be left out.
func seconds(function, name string, v starlark.Value) (*float64, error) {
	if v == nil {
		return nil, nil
	}
	x, ok := starlark.AsFloat(v)
	if !ok {
		return nil, face.TypeErrorf("%s: %s is %s, want seconds", function, name, face.Describe(v))
	}
	return &x, nil
}
