package warp

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// A sampled launch wants counters and time, not results. markNeeded finds the
// instructions whose values decide where a thread goes and which addresses it
// touches: a backward data-flow analysis. The others still count, take time and
// are checked for bounds, but move no data.
func (m *Machine) markNeeded() {
	n := &needs{m: m, live: make([]slots, len(m.code)+1)}
	for i := range m.code {
		m.code[i].needed = false
	}
	for n.changed = true; n.changed; {
		n.changed = false
		for pc := len(m.code) - 1; pc >= 0; pc-- {
			n.visit(pc)
		}
	}
}

// slots is a set of registers of all kinds, as Machine.slot numbers them.
type slots [5]uint64

func (s *slots) has(slot int) bool { return slot >= 0 && s[slot/64]>>(slot%64)&1 != 0 }

func (s *slots) add(slot int) {
	if slot >= 0 {
		s[slot/64] |= 1 << (slot % 64)
	}
}

func (s *slots) remove(slot int) {
	if slot >= 0 {
		s[slot/64] &^= 1 << (slot % 64)
	}
}

// needs is the state of the analysis: the registers whose values matter before
// each instruction, and the memory spaces whose contents do.
type needs struct {
	m       *Machine
	live    []slots
	spaces  [ir.Generic + 1]bool
	changed bool
}

func (n *needs) visit(pc int) {
	in := &n.m.code[pc]
	live := n.after(pc, in)
	if n.matters(in, &live) && !in.needed {
		in.needed, n.changed = true, true
	}
	if in.Guard.Kind == isa.None {
		for r := range in.results {
			live.remove(in.dst + r)
		}
	}
	n.gather(in, &live)
	if live != n.live[pc] {
		n.live[pc], n.changed = live, true
	}
}

// after joins what matters behind an instruction.
func (n *needs) after(pc int, in *instr) slots {
	var live slots
	join := func(pc int) {
		for i, word := range n.live[min(pc, len(n.m.code))] {
			live[i] |= word
		}
	}
	if in.Kind != isa.Exit || in.Guard.Kind != isa.None {
		join(pc + 1)
	}
	if in.Kind == isa.Branch {
		join(in.Target)
	}
	return live
}

// matters decides whether an instruction's values must be computed.
func (n *needs) matters(in *instr, live *slots) bool {
	switch in.Op {
	case ir.Atom, ir.Vote, ir.Printf, ir.Assert:
		return true
	case ir.Store:
		return n.spaces[in.Space]
	}
	for r := range in.results {
		if live.has(in.dst + r) {
			return true
		}
	}
	return false
}

// gather adds what an instruction reads, if it matters: addresses always do.
func (n *needs) gather(in *instr, live *slots) {
	if in.needed {
		for _, slot := range in.sources {
			live.add(slot)
		}
		if in.Op == ir.Load || in.Op == ir.Atom {
			n.want(in.Space)
		}
		if in.shared {
			n.want(ir.Shared)
		}
		return
	}
	live.add(n.m.slot(in.Guard))
	for i, o := range in.Src {
		slot := n.m.slot(o)
		if slot >= 0 && (o.Kind == isa.SharedMem || i == 0 && (in.Op == ir.Load || in.Op == ir.Store) || in.Op == ir.Tex) {
			for s := range in.spans[i] {
				live.add(slot + s)
			}
		}
	}
}

// want marks a space as read; device memory has several names.
func (n *needs) want(space ir.Space) {
	names := []ir.Space{space}
	if space != ir.Shared && space != ir.Local {
		names = []ir.Space{ir.Global, ir.Const, ir.Generic, ir.NoSpace}
	}
	for _, s := range names {
		if !n.spaces[s] {
			n.spaces[s], n.changed = true, true
		}
	}
}
