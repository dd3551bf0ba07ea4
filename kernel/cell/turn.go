package cell

import (
	"context"
	"time"
)

// A turn is the right to run Starlark, whose values are not made for two threads at
// once. Cells of several subshells, and what widgets call, hold it by turns: a cell
// gives the others theirs every stepsPerTurn instructions, and while it waits for
// something that touches no value (see [Run.Aside]).
//
// The one element of the channel is the right. Go serves those who wait in order.
type turn chan struct{}

// stepsPerTurn takes Starlark about a quarter of a millisecond.
const stepsPerTurn = 10_000

func newTurn() turn { return make(turn, 1) }

func (t turn) take()    { t <- struct{}{} }
func (t turn) release() { <-t }

// takeWithin takes the turn unless it does not come in time.
func (t turn) takeWithin(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case t <- struct{}{}:
		return true
	case <-timer.C:
		return false
	}
}

// Context is that of the cell that has the turn, for what has no thread to ask: the
// operators of values. It may be asked by anybody.
func (s *Session) Context() context.Context {
	if run := s.Active(); run != nil {
		return run.ctx
	}
	return context.Background()
}

// begin takes the turn for r.
func (r *Run) begin() {
	r.session.turn.take()
	r.session.active.Store(r)
}

func (r *Run) end() {
	r.session.active.Store(nil)
	r.session.turn.release()
}

// pass gives the others their turn.
func (r *Run) pass() {
	r.end()
	r.begin()
}

// Aside runs f while other cells may run. f must not touch what they can reach: a
// Starlark value that can change, a global.
func (r *Run) Aside(f func()) {
	r.aside.Store(true)
	r.end()
	defer func() {
		r.aside.Store(false)
		r.begin()
	}()
	f()
}
