// Package sweep is the part of the cell language that runs kernels many times: sweep over
// sizes, blocks and GPUs, tune over configurations, and compare, which sets a sweep beside
// a measured one. A [Sweep] and a [Tuning] are tables; package jobs runs their points.
package sweep

import (
	"runtime"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/gpu"
)

// registry has the names that this package gives to cells.
var registry face.Registry[*library]

// A row is one of them; stateHints complete its parameters with what the session has.
type (
	row        = face.Row[*library]
	stateHints = map[string]func(l *library, c cell.Call) []cell.Offer
)

// A library is the state that the built-ins of one session share.
type library struct {
	gpu     *gpu.Library
	workers int     // points of a sweep that run at a time
	last    *Sweep  // of last_sweep
	tuned   *Tuning // of last_tune
	bars    int     // progress bars shown so far
}

// Install defines the built-ins of this package in a session that has GPUs.
func Install(s *cell.Session, g *gpu.Library) {
	registry.Install(s, &library{gpu: g, workers: min(runtime.GOMAXPROCS(0), maxWorkers)})
}
