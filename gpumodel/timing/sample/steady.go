package sample

import (
	"math"

	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// A steadyRun begins as a launch is after many waves: its blocks are in the middle
// of their loop, and new blocks take the place of those that end. It stops as soon
// as its rate is steady.
type steadyRun struct {
	e      *engine.Engine
	pace   *skipper // calls when iterations have ended
	full   engine.Tally
	window int            // iterations
	least  int            // windows
	before int64          // events before the first whole iteration
	marks  []engine.Tally // ends of windows
	step   engine.Tally   // what a step takes
}

const (
	leastWindows = 6
	fewWindows   = 4 // that do, if an iteration has events enough
	twoWindows   = 2 // the same, if it has plenty
	mostEvents   = 600_000
	steadyRate   = 0.01 // by how much the rates of two parts of a run may differ
)

// steadyRun simulates blocks from number first on, which begin in the middle of their
// loop: all in step, or the SMs apart from one another, or from 7.0 on the blocks. The warps
// of an SM are apart in any case, by parts of an iteration.
func (l *long) steadyRun(first int, apart bool) (*steadyRun, error) {
	c := l.c
	c.Blocks -= first
	if c.Device.Sectored() {
		var err error
		if c.share, err = l.lateShare(first); err != nil {
			return nil, err
		}
	}
	e := c.engine(l.ctx, l.source, first, nil)
	e.Options = func(block int) warp.Options {
		at := middle
		switch {
		case c.Device.Sectored():
			at = engine.Spread(block - first)
		case apart:
			at = engine.Spread(int(e.SMOf(int32((block - first + e.Slots()) % e.Slots()))))
		}
		return fromLoops(at)
	}
	e.Fill()
	e.Options = inLoops
	r := &steadyRun{e: e, pace: &skipper{e: e, period: c.rhythm.Period}}
	e.BlockEnded = noteFull(e, &r.full)
	if r.pace.after(2, r.size); c.Device.Sectored() {
		r.pace.after(1, r.look)
	}
	switch done, err := c.within(e, 0, never); {
	case err != nil:
		return nil, err
	case e.Paused():
		return nil, l.cutOff(e, done)
	}
	e.Abandon()
	l.simulated += float64(e.Steps())
	l.latest = e
	return r, nil
}

// look is where the first whole iteration begins.
func (r *steadyRun) look() {
	r.before = r.e.Events()
	r.pace.after(1, r.size)
}

// size chooses the window, and leaves the first one out. Each warp is held up by some part of the
// time that the first iterations took.
func (r *steadyRun) size() {
	r.window, r.least = r.pace.periods(window(r.e.Events(), 2)), leastWindows
	if r.window == r.pace.period {
		r.least = fewWindows
	}
	r.e.HoldUp = r.e.Now() / 2
	if r.e.Device.Sectored() && r.e.Events()-r.before >= heavyPeriod {
		r.window, r.least = 1, twoWindows
		r.pace.halves(3, r.measure)
		return
	}
	r.pace.after(1+r.window, r.measure)
}

// measure ends a window. The rate is steady if the second half of the run is as
// quick as the quarter before.
func (r *steadyRun) measure() {
	r.marks = append(r.marks, r.e.Tally())
	n := len(r.marks) - 1
	if n < r.least || r.e.Events() < mostEvents && !r.steady(n) {
		r.pace.after(r.window, r.measure)
		return
	}
	half := r.marks[n].Plus(r.marks[n/2], -1)
	if dram, all := half.AtDRAM(r.e.Device), half.Awaited(); dram.Time > all.Time {
		half = dram
	} else {
		half = all
	}
	r.step = half.Times(1 / half.Steps)
	r.e.Stop()
}

func (r *steadyRun) steady(n int) bool {
	before, half := r.rate(n/4, n/2), r.rate(n/2, n)
	return math.Abs(before-half) <= steadyRate*half
}

// rate is the steps per second between two marks.
func (r *steadyRun) rate(from, to int) float64 {
	t := r.marks[to].Plus(r.marks[from], -1)
	return t.Steps / t.Time
}
