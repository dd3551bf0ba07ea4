package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "queues_plot", Page: "pictures.md", Func: queuesPlot,
	Doc: `queues_plot(*launches, waves=3, title=None)
Draws how many requests wait at each channel of the memory over time, in the first waves of a launch. Several
launches are drawn below each other. Two overrides of gpu(…) change the distribution of addresses over the
channels. partition_stride_bytes is the number of consecutive bytes in one channel. partition_hash mixes the
order of the channels.

*launches (results): results, or queues that r.queues() returns
waves (int, 3): number of waves
title (string, None): title of the figure

Returns the figure.

    queues_plot(run("transpose/copy", n=1024), run("transpose/copy", n=1024, gpu=gpu("GTX 280", partition_stride_bytes=1 << 20)))`,
})

// A Queues is the result of r.queues(): the queue of each memory channel over time.
type Queues struct{ figure.Queues }

func (q *Queues) String() string        { return q.Table().Text() }
func (*Queues) Type() string            { return "queues" }
func (*Queues) Freeze()                 {}
func (*Queues) Truth() starlark.Bool    { return true }
func (q *Queues) Hash() (uint32, error) { return face.Unhashable(q) }

var _ = face.DeclareFields(&registry, face.Fields[*Queues]{
	"time":    face.Number(func(q *Queues) float64 { return q.End }),
	"gbps":    face.Number(func(q *Queues) float64 { return q.GBps() }),
	"busy":    face.Integer(func(q *Queues) int { return q.Busy() }),
	"waiting": face.Number(func(q *Queues) float64 { return q.Waiting() }),
})

var _ = registry.Declare(row{
	Name: "queues.table", Returns: exampleTable,
	Attr: face.Field(face.Table(func(q *Queues) *plotting.Table { return q.Table() })),
})

var _ = registry.Declare(row{
	Name: "result.queues", Page: "results.md", Attr: ofModel(face.Method((*Result).queues)),
	Returns: &Queues{},
	Doc: `queues(waves=3)
Measures the queues at each channel of the memory in the first waves of the launch: the number of requests, the
throughput, the average and the longest queue, and how long a request stays.

waves (int, 3): number of waves

Returns the queues q. q.table has a row for each channel. q.gbps is the throughput of all channels. q.busy
counts the channels that have at least a tenth of the work of the busiest channel. q.waiting is the longest
average queue. queues_plot(r) draws the queues over time.

    r.queues().gbps`,
})

// Attr returns a figure or the table.
func (q *Queues) Attr(name string) (starlark.Value, error) { return registry.Attr(q, name) }

// AttrNames lists the figures.
func (q *Queues) AttrNames() []string { return registry.AttrNames(q) }

// MIMEBundle shows the channels.
func (q *Queues) MIMEBundle() (data, metadata map[string]any) { return q.Table().MIMEBundle() }

func (r *Result) queues(c face.Call) (starlark.Value, error) {
	waves := usualWaves
	if err := c.Unpack("waves?", &waves); err != nil {
		return nil, err
	}
	return r.observeQueues(c, waves)
}

func (r *Result) observeQueues(c face.Call, waves int) (*Queues, error) {
	o, err := r.observe(c, 0, waves)
	if err != nil {
		return nil, err
	}
	return &Queues{figure.Queues{Observation: o}}, nil
}

func queuesPlot(c face.Call) (starlark.Value, error) {
	waves, title := usualWaves, ""
	if err := c.Keywords().Unpack("waves?", &waves, "title??", &title); err != nil {
		return nil, err
	}
	all, err := ofLaunches(c, "queues", `"transpose/copy", n=1024`, func(r *Result) (*Queues, error) { return r.observeQueues(c, waves) })
	if err != nil {
		return nil, err
	}
	var panels plotting.Panels
	for _, q := range all {
		panels = append(panels, q.Figure())
	}
	if len(panels) > 1 { // queues of a few and of thousands of requests have no useful scale in common
		panels[0].Provenance += "; each picture has its own scales of time and colour"
	}
	return stacked(panels, title)
}
