package cell

import (
	"context"
	"fmt"
	"strings"

	"warpbook.dev/kernel"
)

// A TargetFunc takes what a front end says on comms of one target.
type TargetFunc func(run *Run, m kernel.CommMessage) error

// Target adds a target of comms.
func (s *Session) Target(name string, fn TargetFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.targets[name] = fn
}

// AtEnd adds what is done at the end of every cell, before its reply.
func (s *Session) AtEnd(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.atEnd = append(s.atEnd, f)
}

// Active is the cell that has the turn, or nil. Only what it calls may ask.
func (s *Session) Active() *Run { return s.active.Load() }

// Comms is how the cell reaches widgets in the front end; nil where there is none.
func (r *Run) Comms() kernel.Comms { return r.comms }

// Report is an error as the cell would show it.
func (r *Run) Report(err error) *kernel.Error { return r.report(err) }

// Redirect makes the cell write to out until restore is called.
func (r *Run) Redirect(out kernel.Output) (restore func()) {
	shown := r.out
	r.out = out
	return func() { r.out = shown }
}

// Comm implements [kernel.Interpreter]: what a widget has called runs like a cell.
func (s *Session) Comm(ctx context.Context, m kernel.CommMessage, c kernel.Cell, out kernel.Output) *kernel.Error {
	s.mu.RLock()
	fn, ok := s.targets[m.Target]
	s.mu.RUnlock()
	if !ok {
		return &kernel.Error{Name: "ValueError", Value: fmt.Sprintf("there are no comms for %q here", m.Target)}
	}
	return s.Do(ctx, c, out, "comm", func(run *Run) error { return fn(run, m) })
}

// Do runs f as a cell runs: when the turn comes, with the interrupt of ctx, the session's limits, and errors as cells report them.
// label names it in messages. f calls Starlark with [Run.Thread].
func (s *Session) Do(ctx context.Context, c kernel.Cell, out kernel.Output, label string, f func(run *Run) error) *kernel.Error {
	src := &source{key: label, label: label, lines: strings.Split("", "\n")} // not kept: it has no functions
	return s.apart(ctx, func(ctx stoppable) (o kernel.Outcome) {
		run, stop := s.start(ctx, c, src, out)
		defer stop()
		if err := run.safely(func() error { return f(run) }); err != nil {
			o.Error = run.report(err)
		}
		return o
	}).Error
}
