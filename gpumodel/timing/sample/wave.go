package sample

import "warpbook.dev/gpumodel/timing/engine"

// waves simulates blocks from their common start to the end of the last, with their
// loops shortened. A share of the launch's time depends on them.
func (l *long) waves(first, blocks int, share float64) (*wave, error) {
	c := l.c
	c.Blocks = blocks
	w := &wave{Engine: c.engine(l.ctx, l.source, first, inLoops)}
	w.BlockEnded = noteFull(w.Engine, &w.full)
	stretches := fewStretches
	if l.varying || !c.Device.Sectored() {
		stretches = mostStretches
	}
	w.loops = shorten(w.Engine, share, c.rhythm.Period, stretches)
	w.Fill()
	switch done, err := c.within(w.Engine, 0, never); {
	case err != nil:
		return nil, err
	case w.Paused():
		return nil, l.cutOff(w.Engine, done)
	}
	l.simulated += float64(w.Steps())
	l.latest, l.ending = w.Engine, w.Engine
	return w, nil
}

// A wave is a run from a common start of blocks to their end.
type wave struct {
	*engine.Engine
	loops *skipper
	full  engine.Tally // until as many blocks as there is room for had ended
}

// noteFull is called with each block that ends and notes what has been done when as many blocks
// as there is room for have ended, where many waves are no different from the first.
func noteFull(e *engine.Engine, full *engine.Tally) func() {
	if !e.Device.Sectored() {
		return nil
	}
	return func() {
		if len(e.Completed()) == e.Slots() {
			*full = e.SoFar()
		}
	}
}

// never is for runs that dispatch all of their blocks.
func never() bool { return false }

// firstWave is how long a first wave of so many steps takes if others follow: until
// its first block ends, and what is left to do then at the rate of the time before,
// when the GPU was full.
func (w *wave) firstWave(steps float64) float64 {
	marks := w.Marks()
	first := marks[len(marks)-1]
	var middle engine.Progress
	for _, m := range marks {
		if m.At <= first.At/2 {
			middle = m
		}
	}
	rate := (first.At - middle.At) / (first.Steps - middle.Steps)
	return first.At + rate*(steps-first.Steps)
}
