package timing

import (
	"context"
	"fmt"
	"math"
	"slices"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A Config says what to simulate.
type Config struct {
	Device        *device.Device
	Blocks        int // of the grid
	GridX         int // blocks of one row of the grid; 0 if that does not matter
	BlocksPerSM   int // resident, from the occupancy
	WarpsPerBlock int
	SharedPerSM   int // bytes of shared memory that the resident blocks of an SM use, the system's included
	// Sample allows the simulation to stop once the throughput is steady.
	Sample bool
	// Partial says that blocks do not depend on others having been executed, so that
	// any of them, and any iterations of their loops, can be left out.
	Partial bool
	// Whole says that the chip is simulated as a whole: blocks take turns at something
	// there is one of.
	Whole bool
	parts float64 // of the chip, of which the device is one
	share share   // of what is loaded, see there
}

// An Outcome is the simulated time of a launch and what the machine did.
type Outcome struct {
	Time    float64 // seconds, extrapolated to the whole grid
	Blocks  int     // that the figures below are of, the first ones of the grid
	Sampled float64 // share of the launch that was simulated
	// Simulated is the seconds of these blocks' time.
	Simulated float64
	DRAM      memory.PartitionStats
	// Balanced and Hottest are the seconds that the partitions were needed for at
	// least, counted window by window: on average over the partitions, and for
	// the busiest one of each window.
	Balanced, Hottest float64
	// Activation is the part of Balanced that row activation asks for.
	Activation float64
	CoresBusy  float64 // seconds of the busiest SM's cores
	// What the caches have seen, of the simulated part.
	Constant, Texture, TextureL2 memory.CacheStats
	L1Global, L1Local            memory.CacheStats // lines of loads
	L2                           SliceStats
	// Of each SM the seconds of the launch in which it had no block, and what each
	// partition and each slice of the L2 did in the simulated part.
	Idle     []float64
	Channels []memory.PartitionStats
	Slices   []SliceStats
	States   Ledger // of the simulated part
	Held     Held
}

// Held is what lies in the L2 as long as a launch lasts: what each wave of blocks reads again.
type Held struct {
	Bytes  float64
	Copies float64 // that the L2 has of what passes; 0 is those of what one SM reads
}

// Sides is how many copies the L2 has of what SMs of both its sides read.
const Sides = 2

// PerByte is how many copies the L2 has of what passes.
func (h *Held) PerByte() float64 {
	if h.Copies == 0 {
		return copies(1)
	}
	return h.Copies
}

// copies is how many copies the L2 has of a line that so many SMs read: one in front of the
// DRAM, and one on the other side if one of them is there.
func copies(readers float64) float64 { return Sides - math.Pow(0.5, readers) }

// Simulate replays the blocks of a source in dispatch order. With c.Sample it
// stops dispatching once the time per block is steady, lets the blocks in
// flight finish (the tail), and adds the blocks left out at the steady rate; of
// long blocks, c.Partial allowing it, it simulates parts.
func Simulate(ctx context.Context, c Config, source Source) (Outcome, error) {
	if c.Sample && c.Partial && !c.Whole {
		if p, parts := part(c.Device); p != nil {
			return simulatePart(ctx, c, source, p, parts)
		}
	}
	return c.simulate(ctx, source)
}

// simulate is Simulate on the whole device.
func (c Config) simulate(ctx context.Context, source Source) (Outcome, error) {
	if c.Sample && c.Partial {
		yes, err := Long(source, c.Blocks)
		if err != nil {
			return Outcome{}, err
		}
		if yes {
			l := &long{ctx: ctx, c: c, source: source}
			return l.simulate()
		}
	}
	return c.run(ctx, source)
}

// Long reports whether some of a grid's blocks do more than is executed of a block
// at once.
func Long(source Source, blocks int) (bool, error) {
	for i := range 3 {
		n := int(spread(i) * float64(blocks))
		b, err := source.Start(n, warp.Options{Uncounted: true})
		if err != nil {
			return false, fmt.Errorf("block %d: %w", n, err)
		}
		source.Release(b)
		if slices.ContainsFunc(b.Warps, func(t warp.Trace) bool { return !t.Done }) {
			return true, nil
		}
	}
	return false, nil
}

// run replays whole blocks.
func (c Config) run(ctx context.Context, source Source) (Outcome, error) {
	e := newEngine(ctx, c, source)
	s := newSampler(e, c)
	e.fill()
	if err := e.run(s.observe); err != nil {
		return Outcome{}, err
	}
	e.demand.close()
	left := c.Blocks - e.dispatched
	o := Outcome{
		Time:      seconds(e.last) + float64(left)*s.perBlock,
		Blocks:    e.dispatched,
		Sampled:   float64(e.dispatched) / float64(c.Blocks),
		Simulated: seconds(e.last),
		Balanced:  e.demand.balanced, Hottest: e.demand.hottest, Activation: e.demand.activation,
	}
	for _, p := range e.partitions {
		o.DRAM.Transactions += p.Stats.Transactions
		o.DRAM.Activates += p.Stats.Activates
		o.DRAM.Turnarounds += p.Stats.Turnarounds
		o.DRAM.Bytes += p.Stats.Bytes
		o.DRAM.ReadBytes += p.Stats.ReadBytes
		o.DRAM.Busy += p.Stats.Busy
		o.DRAM.MostTurns = max(o.DRAM.MostTurns, p.Stats.MostTurns)
	}
	for i := range e.sms {
		o.CoresBusy = max(o.CoresBusy, seconds(e.sms[i].busy))
	}
	o.caches(e)
	o.States = e.ledger.seconds()
	o.Idle = e.idle(o.Time)
	return o, nil
}

// caches are what the caches and the partitions have seen in a run.
func (o *Outcome) caches(e *engine) {
	o.Constant, o.Texture, o.TextureL2 = cacheStats(e.caches.constant), cacheStats(e.caches.texture), cacheStats(e.caches.textureL2)
	o.TextureL2.Add(e.caches.l2Texture)
	o.L1Global, o.L1Local = e.caches.l1Global, e.caches.l1Local
	for _, p := range e.partitions {
		o.Channels = append(o.Channels, p.Stats)
	}
	if h := e.hierarchy; h != nil {
		for i := range h.slices {
			s := h.slices[i].stats
			o.Slices = append(o.Slices, s)
			o.L2.Add(s.CacheStats)
			o.L2.Written += s.Written
			o.L2.Fabric += s.Fabric
			o.L2.Asked += s.Asked
		}
	}
	for i := range e.slices {
		s := SliceStats{CacheStats: e.slices[i].cache.Stats, Written: e.slices[i].written}
		o.Slices = append(o.Slices, s)
		o.L2.Add(s.CacheStats)
		o.L2.Written += s.Written
	}
}

func seconds(t memory.Time) float64 { return float64(t) * 1e-12 }
