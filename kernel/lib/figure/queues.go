package figure

import (
	"fmt"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/plotting"
)

// Queues are what waits at each channel of the memory in the first waves of a launch.
type Queues struct{ *observe.Observation }

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
	return plotting.Percent(1 - float64(min(c.opened, c.served))/float64(c.served))
}

// channels are the queues of channels, or where a memory has none, of partitions.
func (q Queues) channels() []channelQueue {
	d, observed := q.Device, q.Observation.Queues
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

// RowHits says which part of the requests found their row of the DRAM open.
func (q Queues) RowHits() string {
	var all channelQueue
	for _, c := range q.channels() {
		all.served += c.served
		all.opened += c.opened
	}
	if hits := all.hits(); hits != nil {
		return fmt.Sprintf("; %s of all found their row of the DRAM open", hits)
	}
	return ""
}

// channelWord is what the parts of a memory are called that take turns.
func channelWord(d *device.Device) string {
	if d.Channels() > 0 {
		return "channel"
	}
	return "partition"
}

// channelName is "stack 2, channel 5", or "partition 3".
func channelName(d *device.Device, n int) string {
	if d.Channels() == 0 {
		return fmt.Sprintf("partition %d", n)
	}
	return fmt.Sprintf("stack %d, channel %d", n/d.HBMChannelsPerStack, n%d.HBMChannelsPerStack)
}

// GBps is what all channels move.
func (q Queues) GBps() float64 {
	total := int64(0)
	for _, b := range q.Observation.Queues.Bytes {
		total += b
	}
	return float64(total) / q.End / 1e9
}

// Busy is how many channels moved at least a tenth of what the busiest one did.
func (q Queues) Busy() int {
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

// Waiting is the longest queue of a channel, on average over the time.
func (q Queues) Waiting() float64 {
	most := 0.0
	for _, c := range q.channels() {
		most = max(most, c.waited/q.End)
	}
	return most
}

func (q Queues) title() string {
	o := q.Observation
	return fmt.Sprintf("%s on %s: %s GB/s, %d of %d channels at work", o.Kernel.Name, o.Device.Name, plotting.Number(q.GBps(), 4), q.Busy(),
		len(q.channels()))
}

// Table has a row for each channel.
func (q Queues) Table() *plotting.Table {
	t := &plotting.Table{Title: q.title(), Columns: []plotting.Column{{Name: "channel"}, {Name: "requests", Kind: plotting.Int},
		{Name: "throughput", Unit: "GB/s", Kind: plotting.Float}, {Name: "of its peak"}, {Name: "queue", Kind: plotting.Float, Digits: 3},
		{Name: "longest queue", Kind: plotting.Float, Digits: 3}, {Name: "stay", Unit: "ns", Kind: plotting.Float, Digits: 3}, {Name: "row hits"}}}
	all := q.channels()
	peak := q.Device.BandwidthGBps() / float64(len(all))
	for _, c := range all {
		rate := float64(c.bytes) / q.End / 1e9
		longest := 0.0
		for _, x := range c.waiting {
			longest = max(longest, x)
		}
		var stay any
		if c.served > 0 {
			stay = c.waited / float64(c.served) * 1e9
		}
		t.Add(c.name, c.served, rate, plotting.Percent(rate/peak), c.waited/q.End, longest, stay, c.hits())
	}
	return t
}

// shownSpans is about how many spans of time a picture has.
const shownSpans = 32

// Figure is a heat map of time and channels.
func (q Queues) Figure() *plotting.Figure {
	all := q.channels()
	width := q.Observation.Queues.Width
	n := len(all[0].waiting)
	each := max(1, (n+shownSpans-1)/shownSpans)
	f := &plotting.Figure{
		Title: q.title(), Provenance: fmt.Sprintf("%s<<<%s, %s>>>, the first %s, modelled", q.Kernel.Name, Size(q.Launch.Grid),
			Size(q.Launch.Block), plotting.SI(q.End, "s")),
		X:    plotting.Axis{Label: "time", Unit: "s", Step: float64(each) * width, Categories: make([]string, (n+each-1)/each)},
		Y:    plotting.Axis{Label: channelWord(q.Device)},
		Heat: &plotting.Heat{Label: "requests in the queue"},
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
