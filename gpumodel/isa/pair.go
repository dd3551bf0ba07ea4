package isa

import "warpbook.dev/gpumodel/ir"

// pairUp puts two neighbouring instructions into one issue slot, where a scheduler can issue two of
// a warp at once: the second must not depend on the first, and both must not need the same scarce
// pipe. A branch target begins a new slot, since it can be reached without the instruction before
// it.
func (l *lowering) pairUp() {
	if !l.rules.DualIssue {
		return
	}
	entry := map[int]bool{}
	for _, in := range l.prog.Code {
		if in.Kind == Branch {
			entry[in.Target] = true
		}
	}
	for pc := 0; pc+1 < len(l.prog.Code); pc++ {
		first, second := &l.prog.Code[pc], &l.prog.Code[pc+1]
		if entry[pc+1] || !first.pairs() || !second.pairs() || !first.besides(second) || first.feeds(second) {
			continue
		}
		first.Issue, first.Port = 0, 0 // the slot is the second's
		pc++                           // the second is in no other pair
	}
}

// pairs is true for a single instruction that leaves the flow of control alone.
func (in *Instr) pairs() bool {
	return in.Kind == Plain && in.Count == 1 && !in.Op.Orders()
}

// besides is true if two instructions are for different units, or for the cores, of
// which a scheduler has more than one warp needs.
func (in *Instr) besides(other *Instr) bool {
	for p := range Pipes {
		if p != PipeCores && in.Busy[p] > 0 && other.Busy[p] > 0 {
			return false
		}
	}
	return in.Class != ClassTexture || other.Class != ClassTexture
}

// feeds is true if the other instruction reads or overwrites what this one writes.
func (in *Instr) feeds(other *Instr) bool {
	if in.Dst.Kind == None {
		return false
	}
	first, count := in.Dst.N, in.written()
	meets := func(o Operand, n int) bool {
		return o.Kind == in.Dst.Kind && o.N < first+count && first < o.N+n
	}
	if meets(other.Dst, other.written()) || meets(other.Guard, 1) {
		return true
	}
	for i, o := range other.Src {
		if meets(o, other.read(i)) {
			return true
		}
	}
	for i, o := range other.Extra {
		if meets(o, width(other.Types[i])) {
			return true
		}
	}
	return false
}

// written is the number of registers that an instruction writes.
func (in *Instr) written() int {
	switch {
	case in.Dst.Kind != Reg:
		return 1
	case in.Op == ir.Load, in.Op == ir.Atom:
		return width(in.Mem) * max(1, in.Lanes)
	}
	return width(in.Type) * max(1, in.Lanes)
}

// read is the number of registers that source i is at the most. An address counts as two, whether
// or not it has 64 bits.
func (in *Instr) read(i int) int {
	switch access := in.Op.Accesses(); {
	case in.Src[i].Kind != Reg:
		return 1
	case access && i == 0:
		return 2 // an address
	case access:
		return width(in.Mem) * max(1, in.Lanes)
	}
	return max(width(in.Type), width(in.From))
}
