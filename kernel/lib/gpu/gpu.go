// Package gpu is the part of the cell language that knows GPUs: devices, arrays,
// CUDA kernels and their launches, results and sweeps, and the %%cuda magic. It
// is where the notebook kernel and the model meet.
//
// Every value is a thin Starlark face of something in gpumodel: [Array] of an
// array in device memory, [GPU] of a device, [Kernel] of a compiled kernel,
// [Result] of a launch. Each name that cells can use is a row (registry.go), which
// stands in the file of its code: a new picture is one file with its row.
package gpu

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
)

// defaultDevice is the session's device until use() names another: the GPU that
// the lectures measured.
const defaultDevice = "GTX 280"

// A library is the state that the built-ins of one session share. Only the
// running cell uses it, but for the current device: completion and inspection ask
// for it while cells run.
type library struct {
	current   atomic.Pointer[device.Device]
	session   *cell.Session
	workers   int             // points of a sweep that run at a time
	last      *Sweep          // of last_sweep
	tuned     *Tuning         // of last_tune
	bars      int             // progress bars shown so far
	autocheck autocheck       // of small launches
	past      []*observe.Past // launches of cells, the last one first
}

// ctx is cancelled when the user interrupts the cell that runs, for what no call gives one.
func (l *library) ctx() context.Context {
	if l.session == nil {
		return context.Background()
	}
	return l.session.Context()
}

// device is the session's device.
func (l *library) device() *device.Device { return l.current.Load() }

// A call is one call of a built-in.
type call struct {
	name   string
	thread *starlark.Thread
	args   starlark.Tuple
	kwargs []starlark.Tuple
}

// unpack is starlark.UnpackArgs for this call.
func (c call) unpack(pairs ...any) error {
	return starlark.UnpackArgs(c.name, c.args, c.kwargs, pairs...)
}

// run is the cell that calls.
func (c call) run() *cell.Run { return cell.Current(c.thread) }

// ctx is cancelled when the user interrupts the cell.
func (c call) ctx() context.Context { return c.run().Context() }

// A function is what a built-in or a method does.
type function func(c call) (starlark.Value, error)

// builtin makes a Starlark built-in of a function.
func (f function) builtin(name string) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := f(call{b.Name(), thread, args, kwargs})
		if a, ok := v.(*Array); ok && err == nil && a.session == nil && cell.Current(thread) != nil {
			a.session = cell.Current(thread).Session()
		}
		return v, err
	})
}

// Install defines the built-ins and the magic of this package in a session.
func Install(s *cell.Session) {
	d, err := device.Get(defaultDevice)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	l := &library{session: s, workers: min(runtime.GOMAXPROCS(0), maxWorkers)}
	l.current.Store(d)
	for _, r := range rows() {
		s.Declare(r.entry(l))
	}
	s.Assist("cuda", cudacell.Assistant{Kernel: l.describer(s)})
	s.Reserve(assessmentWords...)
	s.RestoreFor("grade")
	s.Magic("cuda", l.cudaMagic)
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

func indexErrorf(format string, args ...any) error {
	return &callError{"IndexError", fmt.Sprintf(format, args...)}
}

func runtimeErrorf(format string, args ...any) error {
	return &callError{"RuntimeError", fmt.Sprintf(format, args...)}
}
