package volta

import "warpbook.dev/gpumodel/memory"

// A fill is a read of the DRAM that the L2 has asked for, and the loads that wait for it.
type fill struct {
	number  uint32 // 0 once it has come
	waiters []waiter
}

// A waiter is a load that waits for a fill. back is how much longer the data take to it than from
// a near slice.
type waiter struct {
	warp, tag int32
	back      memory.Time
}

// firstFills is twice how many fills can be on their way before the ring of them grows. A larger ring fills the host's caches
// with places that are used once in a round.
const firstFills = 1 << 12

// newFill begins a fill and returns its number. The place of a number in the ring is its remainder.
func (v *System) newFill() uint32 {
	if v.onTheWay++; v.onTheWay > len(v.fills)/2 {
		v.moreFills()
	}
	for {
		v.filled++
		if f := v.fill(v.filled); v.filled != 0 && f.number == 0 {
			f.number = v.filled
			return v.filled
		}
	}
}

// moreFills doubles the ring. Numbers that had places of their own have them in the larger ring too.
func (v *System) moreFills() {
	few := v.fills
	v.fills = make([]fill, 2*len(few))
	for _, f := range few {
		if f.number != 0 {
			*v.fill(f.number) = f
		}
	}
}

// fill is the place of a number.
func (v *System) fill(f uint32) *fill { return &v.fills[f%uint32(len(v.fills))] }

// pending reports whether a fill is still on its way.
func (v *System) pending(f uint32) bool { return v.fill(f).number == f }

// join lets a load wait for a fill.
func (v *System) join(f uint32, id, tag int32, back memory.Time) {
	x := v.fill(f)
	x.waiters = append(x.waiters, waiter{id, tag, back})
	v.e.Warp(id).Loads[tag].Left++
}

// came passes what the DRAM has read at a time on to all that wait for it.
func (v *System) came(f uint32, at memory.Time) {
	x := v.fill(f)
	at += v.times.fromDRAM
	for _, w := range x.waiters {
		v.e.Observer.Arrived(at + w.back)
		v.traced.filled(f, w, at+w.back)
		v.e.Arrive(w.warp, w.tag, at+w.back)
	}
	x.number, x.waiters = 0, x.waiters[:0]
	v.onTheWay--
}
