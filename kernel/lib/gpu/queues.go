package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

var _ = declare(row{
	name: "queues_plot", page: "pictures.md", fn: stateless(queuesPlot),
	doc: `queues_plot(*launches, waves=3, title=None)
How many requests wait at each channel of the memory over time, in the first waves of a
launch. Launches are results, or what r.queues() returns; several stand below each other.
A GPU whose channels don't take turns is a what-if: partition_stride_bytes is how many
bytes lie in one before the next, partition_hash whether their order is mixed.

    queues_plot(run("transpose/copy", n=1024), run("transpose/copy", n=1024, gpu=gpu("GTX 280", partition_stride_bytes=1 << 20)))`,
})

// A Queues is what r.queues() observes, as a value.
type Queues struct{ figure.Queues }

func (q *Queues) String() string        { return q.Table().Text() }
func (*Queues) Type() string            { return "queues" }
func (*Queues) Freeze()                 {}
func (*Queues) Truth() starlark.Bool    { return true }
func (q *Queues) Hash() (uint32, error) { return unhashable(q) }

var queuesAttributes = attributes[*Queues]{
	"time":    number(func(q *Queues) float64 { return q.End }),
	"gbps":    number(func(q *Queues) float64 { return q.GBps() }),
	"busy":    integer(func(q *Queues) int { return q.Busy() }),
	"waiting": number(func(q *Queues) float64 { return q.Waiting() }),
}

var _ = declare(row{
	name: "queues.table", returns: exampleTable,
	attr: field(tableOf(func(q *Queues) *plotting.Table { return q.Table() })),
})

var _ = declare(row{
	name: "result.queues", page: "results.md", attr: ofModel(method((*Result).queues)),
	returns: &Queues{},
	doc: `queues(waves=3)
What waits at each channel of the memory in the first waves of the launch: requests, throughput, the
queue on average and at its longest, and how long a request stayed. gbps is the throughput of all of
them, busy how many channels have at least a tenth of the busiest one's work, waiting the longest
queue on average; queues_plot(r) draws it over time.

    r.queues().gbps`,
})

// Attr returns a figure or the table.
func (q *Queues) Attr(name string) (starlark.Value, error) { return queuesAttributes.get(q, name) }

// AttrNames lists the figures.
func (q *Queues) AttrNames() []string { return queuesAttributes.names() }

// MIMEBundle shows the channels.
func (q *Queues) MIMEBundle() (data, metadata map[string]any) { return q.Table().MIMEBundle() }

func (r *Result) queues(c call) (starlark.Value, error) {
	waves := usualWaves
	if err := c.unpack("waves?", &waves); err != nil {
		return nil, err
	}
	return r.observeQueues(c, waves)
}

func (r *Result) observeQueues(c call, waves int) (*Queues, error) {
	o, err := r.observe(c, 0, waves)
	if err != nil {
		return nil, err
	}
	return &Queues{figure.Queues{Observation: o}}, nil
}

func queuesPlot(c call) (starlark.Value, error) {
	waves, title := usualWaves, ""
	if err := (call{c.name, c.thread, nil, c.kwargs}).unpack("waves?", &waves, "title??", &title); err != nil {
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
	return stacked(panels, title)
}
