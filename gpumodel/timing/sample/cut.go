package sample

import (
	"errors"
	"fmt"
	"math"

	"warpbook.dev/gpumodel/timing/engine"
)

// A launch takes bounded time, whatever its blocks do: profiles have a limit (warp.Launch.MostProfiled), and so
// have the events of each run and of all runs together. A run that comes to its limit is cut off. What is left
// is extended at its last rate, if a survey has said how much that is.
const (
	mostReplayed = 16_000_000 // work of a sampled run, as Engine.Work counts it: some seconds
	mostInAll    = 40_000_000 // work of all runs of a launch
	leastRun     = 1_000_000  // work of one of them in any case
)

// ErrSpent says that a simulation took more events than a launch may take, and that nothing is known of the rest.
var ErrSpent = errors.New("the simulation takes too long")

// looks is how often a run that may be cut off is looked at until then.
const looks = 8

// nearlyDone is the part of a launch behind which a run is not cut off at its limit, but may take so much more work
// that the limit was this part of it.
const nearlyDone = 0.75

// within runs an engine to no more than some work, 0 meaning any, and to no more than is left of the
// launch's. It returns what had been done at each look, if the run was cut off.
func (c *Config) within(e *engine.Engine, most int64, observe func() bool) (done []engine.Tally, err error) {
	if c.spent != nil {
		left := max(leastRun, mostInAll-*c.spent)
		if most == 0 || left < most {
			most = left
		}
		defer func() { *c.spent += e.Work() }()
	}
	if most == 0 {
		return nil, e.Run(observe)
	}
	for i := range int64(looks) {
		e.MostWork = most * (i + 1) / looks
		if err := e.Run(observe); err != nil || !e.Paused() {
			return nil, err
		}
		done = append(done, e.Glance())
	}
	if c.steps > 0 && float64(e.Steps()) >= nearlyDone*c.steps {
		e.MostWork = int64(float64(most) / nearlyDone)
		if err := e.Run(observe); err != nil || !e.Paused() {
			return nil, err
		}
	}
	return done, nil
}

// cut is the outcome of a run that was cut off, although blocks were running. What was left to do is done at
// the rate of the run's second half. If blocks are alike the rates between looks say how far that is off; of
// blocks that differ it is not known what is left.
func (c *Config) cut(e *engine.Engine, looks []engine.Tally) (Outcome, error) {
	e.Abandon()
	l := &long{c: *c, simulated: float64(e.Steps()), latest: e}
	replayed, ended := e.SoFar().Steps, float64(len(e.Completed()))
	steps := c.steps
	if steps == 0 && ended >= float64(e.Slots()) {
		steps = replayed * float64(c.Blocks) / (ended + float64(e.Dispatched()-len(e.Completed()))/2)
	}
	if c.Results || steps == 0 {
		return Outcome{}, fmt.Errorf("%w: after %d events and transactions %.0f of %d blocks have ended", ErrSpent, e.Work(), ended, c.Blocks)
	}
	half := len(looks) / 2
	late, spread := e.Tally().Plus(looks[half-1], -1), 0.0
	for i := half; i < len(looks); i++ {
		one := looks[i].Plus(looks[i-1], -1)
		if one.Steps == 0 {
			spread = unknown
			continue
		}
		spread = max(spread, math.Abs(one.Awaited().Time/one.Steps*late.Steps/late.Awaited().Time-1))
	}
	left := max(0, steps-replayed)
	e.Credit(late, left/max(1, late.Steps))
	all := e.SoFar()
	o := l.outcome(&survey{steps: max(steps, l.simulated)}, all.Time+all.Backlog, all)
	if o.Error = min(unknown, math.Hypot(windowError, spread)*left/steps); c.differ || c.steps == 0 {
		o.Error = unknown
	}
	if c.steps == 0 {
		o.Unsurveyed = unknown
	}
	return o, nil
}

// cutOff is the error of a run of a part of the launch that was cut off: the outcome of the launch.
type cutOff struct{ outcome Outcome }

func (*cutOff) Error() string { return "the run was cut off" }

// cutOff ends the sampling of long blocks with a run that was cut off.
func (l *long) cutOff(e *engine.Engine, done []engine.Tally) error {
	o, err := l.c.cut(e, done)
	if err != nil {
		return err
	}
	o.Error = unknown // it was a part of the launch alone
	return &cutOff{o}
}
