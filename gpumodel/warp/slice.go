package warp

import (
	"errors"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// A sampled launch wants counters and time, not results. findSlice finds the backward slice of the
// branches and addresses: the instructions whose values decide where a thread goes and what it
// touches. The others still count, take time and are checked for bounds, but move no data. Then it
// looks for the loops whose iterations can be skipped, which depends on the same. In
//
//	i = blockIdx.x * blockDim.x + threadIdx.x     in the slice: i is part of an address
//	x = a[i]                                      the address matters, the value does not
//	y = x * x + 1                                 not in the slice
//	if (i < n) b[i] = y                           the condition and the address are
//
// Where a value that matters is loaded from device memory, all that is stored there would matter
// too. Mostly kernels read one array and write another one: that is assumed first, and found out
// otherwise while the launch is executed (touch).
func (m *Machine) findSlice() {
	n := &slicer{m: m, apart: !m.Together}
	n.run()
	if n.apart && !m.Pure() { // what was written before it is found out would be there twice
		// Now every store to device memory is in the slice if any load from it is.
		n.apart = false
		n.run()
	}
	if n.apart && n.loads {
		m.read, m.written = map[*memory.Buffer]bool{}, map[*memory.Buffer]bool{}
	}
	m.findLoops(n.live)
}

// run finds what matters: backward over the code, again and again until nothing changes. The sets
// only grow, and a program has few loops within loops, so the passes are few.
func (n *slicer) run() {
	n.live, n.spaces, n.loads = make([]liveness, len(n.m.code)+1), [ir.Generic + 1]bool{}, false
	for i := range n.m.code {
		n.m.code[i].inSlice = false
	}
	for n.changed = true; n.changed; {
		n.changed = false
		for pc := len(n.m.code) - 1; pc >= 0; pc-- {
			n.visit(pc)
		}
	}
}

// ErrTogether says that a launch reads values that matter from an array that it
// also writes: it has to be executed with Launch.Together.
var ErrTogether = errors.New("values that matter are read from an array that is written")

// touch notes that an instruction reads a value that matters from an array, or that
// it would write one that is not to matter there.
func (m *Machine) touch(b *memory.Buffer, in *instr) error {
	write := in.Op.Writes()
	if m.read == nil || !in.inSlice && !write {
		return nil
	}
	here, other := m.read, m.written
	if write {
		here, other = other, here
	}
	if other[b] {
		return ErrTogether
	}
	here[b] = true
	return nil
}

// Reads reports whether values in device memory matter: then no other machine may
// use the arrays meanwhile.
func (m *Machine) Reads() bool {
	for i := range m.code {
		switch in := &m.code[i]; {
		case !in.inSlice:
		case in.Op.Reads() && in.Space != ir.Shared && in.Space != ir.Local:
			return true
		}
	}
	return false
}

// ReadsConstants reports whether values of __constant__ variables matter that instructions take as operands, without a load.
func (m *Machine) ReadsConstants() bool {
	constant := func(o isa.Operand) bool { return o.Kind == isa.ConstMem }
	return slices.ContainsFunc(m.code, func(in instr) bool { return in.inSlice && slices.ContainsFunc(in.Src[:], constant) })
}

// Pure reports whether blocks leave nothing behind that matters: none of them, and
// no part of one, has to be executed for the others' sake.
func (m *Machine) Pure() bool {
	return !m.Prints() && !m.Writes()
}

// Prints reports whether threads print.
func (m *Machine) Prints() bool { return m.has(ir.Printf) }

// Asserts reports whether threads have an assertion. It is not an output: like an access out of bounds it ends the launch
// where it is executed.
func (m *Machine) Asserts() bool { return m.has(ir.Assert) }

func (m *Machine) has(op ir.Op) bool {
	return slices.ContainsFunc(m.code, func(in instr) bool { return in.Op == op })
}

// Writes reports whether blocks write results that matter: arrays are not as they
// were when some have been executed.
func (m *Machine) Writes() bool {
	for i := range m.code {
		in := &m.code[i]
		if in.inSlice && in.Op.Writes() && in.Space != ir.Shared && in.Space != ir.Local {
			return true
		}
	}
	return false
}

// slots is a set of registers of all kinds, as Machine.slot numbers them, and of the words
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
	m       *Machine
	live    []liveness
	spaces  [ir.Generic + 1]bool
	apart   bool // arrays that are read are not written
	loads   bool // values from device memory matter
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

func guardOf(in *instr) guard {
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
func (l *liveness) add(in *instr, slot int) {
	g := guardOf(in)
	if g == unguarded {
		l.always.add(slot)
		return
	}
	l.of(g)
	l.guarded.add(slot)
}

// remove notes that an instruction writes a register.
func (l *liveness) remove(in *instr, slot int) {
	// A guarded write ends what matters under its guard only; other lanes keep the old value.
	switch guardOf(in) {
	case unguarded:
		l.always.remove(slot)
		l.guarded.remove(slot)
	case l.guard:
		l.guarded.remove(slot)
	}
}

// visit works out what matters before an instruction from what matters behind it.
func (n *slicer) visit(pc int) {
	in := &n.m.code[pc]
	live := n.after(pc, in)
	if n.matters(in, &live) && !in.inSlice {
		in.inSlice, n.changed = true, true
	}
	if in.Op == ir.Store {
		for r := range in.spilled {
			live.remove(in, in.spill+r)
		}
	}
	for r := range in.results {
		live.remove(in, in.dst+r)
		// Before its predicate is set the guard means nothing: what matters under it matters
		// always.
		if in.dst+r == n.m.slot(live.guard.predicate) {
			live.of(unguarded)
		}
	}
	n.gather(in, &live)
	if live != n.live[pc] {
		n.live[pc], n.changed = live, true
	}
}

// after joins what matters behind an instruction.
func (n *slicer) after(pc int, in *instr) (live liveness) {
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
func (n *slicer) matters(in *instr, live *liveness) bool {
	switch in.Op {
	case ir.Vote, ir.Match, ir.Nanosleep, ir.Printf, ir.Assert, ir.Launch:
		return true
	case ir.Bar:
		return in.Reduces() || in.Named()
	case ir.Store:
		for r := range in.spilled {
			if live.has(in.spill + r) {
				return true
			}
		}
		return in.spilled == 0 && n.spaces[in.Space]
	case ir.Atom:
		if n.spaces[in.Space] {
			return true
		}
	}
	for r := range in.results {
		if live.has(in.dst + r) {
			return true
		}
	}
	return false
}

// gather adds what an instruction reads, if it matters: addresses always do.
func (n *slicer) gather(in *instr, live *liveness) {
	live.always.add(n.m.slot(in.Guard))
	if in.inSlice {
		for _, slot := range in.sources {
			live.add(in, slot)
		}
		switch {
		case in.Op == ir.Load && in.spilled > 0:
			for r := range in.spilled {
				live.add(in, in.spill+r)
			}
		case in.Op == ir.Load, in.Op == ir.Atom:
			n.want(in.Space)
		}
		if in.shared {
			n.want(ir.Shared)
		}
		return
	}
	if mask, ok := in.Mask(); ok { // masks decide which lanes wait, so they are always needed
		live.always.add(n.m.slot(mask))
	}
	for i, o := range in.Src {
		slot := n.m.slot(o)
		if slot >= 0 && (o.Kind == isa.SharedMem || i == 0 && in.Op.Accesses() || in.Op == ir.Tex) {
			for s := range in.spans[i] {
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
		if n.loads = true; !n.apart {
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
