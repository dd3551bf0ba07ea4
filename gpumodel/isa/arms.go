package isa

import (
	"slices"
)

// predicateArms replaces branches around short arms by guarded instructions.
func (l *lowering) predicateArms() error {
	for _, b := range slices.Backward(l.blocks) {
		if len(b.succs) == 2 && !l.f.Target.Checked {
			l.predicateArm(b)
		}
	}
	setDominators(l.reorder())
	return nil
}

// An arm is a side of a branch that only leads to the join.
type arm struct {
	block *block // nil if the branch leads to the join itself
	code  []*inst
	moves []move // into the join's phis
	not   bool
}

// arms are the two sides of b's branch; ok is false if they don't join at once.
func arms(b *block) (two [2]arm, join *block, ok bool) {
	for i, s := range b.succs {
		two[i].not = b.condNot != (i == 1)
		to := s
		if len(s.preds) == 1 && len(s.succs) == 1 {
			to = s.succs[0]
			two[i].block, two[i].code = s, s.code
			if n := len(s.code); n > 0 && s.code[n-1].moves != nil {
				two[i].code, two[i].moves = s.code[:n-1], s.code[n-1].moves
			}
		}
		if i == 1 && to != join {
			return two, nil, false
		}
		join = to
	}
	return two, join, join != b
}

func (l *lowering) predicateArm(b *block) {
	two, join, ok := arms(b)
	if !ok || !l.shortArm(two[0]) || !l.shortArm(two[1]) {
		return
	}
	first, second := two[0], two[1]
	if len(first.code) > 0 {
		first, second = second, first
	}
	if len(first.moves)+len(second.moves) > 0 {
		// The moves of an arm without code come first, unguarded.
		if len(first.code) > 0 || readsAny(second, first.moves) {
			return
		}
		if len(first.moves) > 0 {
			b.code = append(b.code, &inst{moves: first.moves})
		}
		first.moves = nil
	}
	for _, a := range []arm{first, second} {
		guard := func(in *inst) {
			in.Guard, in.GuardNot = b.cond, a.not
			b.code = append(b.code, in)
		}
		for _, in := range a.code {
			guard(in)
		}
		if len(a.moves) > 0 {
			guard(&inst{moves: a.moves, partial: true})
		}
	}
	l.joinArms(b, two, join)
}

// joinArms makes b lead to the join, without the arms.
func (l *lowering) joinArms(b *block, two [2]arm, join *block) {
	join.preds = slices.DeleteFunc(join.preds, func(p *block) bool {
		return p == b || p == two[0].block || p == two[1].block
	})
	join.preds = append(join.preds, b)
	b.succs, b.cond, b.condNot = []*block{join}, Operand{}, false
	for _, a := range l.anchors {
		if a.at == two[0].block || a.at == two[1].block {
			a.at = b
		}
	}
}

// shortArm is true if all of the arm's instructions can take a guard and they are few.
func (l *lowering) shortArm(a arm) bool {
	n := len(a.moves)
	for _, in := range a.code {
		if !in.Op.Guardable() || in.Guard.Kind != None || in.moves != nil {
			return false
		}
		c, _ := l.cost(&in.Instr, l.form(&in.Instr))
		n += c.count
	}
	return n <= l.features.PredicatedArmLimit
}

// readsAny is true if the arm reads what the moves write.
func readsAny(a arm, moves []move) bool {
	written := map[Operand]bool{}
	for _, m := range moves {
		written[m.dst] = true
	}
	found := false
	see := func(o Operand) {
		o.Offset, o.Neg = 0, false
		found = found || written[o]
	}
	for _, in := range a.code {
		in.reads(Reg, see)
	}
	for _, m := range a.moves {
		see(m.src)
	}
	return found
}
