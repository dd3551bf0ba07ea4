package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "trace_request", Page: "results.md", Func: traceRequest,
	Returns: &Request{},
	Doc: `trace_request(r, line, warp=0, lane=0, array=None, step=0, block=(0, 0))
Follows one load of one thread through the memory system. The load has nine steps: coalescer, L1, L2 slice,
controller, channel, pseudo-channel, bank, burst, and back. Each step shows the place, the event (such as a hit
or a miss) and the time. The times include the effect of all other traffic of the launch. Their sum is the
latency.

r (result): the launch
line (int or string): the number of a source line, or a part of its text
warp (int, 0): number of the warp in the block
lane (int, 0): number of the thread in the warp
array (string, None): the array, if the line loads from several arrays
step (int, 0): which execution of the line, from 0
block (tuple, (0, 0)): index of the block

Returns a request. request_plot(…) draws it.

    r = run("transpose/copy", n=256)
    trace_request(r, "odata[y * n + x] =")`,
})

var _ = registry.Declare(row{
	Name: "request_plot", Page: "pictures.md", Func: requestPlot,
	Doc: `request_plot(*requests, title=None)
Draws the nine steps of requests over time. Several requests are drawn below each other.

*requests (requests): requests that trace_request(…) returns
title (string, None): title of the figure

Returns the figure.

    r = run("transpose/copy", n=256)
    request_plot(trace_request(r, "odata[y * n + x] ="))`,
})

// A Request is the result of trace_request: one memory request, step by step.
type Request struct{ figure.Request }

func (x *Request) String() string        { return x.Title() }
func (*Request) Type() string            { return "request" }
func (*Request) Freeze()                 {}
func (*Request) Truth() starlark.Bool    { return true }
func (x *Request) Hash() (uint32, error) { return face.Unhashable(x) }

var _ = face.DeclareFields(&registry, face.Fields[*Request]{
	"latency": face.Number(func(x *Request) float64 { return x.Path.Back }),
	"clocks":  face.Number(func(x *Request) float64 { return x.Clocks(x.Path.Back) }),
	"l1":      face.Text(func(x *Request) string { return lookupWords[x.Path.L1] }),
	"l2":      face.Text(func(x *Request) string { return lookupWords[x.Path.L2] }),
	"row_hit": func(x *Request) (starlark.Value, error) {
		if !x.Path.DRAM {
			return starlark.None, nil
		}
		return starlark.Bool(x.Path.RowHit), nil
	},
	"address": func(x *Request) (starlark.Value, error) { return starlark.MakeUint64(x.Address), nil },
	"element": face.Integer(func(x *Request) int { return x.Element }),
})

var _ = registry.Declare(row{
	Name: "request.steps", Returns: exampleTable,
	Attr: face.Field(face.Table(func(x *Request) *plotting.Table { return x.Table() })),
})

// Attr returns a figure or the table.
func (x *Request) Attr(name string) (starlark.Value, error) { return registry.Attr(x, name) }

// AttrNames lists the figures.
func (x *Request) AttrNames() []string { return registry.AttrNames(x) }

// MIMEBundle shows the steps.
func (x *Request) MIMEBundle() (data, metadata map[string]any) { return x.Table().MIMEBundle() }

var lookupWords = [...]string{timing.Absent: "absent", timing.Hit: "hit", timing.Miss: "miss", timing.OnItsWay: "on its way",
	timing.NotAsked: "not asked"}

func traceRequest(c face.Call) (starlark.Value, error) {
	var r *Result
	var line starlark.Value
	var block starlark.Value = starlark.Tuple{starlark.MakeInt(0), starlark.MakeInt(0)}
	var at observe.RequestAt
	if err := c.Unpack("r", &r, "line", &line, "warp?", &at.Warp, "lane?", &at.Lane, "array??", &at.Param, "step?", &at.Step,
		"block?", &block); err != nil {
		return nil, err
	}
	r, err := r.modelled(c)
	if err != nil {
		return nil, err
	}
	l, d := r.result.Launch, r.result.Device
	if at.Line, err = lineOf(c.Name, r.result.Kernel, line); err != nil {
		return nil, err
	}
	if at.Block, err = blockNumber(c.Name, &l, block); err != nil {
		return nil, err
	}
	switch warps := (l.Block.Count() + d.WarpSize - 1) / d.WarpSize; {
	case at.Warp < 0 || at.Warp >= warps:
		return nil, face.ValueErrorf("%s: warp is %d, a block has 0 to %d", c.Name, at.Warp, warps-1)
	case at.Lane < 0 || at.Lane >= d.WarpSize:
		return nil, face.ValueErrorf("%s: lane is %d, a warp has 0 to %d", c.Name, at.Lane, d.WarpSize-1)
	case at.Step < 0:
		return nil, face.ValueErrorf("%s: step is %d, want 0 or more", c.Name, at.Step)
	}
	x, err := observe.FollowRequest(c.Ctx(), d, l, at)
	if err != nil {
		if err = cudacell.Launching(err, r.result.Kernel); c.Ctx().Err() == nil {
			err = face.ValueErrorf("%s: %v", c.Name, err)
		}
		return nil, err
	}
	return &Request{figure.Request{Request: x}}, nil
}

func requestPlot(c face.Call) (starlark.Value, error) {
	title := ""
	if err := c.Keywords().Unpack("title??", &title); err != nil {
		return nil, err
	}
	var panels plotting.Panels
	last := 0.0
	for _, v := range face.Flattened(c.Args) {
		x, ok := v.(*Request)
		if !ok {
			return nil, face.TypeErrorf("%s: want what trace_request() returns, got %s", c.Name, face.Describe(v))
		}
		last = max(last, x.Path.Back)
		panels = append(panels, x.Figure())
	}
	if len(panels) == 0 {
		return nil, face.TypeErrorf("%s: give what trace_request() returns", c.Name)
	}
	for _, f := range panels {
		f.Timeline.End = last
	}
	return stacked(panels, title)
}
