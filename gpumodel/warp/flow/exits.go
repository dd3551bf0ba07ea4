package flow

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// Exits are the ways out of a loop.
type Exits struct {
	N             int
	Line          int  // of the first one
	Changes       bool // a condition may change from one iteration to the next
	ChangesItself bool // one may, even if memory does not change
}

// Exits looks at the conditions of a loop's exits.
func (c *Code) Exits(l *Loop) (x Exits) {
	varies, itself := c.varying(l, true), c.varying(l, false)
	for pc, inside := range l.Body {
		in := &c.Instructions[pc]
		if !inside || in.Kind != isa.Exit && !c.leaves(l, pc) {
			continue
		}
		if x.N++; x.Line == 0 {
			x.Line = in.Line
		}
		x.Changes, x.ChangesItself = x.Changes || varies[in.GuardSlot], x.ChangesItself || itself[in.GuardSlot]
	}
	return x
}

// Endless reports whether a loop can never be left: there is no exit, or it is a single basic block, so that each
// iteration tests its condition, and the condition is always the same. It must have been executed to its end.
func (c *Code) Endless(l *Loop, executed bool) bool {
	branches := 0
	for pc, inside := range l.Body {
		if in := &c.Instructions[pc]; inside && in.Control() {
			branches++
		}
	}
	x := c.Exits(l)
	return x.N == 0 || branches == 1 && executed && !x.Changes
}

// varying are the registers whose values may differ from one iteration of a loop to the next. memory
// says whether what is loaded may differ.
func (c *Code) varying(l *Loop, memory bool) map[int]bool {
	varies := map[int]bool{}
	writers, read := map[int][]*Instruction{}, map[int]int{} // by which instruction first
	for pc, inside := range l.Body {
		if !inside {
			continue
		}
		in := &c.Instructions[pc]
		for _, slot := range in.Sources {
			if _, ok := read[slot]; !ok {
				read[slot] = pc
			}
		}
		for r := range in.Results {
			varies[in.ResultSlot+r] = true
			writers[in.ResultSlot+r] = append(writers[in.ResultSlot+r], in)
		}
	}
	// A register is the same in each iteration if one instruction sets it in each, from such registers
	// alone, and nothing reads what was there before.
	for again := true; again; {
		again = false
		for slot, list := range writers {
			if varies[slot] && len(list) == 1 && c.always(l, list[0].PC) && !readBefore(read, slot, list[0].PC) && !list[0].mayVary(varies, memory) {
				delete(varies, slot)
				again = true
			}
		}
	}
	return varies
}

// readBefore reports whether a register is read by an instruction in front of pc, or by that one.
func readBefore(read map[int]int, slot, pc int) bool {
	at, ok := read[slot]
	return ok && at <= pc
}

// always reports whether each iteration of a loop comes to an instruction from the head, or from
// the last branch of the loop, without a branch that might lead around it.
func (c *Code) always(l *Loop, pc int) bool {
	straight := func(from, to int) bool {
		for at := from; at < to; at++ {
			if c.Instructions[at].Kind == isa.Branch || len(c.Predecessors[at+1]) != 1 {
				return false
			}
		}
		return true
	}
	return l.Head <= pc && (straight(l.Head, pc) || straight(pc, l.Last()))
}

// mayVary reports whether an instruction's result may differ from one execution to the next.
func (in *Instruction) mayVary(varies map[int]bool, memory bool) bool {
	for _, slot := range in.Sources {
		if varies[slot] {
			return true
		}
	}
	switch {
	case in.Op == ir.Load, in.Op == ir.Atom, in.Op == ir.Tex:
		return memory
	case in.Guard.Kind == isa.Pred, in.Collective():
		return true
	}
	for _, o := range in.Src {
		if o.Kind == isa.SpecialReg && ir.Changes(o.N) {
			return true
		}
		if o.Kind == isa.SharedMem && memory {
			return true
		}
	}
	return false
}
