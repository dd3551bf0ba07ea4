package warp

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/vector"
)

// A frameLayout says where a warp's frame has what: its registers first, so that register n is word n.
// Places are in bytes. Constants and the indices of threads are words like registers, so that an operation
// need not tell them apart; they are written once for each frame.
type frameLayout struct {
	addresses  uint32 // of address register 0
	predicates uint32
	path       uint32    // the predicate of the running path
	guarded    uint32    // that of an instruction under a guard
	scratchP   uint32    // one for results
	scratch    uint32    // words for results and sources
	tid, ctaid [3]uint32 // threadIdx and blockIdx
	lane       uint32
	zero       uint32
	gauge      uint32
	counts     uint32 // eight bytes each
	fixed      uint32 // constants, up to the end
}

const scratchWords = 12

// layout places everything but the constants, for a program with so many counters.
func (m *Machine) layout(counters int) (l frameLayout) {
	next := uint32(0)
	take := func(words int) uint32 {
		at := next
		next += uint32(words) * vector.WordBytes
		return at
	}
	take(m.files.Registers)
	l.addresses = take(m.files.Addresses)
	l.predicates = take((m.files.Preds + 3 + vector.WordLanes - 1) / vector.WordLanes)
	l.path = l.predicates + 4*uint32(m.files.Preds)
	l.guarded, l.scratchP = l.path+4, l.path+8
	l.scratch = take(scratchWords)
	for d := range l.tid {
		l.tid[d], l.ctaid[d] = take(1), take(1)
	}
	l.lane, l.zero, l.gauge = take(1), take(2), take(1)
	l.counts = take((counters + 15) / 16)
	l.fixed = next
	return l
}

func (l *frameLayout) register(n int) uint32 { return uint32(n) * vector.WordBytes }

func (l *frameLayout) address(n int) uint32 { return l.addresses + uint32(n)*vector.WordBytes }

// place is that of a slot, where the first so many are registers and the others address registers.
func (l *frameLayout) place(slot, registers int) uint32 {
	if slot < registers {
		return l.register(slot)
	}
	return l.address(slot - registers)
}

func (l *frameLayout) predicateAt(n int) uint32 { return l.predicates + 4*uint32(n) }

// of is the place of a constant of 32 bits, or of 64 in two words.
func (f *fastPath) of(bits uint64, wide bool) uint32 {
	known := f.constant
	if wide {
		known = f.wide
	}
	if at, ok := known[bits]; ok {
		return at
	}
	at := f.fixed + uint32(len(f.constants))*vector.WordBytes
	known[bits] = at
	f.constants = append(f.constants, constantWord(uint32(bits)))
	if wide {
		f.constants = append(f.constants, constantWord(uint32(bits>>32)))
	}
	return at
}

// table is the place of a number of each lane.
func (f *fastPath) table(of *[32]uint8) uint32 {
	var w vector.Word
	for i, x := range of {
		w[i] = uint32(x)
	}
	f.constants = append(f.constants, w)
	return f.fixed + uint32(len(f.constants)-1)*vector.WordBytes
}

func constantWord(x uint32) (w vector.Word) {
	for i := range w {
		w[i] = x
	}
	return w
}

// newFrame is the frame of one of a block's warps.
func (m *Machine) newFrame(warp int) []vector.Word {
	f := m.fast
	frame := make([]vector.Word, int(f.fixed/vector.WordBytes)+len(f.constants))
	copy(frame[f.fixed/vector.WordBytes:], f.constants)
	for d, tid := range m.tid[warp] {
		narrow(vector.At(frame, f.tid[d]), tid)
	}
	narrow(vector.At(frame, f.lane), m.special[ir.LaneID])
	f.frames = append(f.frames, frame)
	return frame
}

// narrow takes the low halves of lanes.
func narrow(d *vector.Word, from *Lanes) {
	for i, x := range from {
		d[i] = uint32(x)
	}
}

// enterFrame prepares the frame of a warp for another block.
func (m *Machine) enterFrame(w *warpState, b *Block) {
	if w.frame == nil {
		w.frame = m.newFrame(w.index)
		b.frames = append(b.frames, w.frame)
	}
	for d, used := range m.fast.blockIdx {
		if used {
			vector.Fill(vector.At(w.frame, m.fast.ctaid[d]), uint32(b.ctaid[d][0]), allLanes)
		}
	}
}
