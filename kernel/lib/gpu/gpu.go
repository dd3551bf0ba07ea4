// Package gpu is the part of the cell language that knows GPUs: devices, CUDA
// kernels and their launches, results and sweeps, and the %%cuda magic. It is
// where the notebook kernel and the model meet.
//
// Every value is a thin Starlark face of something in gpumodel: [GPU] of a device,
// [Kernel] of a compiled kernel, [Result] of a launch. Each name that cells can use is a row ([face.Row]), which
// stands in the file of its code: a new picture is one file with its row.
package gpu

import (
	"context"
	"runtime"
	"sync/atomic"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
)

// registry has the names that this package gives to cells.
var registry face.Registry[*library]

// A row is one of them; stateHints complete its parameters with what the session has.
type (
	row        = face.Row[*library]
	stateHints = map[string]func(l *library, c cell.Call) []cell.Offer
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

// Install defines the built-ins and the magic of this package in a session.
func Install(s *cell.Session) {
	d, err := device.Get(defaultDevice)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	l := &library{session: s, workers: min(runtime.GOMAXPROCS(0), maxWorkers)}
	l.current.Store(d)
	registry.Install(s, l)
	s.Assist("cuda", cudacell.Assistant{Kernel: l.describer(s)})
	s.Reserve(assessmentWords...)
	s.RestoreFor("grade")
	s.Magic("cuda", l.cudaMagic)
}
