package warp

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// A warp that waits in a loop for what another one writes goes on when that happens:
//
//	while (*(volatile int *)&flag == 0);
//
// Usually a warp is executed some hundred steps ahead of the clock, in which it would poll hundreds of times
// before the other one is executed at all, or find at once what is written only later. A program with such a
// loop is executed in step with the clock instead: a piece of a trace ends before each access that others
// may see, so that the access happens when all steps before it have been replayed.

// Waits reports whether a warp may wait in a loop for what another one writes.
func (m *Machine) Waits() bool { return m.inStep }

// waitsInLoops reports whether a program has a loop in which a warp waits for another one.
func (m *Machine) waitsInLoops() bool {
	if !slices.ContainsFunc(m.code, func(c instr) bool { return looks(&c) }) {
		return false
	}
	f := newFlow(m.code)
	return slices.ContainsFunc(f.loops(), func(l *loop) bool { return m.polls(f, l) })
}

// polls reports whether a way out of a loop depends on what an instruction finds that looks at what others
// write and, in this loop, does nothing else.
func (m *Machine) polls(f *flow, l *loop) bool {
	sets := make([][]int, m.files.slots()) // the instructions of the loop that set each register
	for pc, in := range l.body {
		if c := &m.code[pc]; in && c.dst >= 0 {
			for slot := c.dst; slot < c.dst+c.results; slot++ {
				sets[slot] = append(sets[slot], pc)
			}
		}
	}
	var slots []int
	seen := make([]bool, m.files.slots())
	need := func(slot int) {
		if slot >= 0 && !seen[slot] {
			seen[slot], slots = true, append(slots, slot)
		}
	}
	leaves := func(pc int) bool { return pc >= len(l.body) || !l.body[pc] }
	for pc, in := range l.body {
		if in && slices.ContainsFunc(f.succs[pc], leaves) {
			need(m.slot(m.code[pc].Guard))
		}
	}
	for len(slots) > 0 {
		slot := slots[len(slots)-1]
		slots = slots[:len(slots)-1]
		for _, pc := range sets[slot] {
			c := &m.code[pc]
			same := !slices.ContainsFunc(c.sources, func(s int) bool { return len(sets[s]) > 0 })
			if looks(c) && (same || c.Op != ir.Atom) {
				return true
			}
			for _, s := range c.sources {
				need(s)
			}
		}
	}
	return false
}

// looks reports whether an instruction looks at what others write: a volatile load, or an atomic that
// changes nothing if it is repeated with the same operands, as the exchange of a lock. The atomicCAS of
// a loop that computes a new value each time does not wait, but try again.
func looks(c *instr) bool {
	switch {
	case c.Op == ir.Load || c.shared:
		return c.Volatile && meets(c)
	case c.Op != ir.Atom || c.dst < 0:
		return false
	}
	switch c.Atom {
	case ir.AtomInc, ir.AtomDec:
		return false
	case ir.AtomAdd, ir.AtomSub, ir.AtomXor:
		return c.Src[1].Kind == isa.Imm && c.Src[1].Value == 0
	}
	return true
}

// meets reports whether other warps may see an instruction, or it what they do.
func meets(in *instr) bool {
	return in.shared || in.Op.Accesses() && in.Space != ir.Local && in.Space != ir.Const || in.Op == ir.Membar
}

// early reports whether a warp has steps before an access that have not been replayed. All that the access
// waits for is among them.
func (w *warpState) early(in *instr) bool {
	for _, slot := range in.sources {
		w.schedule.use(slot)
	}
	w.schedule.flush()
	return len(w.schedule.steps) > 0
}
