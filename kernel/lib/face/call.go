package face

import (
	"context"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// A Call is one call of a built-in or a method.
type Call struct {
	Name   string
	Thread *starlark.Thread
	Args   starlark.Tuple
	Kwargs []starlark.Tuple
}

// Unpack is [cell.UnpackArgs] for this call.
func (c Call) Unpack(pairs ...any) error {
	return cell.UnpackArgs(c.Name, c.Args, c.Kwargs, pairs...)
}

// Keywords is the call without its positional arguments.
func (c Call) Keywords() Call { return Call{c.Name, c.Thread, nil, c.Kwargs} }

// Run is the cell that calls.
func (c Call) Run() *cell.Run { return cell.Current(c.Thread) }

// Ctx is cancelled when the user interrupts the cell.
func (c Call) Ctx() context.Context { return c.Run().Context() }

// A Function is what a built-in or a method does.
type Function func(c Call) (starlark.Value, error)

// A Resident is a value that has to know its session, for what Starlark asks of it outside
// of a call. A session is told to a value that a built-in returns.
type Resident interface{ Enter(s *cell.Session) }

// Builtin makes a Starlark built-in of a function.
func (f Function) Builtin(name string) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, b *starlark.Builtin,
		args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := f(Call{b.Name(), thread, args, kwargs})
		if x, ok := v.(Resident); ok && err == nil && cell.Current(thread) != nil {
			x.Enter(cell.Current(thread).Session())
		}
		return v, err
	})
}
