package warp

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/warp/flow"
)

// A spin is the evidence that a launch waits for ever. It is gathered while every warp in execution stays
// in loops whose control flow depends on memory alone: no counter and no clock can end them, so only a
// store can. If each word that the conditions read also keeps its value, and stores go to the same
// addresses in each iteration, nothing will ever change:
//
//	while (v[0] == 0) v[1] += 1;   // v is volatile: v[1] changes, but nobody asks for it
//
// A spin lock or a grid barrier that another warp is going to open is none: the other warp executes
// something else, or changes a word that is read.
type spin struct {
	begun    int64                // steps when it began
	executed []int64              // how often each instruction had been executed then
	ran      map[*warpState]int64 // how many instructions each warp had executed then
	reads    []bool               // of each instruction: it loads what conditions depend on; nil before these are known
	words    map[word]uint64
	changed  bool // one of the words
}

// A word of memory that the condition of a loop depends on.
type word struct {
	block   *Block // of shared memory
	address uint64
}

const (
	spinShare = 4096    // the part of the patience after which a spin is looked for, and for which it must last
	mostWords = 1 << 16 // that are compared
)

// spins reports whether the warps spin for ever. since is how many instructions ago a block began or ended.
func (m *Machine) spins(elapsed, most int64) bool {
	s := m.spin
	switch {
	case m.counting():
		m.spin = nil
		return false
	case s == nil:
		if elapsed >= most/spinShare {
			m.spin = m.newSpin(nil)
		}
		return false
	case m.steps-s.begun < most/spinShare || !m.allRan(s):
		return false
	}
	reads, ok := m.waits(s)
	switch {
	case !ok || s.changed:
		m.spin = m.newSpin(nil)
	case s.reads == nil || !slices.Equal(reads, s.reads):
		m.spin = m.newSpin(reads)
	default:
		return true
	}
	return false
}

// counting reports whether a profile counts an iteration, which is in no statistics until it ends: what
// is executed meanwhile can't be seen.
func (m *Machine) counting() bool {
	return m.block.options.profile != nil && slices.ContainsFunc(m.block.warps, func(w *warpState) bool { return w.sampling.on })
}

func (m *Machine) newSpin(reads []bool) *spin {
	m.flushAll()
	s := &spin{begun: m.steps, executed: make([]int64, len(m.code)), reads: reads, words: map[word]uint64{}, ran: map[*warpState]int64{}}
	for b := range m.running {
		for _, w := range b.warps {
			s.ran[w] = w.ran
		}
	}
	for pc := range s.executed {
		s.executed[pc] = m.executed(pc)
	}
	return s
}

// executed is how often an instruction was executed, in all blocks.
func (m *Machine) executed(pc int) int64 { return m.Stats.Executed[pc] + m.scrap.Executed[pc] }

// allRan reports whether each warp has gone through its loop since a spin began: has executed more
// instructions than any loop has, or can go on only when others have.
func (m *Machine) allRan(s *spin) bool {
	for w, before := range s.ran {
		if !w.done && !w.arrived && w.ran-before < 2*int64(len(m.code)) {
			return false
		}
	}
	return true
}

// waits reports whether all that was executed since the begin of a spin belongs to loops that only a
// store can end, and which loads decide on that.
func (m *Machine) waits(s *spin) (reads []bool, ok bool) {
	m.flushAll()
	loops := m.flow.Loops()
	onMemory := make([][]bool, len(loops))
	for i, l := range loops {
		onMemory[i] = m.flow.OnMemory(l)
	}
	reads = make([]bool, len(m.code))
	for pc, before := range s.executed {
		if m.executed(pc) == before {
			continue
		}
		found := false
		for i, l := range loops {
			if !found && l.Body[pc] && onMemory[i] != nil {
				found = true
				for pc, on := range onMemory[i] {
					reads[pc] = reads[pc] || on
				}
			}
		}
		if !found {
			return nil, false
		}
	}
	return reads, true
}

// notes reports whether an instruction loads what the conditions of a spin read.
func (s *spin) notes(pc int) bool { return s != nil && s.reads != nil && s.reads[pc] }

// refute notes that a warp was in a loop that a counter ends.
func (s *spin) refute() {
	if s != nil {
		s.changed = true
	}
}

// noteWords compares what a load finds with what was found there before.
func (m *Machine) noteWords(w *warpState, in *instr, active uint32) {
	s := m.spin
	size := in.Mem.Size() * flow.Elements(in.Instr)
	for i, at := range *m.addresses(w, in) {
		if active>>i&1 == 0 {
			continue
		}
		for n := range size {
			at, value := word{address: at + uint64(n)}, uint64(0)
			space := in.Space
			if space == ir.Generic {
				if space = ir.SpaceOf(at.address); space != ir.Global {
					at.address = uint64(uint32(at.address))
				}
			}
			if space == ir.Local {
				s.changed = true // nobody but the thread itself changes it
			} else if space == ir.Shared {
				if !m.inShared(at.address, 1) {
					return // the access is going to fail
				}
				at.block, value = m.block, uint64(m.shared[at.address])
			} else if b, err := m.Global.Find(at.address, 1); err == nil && (m.footprint == nil || m.footprint.prepare(b, in) == nil) {
				value = b.Load(int(at.address-b.Base), 1)
			}
			before, known := s.words[at]
			s.words[at] = value
			s.changed = s.changed || known && before != value || len(s.words) > mostWords
		}
	}
}
