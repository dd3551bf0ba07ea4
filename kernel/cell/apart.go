package cell

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"warpbook.dev/kernel"
)

// A stoppable is the context of a cell, with what ends it for a reason.
type stoppable struct {
	context.Context
	stop  context.CancelCauseFunc
	aside *atomic.Bool // the cell is in [Run.Aside]
}

// apart runs f, which takes the turn and runs a cell, on a goroutine of its own. Starlark
// stops between two instructions, and one instruction may take minutes: the comparison of
// two lists that hold each other a million times, the growth of a dict. When the cell
// was stopped and its patience is over, apart returns without f. The turn stays with f
// until its instruction ends, so nobody sees a value that is half changed.
//
// What a cell does aside, a launch or a sweep, heeds the context and has something to
// say at its end, so it is waited for.
func (s *Session) apart(ctx context.Context, f func(ctx stoppable) kernel.Outcome) kernel.Outcome {
	ctx, stop := context.WithCancelCause(ctx)
	var aside atomic.Bool
	ended := make(chan func() kernel.Outcome, 1)
	go func() {
		defer stop(nil) // not before it has ended: it was not interrupted
		defer func() {
			if p := recover(); p != nil {
				ended <- func() kernel.Outcome { panic(p) } // to who called us
			}
		}()
		outcome := f(stoppable{ctx, stop, &aside})
		ended <- func() kernel.Outcome { return outcome }
	}()
	if s.InterruptPatience == 0 {
		return (<-ended)()
	}
	select {
	case outcome := <-ended:
		return outcome()
	case <-ctx.Done():
	}
	for waits := aside.Load(); ; {
		waited := waits
		select {
		case outcome := <-ended:
			return outcome()
		case <-time.After(s.InterruptPatience):
		}
		if waits = aside.Load(); !waits && !waited {
			return kernel.Outcome{Error: leftAlone(context.Cause(ctx))}
		}
	}
}

// leftAlone is the error of a cell whose last operation goes on.
func leftAlone(cause error) *kernel.Error {
	e := &kernel.Error{Name: "KeyboardInterrupt", Value: "the cell was interrupted"}
	var why interface {
		error
		ErrorName() string
	}
	if errors.As(cause, &why) {
		e.Name, e.Value = why.ErrorName(), why.Error()
	}
	e.Value += "; one operation cannot be stopped in its middle, so the next cell waits for its end"
	e.Traceback = []string{rule, heading(e.Name), red(e.Name) + ": " + e.Value}
	return e
}
