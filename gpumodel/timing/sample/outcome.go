package sample

import (
	"math"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
)

// An Outcome is the simulated time of a launch and what the machine did.
type Outcome struct {
	Time    float64 // seconds, extrapolated to the whole grid
	Blocks  int     // that the figures below are of, the first ones of the grid
	Sampled float64 // share of the launch that was simulated
	// Simulated is the seconds of these blocks' time.
	Simulated float64
	Error     float64 // of Time, as a part of it
	// Unsurveyed is by what part of theirs counts may be off because blocks that nobody surveyed were left out.
	Unsurveyed float64
	DRAM       memory.PartitionStats
	engine.Demand
	CoresBusy float64 // seconds of the busiest SM's cores
	// What the caches have seen, of the simulated part.
	Constant, Texture, TextureL2 memory.CacheStats
	L1Global, L1Local            memory.CacheStats // lines of loads
	L2                           engine.SliceStats
	// Of each SM the seconds of the launch in which it had no block, and what each
	// partition and each slice of the L2 did in the simulated part.
	Idle     []float64
	Channels []memory.PartitionStats
	Slices   []engine.SliceStats
	Behind   engine.Behind     // what the DRAM had still to move when the last block ended
	States   engine.StateTimes // of the simulated part
	Held     Held
}

// Held is the data that stay in the L2 during the whole launch, because each wave of blocks reads them again.
type Held struct {
	Bytes  float64
	Copies float64 // of other data in the L2; 0 means as many as of data that one SM reads
}

// Sides is the number of copies in the L2 of data that SMs on both its sides read.
const Sides = 2

// PerByte is the number of copies in the L2 of data that pass through it.
func (h *Held) PerByte() float64 {
	if h.Copies == 0 {
		return copies(1)
	}
	return h.Copies
}

// copies is how many copies the L2 has of a line that so many SMs read: one in front of the
// DRAM, and one on the other side if one of them is there.
func copies(readers float64) float64 { return Sides - math.Pow(0.5, readers) }

// caches adds what the caches and the partitions have seen in a run.
func (o *Outcome) caches(e *engine.Engine) {
	c := e.Caches()
	o.Constant, o.Texture, o.TextureL2, o.L1Global, o.L1Local = c.Constant, c.Texture, c.TextureL2, c.L1Global, c.L1Local
	for _, p := range e.Partitions {
		o.Channels = append(o.Channels, p.Stats)
	}
	o.Slices = c.Slices
	for i := range c.Slices {
		o.L2.Add(&c.Slices[i])
	}
}
