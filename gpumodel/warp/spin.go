package warp

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
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
func (m *Machine) spins(since, most int64) bool {
	s := m.spin
	switch {
	case m.counting():
		m.spin = nil
		return false
	case s == nil:
		if since >= most/spinShare {
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
	m.settleAll()
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
	m.settleAll()
	f := newFlow(m.code)
	loops := f.loops()
	found := map[*loop]*dependence{}
	reads = make([]bool, len(m.code))
	for pc, before := range s.executed {
		if m.executed(pc) == before {
			continue
		}
		i := slices.IndexFunc(loops, func(l *loop) bool {
			if found[l] == nil {
				found[l] = m.dependence(f, l)
			}
			return l.body[pc] && found[l].memory
		})
		if i < 0 {
			return nil, false
		}
		for pc := range reads {
			reads[pc] = reads[pc] || found[loops[i]].reads[pc]
		}
	}
	return reads, true
}

// A dependence says what decides which instructions of a loop are executed, and where its stores go.
type dependence struct {
	m      *Machine
	f      *flow
	l      *loop
	memory bool         // nothing but memory, and what does not change
	reads  []bool       // the loads on which it depends
	known  map[int]bool // of definitions; false while one is looked at, so that a counter depends on itself
}

func (m *Machine) dependence(f *flow, l *loop) *dependence {
	d := &dependence{m: m, f: f, l: l, memory: true, reads: make([]bool, len(m.code)), known: map[int]bool{}}
	for pc, in := range l.body {
		c := &m.code[pc]
		if in && (c.collective || !d.guard(pc) || c.Op.Writes() && !d.address(pc)) {
			d.memory = false
			break
		}
	}
	return d
}

func (d *dependence) guard(pc int) bool {
	c := &d.m.code[pc]
	return c.Guard.Kind != isa.Pred || d.use(pc, d.m.slot(c.Guard))
}

// address looks at the registers in which the address of an access is.
func (d *dependence) address(pc int) bool {
	c := &d.m.code[pc]
	slot := d.m.slot(c.Src[0])
	return slot < 0 || d.use(pc, slot) && (c.spans[0] < 2 || d.use(pc, slot+1))
}

// use looks at all definitions of a register in the loop that reach an instruction.
func (d *dependence) use(pc, slot int) bool {
	seen := map[int]bool{}
	var before func(pc int) bool
	before = func(pc int) bool {
		for _, p := range d.f.preds[pc] {
			if !d.l.body[p] || seen[p] {
				continue
			}
			seen[p] = true
			c := &d.m.code[p]
			sets := c.dst >= 0 && c.dst <= slot && slot < c.dst+c.results
			if sets && !d.definition(p) {
				return false
			}
			if (!sets || c.Guard.Kind == isa.Pred) && !before(p) {
				return false
			}
		}
		return true
	}
	return before(pc)
}

func (d *dependence) definition(pc int) bool {
	if ok, known := d.known[pc]; known {
		return ok
	}
	d.known[pc] = false
	d.known[pc] = d.look(pc)
	return d.known[pc]
}

func (d *dependence) look(pc int) bool {
	c := &d.m.code[pc]
	switch {
	case c.Op == ir.Atom, c.Op == ir.Load && (c.Space == ir.Global || c.Space == ir.Shared || c.Space == ir.Generic):
		d.reads[pc] = true
		return d.address(pc) && d.guard(pc)
	case c.Op == ir.Load, c.Op == ir.Tex, c.shared: // on 1.x shared memory is an operand of arithmetic
		return false
	case slices.ContainsFunc(c.Src[:], func(o isa.Operand) bool { return o.Kind == isa.SpecialReg && ir.Changes(o.N) }):
		return false
	}
	for _, slot := range c.sources {
		if !d.use(pc, slot) {
			return false
		}
	}
	return d.guard(pc)
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
	size := in.Mem.Size() * elements(in.Instr)
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
			} else if b, err := m.Global.Find(at.address, 1); err == nil && (m.prints == nil || m.prints.prepare(b, in) == nil) {
				value = b.Load(int(at.address-b.Base), 1)
			}
			before, known := s.words[at]
			s.words[at] = value
			s.changed = s.changed || known && before != value || len(s.words) > mostWords
		}
	}
}
