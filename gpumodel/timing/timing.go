package timing

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/timing/sample"
)

// What a simulation is given and what it says.
type (
	Config     = sample.Config
	Outcome    = sample.Outcome
	Held       = sample.Held
	Demand     = engine.Demand
	Source     = engine.Source
	StateTimes = engine.StateTimes
	SliceStats = engine.SliceStats
)

// Sides is how many copies the L2 has of what SMs of both its sides read.
const Sides = sample.Sides

// Simulate replays the blocks of a source in dispatch order. With c.Sample it simulates a part of
// the launch and estimates the rest.
func Simulate(ctx context.Context, c Config, source Source) (Outcome, error) {
	return sample.Simulate(ctx, c, source)
}

// Long reports whether some of a grid's blocks do more than is executed of a block at once.
func Long(source Source, blocks int) (bool, error) { return sample.Long(source, blocks) }

// Differ reports whether the blocks of a grid differ, and whether all of them can be simulated then.
func Differ(source Source, c Config) (differ, affordable bool, err error) {
	return sample.Differ(source, c)
}

// Work estimates the work of all blocks of a grid, in the units of warp.Machine.Work, from a few of them.
func Work(source Source, blocks int) (float64, error) { return sample.Work(source, blocks) }

// ErrSpent is the error of a bounded simulation of which too little is known.
var ErrSpent = sample.ErrSpent

// A State is what a warp is doing at one moment.
type State = engine.State

// The states, see there.
const (
	Starting               = engine.Starting
	Selected               = engine.Selected
	StalledLongScoreboard  = engine.StalledLongScoreboard
	StalledIMCMiss         = engine.StalledIMCMiss
	StalledBarrier         = engine.StalledBarrier
	StalledWait            = engine.StalledWait
	StalledShortScoreboard = engine.StalledShortScoreboard
	StalledNotSelected     = engine.StalledNotSelected
	StalledPipeThrottle    = engine.StalledPipeThrottle
	StalledMIOThrottle     = engine.StalledMIOThrottle
	StalledLGThrottle      = engine.StalledLGThrottle
	Exited                 = engine.Exited
	States                 = engine.States
)

// What an observation of the first waves of a launch says.
type (
	Observation = engine.Observation
	Activity    = engine.Activity
	Flights     = engine.Flights
	Queues      = engine.Queues
)

// Shares are the parts of warps' time that each state takes, from the start of their
// blocks until they are done.
func Shares(slots [][]Activity) [States]float64 { return engine.Shares(slots) }

// Observe simulates the first waves of a launch, in each of which an SM has as many
// blocks as it holds.
func Observe(ctx context.Context, c Config, source Source, sm, waves int) (Observation, error) {
	if sm < 0 || sm >= c.Device.SMs {
		return Observation{}, fmt.Errorf("SM %d: %s has 0 to %d", sm, c.Device.Name, c.Device.SMs-1)
	}
	e := c.Engine(ctx, source)
	e.Observe(sm, waves*c.BlocksPerSM)
	if err := firstWaves(e); err != nil {
		return Observation{}, err
	}
	return e.Observation(), nil
}

// What a trace of a single load says.
type (
	Target = engine.Target
	Path   = engine.Path
	Lookup = engine.Lookup
)

// What a cache says.
const (
	Absent   = engine.Absent
	Hit      = engine.Hit
	Miss     = engine.Miss
	OnItsWay = engine.OnItsWay
	NotAsked = engine.NotAsked
)

// ErrNotSeen is the error of a load that the simulated part of the launch does not come to.
var ErrNotSeen = engine.ErrNotSeen

// Trace simulates the first waves of a launch until a load is back.
func Trace(ctx context.Context, c Config, source Source, t Target) (Path, error) {
	e := c.Engine(ctx, source)
	e.Trace(t)
	if err := firstWaves(e); err != nil {
		return Path{}, err
	}
	return e.Tracer.Result()
}

// firstWaves runs an engine until it is stopped, or to the end of the launch.
func firstWaves(e *engine.Engine) error {
	e.Fill()
	if err := e.Run(func() bool { return false }); err != nil {
		return err
	}
	e.Abandon()
	return nil
}
