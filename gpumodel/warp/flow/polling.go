package flow

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// Polls reports whether a program has a loop in which a warp waits for what another one writes:
//
//	while (*(volatile int *)&flag == 0);
func (c *Code) Polls() bool {
	if !slices.ContainsFunc(c.Instructions, func(in Instruction) bool { return in.Observes() }) {
		return false
	}
	return slices.ContainsFunc(c.Loops(), c.polls)
}

// polls reports whether an exit of a loop depends on the result of an instruction that observes what others
// write and, in this loop, does nothing else.
func (c *Code) polls(l *Loop) bool {
	sets := make([][]int, c.Files.Slots()) // the instructions of the loop that set each register
	for pc, inside := range l.Body {
		if in := &c.Instructions[pc]; inside && in.ResultSlot >= 0 {
			for slot := in.ResultSlot; slot < in.ResultSlot+in.Results; slot++ {
				sets[slot] = append(sets[slot], pc)
			}
		}
	}
	var slots []int
	seen := make([]bool, c.Files.Slots())
	need := func(slot int) {
		if slot >= 0 && !seen[slot] {
			seen[slot], slots = true, append(slots, slot)
		}
	}
	for pc, inside := range l.Body {
		if inside && c.leaves(l, pc) {
			need(c.Instructions[pc].GuardSlot)
		}
	}
	for len(slots) > 0 {
		slot := slots[len(slots)-1]
		slots = slots[:len(slots)-1]
		for _, pc := range sets[slot] {
			in := &c.Instructions[pc]
			same := !slices.ContainsFunc(in.Sources, func(s int) bool { return len(sets[s]) > 0 })
			if in.Observes() && (same || in.Op != ir.Atom) {
				return true
			}
			for _, s := range in.Sources {
				need(s)
			}
		}
	}
	return false
}

// leaves reports whether an instruction of a loop may lead out of it.
func (c *Code) leaves(l *Loop, pc int) bool {
	return slices.ContainsFunc(c.Successors[pc], func(s int) bool { return s >= len(l.Body) || !l.Body[s] })
}

// Observes reports whether an instruction observes what other warps write: a volatile load, or an atomic that
// changes nothing if it is repeated with the same operands, as the exchange of a lock. The atomicCAS of
// a loop that computes a new value each time does not wait, but try again.
func (in *Instruction) Observes() bool {
	switch {
	case in.Op == ir.Load || in.SharedOperand:
		return in.Volatile && in.Visible()
	case in.Op != ir.Atom || in.ResultSlot < 0:
		return false
	}
	switch in.Atom {
	case ir.AtomInc, ir.AtomDec:
		return false
	case ir.AtomAdd, ir.AtomSub, ir.AtomXor:
		return in.Src[1].Kind == isa.Imm && in.Src[1].Value == 0
	}
	return true
}

// Visible reports whether other warps may see an instruction, or the instruction what they do.
func (in *Instruction) Visible() bool {
	return in.SharedOperand || in.Op.Accesses() && in.Space != ir.Local && in.Space != ir.Const || in.Op == ir.Membar
}
