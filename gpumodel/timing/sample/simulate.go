package sample

import (
	"context"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// Simulate replays the blocks of a source in dispatch order. With c.Sample it
// stops dispatching once the time per block is steady, lets the blocks in
// flight finish (the tail), and adds the blocks left out at the steady rate; of
// long blocks, c.Partial allowing it, it simulates parts.
func Simulate(ctx context.Context, c Config, source engine.Source) (Outcome, error) {
	if c.Sample && c.Partial && !c.Whole {
		if p, parts := part(c.Device); p != nil {
			return simulatePart(ctx, c, source, p, parts)
		}
	}
	return c.simulate(ctx, source)
}

// simulate is Simulate on the whole device.
func (c Config) simulate(ctx context.Context, source engine.Source) (Outcome, error) {
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
func Long(source engine.Source, blocks int) (bool, error) {
	for i := range 3 {
		n := int(engine.Spread(i) * float64(blocks))
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
func (c Config) run(ctx context.Context, source engine.Source) (Outcome, error) {
	e := c.Engine(ctx, source)
	s := newSampler(e, c)
	e.Fill()
	if err := e.Run(s.observe); err != nil {
		return Outcome{}, err
	}
	e.CloseWindow()
	left := c.Blocks - e.Dispatched()
	o := Outcome{
		Time:      e.Last() + float64(left)*s.perBlock,
		Blocks:    e.Dispatched(),
		Sampled:   float64(e.Dispatched()) / float64(c.Blocks),
		Simulated: e.Last(),
		Demand:    e.Demand(), CoresBusy: e.CoresBusy(), States: e.States(),
	}
	for _, p := range e.Partitions {
		o.DRAM.Transactions += p.Stats.Transactions
		o.DRAM.Activates += p.Stats.Activates
		o.DRAM.Turnarounds += p.Stats.Turnarounds
		o.DRAM.Bytes += p.Stats.Bytes
		o.DRAM.ReadBytes += p.Stats.ReadBytes
		o.DRAM.Busy += p.Stats.Busy
		o.DRAM.MostTurns = max(o.DRAM.MostTurns, p.Stats.MostTurns)
	}
	o.caches(e)
	o.Idle = e.Idle(o.Time)
	return o, nil
}
