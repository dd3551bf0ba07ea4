package host

import (
	"context"
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/scalar"
	"warpbook.dev/internal/bytesize"
)

// A function of the system that host code calls, by its name behind cuda.System (gpumodel/cuda/library/c and cudart).
type system func(x *process, c *scalar.Call) (uint64, error)

// brokenPipe is how a program ends that writes where nobody reads any more, as by SIGPIPE.
const brokenPipe = "broken pipe"

// goesOn returns an error if the program must end: it was interrupted, nobody reads its output, or its account of memory is exceeded. It is
// checked at each call, because a call may take as long as thousands of instructions of the machine.
func (x *process) goesOn(line int) error {
	switch {
	case x.ctx.Err() != nil:
		return context.Cause(x.ctx)
	case x.unread:
		return &scalar.Fault{Kind: brokenPipe, Line: line, Why: "nobody reads what it writes"}
	case x.heap.held > x.heap.limit: // as Linux ends a process when there is no memory left
		return &scalar.Fault{Kind: "killed", Line: line, Why: fmt.Sprintf("the program may hold %s, and what it keeps of handles, copies and launches takes more", bytesize.Limit(int64(x.heap.limit)))}
	}
	return nil
}

// call executes a library call of host code (scalar.Machine.Call). Functions are looked up by name once, then by number.
func (x *process) call(c *scalar.Call) (uint64, error) {
	if err := x.goesOn(c.Line); err != nil {
		return 0, err
	}
	if x.functions == nil {
		x.functions = make([]system, len(x.program.start.Runtime))
	}
	f := x.functions[c.Number]
	if f == nil {
		if f = systemOf(c.Name); f == nil {
			return 0, fmt.Errorf("line %d: BUG: the host has no function %s", c.Line, c.Name)
		}
		if timers[c.Name] {
			f = timing(f)
		}
		x.functions[c.Number] = f
	}
	x.unpark()
	x.column = c.Column
	v, err := f(x, c)
	if len(x.ordering.watched) > 0 {
		x.park()
	}
	return v, err
}

// systemOf returns the function of a name, or nil. A driver call is wrapped so that it returns driver errors, and a runtime call so that
// it creates the primary context first.
func systemOf(name string) system {
	if inner, ok := strings.CutPrefix(name, driverCall); ok && systems[inner] != nil {
		return driven(inner, systems[inner])
	}
	if f := systems[name]; f != nil && strings.HasPrefix(name, "cuda") && !contextFree[name] {
		return inContext(f)
	}
	return systems[name]
}

// timing is a function that asks for the time.
func timing(f system) system {
	return func(x *process, c *scalar.Call) (uint64, error) {
		x.timed(c.Line)
		return f(x, c)
	}
}

// plain is a function that cannot fail.
func plain(f func(x *process, c *scalar.Call) uint64) system {
	return func(x *process, c *scalar.Call) (uint64, error) { return f(x, c), nil }
}

// fault is an access of the host outside of its memory.
func (x *process) fault(c *scalar.Call, address uint64, write bool) error {
	return &scalar.Fault{Kind: "segmentation fault", Line: c.Line, Address: address, Write: write, Width: 1, Why: "in " + c.Name}
}

// systems are all functions. Each file adds those of its subject.
var systems = map[string]system{}

func register(table map[string]system) {
	for name, f := range table {
		if systems[name] != nil {
			panic("BUG: two functions of the system are called " + name)
		}
		systems[name] = f
	}
}

// literal returns the address of a string in the host's memory, which is placed there at its first use.
func (x *process) literal(text string) uint64 {
	if at, ok := x.literals[text]; ok {
		return at
	}
	at := x.heap.alloc(len(text)+1, 0)
	data, _ := x.heap.memory.Bytes(at, len(text)+1)
	copy(data, text)
	if x.literals == nil {
		x.literals = map[string]uint64{}
	}
	x.literals[text] = at
	return at
}
