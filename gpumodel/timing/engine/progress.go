package engine

import "math"

// Progress is how far a run had come when, the skipped parts included.
type Progress struct {
	At    float64 // seconds
	Steps float64 // of traces
}

func (e *Engine) progress() Progress {
	return Progress{Seconds(e.now) + e.credit.Time, float64(e.steps) + e.credit.Steps}
}

// mark notes the progress while all blocks of the first wave run.
func (e *Engine) mark() {
	if len(e.completed) == 0 {
		e.marks = append(e.marks, e.progress())
	}
}

// Marks are moments of the run until its first block ended.
func (e *Engine) Marks() []Progress { return e.marks }

// Completed is the seconds at which blocks ended, the skipped parts included.
func (e *Engine) Completed() []float64 { return e.completed }

// Slots is how many blocks the GPU holds.
func (e *Engine) Slots() int { return len(e.resident) }

// Dispatched is how many blocks have been started.
func (e *Engine) Dispatched() int { return e.dispatched }

// Running is how many warps have not ended.
func (e *Engine) Running() int64 { return e.running }

// Events, Steps and Iterations are how many there have been: of the engine, of traces, of
// loops of all warps.
func (e *Engine) Events() int64     { return e.events }
func (e *Engine) Steps() int64      { return e.steps }
func (e *Engine) Iterations() int64 { return e.iterations }

// servedWork and atomicWork are the work of a request to the DRAM and of an atomic: units have many of them, spread over
// the host's memory. Atomics that nobody awaits are booked far ahead, and take that memory.
const (
	servedWork = 4
	atomicWork = 4
)

// Work is what a run has taken so far: its events, the transactions that it has replayed, and the
// requests to the DRAM. Unlike time it is the same in every run. One takes 0.1 to 0.4 µs of a core.
func (e *Engine) Work() int64 { return e.events + e.replayed + servedWork*e.served }

// Last is when the last write or block ended, in seconds, without the skipped parts.
func (e *Engine) Last() float64 { return Seconds(e.last) }

// End is when the last write or block ended, in seconds, the skipped parts included.
func (e *Engine) End() float64 { return Seconds(e.last) + e.credit.Time }

// Credit adds x times what was skipped.
func (e *Engine) Credit(skipped Tally, x float64) { e.credit = e.credit.Plus(skipped.Awaited(), x) }

// Skipped is what was credited.
func (e *Engine) Skipped() Tally { return e.credit }

// SoFar is what has been done, the skipped parts included.
func (e *Engine) SoFar() Tally { return e.Tally().Plus(e.credit, 1) }

// All is what has been done in all, the skipped parts included.
func (e *Engine) All() Tally {
	t := e.SoFar()
	t.Time = e.End()
	return t
}

// AtIteration calls do when all warps together have ended n iterations of their loops, and
// with each later one until it is called again.
func (e *Engine) AtIteration(n int64, do func()) { e.nextIteration, e.atIteration = n, do }

// iterated counts iterations that a warp has ended.
func (e *Engine) iterated(n int32) {
	e.iterations += int64(n)
	if e.atIteration != nil && e.iterations >= e.nextIteration {
		e.atIteration()
	}
}

// Left is how many iterations of their loop all warps will end at least; ok is false
// if they are not all in one, or some have yet to skip.
func (e *Engine) Left() (least int, ok bool) {
	least = math.MaxInt
	for i := range e.resident {
		if b := e.resident[i].Block; b != nil {
			left, ok := b.Iterations()
			if !ok {
				return 0, false
			}
			least = min(least, left)
		}
	}
	return least, least < math.MaxInt
}

// Skip lets all warps go n iterations on, or back.
func (e *Engine) Skip(n int) {
	for i := range e.resident {
		if b := e.resident[i].Block; b != nil {
			b.Skip(n)
		}
	}
}

// Spread distributes numbers evenly over 0 to 1.
func Spread(i int) float64 {
	_, x := math.Modf((float64(i) + 0.5) * (math.Sqrt(5) - 1) / 2)
	return x
}
