package cell

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// outOfMemory is the reason with which a cell is cancelled that took too much.
const outOfMemory = "out of memory"

const (
	heapObjects = "/memory/classes/heap/objects:bytes"
	watchEvery  = 20 * time.Millisecond
)

func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: heapObjects}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// watchMemory calls exceeded, once, when the heap is over the limit and has
// grown by an eighth of it since now: a session that is full of earlier results
// must still be able to drop them. The caller must call stop.
//
// Go has no limit that stops one goroutine, so this looks from outside. What one
// operation allocates at once is checked before (see allocation).
func watchMemory(limit uint64, exceeded func()) (stop func()) {
	done := make(chan struct{})
	go func() {
		before := heapBytes()
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if over(before, limit) {
				exceeded()
				return
			}
		}
	}()
	return func() { close(done) }
}

func over(before, limit uint64) bool {
	tooMuch := func() bool { n := heapBytes(); return n > limit && n > before+limit/8 }
	if !tooMuch() {
		return false
	}
	runtime.GC() // count what is used, not what was
	return tooMuch()
}
