package warp

import (
	"fmt"
	"math"
	"math/bits"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
	"warpbook.dev/gpumodel/warp/flow"
)

// localWord moves a word per lane between data and the thread's local memory.
func (m *Machine) localWord(w *warpState, in *instr, addr *Lanes, active uint32, offset int, data *Lanes) error {
	size, limit := in.Mem.Size(), m.Program.LocalBytes
	for i := range addr {
		if active>>i&1 == 0 {
			continue
		}
		at := addr[i] + uint64(offset)
		if at+uint64(size) > uint64(limit) {
			return m.trap(w, i, in.Line, &OutsideError{err: fmt.Errorf("byte %d of %d bytes of local memory", int32(at), limit)})
		}
		if at%uint64(size) != 0 {
			return m.trap(w, i, in.Line, misaligned("byte %d of local memory is not a multiple of %d", at, size))
		}
		if in.Op == ir.Store {
			w.putLocal(i, int(at), size, data[i])
		} else {
			data[i] = register(in.Mem, w.localAt(i, int(at), size))
		}
	}
	return nil
}

// A warp's local memory is words of its lanes, as a GPU keeps it: word k of a thread is a lane of local[k].

// localAt is what so many bytes of a lane's local memory hold.
func (w *warpState) localAt(lane, at, size int) uint64 {
	word := w.local[at/4][lane]
	if size == 8 {
		return uint64(word) | uint64(w.local[at/4+1][lane])<<32
	}
	return uint64(word >> (8 * (at % 4)) & uint32(1<<(8*size)-1))
}

func (w *warpState) putLocal(lane, at, size int, x uint64) {
	word := &w.local[at/4][lane]
	switch size {
	case 8:
		w.local[at/4+1][lane] = uint32(x >> 32)
		fallthrough
	case 4:
		*word = uint32(x)
	default:
		shift, mask := 8*(at%4), uint32(1<<(8*size)-1)
		*word = *word&^(mask<<shift) | uint32(x)&mask<<shift
	}
}

// fastLocal executes an access of local memory on the fast path in which all lanes ask for the same place of theirs, and
// reports whether it is such a one.
func (m *Machine) fastLocal(w *warpState, a *access, active uint32) bool {
	if a.words == 0 {
		return false
	}
	lane := bits.TrailingZeros32(active) & 31
	low := vector.At(w.frame, a.touch.Low)
	at := (uint64(low[lane]) + a.touch.Add) & math.MaxUint32
	if vector.Same(low, &zeroes, &zeroes, low[lane], 0)|^active != allLanes || at%uint64(a.width) != 0 ||
		at+uint64(a.width) > uint64(m.Program.LocalBytes) {
		return false
	}
	if m.filter != nil {
		if !m.filter.localWords(w, a, at, active) {
			return false
		}
	} else {
		if a.words != 1 {
			return false
		}
		p := a.sameLanes(active)
		if p.Active != active {
			p.learnLocal(m, active)
		}
		p.hit(m, w, m.localAddress(w, lane, at))
	}
	for k := range a.words {
		data, row := vector.At(w.frame, a.touch.Data+uint32(k)*vector.WordBytes), &w.local[at/4+uint64(k)]
		if a.in.Op == ir.Store {
			data, row = row, data
		}
		if active == allLanes {
			*data = *row
			continue
		}
		for lanes := active; lanes != 0; lanes &= lanes - 1 {
			i := bits.TrailingZeros32(lanes) & 31
			data[i] = row[i]
		}
	}
	return true
}

// sameLanes is a pattern of the access for some lanes, or one that may become it.
func (a *access) sameLanes(active uint32) (p *lanePattern) {
	for i := range patternWays {
		if p = a.patterns[i]; p == nil {
			p = &lanePattern{access: a}
			a.patterns[i] = p
			return p
		}
		if p.Active == active {
			return p
		}
	}
	a.victim++
	return a.patterns[a.victim%patternWays]
}

// learnLocal makes the pattern that of one word of some lanes. Where it lies does not matter, since a word of all lanes
// begins at a multiple of 128 bytes.
func (p *lanePattern) learnLocal(m *Machine, active uint32) {
	p.flush(m)
	p.Active = active
	lane := bits.TrailingZeros32(active)
	p.Base = localBase + uint64(4*lane)
	var at Lanes
	for i := range at {
		at[i] = localBase + uint64(4*i)
	}
	if p.Log == nil {
		p.Log = new([vector.Logged]uint64)
	}
	p.learnGlobal(m, &at)
}

// sendLocal sends an access of local memory, which lies in device memory with the words of a warp's
// threads side by side. So a warp whose threads access the same index of their arrays touches one
// line, and one of four words, be it a vector or a spilled value, touches four.
//
// A word of 8 bytes counts as one piece at the place of its first half, though its halves lie in
// two lines as well: a warp's access is taken for 132 bytes where it has 256.
func (m *Machine) sendLocal(w *warpState, in *instr, addr *Lanes, active uint32) {
	size, from, passes := in.Mem.Size(), len(w.transactions), 0
	var physical, words Lanes
	for word := range flow.Elements(in.Instr) {
		for i := range addr {
			if active>>i&1 != 0 {
				words[i] = m.localAddress(w, i, addr[i]+uint64(word*size))
			}
		}
		w.transactions = memory.Coalesce(m.Device, (*[32]uint64)(&words), active, size, m.cachedIn(in), w.transactions)
		passes += m.dataPasses(in, &words, active, size)
		if word == 0 {
			physical = words
		}
	}
	distinct := memory.Distinct(m.Device, (*[32]uint64)(&physical), active)
	m.book(w, in, &physical, active, size*flow.Elements(in.Instr), from, distinct, passes, &m.stats.LocalLoads, &m.stats.LocalStores)
}

// localBase is where local memory begins: far from every array.
const localBase = 1 << 40

// localAddress is where a byte of a thread's local memory lies in device memory. Word k of lane l
// is at 128*k + 4*l behind the start of the warp's memory.
func (m *Machine) localAddress(w *warpState, lane int, offset uint64) uint64 {
	words := uint64(m.Program.LocalBytes+3) / 4
	warp := uint64(m.block.Index*len(m.tid) + w.index)
	return localBase + (warp*words+offset/4)*128 + uint64(lane)*4 + offset%4
}
