package isa

import "warpbook.dev/gpumodel/ir"

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

// sequence orders parallel copies of 32-bit words so that none overwrites a
// source that another still needs; a cycle of registers is rotated by exchanges.
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
			emit(newMove(m.dst, m.src, m.typ, line))
			continue
		}
		// Every destination is a source still: exchange the first with its source.
		m := pending[0]
		pending = pending[1:]
		for i := range 3 {
			x, y := m.dst, m.src
			if i == 1 {
				x, y = y, x
			}
			emit(&inst{Instr: Instr{Op: ir.Xor, Type: ir.U32, Dst: x, Src: [3]Operand{x, y}}})
		}
		pending = redirect(pending, m)
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
		switch m.src.Kind {
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
