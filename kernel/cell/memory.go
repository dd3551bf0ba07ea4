package cell

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// errMemory is the reason for which a cell is cancelled that took too much.
func errMemory(limit uint64) error {
	return &namedError{"MemoryError", fmt.Sprintf(
		"the session holds more than %s; the cell was stopped (assign None to values that you no longer need, or use %%reset)", gigabytes(limit))}
}

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
// What one operation would allocate at once is checked before (see allocation, and
// room for the copies of dicts and lists that grow).
func watchMemory(limit uint64, exceeded func()) (stop func()) {
	done := make(chan struct{})
	ceiling := garbageCeiling(limit)
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
			if (live > limit || now > ceiling) && now > before+limit/8 {
				exceeded()
				return
			}
			before = min(before, now)
		}
	}()
	return func() { close(done) }
}

// garbageCeiling is the size of the heap, garbage included, that is only reached when
// more than limit bytes are in use. With Go's default pace the heap never reaches
// twice what is in use; a soft limit (SetSoftLimit) makes Go collect in time.
func garbageCeiling(limit uint64) uint64 {
	soft := debug.SetMemoryLimit(-1)
	return min(2*limit, uint64(soft)+uint64(soft)/8)
}

// allocation refuses what would take more than the session's limit, before it does.
func (r *Run) allocation(what string, bytes float64) error {
	limit := float64(r.session.MemoryLimit)
	if bytes < largeAllocation {
		return nil
	}
	live, objects := heap()
	if bytes+float64(objects) > limit && bytes <= limit {
		runtime.GC() // live is what was in use at the last collection, and garbage takes room as well
		live, _ = heap()
	}
	if bytes+float64(live) > limit {
		r.session.full.Store(true)
	}
	switch {
	case bytes > limit:
		return &namedError{"MemoryError", fmt.Sprintf("%s would take %.1f GB; a cell may use %s", what, bytes/(1<<30),
			gigabytes(r.session.MemoryLimit))}
	case bytes+float64(live) > limit:
		return &namedError{"MemoryError", fmt.Sprintf("%s would take %.1f GB more than the %s that the session holds; it may use %s (assign None to values that you no longer need, or use %%reset)",
			what, bytes/(1<<30), gigabytes(live), gigabytes(r.session.MemoryLimit))}
	}
	return nil
}

// largeAllocation is what one operation may take without a look at the memory.
const largeAllocation = 16 << 20

// SetSoftLimit has this process collect its garbage so early that it stays near the
// memory limit of its session. It is for a process with one session.
func SetSoftLimit(limit uint64) { debug.SetMemoryLimit(int64(limit + limit/16)) }
