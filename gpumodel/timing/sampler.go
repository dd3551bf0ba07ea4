package timing

import "warpbook.dev/gpumodel/memory"

// The throughput counts as steady when the last steadyWindows windows differ
// from their mean by at most steadyWithin; a launch that never settles is sampled
// for mostWindows windows.
const (
	steadyWindows = 3
	steadyWithin  = 0.02
	mostWindows   = 12
)

// A sampler watches the finished blocks, window by window. A window holds whole
// rows of the grid and at least two generations of resident blocks, so that
// patterns along a row (which partitions its tiles meet) are seen whole.
type sampler struct {
	e        *engine
	sample   bool
	window   int
	ends     []memory.Time // of the windows
	perBlock float64       // seconds, once steady
	demand   demand
}

func newSampler(e *engine, c Config) *sampler {
	resident := min(len(e.resident), c.Blocks)
	window := 2 * resident
	if c.GridX <= 2*window {
		window = (window + c.GridX - 1) / c.GridX * c.GridX
	}
	s := &sampler{e: e, sample: c.Sample, window: window}
	s.demand = newDemand(e)
	return s
}

// observe is called when a block has finished; it reports whether dispatch may stop.
func (s *sampler) observe() bool {
	n := len(s.e.completed)
	if n%max(1, len(s.e.resident)/4) == 0 {
		s.demand.close()
	}
	if n%s.window != 0 {
		return s.perBlock > 0
	}
	s.ends = append(s.ends, s.e.now)
	if s.sample && s.perBlock == 0 && s.steady() {
		last := s.ends[len(s.ends)-1] - s.ends[len(s.ends)-1-steadyWindows]
		s.perBlock = seconds(last) / float64(steadyWindows*s.window)
	}
	return s.perBlock > 0
}

// steady compares the last windows; the first one, in which all SMs start at
// once, does not count.
func (s *sampler) steady() bool {
	n := len(s.ends)
	if n < steadyWindows+1 {
		return false
	}
	if n >= mostWindows {
		return true
	}
	mean := float64(s.ends[n-1]-s.ends[n-1-steadyWindows]) / steadyWindows
	for i := n - steadyWindows; i < n; i++ {
		d := float64(s.ends[i] - s.ends[i-1])
		if d < mean*(1-steadyWithin) || d > mean*(1+steadyWithin) {
			return false
		}
	}
	return true
}

// demand adds up, over short windows of time, how long the partitions must have
// been at work: each window lasted at least as long as its busiest partition
// needed for its bytes and for its row activations.
type demand struct {
	e                             *engine
	last                          []memory.PartitionStats
	activate                      memory.Time
	balanced, hottest, activation float64 // seconds
}

func newDemand(e *engine) demand {
	perActivate := max(memory.Nanoseconds(e.d.TRRD), memory.Nanoseconds(e.d.TFAW)/4)
	return demand{e: e, last: make([]memory.PartitionStats, len(e.partitions)), activate: perActivate}
}

// close ends a window.
func (d *demand) close() {
	var sum, busiest, activations memory.Time
	for i, p := range d.e.partitions {
		acts := memory.Time(p.Stats.Activates-d.last[i].Activates) * d.activate
		needed := max(p.Stats.Busy-d.last[i].Busy, acts)
		sum += needed
		activations += acts
		busiest = max(busiest, needed)
		d.last[i] = p.Stats
	}
	n := float64(len(d.e.partitions))
	d.balanced += seconds(sum) / n
	d.activation += seconds(activations) / n
	d.hottest += seconds(busiest)
}
