// Package cores shares the processors among launches that run side by side.
//
// Whoever computes says so with [Busy]: each point of a sweep, the timing of a launch, its results. Processors that
// are left over may be taken with [Take], and are given back with [Give]. So a launch alone has all of them, and
// launches beside each other have one each. Results must not depend on how many there are.
package cores

import (
	"runtime"
	"sync/atomic"
)

// busy are the goroutines that compute.
var busy atomic.Int64

// All are the processors of the process. A notebook kernel sets GOMAXPROCS to one more than the host has.
func All() int { return min(runtime.GOMAXPROCS(0), runtime.NumCPU()) }

// Busy says that the caller computes, until it calls done.
func Busy() (done func()) {
	busy.Add(1)
	return func() { busy.Add(-1) }
}

// Idle says that a goroutine that computes waits for others, until it calls done.
func Idle() (done func()) {
	busy.Add(-1)
	return func() { busy.Add(1) }
}

// Take takes up to most processors on which nobody computes.
func Take(most int) (taken int) {
	for {
		now := busy.Load()
		taken = max(0, min(most, All()-int(now)))
		if taken == 0 || busy.CompareAndSwap(now, now+int64(taken)) {
			return taken
		}
	}
}

// Give gives some back.
func Give(n int) { busy.Add(int64(-n)) }

// Crowded reports whether more goroutines compute than there are processors: who has taken some should give one back.
func Crowded() bool { return busy.Load() > int64(All()) }
