package flow

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// A Slice is the backward slice of a program's branches and addresses: the instructions whose values decide where a
// thread goes and what it touches. A launch that is executed for counters and time alone needs only these values. In
//
//	i = blockIdx.x * blockDim.x + threadIdx.x     in the slice: i is part of an address
//	x = a[i]                                      the address matters, the value does not
//	y = x * x + 1                                 not in the slice
//	if (i < n) b[i] = y                           the condition and the address are
type Slice struct {
	Code  *Code
	In    []bool // by pc
	Loads bool   // values in device memory matter
	live  []liveness
}

// WholeSlice is the slice of a launch that is executed for its results: all instructions.
func (c *Code) WholeSlice() *Slice {
	s := &Slice{Code: c, In: make([]bool, len(c.Instructions)), live: make([]liveness, len(c.Instructions)+1)}
	for pc := range s.In {
		s.In[pc] = true
	}
	return s
}

// Slice finds the slice. Where a value that matters is loaded from device memory, all that is stored there matters too,
// unless apart says that the kernel doesn't write the arrays that it reads.
//
// It goes backward over the code again and again until nothing changes. The sets only grow, and a program has few loops
// within loops, so the passes are few.
func (c *Code) Slice(apart bool) *Slice {
	s := &Slice{Code: c, In: make([]bool, len(c.Instructions)), live: make([]liveness, len(c.Instructions)+1)}
	n := &slicer{Slice: s, apart: apart}
	for n.changed = true; n.changed; {
		n.changed = false
		for pc := len(c.Instructions) - 1; pc >= 0; pc-- {
			n.transfer(pc)
		}
	}
	return s
}

// slots is a set of registers of all kinds, as Files.Slot numbers them, and of the words
// that they are spilled to, behind them.
type slots [mostSlots / 64]uint64

const mostSlots = 512

func (s *slots) has(slot int) bool { return slot >= 0 && s[slot/64]>>(slot%64)&1 != 0 }

func (s *slots) add(slot int) {
	if slot >= 0 {
		s[slot/64] |= 1 << (slot % 64)
	}
}

func (s *slots) join(other *slots) {
	for i, word := range other {
		s[i] |= word
	}
}

func (s *slots) remove(slot int) {
	if slot >= 0 {
		s[slot/64] &^= 1 << (slot % 64)
	}
}

// slicer is the state of the analysis: the registers whose values matter before
// each instruction, and the memory spaces whose contents do.
type slicer struct {
	*Slice
	spaces  [ir.Generic + 1]bool
	apart   bool // arrays that are read are not written
	changed bool
}

// liveness is what matters before an instruction: in all lanes, and in those of one guard. Without
// the second set the register of an address would seem to matter before the guarded instruction
// that sets it, as that leaves the other lanes alone:
//
//	@p r1 = r2 + 4
//	@p load [r1]     nothing before the two needs to set r1
type liveness struct {
	always, guarded slots
	guard           guard
}

// A guard is the condition under which a lane executes an instruction. @p and @!p are
// different guards: what one of them sets says nothing about the other's lanes.
type guard struct {
	predicate isa.Operand
	not       bool
}

// unguarded is the guard of an instruction that all lanes execute.
var unguarded guard

func guardOf(in *Instruction) guard {
	if in.Guard.Kind == isa.None {
		return unguarded
	}
	return guard{in.Guard, in.GuardNot}
}

// of narrows what follows to a guard; what mattered under another one matters always then.
func (l *liveness) of(g guard) {
	if l.guard != g {
		l.always.join(&l.guarded)
		l.guarded, l.guard = slots{}, g
	}
}

func (l *liveness) has(slot int) bool { return l.always.has(slot) || l.guarded.has(slot) }

// add notes that an instruction reads a register.
func (l *liveness) add(in *Instruction, slot int) {
	g := guardOf(in)
	if g == unguarded {
		l.always.add(slot)
		return
	}
	l.of(g)
	l.guarded.add(slot)
}

