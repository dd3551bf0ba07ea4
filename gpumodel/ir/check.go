package ir

import (
	"fmt"
	"slices"
)

// Check returns an error if f breaks an invariant of the form: edges that agree
// on both sides, phis first with one argument per predecessor, definitions that
// dominate their uses, operands of the right class, terminators that fit.
//
// It holds after construction and after every pass. Only tests call it: it costs as much as a pass.
func Check(f *Func) error {
	position := map[*Value]int{}
	for i, b := range f.Blocks {
		if b.ID != i {
			return fmt.Errorf("ir: %s: block %d has the ID %d", f.Name, i, b.ID)
		}
		for j, v := range b.Values {
			if _, twice := position[v]; twice || v.Block != b {
				return fmt.Errorf("ir: %s: value %d (%s) of block %d stands in two blocks or names the wrong one", f.Name, v.ID, v.Op, i)
			}
			position[v] = j
		}
	}
	for i, b := range f.Blocks {
		if err := b.check(i == 0, position); err != nil {
			return fmt.Errorf("ir: %s: block %d: %w", f.Name, b.ID, err)
		}
	}
	return nil
}

// check tests the terminator, the edges and the order of the values. A Branch may have the same block
// twice as its successor, so edges are counted and not only looked up.
func (b *Block) check(entry bool, position map[*Value]int) error {
	if want := map[Term]int{Jump: 1, Branch: 2, Return: 0}[b.Term]; len(b.Succs) != want {
		return fmt.Errorf("terminator %d has %d successors, wants %d", b.Term, len(b.Succs), want)
	}
	if (b.Cond != nil) != (b.Term == Branch) || b.Cond != nil && b.Cond.Type != Pred {
		return fmt.Errorf("condition of a terminator %d", b.Term)
	}
	if entry && len(b.Preds) > 0 {
		return fmt.Errorf("the entry has predecessors")
	}
	for _, s := range b.Succs {
		if count(b.Succs, s) != count(s.Preds, b) {
			return fmt.Errorf("edge to %d has no counterpart", s.ID)
		}
	}
	if b.Cond != nil && !available(b.Cond, b, len(b.Values), position) {
		return fmt.Errorf("the condition does not dominate the branch")
	}
	phis := len(b.phis())
	for j, v := range b.Values {
		if v.Op == Phi && j >= phis {
			return fmt.Errorf("phi %d behind other values", v.ID)
		}
		if v.Leaf() && !entry {
			return fmt.Errorf("leaf %d outside the entry", v.ID)
		}
		if err := v.check(position); err != nil {
			return fmt.Errorf("value %d (%s): %w", v.ID, v.mnemonic(), err)
		}
	}
	return nil
}

func count[T comparable](list []T, x T) int {
	n := 0
	for _, y := range list {
		if x == y {
			n++
		}
	}
	return n
}

// available tells whether a is defined where position j of block b is reached.
func available(a *Value, b *Block, j int, position map[*Value]int) bool {
	i, ok := position[a]
	if !ok {
		return false
	}
	if a.Block == b {
		return i < j
	}
	return a.Block.Dominates(b)
}

// check tests the arguments. An argument of a phi must be defined at the end of the predecessor that it
// belongs to; all others must be defined at the value itself.
func (v *Value) check(position map[*Value]int) error {
	if v.Op == Phi && len(v.Args) != len(v.Block.Preds) {
		return fmt.Errorf("%d arguments for %d predecessors", len(v.Args), len(v.Block.Preds))
	}
	// A phi becomes moves on the incoming edges, and there is no move between predicates. A bool that
	// lives across blocks is a U32 (see slotType).
	if v.Op == Phi && v.Type == Pred {
		return fmt.Errorf("a phi of predicates")
	}
	for i, a := range v.Args {
		at, j := v.Block, position[v]
		if v.Op == Phi {
			at = v.Block.Preds[i]
			j = len(at.Values)
		}
		if !available(a, at, j, position) {
			return fmt.Errorf("argument %d (value %d, %s) is not defined here", i, a.ID, a.Op)
		}
		if want := v.operandType(i); want != Void && a.Type.class() != want.class() {
			return fmt.Errorf("argument %d (value %d, %s) is a %s, wants a %s", i, a.ID, a.Op, a.Type, want)
		}
	}
	if v.Op.Accesses() && (v.Space == NoSpace || v.Mem == Void) {
		return fmt.Errorf("memory access without space or type")
	}
	return nil
}

// users has the values and the blocks' conditions that use each value, by count.
//
// The count is of operands: a*a uses a twice.
func (f *Func) users() map[*Value]int {
	n := map[*Value]int{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for _, a := range v.Args {
				n[a]++
			}
		}
		if b.Cond != nil {
			n[b.Cond]++
		}
	}
	return n
}

// replace makes every use of a key of m use its value instead, following chains.
//
// It also removes the keys from the blocks, phis among them. m must not have cycles.
func (f *Func) replace(m map[*Value]*Value) {
	if len(m) == 0 {
		return
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for i, a := range v.Args {
				v.Args[i] = follow(m, a)
			}
		}
		if b.Cond != nil {
			b.Cond = follow(m, b.Cond)
		}
		b.Values = slices.DeleteFunc(b.Values, func(v *Value) bool { return m[v] != nil })
	}
}

func follow(m map[*Value]*Value, v *Value) *Value {
	for m[v] != nil {
		v = m[v]
	}
	return v
}
