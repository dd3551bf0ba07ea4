// Package plot is the part of the cell language that makes pictures and tables:
// plot, bars, heatmap and table. It knows nothing of GPUs. A sweep comes to it as
// what every value can be: something with rows.
//
// [Table] and [Figure] are the values that these functions return; other
// libraries return them too.
package plot

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// A call is one call of a built-in.
type call struct {
	name   string
	args   starlark.Tuple
	kwargs []starlark.Tuple
}

// unpack is [cell.UnpackArgs] for this call.
func (c call) unpack(pairs ...any) error {
	return cell.UnpackArgs(c.name, c.args, c.kwargs, pairs...)
}

// entries are what this package declares, each beside its code.
var entries []cell.Entry

func declare(e cell.Entry) struct{} {
	entries = append(entries, e)
	return struct{}{}
}

func builtin(name string, fn func(c call) (starlark.Value, error)) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		return fn(call{b.Name(), args, kwargs})
	})
}

// Install defines the built-ins of this package in a session.
func Install(s *cell.Session) {
	for _, e := range entries {
		s.Declare(e)
	}
}

// A callError is an error with Python's name for it.
type callError struct{ name, msg string }

func (e *callError) Error() string     { return e.msg }
func (e *callError) ErrorName() string { return e.name }

func typeErrorf(format string, args ...any) error {
	return &callError{"TypeError", fmt.Sprintf(format, args...)}
}

func valueErrorf(format string, args ...any) error {
	return &callError{"ValueError", fmt.Sprintf(format, args...)}
}
