package flow

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// OnMemory returns the loads of a loop, by pc, that decide which of its instructions are executed and where its stores
// go. It is nil if anything else decides on that, too, a counter or the clock: then not only a store can end the loop.
func (c *Code) OnMemory(l *Loop) (reads []bool) {
	d := &dependence{c: c, l: l, reads: make([]bool, len(c.Instructions)), known: map[int]bool{}}
	for pc, inside := range l.Body {
		in := &c.Instructions[pc]
		if inside && (in.Collective() || !d.guard(pc) || in.Op.Writes() && !d.address(pc)) {
			return nil
		}
	}
	return d.reads
}

// A dependence is the state of that analysis.
type dependence struct {
	c     *Code
	l     *Loop
	reads []bool
	known map[int]bool // of definitions; false while one is looked at, so that a counter depends on itself
}

func (d *dependence) guard(pc int) bool {
	in := &d.c.Instructions[pc]
	return in.Guard.Kind != isa.Pred || d.use(pc, in.GuardSlot)
}

// address looks at the registers in which the address of an access is.
func (d *dependence) address(pc int) bool {
	in := &d.c.Instructions[pc]
	slot := d.c.Files.Slot(in.Src[0])
	return slot < 0 || d.use(pc, slot) && (in.Spans[0] < 2 || d.use(pc, slot+1))
}

// use looks at all definitions of a register in the loop that reach an instruction.
func (d *dependence) use(pc, slot int) bool {
	seen := map[int]bool{}
	var before func(pc int) bool
	before = func(pc int) bool {
		for _, p := range d.c.Predecessors[pc] {
			if !d.l.Body[p] || seen[p] {
				continue
			}
			seen[p] = true
			in := &d.c.Instructions[p]
			sets := in.writes(slot)
			if sets && !d.definition(p) {
				return false
			}
			if (!sets || in.Guard.Kind == isa.Pred) && !before(p) {
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
	in := &d.c.Instructions[pc]
	switch {
	case in.Op == ir.Atom, in.Op == ir.Load && (in.Space == ir.Global || in.Space == ir.Shared || in.Space == ir.Generic):
		d.reads[pc] = true
		return d.address(pc) && d.guard(pc)
	case in.Op == ir.Load, in.Op == ir.Tex, in.SharedOperand: // on 1.x shared memory is an operand of arithmetic
		return false
	case in.Special(ir.Changes):
		return false
	}
	for _, slot := range in.Sources {
		if !d.use(pc, slot) {
			return false
		}
	}
	return d.guard(pc)
}

// Special reports whether an instruction reads a special register of a kind.
func (in *Instruction) Special(kind func(register int) bool) bool {
	return slices.ContainsFunc(in.Src[:], func(o isa.Operand) bool { return o.Kind == isa.SpecialReg && kind(o.N) })
}
