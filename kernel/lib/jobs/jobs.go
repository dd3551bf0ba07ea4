package gpu

import (
	"context"
	"errors"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/cudacell"
)

// A job runs one point; it is called on a goroutine of its own.
type job func(ctx context.Context) (*gpumodel.Result, error)

// A runner runs points: those of a sweep, or of a tuning.
type runner struct {
	c       call
	points  []point
	prepare func(p *point) (job, error) // on the goroutine of the cell: it runs the user's functions
	workers int
	alone   bool // points may share arrays of the session: one runs at a time, and no other cell
}

// maxWorkers is how many points run at a time: each takes memory for its arrays.
const maxWorkers = 4

// A refusal is why a point cannot run: an error of its row, not of the whole.
type refusal struct{ error }

// An outcome is what a worker hands back.
type outcome struct {
	point  int
	result *gpumodel.Result
	err    error
	panic  any
}

// run runs the points, several at a time, until all are done, the user
// interrupts, or one cannot be prepared. Only the goroutine of the cell writes
// to the points. After an interrupt a busy worker is not awaited, unless it
// works on arrays that the next cell may read.
func (r *runner) run(bar *progress) (err error) {
	ctx, stop := context.WithCancel(r.c.ctx())
	defer stop()
	outcomes := make(chan outcome, len(r.points))
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	workers := r.workers
	if r.alone {
		workers = 1
	}
	next, busy := 0, 0
	defer func() { bar.end(err) }()
	for next < len(r.points) || busy > 0 {
		for busy < workers && next < len(r.points) && ctx.Err() == nil {
			p := &r.points[next]
			work, err := r.prepare(p)
			if no := (refusal{}); errors.As(err, &no) {
				p.err = no.error
				bar.done++
			} else if err != nil {
				return err
			} else {
				go perform(ctx, next, work, outcomes)
				busy++
			}
			next++
		}
		if busy == 0 && ctx.Err() == nil {
			break // the last ones were refused
		}
		o := r.await(ctx, outcomes, tick.C)
		switch {
		case o != nil:
			busy--
			if o.panic != nil {
				panic(o.panic) // in the cell, which reports it
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			p := &r.points[o.point]
			p.result, p.err = o.result, cudacell.Launching(o.err, p.kernel.kernel)
			bar.done++
		case ctx.Err() == nil:
			bar.update()
		default:
			if r.alone && busy > 0 {
				<-outcomes
			}
			return ctx.Err()
		}
	}
	return nil
}

// await returns the next outcome, or nil when the bar should move or ctx has ended.
// Other cells run meanwhile, or between the points if these share arrays with them.
func (r *runner) await(ctx context.Context, outcomes <-chan outcome, tick <-chan time.Time) (next *outcome) {
	wait := func() {
		select {
		case o := <-outcomes:
			next = &o
		case <-tick:
		case <-ctx.Done():
		}
	}
	if !r.alone {
		r.c.run().Aside(wait)
		return next
	}
	wait()
	if next != nil {
		r.c.run().Aside(func() {})
	}
	return next
}

// perform runs a job. Its panic is passed on to the goroutine of the cell.
func perform(ctx context.Context, i int, work job, outcomes chan<- outcome) {
	o := outcome{point: i}
	defer func() {
		o.panic = recover()
		outcomes <- o
	}()
	o.result, o.err = work(ctx)
}
