package timing

import "warpbook.dev/gpumodel/memory"

// A fillFromDRAM is what the L2 has asked the DRAM for, and who waits for it.
type fillFromDRAM struct {
	number  uint32 // 0 once it has come
	waiters []waiter
}

// A waiter is a load that waits for a fill. The data take so long to it beyond the way from
// a near slice.
type waiter struct {
	warp, tag int32
	back      memory.Time
}

// fillRing is how many fills can be on their way.
const fillRing = 1 << 16

// newFill begins a fill and returns its number.
func (h *hierarchy) newFill() uint32 {
	for {
		h.filled++
		if f := &h.fills[h.filled%fillRing]; h.filled != 0 && f.number == 0 {
			f.number = h.filled
			return h.filled
		}
	}
}

// pending reports whether a fill is still on its way.
func (h *hierarchy) pending(f uint32) bool { return h.fills[f%fillRing].number == f }

// join lets a load wait for a fill.
func (e *engine) join(f uint32, id, tag int32, back memory.Time) {
	x := &e.hierarchy.fills[f%fillRing]
	x.waiters = append(x.waiters, waiter{id, tag, back})
	e.warps[id].loads[tag].left++
}

// came passes what the DRAM has read at a time on to all that wait for it.
func (e *engine) came(f uint32, at memory.Time) {
	x := &e.hierarchy.fills[f%fillRing]
	at += e.hierarchy.times.fromDRAM
	for _, w := range x.waiters {
		e.observer.arrived(at + w.back)
		e.tracer.filled(e, f, w, at+w.back)
		e.arrive(w.warp, w.tag, at+w.back)
	}
	x.number, x.waiters = 0, x.waiters[:0]
}
