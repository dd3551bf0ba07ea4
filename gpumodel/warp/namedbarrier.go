package warp

import (
	"fmt"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// MostBarriers are those of a block: 16 have numbers for programs; the others are for the model's own texts.
const MostBarriers = 48

// A namedBarrier is one at which some warps of a block meet: all of them, at number 0, for __syncthreads().
type namedBarrier struct {
	number, warps int  // 0 warps are all that have not ended
	arrives       bool // the warp only counts, and goes on
}

// tag packs a barrier into the Tag of a step.
func (x namedBarrier) tag() int32 {
	tag := int32(x.number | x.warps<<8)
	if x.arrives {
		tag |= 1 << 20
	}
	return tag
}

// Meeting is what the Tag of a Barrier says: the number of the barrier, how many warps meet there (0 for all that have
// not ended), and whether the warp waits for them.
func (s *Step) Meeting() (barrier, warps int, waits bool) {
	return int(s.Tag & 0xff), int(s.Tag >> 8 & 0xfff), s.Tag>>20 == 0
}

// readBarrier reads the number of a barrier and its threads, in the first lane: they are the same for all.
func (m *Machine) readBarrier(w *warpState, in *instr, active uint32) error {
	if !w.schedule.untimed {
		for _, slot := range in.Sources {
			w.schedule.use(slot)
		}
	}
	lane := first(active)
	number := m.value(w, in.Src[0], ir.U32)[lane]
	threads := m.value(w, in.Src[1], ir.U32)[lane]
	switch {
	case number >= 16 && (in.Imm != ir.BarTile || number >= MostBarriers-16):
		return m.trap(w, lane, in.Line, fmt.Errorf("barrier %d: a block has barriers 0 to 15", number))
	case threads%32 != 0 || threads > 1024:
		return m.trap(w, lane, in.Line, fmt.Errorf("barrier %d for %d threads: their number is a multiple of 32, up to 1024", number, threads))
	case threads == 0 && in.Imm == ir.BarArrive:
		return m.trap(w, lane, in.Line, fmt.Errorf("bar.arrive needs the number of threads that meet at barrier %d", number))
	}
	if in.Imm == ir.BarTile {
		number += 16
	}
	w.barrier = namedBarrier{int(number), int(threads) / 32, in.Imm == ir.BarArrive}
	return nil
}

// open opens the barriers at which all warps have arrived that meet there, and reports whether one waited. A warp that
// has ended does not hold up those that wait for all; a checker reports it (Machine.together).
func (m *Machine) open(b *Block) (opened bool) {
	if m.Check == nil && b.atOne() {
		if m.clock {
			m.letGo(b.warps, func(w *warpState) bool { return w.arrived })
		}
		for _, w := range b.warps {
			w.arrived = false
		}
		b.passed[0] = 0
		b.votes.reduce()
		return true
	}
	var waiting, expected [MostBarriers]int
	running := 0
	for _, w := range b.warps {
		if !w.done {
			running++
		}
		if w.arrived {
			waiting[w.barrier.number]++
			expected[w.barrier.number] = w.barrier.warps
		}
	}
	for i, n := range waiting {
		if need := expected[i]; n == 0 || need == 0 && n < running || need > 0 && n+b.passed[i] < need {
			continue
		}
		if m.clock {
			m.letGo(b.warps, func(w *warpState) bool { return w.arrived && w.barrier.number == i })
		}
		for _, w := range b.warps {
			w.arrived = w.arrived && w.barrier.number != i
		}
		if b.passed[i], opened = 0, true; i == 0 {
			b.votes.reduce()
		}
		if m.Check != nil && (i > 0 || expected[i] > 0) {
			m.Check.Barrier() // those that were not there count as ordered too: a race with them may be missed
		}
	}
	return opened
}

// atOne reports whether all warps that have not ended wait at number 0 for all.
func (b *Block) atOne() (some bool) {
	for _, w := range b.warps {
		switch {
		case w.arrived && w.barrier == namedBarrier{}:
			some = true
		case !w.done:
			return false
		}
	}
	return some
}

// stuck is the fault of warps that wait at barriers which no other warp will come to.
func (m *Machine) stuck(b *Block) error {
	var at *warpState
	for _, w := range b.warps {
		switch {
		case w.arrived:
			at = w
		case !w.done:
			return nil
		}
	}
	if at == nil {
		return nil
	}
	waiting := 0
	for _, w := range b.warps {
		if w.arrived && w.barrier.number == at.barrier.number {
			waiting++
		}
	}
	all := "all threads of the block"
	if at.barrier.warps > 0 {
		all = fmt.Sprintf("%d threads", 32*at.barrier.warps)
	}
	m.enter(b)
	return m.trap(at, 0, m.lineBefore(at), fmt.Errorf("barrier %d waits for %s, and %d come: the others have ended or wait at another barrier",
		at.barrier.number, all, 32*(waiting+b.passed[at.barrier.number])))
}

// lineBefore is the line of the barrier at which a warp waits.
func (m *Machine) lineBefore(w *warpState) int {
	if p := w.stack.top(); p != nil && p.pc > 0 && m.code[p.pc-1].Kind == isa.Barrier {
		return m.code[p.pc-1].Line
	}
	return 0
}
