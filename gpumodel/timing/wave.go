package timing

// progress is how far a run had come when, the skipped parts included.
type progress struct{ at, steps float64 }

func (e *engine) progress() progress {
	return progress{seconds(e.now) + e.credit.time, float64(e.steps) + e.credit.steps}
}

// mark notes the progress while all blocks of the first wave run.
func (e *engine) mark() {
	if len(e.completed) == 0 {
		e.marks = append(e.marks, e.progress())
	}
}

// waves simulates blocks from their common start to the end of the last, with their
// loops shortened. A share of the launch's time depends on them.
func (l *long) waves(first, blocks int, share float64) (*engine, error) {
	c := l.c
	c.Blocks = blocks
	e := newEngine(l.ctx, c, l.source)
	e.first, e.options = first, inLoops
	e.shorten(share)
	e.fill()
	if err := e.run(func() bool { return false }); err != nil {
		return nil, err
	}
	l.simulated += float64(e.steps)
	l.latest, l.ending = e, e
	return e, nil
}

// end is when the last write or block ended, in seconds, the skipped parts included.
func (e *engine) end() float64 { return seconds(e.last) + e.credit.time }

// all is what has been done in all, the skipped parts included.
func (e *engine) all() tally {
	t := e.tally().plus(e.credit, 1)
	t.time = e.end()
	return t
}

// firstWave is how long a first wave of so many steps takes if others follow: until
// its first block ends, and what is left to do then at the rate of the time before,
// when the GPU was full.
func (e *engine) firstWave(steps float64) float64 {
	first := e.marks[len(e.marks)-1]
	var middle progress
	for _, m := range e.marks {
		if m.at <= first.at/2 {
			middle = m
		}
	}
	rate := (first.at - middle.at) / (first.steps - middle.steps)
	return first.at + rate*(steps-first.steps)
}
