package isa

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// mostGathered is how many loads under guards are put together: NVVM writes a loop with an if in it out four times.
const mostGathered = 4

// gatherLoads puts loads from global memory that have become guarded one behind the other, with what they need in front
// of them, so that those of an unrolled loop with an if in it are under way together:
//
//	@p1 ld r1; @p1 add s, s, r1; setp p2; @p2 ld r2; @p2 add s, s, r2
//	@p1 ld r1; setp p2; @p2 ld r2; @p1 add s, s, r1; @p2 add s, s, r2
//
// Other loads are together since package ir put them so; it does not see what becomes of short sides.
func (l *lowering) gatherLoads() error {
	if !l.rules.GathersLoads || l.f.Target.Checked {
		return nil
	}
	for _, b := range l.blocks {
		for b.loadsUnderGuard() && len(b.succs) == 1 && len(b.succs[0].preds) == 1 && b.succs[0] != b && b.succs[0].loadsUnderGuard() {
			l.append(b, b.succs[0])
		}
	}
	for _, b := range l.reorder() {
		last, many := -1, 0
		for i := 0; i < len(b.code); i++ {
			in := b.code[i]
			switch {
			case many > 0 && many < mostGathered && in.guardedLoad():
				if to := b.hoist(i, last+1); to > last {
					last, many = to, many+1
					continue
				}
				last, many = i, 1
			case in.guardedLoad():
				last, many = i, 1
			case !in.lets():
				many = 0 // no load passes it
			}
		}
	}
	setDominators(l.blocks)
	return nil
}

func (b *block) loadsUnderGuard() bool { return slices.ContainsFunc(b.code, (*inst).guardedLoad) }

// append makes next, which only b leads to, the end of b.
func (l *lowering) append(b, next *block) {
	b.code = append(b.code, next.code...)
	b.succs, b.cond, b.condNot, b.end, b.exit = next.succs, next.cond, next.condNot, next.end, next.exit
	for _, s := range next.succs {
		s.preds[slices.Index(s.preds, next)] = b
	}
	for _, a := range l.bases {
		if a.at == next {
			a.at = b
		}
	}
	next.code, next.succs = nil, nil
}

// guardedLoad is true for loads from global memory that a guard leaves out in some lanes.
func (in *inst) guardedLoad() bool {
	return in.Op == ir.Load && in.Space == ir.Global && in.Guard.Kind != None && !in.volatile && !in.partial && in.Kind == Plain
}

// lets is true if a load may pass the instruction.
func (in *inst) lets() bool {
	return in.Kind == Plain && !in.Op.Writes() && !in.Op.Orders() && !in.Op.Collective() && !in.Op.Outputs() && !in.volatile
}

// hoist moves instruction i up to place first, together with those between that compute what it needs, and returns its
// new place; -1 if something stands against it, and then nothing has changed.
func (b *block) hoist(i, first int) int {
	moved := []*inst{b.code[i]}
	var left []*inst // in reverse, as moved
	needs := func(in *inst) bool {
		return slices.ContainsFunc(moved, func(m *inst) bool { return m.readsOf(in) })
	}
	for _, in := range slices.Backward(b.code[first:i]) {
		if !needs(in) {
			left = append(left, in)
			continue
		}
		if !in.Op.Pure() || in.Kind != Plain || in.moves != nil || in.partial {
			return -1
		}
		moved = append(moved, in)
	}
	// What stays behind must neither read nor set what has moved past it sets.
	for _, in := range left {
		for _, m := range moved {
			if in.readsOf(m) || in.setsOf(m) {
				return -1
			}
		}
	}
	slices.Reverse(moved)
	slices.Reverse(left)
	copy(b.code[first:], append(moved, left...))
	return first + len(moved) - 1
}

// registerKinds are the kinds of registers that instructions hand on.
var registerKinds = []OperandKind{Reg, Pred, Addr}

// readsOf is true if in reads what from sets.
func (in *inst) readsOf(from *inst) (found bool) {
	for _, kind := range registerKinds {
		in.reads(kind, func(r Operand) { found = found || from.sets(kind, r.N) })
	}
	return found
}

// setsOf is true if in sets what other sets.
func (in *inst) setsOf(other *inst) (found bool) {
	for _, kind := range registerKinds {
		in.writes(kind, func(w Operand) { found = found || other.sets(kind, w.N) })
	}
	return found
}

// sets is true if in sets a register, if only for itself.
func (in *inst) sets(kind OperandKind, n int) (found bool) {
	in.writes(kind, func(w Operand) { found = found || w.N == n })
	for _, s := range in.scratch {
		found = found || s.Kind == kind && s.N == n
	}
	return found
}
