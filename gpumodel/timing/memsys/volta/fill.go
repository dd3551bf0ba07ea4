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

// fillRing is how many fills can be on their way.
const fillRing = 1 << 16

// newFill begins a fill and returns its number.
func (v *System) newFill() uint32 {
	for {
		v.filled++
		if f := &v.fills[v.filled%fillRing]; v.filled != 0 && f.number == 0 {
			f.number = v.filled
			return v.filled
		}
	}
}

// pending reports whether a fill is still on its way.
func (v *System) pending(f uint32) bool { return v.fills[f%fillRing].number == f }

// join lets a load wait for a fill.
func (v *System) join(f uint32, id, tag int32, back memory.Time) {
	x := &v.fills[f%fillRing]
	x.waiters = append(x.waiters, waiter{id, tag, back})
	v.e.Warp(id).Loads[tag].Left++
}

// came passes what the DRAM has read at a time on to all that wait for it.
func (v *System) came(f uint32, at memory.Time) {
	x := &v.fills[f%fillRing]
	at += v.times.fromDRAM
	for _, w := range x.waiters {
		v.e.Observer.Arrived(at + w.back)
		v.traced.filled(f, w, at+w.back)
		v.e.Arrive(w.warp, w.tag, at+w.back)
	}
	x.number, x.waiters = 0, x.waiters[:0]
}
