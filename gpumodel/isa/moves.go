package isa

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// inPlaceMoves turns parallel copies into moves between the assigned registers
// and drops the moves of a register to itself.
func (l *lowering) inPlaceMoves() error {
	for _, b := range l.blocks {
		var code []*inst
		for _, in := range b.code {
			switch {
			case in.moves != nil:
				code = append(code, sequence(in, b.line)...)
			case isMove(&in.Instr) && in.Src[0] == in.Dst:
			default:
				code = append(code, in)
			}
		}
		b.code = code
	}
	return nil
}

// sequence orders parallel copies of 32-bit words so that none overwrites a source that another
// still needs; a cycle of registers is rotated by exchanges.
//
//	r1 := r2, r2 := r3      r1 = r2; r2 = r3
//	r1 := r2, r2 := r1      a cycle: r1 ^= r2; r2 ^= r1; r1 ^= r2
//
// The exchange needs no further register, which there may not be.
func sequence(group *inst, line int) (code []*inst) {
	var pending []move
	for _, m := range group.moves {
		pending = append(pending, words(m)...)
	}
	emit := func(in *inst) {
		in.Guard, in.GuardNot, in.Line = group.Guard, group.GuardNot, line
		code = append(code, in)
	}
	for len(pending) > 0 {
		ready := -1
		for i, m := range pending {
			if !isSource(pending, m.dst) {
				ready = i
				break
			}
		}
		if ready >= 0 {
			m := pending[ready]
			pending = append(pending[:ready], pending[ready+1:]...)
			for _, in := range copyWord(m, group, line) {
				emit(in)
			}
			continue
		}
		// Every destination is a source still: exchange the first with its source.
		first := max(0, slices.IndexFunc(pending, func(m move) bool { return m.dst.Kind == Reg || m.src.Kind == Reg }))
		m := pending[first]
		pending = slices.Delete(pending, first, first+1)
		for _, in := range exchange(m.dst, m.src, group) {
			emit(in)
		}
		pending = redirect(pending, m)
	}
	return code
}

// copyWord copies a word; what goes to a slot passes through a register.
func copyWord(m move, group *inst, line int) []*inst {
	switch {
	case m.dst.Kind != Slot && m.src.Kind != Slot:
		return []*inst{newMove(m.dst, m.src, m.typ, line)}
	case m.dst.Kind != Slot:
		return []*inst{slotAccess(ir.Load, m.dst, m.src, 1, group)}
	case m.src.Kind == Reg:
		return []*inst{slotAccess(ir.Store, m.src, m.dst, 1, group)}
	}
	through := m
	through.dst = group.scratch[0]
	return append(copyWord(through, group, line), slotAccess(ir.Store, through.dst, m.dst, 1, group))
}

// exchange swaps two words.
func exchange(x, y Operand, group *inst) (code []*inst) {
	switch {
	case x.Kind == Slot && y.Kind == Slot:
		a, b := group.scratch[0], group.scratch[1]
		return []*inst{
			slotAccess(ir.Load, a, x, 1, group), slotAccess(ir.Load, b, y, 1, group),
			slotAccess(ir.Store, a, y, 1, group), slotAccess(ir.Store, b, x, 1, group),
		}
	case x.Kind == Slot:
		return exchange(y, x, group)
	case y.Kind == Slot:
		t := group.scratch[0]
		return []*inst{slotAccess(ir.Load, t, y, 1, group), slotAccess(ir.Store, x, y, 1, group), newMove(x, t, ir.U32, group.Line)}
	}
	for range 3 {
		code = append(code, &inst{Instr: Instr{Op: ir.Xor, Type: ir.U32, Dst: x, Src: [3]Operand{x, y}}})
		x, y = y, x
	}
	return code
}

// redirect follows an exchange: what was in m.dst is now in m.src.
func redirect(pending []move, m move) (rest []move) {
	for _, p := range pending {
		if p.src == m.dst {
			p.src = m.src
		}
		if p.src != p.dst {
			rest = append(rest, p)
		}
	}
	return rest
}

func isSource(moves []move, o Operand) bool {
	for _, m := range moves {
		if m.src == o {
			return true
		}
	}
	return false
}

// words cuts a copy into 32-bit words and drops those that stay where they are.
func words(m move) (out []move) {
	n := width(m.typ)
	for i := range n {
		w := m
		w.dst.N += i
		if m.dst.Kind == Slot {
			w.dst.N = m.dst.N + 4*i
		}
		switch m.src.Kind {
		case Slot:
			w.src.N += 4 * i
		case Reg:
			w.src.N += i
		case Imm:
			w.src.Value = m.src.Value >> (32 * i) & 0xffffffff
		case ParamMem:
			w.src.Offset += 4 * i
		}
		if n > 1 {
			w.typ = ir.U32
		}
		if w.src != w.dst {
			out = append(out, w)
		}
	}
	return out
}