// remove notes that an instruction writes a register.
func (l *liveness) remove(in *Instruction, slot int) {
	// A guarded write ends what matters under its guard only; other lanes keep the old value.
	switch guardOf(in) {
	case unguarded:
		l.always.remove(slot)
		l.guarded.remove(slot)
	case l.guard:
		l.guarded.remove(slot)
	}
}

// transfer works out what matters before an instruction from what matters behind it.
func (n *slicer) transfer(pc int) {
	in := &n.Code.Instructions[pc]
	live := n.after(pc, in)
	if n.matters(in, &live) && !n.In[pc] {
		n.In[pc], n.changed = true, true
	}
	if in.Op == ir.Store {
		for r := range in.Spilled {
			live.remove(in, in.SpillSlot+r)
		}
	}
	for r := range in.Results {
		live.remove(in, in.ResultSlot+r)
		// Before its predicate is set the guard means nothing: what matters under it matters
		// always.
		if in.ResultSlot+r == n.Code.Files.Slot(live.guard.predicate) {
			live.of(unguarded)
		}
	}
	n.gather(in, &live)
	if live != n.live[pc] {
		n.live[pc], n.changed = live, true
	}
}

// after joins what matters behind an instruction.
func (n *slicer) after(pc int, in *Instruction) (live liveness) {
	if in.Kind != isa.Exit || in.Guard.Kind != isa.None {
		live = n.live[pc+1]
	}
	if in.Kind == isa.Branch {
		target := n.live[in.Target]
		target.of(unguarded)
		live.of(unguarded)
		live.always.join(&target.always)
	}
	return live
}

// matters decides whether an instruction's values must be computed. Votes and matches decide who
// goes where, and output happens in a sample as well.
func (n *slicer) matters(in *Instruction, live *liveness) bool {
	switch in.Op {
	case ir.Vote, ir.Match, ir.Nanosleep, ir.Printf, ir.Assert, ir.Launch:
		return true
	case ir.Bar:
		return in.Reduces() || in.Named()
	case ir.Store:
		for r := range in.Spilled {
			if live.has(in.SpillSlot + r) {
				return true
			}
		}
		return in.Spilled == 0 && n.spaces[in.Space]
	case ir.Atom:
		if n.spaces[in.Space] {
			return true
		}
	}
	for r := range in.Results {
		if live.has(in.ResultSlot + r) {
			return true
		}
	}
	return false
}

// gather adds what an instruction reads, if it matters: addresses always do.
func (n *slicer) gather(in *Instruction, live *liveness) {
	live.always.add(n.Code.Files.Slot(in.Guard))
	if n.In[in.PC] {
		for _, slot := range in.Sources {
			live.add(in, slot)
		}
		switch {
		case in.Op == ir.Load && in.Spilled > 0:
			for r := range in.Spilled {
				live.add(in, in.SpillSlot+r)
			}
		case in.Op == ir.Load, in.Op == ir.Atom:
			n.want(in.Space)
		}
		if in.SharedOperand {
			n.want(ir.Shared)
		}
		return
	}
	if mask, ok := in.Mask(); ok { // masks decide which lanes wait, so they are always needed
		live.always.add(n.Code.Files.Slot(mask))
	}
	for i, o := range in.Src {
		slot := n.Code.Files.Slot(o)
		if slot >= 0 && (o.Kind == isa.SharedMem || i == 0 && in.Op.Accesses() || in.Op == ir.Tex) {
			for s := range in.Spans[i] {
				live.add(in, slot+s)
			}
		}
	}
}

// want marks a space as read; device memory has several names, and a generic address may be any of them. With apart
// a load from device memory matters, but the stores are trusted to go elsewhere.
func (n *slicer) want(space ir.Space) {
	names := []ir.Space{space, ir.Generic}
	if space == ir.Generic {
		names = []ir.Space{ir.Shared, ir.Local, ir.Generic}
	}
	if !space.Window() {
		if n.Loads = true; !n.apart {
			names = append(names, ir.Global, ir.Const, ir.Generic, ir.NoSpace)
		} else if space != ir.Generic {
			return
		}
	}
	for _, s := range names {
		if !n.spaces[s] {
			n.spaces[s], n.changed = true, true
		}
	}
}
