package sample

import (
	"context"
	"errors"
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
	if c.Bounded {
		c.spent = new(int64)
	}
	if !c.Sample || !c.Partial {
		c.most = 0
		if c.Bounded {
			c.most = mostReplayed
		}
		return c.simulate(ctx, source)
	}
	s := &surveying{Source: source}
	o, err := c.sample(ctx, s)
	if s.cut && o.Sampled < 1 {
		o.Error = max(o.Error, unknown)
	}
	return o, err
}

// surveying is a source that notes whether profiles were cut off, so that some of what they say is a guess.
type surveying struct {
	engine.Source
	cut bool
}

func (s *surveying) Profile(block int) (warp.Profile, error) {
	p, err := s.Source.Profile(block)
	s.cut = s.cut || p.Cut
	return p, err
}

// sample is Simulate of a launch any part of which can be left out.
func (c Config) sample(ctx context.Context, source engine.Source) (Outcome, error) {
	g, differ, err := surveyGrid(source, &c)
	if err != nil {
		return Outcome{}, err
	}
	p, parts := part(c.Device)
	if c.Whole {
		p = nil
	}
	c.steps, c.most, c.rhythm, c.differ = g.all(), mostReplayed, g.rhythm, differ
	if differ {
		return c.differing(ctx, source, g, p, parts)
	}
	if p == nil && g.cost <= cheap || g.cost <= cheapParted {
		return c.all(ctx, source)
	}
	if p != nil && c.partError(partError) > mostError && g.cost <= budget {
		return c.all(ctx, source) // a part alone would not do
	}
	source.Recount()
	var o Outcome
	if p != nil {
		o, err = simulatePart(ctx, c, source, p, parts)
	} else {
		c.goesOn = g.cost <= budget
		o, err = c.simulate(ctx, source)
	}
	if o.Sampled < 1 {
		o.Error += g.edges
	}
	if err == nil && o.Error > mostError && g.cost <= budget {
		if all, err := c.all(ctx, source); err != nil || all.Error < o.Error {
			return all, err
		}
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
			o, err := l.simulate()
			if cut := (*cutOff)(nil); errors.As(err, &cut) {
				return cut.outcome, nil
			}
			return o, err
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
	most := int64(0)
	if c.Sample && !c.goesOn {
		most = c.most
	}
	done, err := c.within(e, most, s.observe)
	if err != nil {
		return Outcome{}, err
	}
	if e.Paused() {
		o, err := c.cut(e, done)
		if err == nil && c.Partial { // of some blocks a part was executed and counted
			_, err = look(source, c.Blocks, firstLook)
		}
		return o, err
	}
	e.CloseWindow()
	left := c.Blocks - e.Dispatched()
	rest, spread := float64(left)*s.perBlock, s.spread
	if t := s.atDRAM(left); t > rest {
		rest, spread = t, s.spread+dramError
	}
	o := Outcome{
		Time:      e.Last() + rest,
		Error:     sampledError(spread, rest, e.Last()),
		Blocks:    e.Dispatched(),
		Sampled:   float64(e.Dispatched()) / float64(c.Blocks),
		Simulated: e.Last(),
		Demand:    e.Demand(), CoresBusy: e.CoresBusy(), States: e.States(), Behind: e.Behind(),
	}
	if left > 0 && !c.surveyed() {
		o.Error, o.Unsurveyed = unknown, unknown
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
