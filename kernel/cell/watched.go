package cell

import (
	"context"
	"runtime/debug"

	"go.starlark.net/starlark"
)

// An interrupt stops Starlark between two instructions. A built-in that goes over
// millions of elements is one instruction, so it is given elements that end early; what
// it returns then is dropped.

// watched is an iterable that ends when the cell is interrupted.
type watched struct {
	starlark.Iterable
	ctx context.Context
}

// watchedSequence is one of known length.
type watchedSequence struct{ watched }

func (w watchedSequence) Len() int { return starlark.Len(w.Iterable) }

func (w watched) Iterate() starlark.Iterator {
	return &watchedIterator{w.Iterable.Iterate(), w.ctx, 0}
}

type watchedIterator struct {
	starlark.Iterator
	ctx context.Context
	n   int
}

func (w *watchedIterator) Next(p *starlark.Value) bool {
	w.n++
	return poll(w.ctx, w.n) == nil && w.Iterator.Next(p)
}

// watch returns v with elements that end early, if it has any. A mapping stays what it
// is: dict() asks for that.
func watch(ctx context.Context, v starlark.Value) starlark.Value {
	list, ok := v.(starlark.Iterable)
	if _, isMapping := v.(starlark.IterableMapping); !ok || isMapping {
		return v
	}
	if w := (watched{list, ctx}); starlark.Len(v) < 0 {
		return w
	} else {
		return watchedSequence{w}
	}
}

// atOnce are the built-ins that make all their tuples in one allocation where they know
// how many there will be. That takes long if there are millions, so they are not told.
var atOnce = map[string]bool{"zip": true, "enumerate": true}

// manyTuples is how many are too many for one allocation.
const manyTuples = 100_000

// interruptible makes a built-in of Starlark that goes over its arguments end early.
func interruptible(b *starlark.Builtin) *starlark.Builtin {
	return builtin(b.Name(), func(run *Run, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return run.watching(b, args, kwargs)
	})
}

func (r *Run) watching(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	given := make(starlark.Tuple, len(args))
	for i, arg := range args {
		given[i] = watch(r.ctx, arg)
		if w, ok := given[i].(watchedSequence); ok && atOnce[b.Name()] && w.Len() > manyTuples {
			given[i] = w.watched
		}
	}
	v, err := starlark.Call(r.thread, b, given, kwargs)
	if r.ctx.Err() != nil {
		return nil, r.ctx.Err()
	}
	return v, err
}

// Detached runs f, which reads nothing that can change and changes nothing, on a
// goroutine of its own. An interrupted cell does not wait for it. A panic there is one here.
func Detached[T any](ctx context.Context, f func() T) (result T, err error) {
	done, panicked := make(chan T, 1), make(chan *bug, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				panicked <- &bug{p, debug.Stack()}
			}
		}()
		done <- f()
	}()
	select {
	case result = <-done:
		return result, nil
	case b := <-panicked:
		panic(b)
	case <-ctx.Done():
		return result, ctx.Err()
	}
}
