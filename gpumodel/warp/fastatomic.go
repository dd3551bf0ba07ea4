package warp

import (
	"encoding/binary"
	"math/bits"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// hasFastAtomic reports whether the fast path executes an atomic itself: one on 32-bit words in one address space.
func (m *Machine) hasFastAtomic(in *instr) bool {
	return !m.Device.DualIssue && in.within == nil && in.Mem.Size() == 4 && (in.Space == ir.Shared || in.Space == ir.Global)
}

// withOperands finds the places of an atomic's operands and result; nil if one is neither in a register nor a constant.
func (a *access) withOperands(m *Machine) *access {
	in, f := a.in, m.fast
	for i, place := range []*uint32{&a.touch.Data, &a.second} {
		switch o := in.Src[i+1]; {
		case o.Kind == isa.None && i == 1:
		case o.Kind == isa.Reg && !o.Modified():
			*place = f.register(o.N)
		case in.constants[i+1] != nil && !o.Modified():
			*place = f.of(in.constants[i+1][0], false)
		default:
			return nil
		}
	}
	switch in.Dst.Kind {
	case isa.Reg:
		a.result, a.returns = f.register(in.Dst.N), m.flow.ResultUsed(in.PC)
	case isa.None:
	default:
		return nil
	}
	return a
}

// fastAtomic is atomic on the fast path. It reports whether all lanes' words are there; otherwise nothing has happened.
func (m *Machine) fastAtomic(w *warpState, a *access, active uint32) bool {
	if active == 0 || m.block.Index >= m.Grid.count() {
		return false
	}
	of, base := &m.fast.offsets.Of, a.first(w, active)
	bytes, at, ok := m.laneOffsets(w, a, active, base)
	if !ok {
		return false
	}
	if m.filter != nil {
		m.filter.irregular(a, of, base, active)
	}
	meets := m.bookAtomic(a, active)
	operand, compare := vector.At(w.frame, a.touch.Data), (*vector.Word)(nil)
	if a.in.Atom == ir.AtomCAS {
		compare, operand = operand, vector.At(w.frame, a.second)
	}
	w.stack.polled = w.stack.polled || a.in.polls
	if m.footprint != nil && a.in.Space == ir.Global && m.footprint.atomic(a, of, base, active, operand, compare) {
		return true
	}
	var before vector.Word
	switch adds := a.in.Atom == ir.AtomAdd && !a.in.Mem.Float(); {
	case adds && !a.returns && meets != nil && alike(operand, active):
		meets.add(bytes, at, operand[bits.TrailingZeros32(active)&31])
	case adds:
		addWords(bytes, at, of, operand, &before, active)
	default:
		a.change(bytes, at, of, operand, compare, &before, active)
	}
	if a.returns {
		d := vector.At(w.frame, a.result)
		for lanes := active; lanes != 0; lanes &= lanes - 1 {
			i := bits.TrailingZeros32(lanes) & 31
			d[i] = before[i]
		}
	}
	return true
}

// alike reports whether lanes have the same number.
func alike(x *vector.Word, lanes uint32) bool {
	one := x[bits.TrailingZeros32(lanes)&31]
	return vector.Same(x, x, &zeroes, one, one)|^lanes == allLanes
}

var zeroes vector.Word

// addWords adds the lanes' operands to words of memory, one lane after the other.
func addWords(bytes []byte, at int, of, operand, before *vector.Word, lanes uint32) {
	for ; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes) & 31
		word := bytes[at+int(int32(of[i])):]
		before[i] = binary.LittleEndian.Uint32(word)
		binary.LittleEndian.PutUint32(word, before[i]+operand[i])
	}
}

// change does what any atomic does to words of memory; compare is nil for all but CAS.
func (a *access) change(bytes []byte, at int, of, operand, compare, before *vector.Word, lanes uint32) {
	in := a.in
	for ; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes) & 31
		c := uint64(0)
		if compare != nil {
			c = uint64(compare[i])
		}
		word := bytes[at+int(int32(of[i])):]
		before[i] = binary.LittleEndian.Uint32(word)
		binary.LittleEndian.PutUint32(word, uint32(ir.AtomicResult(in.Atom, in.Mem, uint64(before[i]), uint64(operand[i]), c)))
	}
}

