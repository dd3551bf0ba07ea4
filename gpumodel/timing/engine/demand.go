package engine

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
)

// Demand is the seconds that the partitions were needed for at least, counted window by window.
type Demand struct {
	Balanced   float64 // on average over the partitions
	Hottest    float64 // for the busiest one of each window
	Activation float64 // the part of Balanced that row activation asks for
}

// demand adds up, over short windows of time, how long the partitions must have
// been at work: each window lasted at least as long as its busiest partition
// needed for its bytes and for its row activations.
type demand struct {
	Demand
	last     []memory.PartitionStats
	activate memory.Time
}

func newDemand(d *device.Device, partitions []*memory.Partition) demand {
	perActivate := max(memory.Nanoseconds(d.TRRD), memory.Nanoseconds(d.TFAW)/4)
	return demand{last: make([]memory.PartitionStats, len(partitions)), activate: perActivate}
}

// CloseWindow ends a window of the demand.
func (e *Engine) CloseWindow() {
	d := &e.demand
	var sum, busiest, activations memory.Time
	for i, p := range e.Partitions {
		acts := memory.Time(p.Stats.Activates-d.last[i].Activates) * d.activate
		needed := max(p.Stats.Busy-d.last[i].Busy, acts)
		sum += needed
		activations += acts
		busiest = max(busiest, needed)
		d.last[i] = p.Stats
	}
	n := float64(len(e.Partitions))
	d.Balanced += Seconds(sum) / n
	d.Activation += Seconds(activations) / n
	d.Hottest += Seconds(busiest)
}

// Demand is the demand so far.
func (e *Engine) Demand() Demand { return e.demand.Demand }
