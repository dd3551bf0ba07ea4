package isa

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
)

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
	formLoop  = "shared loop"  // what the banks cannot do: a load, the operation and a CAS that fails if the word has changed
	formAgain = "shared again" // a round of such a loop in which no lane's CAS succeeds
	formSum   = "shared sum"   // the operation of such a loop, from the word that was loaded to the CAS
)

// A Try is a round of an atomic on shared memory that is a loop: a load, the operation, and a CAS. The CAS of a lane succeeds if no
// other has changed the word since the load.
type Try struct {
	Port    int  // clocks of a round in which its scheduler issues
	Busy    Busy // pipes in a round, with Load
	Load    Busy // in its load
	Window  int  // clocks from the load to the CAS
	Latency int  // from the load to that of the next round, if a lane succeeds
	Again   int  // if none does
	// AnyBank says that accesses never wait for a bank: what a launch would take without conflicts.
	AnyBank bool
}

// try is a round of the atomic in, whose row in the table is c.
func (t *target) try(in *Instr, c *cost, d *device.Device) *Try {
	read := Instr{Op: ir.Load, Type: in.Type, Mem: in.Mem, Space: ir.Shared}
	load, ok := t.cost(&read, t.form(&read))
	again, measured := t.cost(in, formAgain)
	sum, known := t.cost(in, formSum)
	if !ok || !known || !measured {
		panic("BUG: no cost of a round of " + in.Mem.String())
	}
	return &Try{Port: in.Port, Busy: in.Busy, Load: load.work.busy(d),
		Window: load.latency + sum.latency, Latency: c.latency, Again: again.latency}
}

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
