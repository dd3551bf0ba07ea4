// Package gpu is the part of the cell language that knows GPUs: devices, CUDA kernels, their launches, results and
// pictures, and the %%cuda magic. It is where the notebook kernel and the model meet.
//
// # The idea
//
// This package computes nothing about GPUs. Every value is a thin Starlark face of something in gpumodel: [GPU] of a
// device, [Kernel] of a compiled kernel, [Result] of a launch. Its work is to read arguments, to report errors in the
// user's terms, and to show values.
//
// Each name that cells can use is a row ([face.Row]), declared in the file of its code. The row's Doc is what ?name shows
// and what the pages of docs/ are made from. Completion reads its hints.
//
// # The way of the data
//
//	%%cuda cell -> cudaMagic -> Module, Kernel         magic.go, module.go, kernel.go
//	cell with main -> RunProgram -> Program            programrun.go, program.go
//	k[grid, block](args) -> call -> Result             launch.go; arguments are bound by lib/array
//	r.report(), r.timeline(), … -> a value each        report.go, timeline.go, … one file per method
//	value -> MIMEBundle -> the cell's output           in the value's file; pictures come from lib/figure
//
// A Result of a real GPU (real.go) holds measured times only. Attributes that need the model's counters run the same launch on
// the model of that GPU.
//
// Begin with gpu.go, kernel.go and launch.go. Times are seconds and sizes bytes, except where a name says otherwise.
package gpu

import (
	"context"
	"sync"
	"sync/atomic"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
)

// registry has the names that this package gives to cells.
var registry face.Registry[*Library]

// A row declares one name; stateHints complete its parameters from the state of the session.
type (
	row        = face.Row[*Library]
	stateHints = map[string]func(l *Library, c cell.Call) []cell.Offer
)

// A Library is the state that the built-ins of one session share. Only the running cell uses it, except the current
// device: completion and inspection read it while cells run, so it is atomic.
type Library struct {
	current   atomic.Pointer[device.Device]
	chosen    atomic.Bool // the user has called use()
	session   *cell.Session
	autocheck autocheck       // checks the first blocks of launches
	kept      *keeping        // results of launches
	past      []*observe.Past // launches of cells, the last one first
	bars      int             // number of progress bars so far
	files     func() *folder.Folder
	prepare   func(run *cell.Run, call *cudacell.Line, body string) (done bool, err error)
}

// ForPrograms sets a function that is called for each CUDA cell before it is compiled. If it returns done, the cell is not
// compiled.
func (l *Library) ForPrograms(f func(run *cell.Run, call *cudacell.Line, body string) (done bool, err error)) {
	l.prepare = f
}

// Folder returns the files that cells can access.
func (l *Library) Folder() *folder.Folder { return l.files() }

// ctx returns a context that is cancelled when the user interrupts the running cell, for code that no call gives one.
func (l *Library) ctx() context.Context {
	if l.session == nil {
		return context.Background()
	}
	return l.session.Context()
}

// device returns the session's device.
func (l *Library) device() *device.Device { return l.current.Load() }

// Install defines the built-ins and the magics of this package in a session. It returns the state that they share, which other
// packages use, too.
func Install(s *cell.Session) *Library {
	d, err := device.Get(cudacell.DefaultDevice)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	l := &Library{session: s}
	l.files = sync.OnceValue(func() *folder.Folder {
		return &folder.Folder{Dir: ".", Own: s.Files.Folder, Bytes: s.Files.Bytes, Files: s.Files.Count, Remembers: s.Files.Remembers}
	})
	l.current.Store(d)
	l.kept = newKeeping(s)
	s.Within(l.kept.within)
	s.LineMagic("cache", l.kept.magic)
	registry.Install(s, l)
	s.Assist("cuda", cudacell.Assistant{Kernel: l.describer(s), Folder: l.files})
	s.Magic("cuda", l.cudaMagic)
	return l
}
