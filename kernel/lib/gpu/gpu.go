// Package gpu is the part of the cell language that knows GPUs: devices, CUDA
// kernels, their launches, results and pictures, and the %%cuda magic. It is
// where the notebook kernel and the model meet.
//
// Every value is a thin Starlark face of something in gpumodel: [GPU] of a device,
// [Kernel] of a compiled kernel, [Result] of a launch. Each name that cells can use
// is a row ([face.Row]), which stands in the file of its code.
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

// A row is one of them; stateHints complete its parameters with what the session has.
type (
	row        = face.Row[*Library]
	stateHints = map[string]func(l *Library, c cell.Call) []cell.Offer
)

// defaultDevice is the session's device until use() names another: the GPU that
// the lectures measured.
const defaultDevice = "GTX 280"

// A Library is the state that the built-ins of one session share. Only the
// running cell uses it, but for the current device: completion and inspection ask
// for it while cells run.
type Library struct {
	current   atomic.Pointer[device.Device]
	chosen    atomic.Bool // by use
	session   *cell.Session
	autocheck autocheck       // of the first blocks of launches
	past      []*observe.Past // launches of cells, the last one first
	bars      int             // progress bars so far
	files     func() *folder.Folder
	prepare   func(run *cell.Run, call *cudacell.Line, body string) (done bool, err error)
}

// ForPrograms says what else happens to a CUDA cell before it is compiled; done is true if that is all.
func (l *Library) ForPrograms(f func(run *cell.Run, call *cudacell.Line, body string) (done bool, err error)) {
	l.prepare = f
}

// Folder is what cells reach of the computer's files.
func (l *Library) Folder() *folder.Folder { return l.files() }

// ctx is cancelled when the user interrupts the cell that runs, for what no call gives one.
func (l *Library) ctx() context.Context {
	if l.session == nil {
		return context.Background()
	}
	return l.session.Context()
}

// device is the session's device.
func (l *Library) device() *device.Device { return l.current.Load() }

// Install defines the built-ins and the magic of this package in a session, and returns
// what its built-ins share, for those of other packages.
func Install(s *cell.Session) *Library {
	d, err := device.Get(defaultDevice)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	l := &Library{session: s}
	l.files = sync.OnceValue(func() *folder.Folder {
		return &folder.Folder{Dir: ".", Own: s.Files.Folder, Bytes: s.Files.Bytes, Files: s.Files.Count}
	})
	l.current.Store(d)
	kept := newKeeping(s)
	s.Within(kept.within)
	s.LineMagic("cache", kept.magic)
	registry.Install(s, l)
	s.Assist("cuda", cudacell.Assistant{Kernel: l.describer(s), Folder: l.files})
	s.Magic("cuda", l.cudaMagic)
	return l
}
