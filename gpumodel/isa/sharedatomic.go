package isa

import "warpbook.dev/gpumodel/ir"

// Turns is how the lanes of a warp take turns at an atomic on shared memory.
type Turns int

const (
	// ByLock: the atomic is a loop. In each round one lane of each word succeeds.
	ByLock Turns = iota
	// ByLane: the banks change words themselves. A bank serves one lane in a pass.
	ByLane
	// ByWord: the banks count the lanes of a word. A bank serves one word in a pass.
	ByWord
)

// The forms of an atomic on shared memory, where the banks change words themselves.
const (
	formCount = "shared count" // atomicAdd(p, 1) whose result nobody reads
	formCAS   = "shared cas"
	formLoop  = "shared loop" // what the banks cannot do: a load, the operation and a CAS that fails if the word has changed
)

// sharedAtomicForm is the form of an atomic on shared memory; "shared" is that of all others.
func (t *target) sharedAtomicForm(in *Instr) string {
	switch {
	case in.Counts:
		return formCount
	case in.Atom == ir.AtomCAS && t.has(in, formCAS):
		return formCAS
	case looped(in) && t.has(in, formLoop):
		return formLoop
	}
	return "shared"
}

// looped reports whether the banks lack an operation: they add no floats, and only store and compare words of 64 bits.
func looped(in *Instr) bool {
	if in.Atom == ir.AtomExch || in.Atom == ir.AtomCAS {
		return false
	}
	return in.Mem.Float() || in.Mem.Size() == 8
}

// counts reports whether the atomic v, for which in stands, can be left to the banks' counting of lanes.
func (l *lowering) counts(in *inst, v *ir.Value) bool {
	if in.Space != ir.Shared || in.Mem.Float() || in.Mem.Size() != 4 || l.uses[v] > 1 || !l.has(&in.Instr, formCount) {
		return false
	}
	x := v.Args[1]
	return x.Op == ir.Constant && (v.Atom == ir.AtomAdd && uint32(x.Imm) == 1 || v.Atom == ir.AtomSub && int32(uint32(x.Imm)) == -1)
}

// turns is how lanes take turns at an atomic of a form.
func (t *target) turns(form string) Turns {
	switch {
	case form == formCount:
		return ByWord
	case form == formLoop || !t.rules.BanksDoAtomics:
		return ByLock
	}
	return ByLane
}
