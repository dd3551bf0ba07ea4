package flow

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// induction is a data-flow analysis of one loop: how the content of a register at an instruction
// changes from one iteration to the next.
//
// It begins with the hope that every register that the loop writes grows by a constant amount
// (affine, based on itself), follows the body once, and looks whether the hope holds at the end of
// the iteration (latch). Registers for which it does not are lost, and the body is followed again
// without them, until nothing more is lost. For instance, with i, p and x written in
//
//	i = i + 1       affine, base i: holds
//	p = q + 4*i     affine, but not the old p plus something: lost
//	x = x * 3       unknown: lost
//
// The lost p does no harm if it is set before it is read in each iteration: then it is not live at
// the head, and the loop can still be skipped.
type induction struct {
	s       *Slice
	c       *Code
	l       *Loop
	written []Carried // registers that the loop changes
	changes map[int]role
	lost    map[int]bool // of them, those that change in no regular way
	in      [][]value    // before each instruction of the body; nil if not reached
	out     []value      // what after returned last
	free    [][]value    // of in, to be used again
}

// A value says how something changes from iteration to iteration.
type value struct {
	kind kind
	// base is the register whose value at the head, plus something that does not
	// change, this is; -1 for none.
	base int32
	// def is the instruction that computed it, so that values of two ways are not
	// taken for one another; -1 for the head.
	def int32
}

// A role is what part a register has in what is written to it.
type role uint8

const (
	whole role = iota + 1
	low
	high
)

// A kind is an element of the lattice: unknown is below the others, and values that meet and differ
// become unknown.
type kind uint8

const (
	unknown   kind = iota
	invariant      // the same in each iteration
	affine         // the same amount more in each iteration
)

// inductionOf analyses a loop.
func (s *Slice) inductionOf(l *Loop) *induction {
	a := s.newInduction(l)
	// Each round may find registers that change irregularly, which makes others irregular.
	for a.again() {
		a.run()
	}
	return a
}

// newInduction notes what the body writes, and in which width.
func (s *Slice) newInduction(l *Loop) *induction {
	a := &induction{s: s, c: s.Code, l: l, changes: map[int]role{}, lost: map[int]bool{}}
	for pc, in := range l.Body {
		c := &a.c.Instructions[pc]
		if !in {
			continue
		}
		if c.Op == ir.Store {
			for r := range c.Spilled {
				a.write(c.SpillSlot+r, whole)
			}
		}
		if c.ResultSlot < 0 {
			continue
		}
		for r := range c.Results {
			switch {
			case !c.Wide:
				a.write(c.ResultSlot+r, whole)
			case r%2 == 0:
				a.write(c.ResultSlot+r, low)
			default:
				a.write(c.ResultSlot+r, high)
			}
		}
	}
	return a
}

// write notes that the loop writes a register. One that is now a register, now half of
// a pair, changes in no regular way; it may do so as long as no iteration leaves it to
// the next.
func (a *induction) write(slot int, r role) {
	switch old := a.changes[slot]; {
	case old == 0:
		a.changes[slot] = r
		if r != high {
			a.written = append(a.written, Carried{slot, r == low})
		}
	case old != r && !a.lost[slot]:
		a.lost[slot] = true
		a.written = append(a.written, Carried{Slot: slot})
	}
}

// again decides whether the analysis has to run: at first, and after a register that matters turned
// out to change in no regular way. It ends because lost only grows.
func (a *induction) again() bool {
	if a.in == nil {
		return true
	}
	again := false
	for _, c := range a.written {
		v := a.latch(c.Slot)
		regular := v.kind == invariant || v.kind == affine && int(v.base) == c.Slot
		if !regular && !a.lost[c.Slot] {
			a.lost[c.Slot] = true
			again = true
		}
	}
	return again
}

// latch is what a register holds when an iteration ends. Where several backward branches lead to
// the head they must agree.
func (a *induction) latch(slot int) value {
	var v *value
	for _, pc := range a.c.Predecessors[a.l.Head] {
		if a.l.Body[pc] && a.in[pc] != nil {
			w := a.after(pc)[slot]
			if v != nil && *v != w {
				return value{}
			}
			v = &w
		}
	}
	if v == nil || a.lost[slot] {
		return value{}
	}
	return *v
}

// run follows the body from the head until nothing changes.
//
// The state at the head is fixed; edges back to it are left out. Values only sink in the lattice,
// so the passes over the body end.
func (a *induction) run() {
	for pc, state := range a.in { // of a run before
		if state != nil {
			a.free, a.in[pc] = append(a.free, state), nil
		}
	}
	if a.in == nil {
		a.in = make([][]value, len(a.c.Instructions))
	}
	head := make([]value, a.c.Slots)
	for slot := range head {
		switch {
		case a.changes[slot] == 0:
			head[slot] = value{invariant, -1, -1}
		case !a.lost[slot]:
			head[slot] = value{affine, int32(slot), -1}
		}
	}
	a.in[a.l.Head] = head
	for changed := true; changed; {
		changed = false
		for pc, in := range a.l.Body {
			if !in || a.in[pc] == nil {
				continue
			}
			out := a.after(pc)
			for _, s := range a.c.Successors[pc] {
				if s < len(a.l.Body) && a.l.Body[s] && s != a.l.Head && a.join(s, out) {
					changed = true
				}
			}
		}
	}
}

// join merges what holds on one way to an instruction.
func (a *induction) join(pc int, out []value) (changed bool) {
	if a.in[pc] == nil {
		if last := len(a.free) - 1; last >= 0 {
			a.in[pc], a.free = append(a.free[last][:0], out...), a.free[:last]
		} else {
			a.in[pc] = slices.Clone(out)
		}
		return true
	}
	for slot, v := range out {
		if old := &a.in[pc][slot]; *old != v && old.kind != unknown {
			*old = value{}
			changed = true
		}
	}
	return changed
}

