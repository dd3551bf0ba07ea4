package isa

import "warpbook.dev/gpumodel/ir"

// balance has the multipliers do what both they and the units for integers can do, where the latter have more to do: a shift to
// the left is a product with a power of two (IMAD.SHL), a move the sum of a product with zero (IMAD.MOV). NVIDIA's compiler
// does so from 7.0 on. Where it does is compared in blocks of the code that it makes: the pipe with less work takes the next one.
// The table of costs has a row of form "imad" for each instruction that both can execute.
func (l *lowering) balance() error {
	entry := map[int]bool{}
	for _, in := range l.prog.Code {
		if in.Kind == Branch {
			entry[in.Target] = true
		}
	}
	for from := 0; from < len(l.prog.Code); {
		to := from + 1
		for to < len(l.prog.Code) && !entry[to] && l.prog.Code[to-1].Kind != Branch && l.prog.Code[to-1].Kind != Exit {
			to++
		}
		if err := l.balanceBlock(l.prog.Code[from:to]); err != nil {
			return err
		}
		from = to
	}
	return nil
}

func (l *lowering) balanceBlock(code []Instr) error {
	var busy Busy
	var either []*Instr
	for i := range code {
		if in := &code[i]; l.multiplies(in) {
			either = append(either, in)
		} else {
			busy.Add(&in.Busy)
		}
	}
	for _, in := range either {
		if busy[PipeCores] <= busy[PipeALU] {
			in.Multiplied = true
			if err := l.finish(in); err != nil {
				return err
			}
		}
		busy.Add(&in.Busy)
	}
	return nil
}

// multiplies is true for an instruction of the units for integers that the multipliers can execute, too.
func (l *lowering) multiplies(in *Instr) bool {
	if in.Kind != Plain || in.Joined || in.Dst.Kind != Reg || !l.has(in, "imad") {
		return false
	}
	switch form := l.form(in); in.Op {
	case ir.Shl:
		return form == "r" && in.Src[1].Kind == Imm && in.Src[1].Value < 32
	case ir.Neg:
		return form == "r"
	}
	return isMove(in) && in.Type.Size() == 4 && (in.Src[0].Kind == Reg || in.Src[0].Kind == Imm)
}
