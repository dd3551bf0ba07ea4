package sample

import (
	"context"
	"fmt"
	"math"
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
	c.steps, c.most = g.all(), mostReplayed
	if differ {
		return c.differing(ctx, source, g, p, parts)
	}
	if g.cost <= cheap {
		return c.all(ctx, source)
	}
	source.Recount()
	var o Outcome
	if p != nil {
		o, err = simulatePart(ctx, c, source, p, parts)
	} else {
		o, err = c.simulate(ctx, source)
	}
	if err == nil && o.Error > mostError && g.cost <= budget {
		return c.all(ctx, source)
	}
	return o, err
}

// differing simulates a launch whose blocks differ: all of it, a walk over the grid, or a walk over what a
// part of the chip executes, whatever the budget is enough for; and more of it where the error is large.
func (c Config) differing(ctx context.Context, source engine.Source, g *grid, p *device.Device, parts float64) (Outcome, error) {
	if c.affordable(g) {
		return c.all(ctx, source)
	}
	for _, budget := range []float64{budget, mostBudget} {
		if g.cost <= budget {
			return c.all(ctx, source)
		}
		if c.stretches(g, budget) >= leastWalk {
			o, _, err := c.walk(ctx, source, g, budget, func(b int) int { return b })
			if err != nil || o.Error <= mostError {
				return o, err
			}
		}
	}
	if p != nil && (c.onPart(p).stretches(g, mostBudget) >= leastWalk || g.cost/parts <= mostBudget) {
		return walkPart(ctx, c, source, g, p, parts)
	}
	var o Outcome
	var err error
	source.Recount()
	if p == nil {
		o, err = c.simulate(ctx, source)
	} else {
		o, err = simulatePart(ctx, c, source, p, parts)
	}
	if o.Sampled < 1 {
		o.Error = max(o.Error, unknown)
	}
	return o, err
}

// all simulates all blocks.
func (c Config) all(ctx context.Context, source engine.Source) (Outcome, error) {
	source.Recount()
	c.Sample = false
	return c.run(ctx, source)
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
	early, err := c.within(e, s.observe)
	if err != nil {
		return Outcome{}, err
	}
	if e.Paused() {
		return c.cut(e, early), nil
	}
	e.CloseWindow()
	left := c.Blocks - e.Dispatched()
	rest, spread := float64(left)*s.perBlock, s.spread
	if t := s.atDRAM(left); t > rest {
		rest, spread = t, s.spread+dramError
	}
	o := Outcome{
		Time:      e.Last() + rest,
		Error:     math.Hypot(spread, windowError) * rest / (e.Last() + rest),
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

// mostReplayed is the events of a sampled run after which it is cut off: some seconds.
const mostReplayed = 8_000_000

// within runs an engine, a sample to no more than c.most events. It returns what was done in the first
// half of these.
func (c *Config) within(e *engine.Engine, observe func() bool) (early engine.Tally, err error) {
	if c.Sample {
		e.MostEvents = c.most / 2
	}
	if err := e.Run(observe); err != nil || !e.Paused() {
		return engine.Tally{}, err
	}
	early = e.Tally()
	e.MostEvents = c.most
	return early, e.Run(observe)
}

// cut is the outcome of a run that was cut off, although blocks were running. What was left to do is done at
// the rate of the run's second half; nothing is known of how the launch ends.
func (c *Config) cut(e *engine.Engine, early engine.Tally) Outcome {
	late := e.Tally().Plus(early, -1)
	l := &long{c: *c, simulated: float64(e.Steps()), latest: e}
	left := max(0, c.steps-l.simulated)
	e.Credit(late, left/max(1, late.Steps))
	e.Abandon()
	all := e.SoFar()
	o := l.outcome(&survey{steps: max(c.steps, l.simulated)}, all.Time, all)
	o.Error = unknown
	return o
}
