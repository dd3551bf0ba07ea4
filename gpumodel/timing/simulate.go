package timing

import (
	"context"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
)

// A Config says what to simulate.
type Config struct {
	Device        *device.Device
	Blocks        int // of the grid
	GridX         int // blocks of one row of the grid; 0 if that does not matter
	BlocksPerSM   int // resident, from the occupancy
	WarpsPerBlock int
	// Sample allows the simulation to stop once the throughput is steady.
	Sample bool
}

// An Outcome is the simulated time of a launch and what the machine did.
type Outcome struct {
	Time      float64 // seconds, extrapolated to the whole grid
	Blocks    int     // simulated
	Simulated float64 // seconds of simulated time
	DRAM      memory.PartitionStats
	// Balanced and Hottest are the seconds that the partitions were needed for at
	// least, counted window by window: on average over the partitions, and for
	// the busiest one of each window. Both are of the simulated part.
	Balanced, Hottest float64
	// Activation is the part of Balanced that row activation asks for.
	Activation float64
	CoresBusy  float64 // seconds of the busiest SM's cores
	// What the caches have seen, of the simulated part.
	Constant, Texture, TextureL2 memory.CacheStats
}

// Simulate replays the blocks of a source in dispatch order. With c.Sample it
// stops dispatching once the time per block is steady, lets the blocks in
// flight finish (the tail), and adds the blocks left out at the steady rate.
func Simulate(ctx context.Context, c Config, source Source) (Outcome, error) {
	e := newEngine(ctx, c.Device, source, c.Blocks, c.BlocksPerSM, c.WarpsPerBlock)
	s := newSampler(e, c)
	if err := e.run(s.observe); err != nil {
		return Outcome{}, err
	}
	s.demand.close()
	left := c.Blocks - e.dispatched
	o := Outcome{
		Time:      seconds(e.last) + float64(left)*s.perBlock,
		Blocks:    e.dispatched,
		Simulated: seconds(e.last),
		Balanced:  s.demand.balanced, Hottest: s.demand.hottest, Activation: s.demand.activation,
	}
	for _, p := range e.partitions {
		o.DRAM.Transactions += p.Stats.Transactions
		o.DRAM.Activates += p.Stats.Activates
		o.DRAM.Turnarounds += p.Stats.Turnarounds
		o.DRAM.Bytes += p.Stats.Bytes
		o.DRAM.Busy += p.Stats.Busy
		o.DRAM.MostTurns = max(o.DRAM.MostTurns, p.Stats.MostTurns)
	}
	for i := range e.sms {
		o.CoresBusy = max(o.CoresBusy, seconds(e.sms[i].busy))
	}
	o.Constant, o.Texture, o.TextureL2 = cacheStats(e.caches.constant), cacheStats(e.caches.texture), cacheStats(e.caches.textureL2)
	return o, nil
}

func seconds(t memory.Time) float64 { return float64(t) * 1e-12 }
