package gpu

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

func queuesBuiltins() []builtin {
	return []builtin{
		{"queues_plot", queuesPlot, `queues_plot(*launches, waves=3, title=None)
How many requests wait at each channel of the memory over time, in the first waves of a
launch. Launches are results, or what r.queues() returns; several stand below each other.
A GPU whose channels don't take turns is a what-if: partition_stride_bytes is how many
bytes lie in one before the next, partition_hash whether their order is mixed.

    queues_plot(run("transpose/copy", n=1024), run("transpose/copy", n=1024, gpu=gpu("GTX 280", partition_stride_bytes=1 << 20)))`},
	}
}

// A Queues is what r.queues() observes, as a value.
type Queues struct{ observed *gpumodel.Observation }

func (q *Queues) String() string        { return q.table().Text() }
func (*Queues) Type() string            { return "queues" }
func (*Queues) Freeze()                 {}
func (*Queues) Truth() starlark.Bool    { return true }
func (q *Queues) Hash() (uint32, error) { return unhashable(q) }

var queuesAttributes = attributes[*Queues]{
	"table":   func(q *Queues) (starlark.Value, error) { return plot.NewTable(q.table()), nil },
	"time":    number(func(q *Queues) float64 { return q.observed.End }),
	"gbps":    number(func(q *Queues) float64 { return q.gbps() }),
	"busy":    integer(func(q *Queues) int { return q.busy() }),
	"waiting": number(func(q *Queues) float64 { return q.waiting() }),
}

// Attr returns a figure or the table.
func (q *Queues) Attr(name string) (starlark.Value, error) { return queuesAttributes.get(q, name) }

// AttrNames lists the figures.
func (q *Queues) AttrNames() []string { return queuesAttributes.names() }

// MIMEBundle shows the channels.
func (q *Queues) MIMEBundle() (data, metadata map[string]any) { return q.table().MIMEBundle() }

// A channelQueue is what waited at a channel: at all of its pseudo-channels together.
type channelQueue struct {
	name    string
	waiting []float64
	bytes   int64
	served  int64
	waited  float64 // seconds, of all requests
	opened  int64   // rows
}

// hits is which part of the requests found its row open.
func (c *channelQueue) hits() any {
	if c.served == 0 {
		return nil
	}
	return percent(1 - float64(min(c.opened, c.served))/float64(c.served))
}

// channels are the queues of channels, or where a memory has none, of partitions.
func (q *Queues) channels() []channelQueue {
	d, observed := q.observed.Device, q.observed.Queues
	n := d.Channels()
	if n == 0 {
		n = d.Partitions
	}
	all := make([]channelQueue, n)
	for p, waiting := range observed.Waiting {
		c := &all[p*n/d.Partitions]
		c.name = channelName(d, p*n/d.Partitions)
		if c.waiting == nil {
			c.waiting = make([]float64, len(waiting))
		}
		for i, x := range waiting {
			c.waiting[i] += x
		}
		c.bytes += observed.Bytes[p]
		c.served += observed.Served[p]
		c.waited += observed.Waited[p]
		c.opened += observed.Opened[p]
	}
	return all
}

// channelName is "stack 2, channel 5", or "partition 3".
func channelName(d *device.Device, n int) string {
	if d.Channels() == 0 {
		return fmt.Sprintf("partition %d", n)
	}
	return fmt.Sprintf("stack %d, channel %d", n/d.HBMChannelsPerStack, n%d.HBMChannelsPerStack)
}

func (q *Queues) gbps() float64 {
	total := int64(0)
	for _, b := range q.observed.Queues.Bytes {
		total += b
	}
	return float64(total) / q.observed.End / 1e9
}

// busy is how many channels moved at least a tenth of what the busiest one did.
func (q *Queues) busy() int {
	most := int64(0)
	all := q.channels()
	for _, c := range all {
		most = max(most, c.bytes)
	}
	n := 0
	for _, c := range all {
		if 10*c.bytes >= most && most > 0 {
			n++
		}
	}
	return n
}

// waiting is the longest queue of a channel, on average over the time.
func (q *Queues) waiting() float64 {
	most := 0.0
	for _, c := range q.channels() {
		most = max(most, c.waited/q.observed.End)
	}
	return most
}

func (q *Queues) title() string {
	o := q.observed
	return fmt.Sprintf("%s on %s: %s GB/s, %d of %d channels at work", o.Kernel.Name, o.Device.Name, plotting.Number(q.gbps(), 4), q.busy(), len(q.channels()))
}

func (q *Queues) table() *plotting.Table {
	t := &plotting.Table{Title: q.title(), Columns: []plotting.Column{{Name: "channel"}, {Name: "requests", Kind: plotting.Int}, {Name: "throughput", Unit: "GB/s", Kind: plotting.Float},
		{Name: "of its peak"}, {Name: "queue", Kind: plotting.Float, Digits: 3}, {Name: "longest queue", Kind: plotting.Float, Digits: 3}, {Name: "stay", Unit: "ns", Kind: plotting.Float, Digits: 3}, {Name: "row hits"}}}
	all := q.channels()
	peak := q.observed.Device.BandwidthGBps() / float64(len(all))
	for _, c := range all {
		rate := float64(c.bytes) / q.observed.End / 1e9
		longest := 0.0
		for _, x := range c.waiting {
			longest = max(longest, x)
		}
		var stay any
		if c.served > 0 {
			stay = c.waited / float64(c.served) * 1e9
		}
		t.Add(c.name, c.served, rate, percent(rate/peak), c.waited/q.observed.End, longest, stay, c.hits())
	}
	return t
}

// shownSpans is about how many spans of time a picture has.
const shownSpans = 32

// figure is a heat map of time and channels.
func (q *Queues) figure() *plotting.Figure {
	all := q.channels()
	width := q.observed.Queues.Width
	n := len(all[0].waiting)
	each := max(1, (n+shownSpans-1)/shownSpans)
	f := &plotting.Figure{
		Title: q.title(), Provenance: fmt.Sprintf("%s<<<%s, %s>>>, the first %s, modelled", q.observed.Kernel.Name, dims(q.observed.Launch.Grid), dims(q.observed.Launch.Block), plotting.SI(q.observed.End, "s")),
		X: plotting.Axis{Label: "time", Unit: "ns"}, Y: plotting.Axis{Label: map[bool]string{true: "channel", false: "partition"}[q.observed.Device.Channels() > 0]},
		Heat: &plotting.Heat{Label: "requests in the queue"},
	}
	for i := 0; i < n; i += each {
		f.X.Categories = append(f.X.Categories, plotting.Number(float64(i)*width*1e9, 4))
	}
	for _, c := range all {
		f.Y.Categories = append(f.Y.Categories, c.name)
		row := make([]float64, 0, len(f.X.Categories))
		for i := 0; i < n; i += each {
			sum, spans := 0.0, 0
			for _, x := range c.waiting[i:min(n, i+each)] {
				sum += x
				spans++
			}
			row = append(row, sum/float64(spans))
		}
		f.Heat.Values = append(f.Heat.Values, row)
	}
	return f
}

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
	return &Queues{o}, nil
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
		panels = append(panels, q.figure())
	}
	return stacked(panels, title)
}
