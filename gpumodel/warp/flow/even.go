package flow

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// even reports whether all iterations of a loop are alike but for the addresses in device memory, and each of these grows by
// the same amount with each iteration: no branch but the exit has a condition, what guards an access does not change, and
// what is read decides on nothing. The trace of one iteration is then that of all others, further on. In
//
//	for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
//
// a grows by 4 bytes and b by 4 * n.
func (a *induction) even() bool {
	for pc, in := range a.l.Body {
		if in && (a.in[pc] == nil || !a.alike(&a.c.Instructions[pc], a.in[pc])) {
			return false
		}
	}
	return true
}

// alike reports whether an instruction does the same in each iteration, but for an address that grows by the same amount.
func (a *induction) alike(in *Instruction, state []value) bool {
	unguarded := in.Guard.Kind == isa.None
	switch {
	case in.Collective(), in.Spilled > 0, in.Async != ir.Synchronous, in.Matrix != 0, in.Within != nil:
		return false
	case in.Kind == isa.Branch:
		return unguarded || in.PC == a.l.Exit
	case in.Kind == isa.Barrier:
		return unguarded && !in.Reduces() && !in.Named()
	case in.Kind != isa.Plain:
		return false
	}
	for i := range in.Src { // each may be a word of shared memory
		if o := &in.Src[i]; o.Kind == isa.SharedMem && !a.fixed(a.c.Files.Slot(*o), state) {
			return false
		}
	}
	if !in.Op.Accesses() {
		return unguarded || !in.SharedOperand || a.fixed(a.c.Files.Slot(in.Guard), state)
	}
	if a.s.In[in.PC] || in.Op != ir.Load && in.Op != ir.Store || !unguarded && !a.fixed(a.c.Files.Slot(in.Guard), state) {
		return false
	}
	switch in.Space {
	case ir.Local:
		return false
	case ir.Shared: // what the banks do depends on where the words lie
		return in.Src[0].Kind == isa.SharedMem || a.operand(in, 0, state).kind == invariant
	}
	return in.Src[0].Kind != isa.SharedMem && a.operand(in, 0, state).kind != unknown
}

// fixed reports whether a register does not change; a slot below 0 stands for none.
func (a *induction) fixed(slot int, state []value) bool {
	return slot < 0 || state[slot].kind == invariant
}
