package timing

import (
	"math"

	"warpbook.dev/gpumodel/warp"
)

// A rolling run begins as a launch is after many waves: its blocks are in the middle
// of their loop, and new blocks take the place of those that end. It stops as soon
// as its rate is steady.
type rolling struct {
	e      *engine
	window int     // iterations
	least  int     // windows
	before int64   // events before the first whole iteration
	marks  []tally // ends of windows
	step   tally   // what a step takes
}

const (
	leastWindows = 6
	fewWindows   = 4 // that do, if an iteration has events enough
	twoWindows   = 2 // the same, if it has plenty
	mostEvents   = 600_000
	steadyRate   = 0.01 // by how much the rates of two parts of a run may differ
)

// rolling simulates blocks from number first on, which begin in the middle of their
// loop: all in step, or the SMs apart from one another, or from 7.0 on the blocks. The warps
// of an SM are apart in any case, by parts of an iteration.
func (l *long) rolling(first int, apart bool) (*rolling, error) {
	c := l.c
	c.Blocks -= first
	if c.Device.Sectored() {
		var err error
		if c.share, err = l.lateShare(first); err != nil {
			return nil, err
		}
	}
	e := newEngine(l.ctx, c, l.source)
	e.first = first
	e.options = func(block int) warp.Options {
		at := middle
		switch {
		case e.hierarchy != nil:
			at = spread(block - first)
		case apart:
			at = spread(int(e.smOf(int32((block - first + len(e.resident)) % len(e.resident)))))
		}
		return fromLoops(at)
	}
	e.fill()
	e.options = inLoops
	r := &rolling{e: e}
	e.skipper = &skipper{e: e}
	if e.skipper.after(2, r.size); e.hierarchy != nil {
		e.skipper.after(1, r.look)
	}
	if err := e.run(func() bool { return false }); err != nil {
		return nil, err
	}
	e.abandon()
	l.simulated += float64(e.steps)
	l.latest = e
	return r, nil
}

// spread distributes numbers evenly over 0 to 1.
func spread(i int) float64 {
	_, x := math.Modf((float64(i) + 0.5) * (math.Sqrt(5) - 1) / 2)
	return x
}

// look is where the first whole iteration begins.
func (r *rolling) look() {
	r.before = r.e.events
	r.e.skipper.after(1, r.size)
}

// size chooses the window, and leaves the first one out. The warps are held up by
// parts of what the first iterations took.
func (r *rolling) size() {
	r.window, r.least = window(r.e.events, 2), leastWindows
	if r.window == 1 {
		r.least = fewWindows
	}
	r.e.hold = r.e.now / 2
	if r.e.hierarchy != nil && r.e.events-r.before >= heavyIteration {
		r.window, r.least = 1, twoWindows
		r.e.skipper.halves(3, r.measure)
		return
	}
	r.e.skipper.after(1+r.window, r.measure)
}

// measure ends a window. The rate is steady if the second half of the run is as
// quick as the quarter before.
func (r *rolling) measure() {
	r.marks = append(r.marks, r.e.tally())
	n := len(r.marks) - 1
	if n < r.least || r.e.events < mostEvents && !r.steady(n) {
		r.e.skipper.after(r.window, r.measure)
		return
	}
	half := r.marks[n].plus(r.marks[n/2], -1)
	r.step = half.times(1 / half.steps)
	r.e.stopped = true
}

func (r *rolling) steady(n int) bool {
	before, half := r.rate(n/4, n/2), r.rate(n/2, n)
	return math.Abs(before-half) <= steadyRate*half
}

// rate is the steps per second between two marks.
func (r *rolling) rate(from, to int) float64 {
	t := r.marks[to].plus(r.marks[from], -1)
	return t.steps / t.time
}
