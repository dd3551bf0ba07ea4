package isa

import "slices"

// ifConvert replaces branches around short sides by guarded instructions:
//
//	@!p bra L1           @p add r1, r1, r2
//	add r1, r1, r2   =>
//	L1:
//
// Inner ifs come first, so that what they become can be part of a short side. Programs that are
// checked keep their branches: the checker reports which branch an unset value decides.
func (l *lowering) ifConvert() error {
	for _, b := range slices.Backward(l.blocks) {
		if len(b.succs) == 2 && !l.f.Target.Checked {
			l.convertIf(b)
		}
	}
	setDominators(l.reorder())
	return nil
}

// A side is a side of a branch that only leads to the join.
type side struct {
	block *block // nil if the branch leads to the join itself
	code  []*inst
	moves []move // into the join's phis
	not   bool
}

// sidesOf are the two sides of b's branch; ok is false if they don't join at once.
func sidesOf(b *block) (two [2]side, join *block, ok bool) {
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

// convertIf guards the sides of b's branch, if both are short. Copies into the join's phis need
// care: those of a side without code come first and unguarded, for all lanes, and those of the
// other side overwrite them under the guard. That is wrong if the other side reads what they write,
// and impossible if both sides have code; then the branch stays.
func (l *lowering) convertIf(b *block) {
	two, join, ok := sidesOf(b)
	if !ok || !l.shortSide(two[0]) || !l.shortSide(two[1]) {
		return
	}
	first, second := two[0], two[1]
	if len(first.code) > 0 {
		first, second = second, first
	}
	if len(first.moves)+len(second.moves) > 0 {
		// The moves of a side without code come first, unguarded.
		if len(first.code) > 0 || readsAny(second, first.moves) {
			return
		}
		if len(first.moves) > 0 {
			b.code = append(b.code, &inst{moves: first.moves})
		}
		first.moves = nil
	}
	for _, a := range []side{first, second} {
		a.inPlace()
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
	l.joinSides(b, two, join)
}

// inPlace lets arithmetic write what the join takes, where the value goes nowhere else: under its guard it leaves the other
// lanes as they are.
//
//	@p add r2, r1, x; @p mov r1, r2      =>      @p add r1, r1, x
func (a *side) inPlace() {
	var left []move
	for i, m := range a.moves {
		others := append(slices.Clone(a.moves[:i]), a.moves[i+1:]...)
		if def := a.onlyFor(m, others); def != nil {
			def.Dst, def.partial = m.dst, true
		} else {
			left = append(left, m)
		}
	}
	a.moves = left
}

// onlyFor is the instruction that computes what m copies, if it can write m's destination itself.
func (a *side) onlyFor(m move, others []move) (def *inst) {
	reads := func(in *inst, o Operand) bool {
		found := false
		in.reads(o.Kind, func(r Operand) { found = found || r.N == o.N })
		return found
	}
	if m.src.Kind != Reg || m.dst.Kind != Reg || m.src.Offset != 0 || m.src.Neg || m.src.Abs || reads(&inst{moves: others}, m.src) ||
		reads(&inst{moves: others}, m.dst) {
		return nil
	}
	for _, in := range a.code {
		switch {
		case in.sets(Reg, m.dst.N), def != nil && (reads(in, m.dst) || reads(in, m.src)):
			return nil
		case in.sets(Reg, m.src.N):
			if def != nil || in.Kind != Plain || !in.Op.Pure() || in.partial || in.moves != nil || in.Dst != m.src {
				return nil
			}
			def = in
		}
	}
	return def
}

// joinSides makes b lead to the join, without the sides.
func (l *lowering) joinSides(b *block, two [2]side, join *block) {
	join.preds = slices.DeleteFunc(join.preds, func(p *block) bool {
		return p == b || p == two[0].block || p == two[1].block
	})
	join.preds = append(join.preds, b)
	b.succs, b.cond, b.condNot = []*block{join}, Operand{}, false
	for _, a := range l.bases {
		if a.at == two[0].block || a.at == two[1].block {
			a.at = b
		}
	}
}

// shortSide is true if all of the side's instructions can take a guard and they are few.
func (l *lowering) shortSide(a side) bool {
	n := len(a.moves)
	for _, in := range a.code {
		if !in.Op.Guardable() || in.Guard.Kind != None || in.moves != nil {
			return false
		}
		c, _ := l.cost(&in.Instr, l.form(&in.Instr))
		n += c.count
	}
	return n <= l.rules.IfConvertLimit
}

// readsAny is true if the side reads what the moves write.
func readsAny(a side, moves []move) bool {
	written := map[Operand]bool{}
	for _, m := range moves {
		written[m.dst] = true
	}
	found := false
	see := func(o Operand) {
		o.Offset, o.Neg, o.Abs = 0, false, false
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
