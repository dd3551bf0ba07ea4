package cell

import (
	"runtime/metrics"
	"time"
)

// outOfMemory is the reason with which a cell is cancelled that took too much.
const outOfMemory = "out of memory"

// watchEvery is how often the watch looks at the heap.
const watchEvery = 10 * time.Millisecond

// heap is the size of the Go heap in bytes: what the last garbage collection
// found in use, and what is there now, garbage included.
func heap() (live, objects uint64) {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}

// watchMemory calls exceeded, once, when more than limit bytes are in use and the
// heap has grown by an eighth of the limit since now: a session that is full of
// earlier results must still be able to drop them. The caller must call stop.
//
// Go has no limit that stops one goroutine, so this looks from outside, and it
// forces no collection, which would wait for the very operation that allocates.
// Between collections garbage counts half: with Go's default pace the heap never
// reaches twice what is in use. What one operation would allocate at once is
// checked before (see allocation).
func watchMemory(limit uint64, exceeded func()) (stop func()) {
	done := make(chan struct{})
	go func() {
		_, before := heap()
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			live, now := heap()
			if (live > limit || now > 2*limit) && now > before+limit/8 {
				exceeded()
				return
			}
		}
	}()
	return func() { close(done) }
}
