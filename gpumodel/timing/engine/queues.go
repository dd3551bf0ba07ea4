package engine

import "warpbook.dev/gpumodel/memory"

// Queues are what waited at the partitions of the memory while a launch was observed.
type Queues struct {
	// Width is the seconds of a span of time. Waiting[p][i] is how many requests were
	// on average in the queue of partition p, or being served, in span i.
	Width   float64
	Waiting [][]float64
	Bytes   []int64   // that each partition moved
	Served  []int64   // its requests
	Waited  []float64 // seconds in the queue, added up over the requests
	Opened  []int64   // rows that it opened; the other requests found their row open
}

const (
	queueSpans      = 256
	firstQueueWidth = memory.Time(16_000) // ps; spans become twice as long when there are too many
)

// gauges add up the stays of requests at the partitions.
type gauges struct {
	width memory.Time
	spans [][]memory.Time
	bytes []int64
	count []int64
	stay  []memory.Time
}

func newGauges(partitions int) *gauges {
	return &gauges{width: firstQueueWidth, spans: make([][]memory.Time, partitions), bytes: make([]int64, partitions),
		count: make([]int64, partitions), stay: make([]memory.Time, partitions)}
}

// served notes a request that a partition has finished.
func (o *Observer) served(partition int32, r *memory.Request, done memory.Time) {
	if o == nil {
		return
	}
	g := o.queues
	from := max(0, r.Arrived())
	g.bytes[partition] += int64(r.Size)
	g.count[partition]++
	g.stay[partition] += done - from
	for done/g.width >= queueSpans {
		g.coarsen()
	}
	for at := from; at < done; {
		i := at / g.width
		next := min(done, (i+1)*g.width)
		for int(i) >= len(g.spans[partition]) {
			g.spans[partition] = append(g.spans[partition], 0)
		}
		g.spans[partition][i] += next - at
		at = next
	}
}

// coarsen makes spans twice as long.
func (g *gauges) coarsen() {
	g.width *= 2
	for p, spans := range g.spans {
		for i := range spans {
			if i%2 == 0 {
				spans[i/2] = spans[i]
			} else {
				spans[i/2] += spans[i]
			}
		}
		g.spans[p] = spans[:(len(spans)+1)/2]
	}
}

// queues are the gauges until a time.
func (g *gauges) queues(end memory.Time) Queues {
	n := int((end + g.width - 1) / g.width)
	q := Queues{Width: Seconds(g.width), Bytes: g.bytes, Served: g.count}
	for p, spans := range g.spans {
		row := make([]float64, n)
		for i := range min(n, len(spans)) {
			row[i] = float64(spans[i]) / float64(min(g.width, end-memory.Time(i)*g.width))
		}
		q.Waiting = append(q.Waiting, row)
		q.Waited = append(q.Waited, Seconds(g.stay[p]))
	}
	return q
}
