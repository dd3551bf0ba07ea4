package cell

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"warpbook.dev/internal/bytesize"
)

// errMemory is the reason for which a cell is cancelled that took too much.
func errMemory(limit uint64) error {
	return &namedError{"MemoryError", fmt.Sprintf(
		"the session holds more than %s; the cell was stopped (assign None to values that you no longer need, or use %%reset)", bytesize.Limit(int64(limit)))}
}

// watchEvery is how often the watch looks at the memory.
const watchEvery = 10 * time.Millisecond

// A reading is what this process takes, in bytes.
type reading struct {
	live      uint64 // what the last garbage collection found in use
	objects   uint64 // what is in the heap now, garbage included
	footprint uint64 // what Go has from the system: the heap, its fragments and free pages, stacks, tables of spans
}

// readMemory reads what this process takes. The footprint is what Go's soft limit bounds.
func readMemory() reading {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	value := func(i int) uint64 { return samples[i].Value.Uint64() }
	return reading{live: value(0), objects: value(1), footprint: value(2) - value(3)}
}

// An allowance is what the process of a session may take while a cell runs.
type allowance struct {
	limit   uint64  // of what the session holds
	ceiling uint64  // of the footprint
	before  reading // the least since the cell began
}

// newAllowance begins to watch a cell. The ceiling is a thirty-second of the limit above Go's soft limit: Go collects
// and gives back to stay at the soft limit, so only what is in use leads there. Without a soft limit there is none. Small
// sessions get half of what one operation may take unseen: one value may pass the soft limit before Go collects.
func newAllowance(limit uint64, now reading) *allowance {
	return &allowance{limit, uint64(debug.SetMemoryLimit(-1)) + max(limit/32, largeAllocation/2), now}
}

// exceeded reports whether the cell has to end. A session that is full of earlier results must still be able to drop
// them, so a cell ends only if it has made the session grow: the heap by an eighth of the limit, or, above the ceiling, the
// footprint by a sixty-fourth. Many small cells can so fill the session up to the ceiling, and no further.
func (a *allowance) exceeded(now reading) bool {
	// With Go's default pace the heap never reaches twice what is in use.
	full := (now.live > a.limit || now.objects > 2*a.limit) && now.objects > a.before.objects+a.limit/8
	over := now.footprint > a.ceiling && now.footprint > a.before.footprint+a.limit/64
	a.before.objects, a.before.footprint = min(a.before.objects, now.objects), min(a.before.footprint, now.footprint)
	return full || over
}

// watchMemory calls exceeded, once, when the session takes more than its limit allows. The caller must call stop.
//
// Go has no limit that stops one goroutine, so this looks from outside, and it
// forces no collection, which would wait for the very operation that allocates.
// What one operation would allocate at once is checked before (see reserve, and
// room for the copies of dicts and lists that grow).
func (s *Session) watchMemory(exceeded func()) (stop func()) {
	done := make(chan struct{})
	go func() {
		a := newAllowance(s.MemoryLimit, s.memory())
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if a.exceeded(s.memory()) {
				exceeded()
				return
			}
		}
	}()
	return func() { close(done) }
}

// reservations are what operations under way are about to allocate. An operation that calls back into
// Starlark, such as list(map(f, xs)), may pass its turn to another cell before it has allocated all.
type reservations struct {
	mu    sync.Mutex
	bytes map[*Run]float64
}

// others is what all runs but r have reserved.
func (p *reservations) others(r *Run) (bytes float64) {
	for run, n := range p.bytes {
		if run != r { // its own inner operations would count twice
			bytes += n
		}
	}
	return bytes
}

// add changes what a run has reserved.
func (p *reservations) add(r *Run, bytes float64) {
	if p.bytes[r] += bytes; p.bytes[r] == 0 {
		delete(p.bytes, r)
	}
}

// reserve refuses what would take more than the session's limit, before it does. Else nobody else gets the
// room until the operation ends and calls done.
func (r *Run) reserve(what string, bytes float64) (done func(), err error) {
	if bytes < largeAllocation {
		return func() {}, nil
	}
	p := &r.session.pending
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := r.fits(what, bytes, p.others(r)); err != nil {
		return nil, err
	}
	bytes = math.Trunc(bytes) // sums of whole numbers are exact
	p.add(r, bytes)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.add(r, -bytes)
	}, nil
}

// allocation refuses what would take more than the session's limit, before it does. It is for what the
// next instruction allocates, of which nobody learns when it ends.
func (r *Run) allocation(what string, bytes float64) error {
	done, err := r.reserve(what, bytes)
	if err == nil {
		done()
	}
	return err
}

// fits refuses what has no room beside what the session holds and what others have reserved.
func (r *Run) fits(what string, bytes, reserved float64) error {
	s, limit := r.session, float64(r.session.MemoryLimit)
	now := s.memory()
	if bytes+reserved+float64(now.objects) > limit && bytes <= limit {
		runtime.GC() // live is what was in use at the last collection, and garbage takes room as well
		now = s.memory()
	}
	held := reserved + float64(now.live)
	if bytes+held <= limit {
		return nil
	}
	s.full.Store(true)
	if bytes > limit {
		return &namedError{"MemoryError", fmt.Sprintf("%s would take %s; a cell may use %s", what, bytesize.Estimate(bytes),
			bytesize.Limit(int64(s.MemoryLimit)))}
	}
	return &namedError{"MemoryError", fmt.Sprintf("%s would take %s more than the %s that the session holds; it may use %s (assign None to values that you no longer need, or use %%reset)",
		what, bytesize.Estimate(bytes), bytesize.Estimate(held), bytesize.Limit(int64(s.MemoryLimit)))}
}

// largeAllocation is what one operation may take without a look at the memory.
const largeAllocation = 16 << 20

// SetSoftLimit has this process collect its garbage so early that it stays near the
// memory limit of its session. It is for a process with one session.
func SetSoftLimit(limit uint64) { debug.SetMemoryLimit(int64(limit + limit/16)) }