// after is what holds behind an instruction, until it is called again.
func (a *induction) after(pc int) []value {
	in := &a.c.Instructions[pc]
	a.out = append(a.out[:0], a.in[pc]...)
	out := a.out
	if in.Op == ir.Store && in.Spilled > 0 {
		v := value{}
		if in.Spilled == 1 && in.Guard.Kind != isa.Pred {
			v = a.operand(in, 1, a.in[pc])
			v.def = int32(pc)
		}
		for r := range in.Spilled {
			out[in.SpillSlot+r] = v
		}
	}
	if in.ResultSlot < 0 {
		return out
	}
	v := a.result(in, a.in[pc])
	v.def = int32(pc)
	// A guarded instruction sets some lanes and leaves the others: that is not a regular change.
	if in.Guard.Kind == isa.Pred || v.kind == unknown {
		v = value{}
	}
	for r := range in.Results {
		out[in.ResultSlot+r] = v
		v.base = -1 // the high word of a pair
	}
	return out
}

// result is how the result of an instruction changes. It follows the arithmetic of addresses and
// counters and gives up on everything else, which is always safe. Results must not depend on
// memory, on other lanes or on instructions outside of the slice, whose registers hold nothing.
func (a *induction) result(in *Instruction, state []value) value {
	if !a.s.In[in.PC] || in.Kind != isa.Plain {
		return value{}
	}
	var x [3]value
	all := true // operands are invariant
	for i := range in.Src {
		x[i] = a.operand(in, i, state)
		all = all && x[i].kind == invariant
	}
	// A reload of a spilled word is a copy of its slot.
	if in.Op == ir.Load && in.Spilled == 1 {
		return state[in.SpillSlot]
	}
	if in.Op.Reads() || in.Op.Collective() {
		return value{}
	}
	switch in.Op {
	case ir.Add:
		if in.Type.Integer() {
			return sum(x[0], x[1])
		}
	case ir.Sub:
		if in.Type.Integer() && x[1].kind == invariant {
			return sum(x[0], x[1])
		}
	case ir.Cvt:
		// A change of sign or a copy. A widening one could wrap around before it is widened.
		if in.Type.Integer() && in.From.Integer() && in.Type.Size() == in.From.Size() && in.Type.Size() >= 4 {
			return x[0]
		}
	case ir.Shl, ir.Mul:
		// A product with something fixed grows evenly, but it is not its old value plus something.
		if in.Type.Integer() && x[1].kind == invariant || all {
			return value{kind: x[0].kind, base: -1}
		}
	case ir.Mad:
		if in.Type.Integer() && x[1].kind == invariant {
			return sum(value{kind: x[0].kind, base: -1}, x[2])
		}
	case ir.MadWide: // of what moves the product could leave its 32 bits
		if x[0].kind == invariant && x[1].kind == invariant {
			return sum(value{kind: invariant, base: -1}, x[2])
		}
	}
	if all {
		return value{kind: invariant, base: -1}
	}
	return value{}
}

// sum is how a sum changes. It keeps the base of an affine part if the other part is fixed; the sum
// of two affine parts grows evenly, without a base.
func sum(a, b value) value {
	switch {
	case a.kind == unknown || b.kind == unknown:
		return value{}
	case a.kind == invariant && b.kind == invariant:
		return value{kind: invariant, base: -1}
	case b.kind == invariant:
		return value{kind: affine, base: a.base}
	case a.kind == invariant:
		return value{kind: affine, base: b.base}
	}
	return value{kind: affine, base: -1}
}

// operand is how a source operand changes.
func (a *induction) operand(in *Instruction, i int, state []value) value {
	o := &in.Src[i]
	constant := value{kind: invariant, base: -1}
	v := constant
	switch o.Kind {
	case isa.Reg, isa.Addr, isa.Pred:
		slot := a.c.Files.Slot(*o)
		v = state[slot]
		for r := 1; r < in.Spans[i]; r++ {
			if state[slot+r].kind == unknown {
				return value{}
			}
		}
	case isa.SpecialReg:
		if ir.Changes(o.N) {
			return value{}
		}
	case isa.SharedMem:
		return value{}
	}
	// The negative grows evenly too, in the other direction.
	if o.Neg && v.kind == affine {
		v.base = -1
	}
	return v
}

// findTest finds the comparison that the loop's exit depends on: of what changes steadily with what
// does not. It goes back from the exit while there is one way to come from, so that the comparison
// is executed exactly once before each exit. 32-bit integers are all whose iterations Trips is
// asked for.
func (a *induction) findTest() bool {
	exit := &a.c.Instructions[a.l.Exit]
	if exit.Guard.Kind != isa.Pred || a.in[a.l.Exit] == nil {
		return false
	}
	slot := a.c.Files.Slot(exit.Guard)
	for pc := a.l.Exit; ; {
		if pc == a.l.Head || len(a.c.Predecessors[pc]) != 1 || !a.l.Body[pc-1] || a.c.Predecessors[pc][0] != pc-1 {
			return false
		}
		pc--
		in := &a.c.Instructions[pc]
		if in.ResultSlot != slot {
			continue
		}
		if in.Op != ir.Setp || in.Joins != 0 || in.Guard.Kind != isa.None || in.From != ir.S32 && in.From != ir.U32 {
			return false
		}
		x, y := a.operand(in, 0, a.in[pc]), a.operand(in, 1, a.in[pc])
		a.l.Test = pc
		switch {
		case x.kind == affine && y.kind == invariant:
			a.l.Moving = 0
		case x.kind == invariant && y.kind == affine:
			a.l.Moving = 1
		default:
			return false
		}
		return true
	}
}
