package cell

import (
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// A sortElement is a value with what it is sorted by.
type sortElement struct{ key, value starlark.Value }

// sorted is Starlark's, which cannot be interrupted.
func sorted(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var iterable starlark.Iterable
	var key starlark.Callable
	var reverse bool
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "iterable", &iterable, "key??", &key, "reverse?", &reverse); err != nil {
		return nil, err
	}
	list := make([]sortElement, 0, max(0, starlark.Len(iterable)))
	for v := range starlark.Elements(iterable) {
		if err := poll(run.ctx, len(list)); err != nil {
			return nil, err
		}
		list = append(list, sortElement{v, v})
	}
	for i := range list {
		if key == nil {
			break
		}
		var err error
		if list[i].key, err = starlark.Call(run.thread, key, starlark.Tuple{list[i].value}, nil); err != nil {
			return nil, err
		}
	}
	if err := run.sort(list, reverse); err != nil {
		return nil, err
	}
	values := make([]starlark.Value, len(list))
	for i, e := range list {
		values[i] = e.value
	}
	return starlark.NewList(values), nil
}

// stopSort is the panic by which a sort ends early.
type stopSort struct{ error }

func (r *Run) sort(list []sortElement, reverse bool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			stop, ok := p.(stopSort)
			if !ok {
				panic(p)
			}
			err = stop.error
		}
	}()
	n := 0
	less := func(x, y starlark.Value) bool {
		n++
		if err := poll(r.ctx, n); err != nil {
			panic(stopSort{err})
		}
		ok, err := starlark.Compare(syntax.LT, x, y)
		if err != nil {
			panic(stopSort{err})
		}
		return ok
	}
	slices.SortStableFunc(list, func(x, y sortElement) int {
		x, y = ordered(x, y, reverse)
		switch {
		case less(x.key, y.key):
			return -1
		case less(y.key, x.key):
			return 1
		}
		return 0
	})
	return nil
}

func ordered(x, y sortElement, reverse bool) (first, second sortElement) {
	if reverse {
		return y, x
	}
	return x, y
}