// add adds to each word as often as lanes are there.
func (t *meetSet) add(bytes []byte, at int, x uint32) {
	for k := 1; k <= int(t.n); k++ {
		word := bytes[at+int(int32(t.words[k&63])):]
		binary.LittleEndian.PutUint32(word, binary.LittleEndian.Uint32(word)+x*uint32(t.lanes[k&63]))
	}
}

// fill makes the set that of an access, and returns how many lanes meet at one word at most. The offsets are multiples
// of four.
func (t *meetSet) fill(of *vector.Word, lanes uint32) (most uint8) {
	clear(t.at[:])
	n := uint8(0)
	for ; lanes != 0; lanes &= lanes - 1 {
		word := of[bits.TrailingZeros32(lanes)&31]
		for h := uint8(word>>2 ^ word>>10); ; h++ { // words that are near one another have places of their own
			k := t.at[h] & 63
			if k == 0 {
				n++
				k = n & 63
				t.at[h], t.words[k], t.lanes[k] = n, word, 0
			}
			if t.words[k] == word {
				t.lanes[k]++
				most = max(most, t.lanes[k])
				break
			}
		}
	}
	t.n = n
	return most
}

// A meetSet is the words of an access, by a hash, and the lanes at each.
type meetSet struct {
	at    [256]uint8 // numbers from 1
	words [64]uint32
	lanes [64]uint8
	n     uint8 // words
}

// fastTurns is takeTurns for the words of an access, at which so many lanes meet at most.
func (m *Machine) fastTurns(in *instr, most int) turns {
	switch {
	case in.Turns == isa.ByWord:
		return turns{1, m.fast.words.busiest(m.Device, false)}
	case in.Turns == isa.ByLane:
		return turns{1, m.fast.words.busiest(m.Device, true)}
	case m.Device.SharedQueue:
		return turns{most, max(most, m.fast.words.busiest(m.Device, true))}
	}
	return turns{most, most}
}

// busiest is the number of words in one bank at most, or that of the lanes that access words there.
func (t *meetSet) busiest(d *device.Device, lanes bool) (most int) {
	var of [64]int
	for k := 1; k <= int(t.n); k++ {
		n, bank := 1, int(t.words[k&63]>>2)&(d.SharedBanks-1)
		if lanes {
			n = int(t.lanes[k&63])
		}
		of[bank&63] += n
		most = max(most, of[bank&63])
	}
	return most
}

// bookAtomic counts an atomic: on shared memory the rounds of the lanes that meet at one word, on global memory a
// transaction of each lane. It returns the words, if it had to find out which lanes meet.
func (m *Machine) bookAtomic(a *access, active uint32) *meetSet {
	in, x := a.in, m.stats
	if in.Space == ir.Shared {
		most := int(m.fast.words.fill(&m.fast.offsets.Of, active))
		t := m.fastTurns(in, most)
		m.countSharedAtomic(x, in, t)
		x.PortClocks += int64(in.clocks.port) * int64(t.rounds)
		for p, clocks := range in.clocks.busy {
			x.PipeClocks[p] += int64(clocks) * int64(t.rounds)
		}
		x.PipeClocks[banks(&in.clocks.busy)] += int64(t.again(in))
		return &m.fast.words
	}
	n, size := int64(ones(active)), m.Device.MinSegmentBytes
	x.Atomics.Requests++
	x.Atomics.Bytes += 4 * n
	x.Atomics.BusBytes += int64(size) * n
	x.Atomics.Transactions[min(bits.Len(uint(size-1)/32), 2)] += n
	x.PerInstruction.Requests[in.PC]++
	x.PerInstruction.Sectors[in.PC] += n * int64((size+31)/32)
	m.beside += n
	m.countClocks(in, 1, 0)
	return nil
}
