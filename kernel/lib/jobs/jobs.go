// Package jobs runs the many launches of one cell: several at a time, with a progress bar,
// until all are done or the user interrupts.
//
// A [Batch] is the place to begin. Only the goroutine of the cell prepares jobs and is told
// of their ends, so that what it does there needs no lock.
package jobs

import (
	"context"
	"errors"
	"time"

	"warpbook.dev/kernel/cell"
)

// A Job is one of many; it is called on a goroutine of its own.
type Job[T any] func(ctx context.Context) (T, error)

// A Batch is jobs whose results are of type T.
type Batch[T any] struct {
	Cell *cell.Run // that waits for the jobs
	N    int       // how many there are
	// Prepare makes job i. It may call functions of the cell. A [Refusal] ends that job
	// alone, any other error all.
	Prepare func(i int) (Job[T], error)
	Done    func(i int, result T, err error) // takes the outcome of job i
	Refused func(i int, err error)           // takes why job i was not started
	Workers int                              // how many run at a time
	// Alone says that jobs may share arrays with the session: one runs at a time, and no
	// other cell.
	Alone bool

	// Picture draws the outcomes so far, for the time while the jobs run; nil, and what it returns as nil, is no picture.
	Picture func() Picture

	BarID string // of the display with the bar
	Kept  string // what has the outcomes when the batch ends early, for the bar
}

// A Refusal is why one job cannot run, though others may.
type Refusal struct{ error }

// Refuse makes a refusal of an error.
func Refuse(err error) error { return Refusal{err} }

// An outcome is what a worker hands back.
type outcome[T any] struct {
	job    int
	result T
	err    error
	panic  any
}

// Run runs the jobs until all are done, the user interrupts, or one cannot be prepared.
// After an interrupt a busy worker is not awaited, unless it works on arrays that the next
// cell may read.
func (b *Batch[T]) Run() (err error) {
	ctx, stop := context.WithCancel(b.Cell.Context())
	defer stop()
	outcomes := make(chan outcome[T], b.N)
	tick := time.NewTicker(Interval)
	defer tick.Stop()
	workers := b.Workers
	if b.Alone {
		workers = 1
	}
	bar := newProgress(b.Cell, b.BarID, b.N, b.Kept)
	bar.picture = b.Picture
	defer func() { bar.end(err) }()
	next, busy := 0, 0
	for next < b.N || busy > 0 {
		for busy < workers && next < b.N && ctx.Err() == nil {
			started, err := b.start(ctx, next, outcomes)
			if err != nil {
				return err
			}
			if started {
				busy++
			} else {
				bar.done++
			}
			next++
		}
		if busy == 0 && ctx.Err() == nil {
			break // the last ones were refused
		}
		o := b.await(ctx, outcomes, tick.C)
		switch {
		case o != nil:
			busy--
			if o.panic != nil {
				panic(o.panic) // in the cell, which reports it
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			b.Done(o.job, o.result, o.err)
			bar.done++
		case ctx.Err() == nil:
			bar.update()
		default:
			if b.Alone && busy > 0 {
				<-outcomes
			}
			return ctx.Err()
		}
	}
	return nil
}

// start prepares a job and starts it, unless it is refused.
func (b *Batch[T]) start(ctx context.Context, i int, outcomes chan<- outcome[T]) (started bool, err error) {
	job, err := b.Prepare(i)
	if no := (Refusal{}); errors.As(err, &no) {
		b.Refused(i, no.error)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	go perform(ctx, i, job, outcomes)
	return true, nil
}

// await returns the next outcome, or nil when the bar should move or ctx has ended.
// Other cells run meanwhile, or between the jobs if these share arrays with them.
func (b *Batch[T]) await(ctx context.Context, outcomes <-chan outcome[T], tick <-chan time.Time) (next *outcome[T]) {
	wait := func() {
		select {
		case o := <-outcomes:
			next = &o
		case <-tick:
		case <-ctx.Done():
		}
	}
	if !b.Alone {
		b.Cell.Aside(wait)
		return next
	}
	wait()
	if next != nil {
		b.Cell.Aside(func() {})
	}
	return next
}

// perform runs a job. Its panic is passed on to the goroutine of the cell.
func perform[T any](ctx context.Context, i int, job Job[T], outcomes chan<- outcome[T]) {
	o := outcome[T]{job: i}
	defer func() {
		o.panic = recover()
		outcomes <- o
	}()
	o.result, o.err = job(ctx)
}
