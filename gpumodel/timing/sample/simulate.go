package sample

import (
	"context"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// Simulate replays the blocks of a source in dispatch order. With c.Sample it
// stops dispatching once the time per block is steady, lets the blocks in
// flight finish (the tail), and adds the blocks left out at the steady rate; of
// long blocks, c.Partial allowing it, it simulates parts. If blocks differ, it simulates stretches
// of the grid.
func Simulate(ctx context.Context, c Config, source engine.Source) (Outcome, error) {
	if !c.Sample || !c.Partial {
		return c.simulate(ctx, source)
	}
	g, differ, err := surveyGrid(source, &c)
	if err != nil {
		return Outcome{}, err
	}
	p, parts := part(c.Device)
	if c.Whole {
		p = nil
	}
	if differ {
		return c.differing(ctx, source, g, p, parts)
	}
	source.Recount()
	if p != nil {
		return simulatePart(ctx, c, source, p, parts)
	}
	return c.simulate(ctx, source)
}

// differing simulates a launch whose blocks differ: all of it, a walk over the grid, or a walk over what a
// part of the chip executes, whatever the budget is enough for.
func (c Config) differing(ctx context.Context, source engine.Source, g *grid, p *device.Device, parts float64) (Outcome, error) {
	whole := p == nil
	switch {
	case c.affordable(g):
		source.Recount()
		c.Sample = false
		return c.run(ctx, source)
	case c.stretches(g, budget) >= leastWalk || whole && c.stretches(g, mostBudget) >= leastWalk:
		return c.walk(ctx, source, g, func(b int) int { return b })
	case !whole && c.onPart(p).stretches(g, mostBudget) >= leastWalk:
		return walkPart(ctx, c, source, g, p, parts)
	}
	source.Recount()
	var o Outcome
	var err error
	if whole {
		o, err = c.simulate(ctx, source)
	} else {
		o, err = simulatePart(ctx, c, source, p, parts)
	}
	o.Error = max(o.Error, unknown)
	return o, err
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
	rest, spread := float64(left)*s.perBlock, s.spread
	if t := s.atDRAM(left); t > rest {
		rest, spread = t, s.spread+dramError
	}
	o := Outcome{
		Time:      e.Last() + rest,
		Error:     spread * rest / (e.Last() + rest),
		Blocks:    e.Dispatched(),
		Sampled:   float64(e.Dispatched()) / float64(c.Blocks),
		Simulated: e.Last(),
		Demand:    e.Demand(), CoresBusy: e.CoresBusy(), States: e.States(), Behind: e.Behind(),
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
