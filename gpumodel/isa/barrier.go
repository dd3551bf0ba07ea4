package isa

import "warpbook.dev/gpumodel/ir"

// selectBarrier emits a barrier: where the threads bring a predicate to it (BAR.RED), what
// it has found is read from the barrier's registers behind it (B2R). So does ptxas 12.9.
func (l *lowering) selectBarrier(b *block, in *inst, v *ir.Value) error {
	in.Kind, in.Type = Barrier, ir.Void
	if len(v.Args) == 0 {
		return l.add(b, in)
	}
	in.Imm = v.Imm
	if in.Named() {
		in.Src[0], in.Src[1] = l.anywhere(b, v.Args[0]), l.anywhere(b, v.Args[1])
		return l.add(b, in)
	}
	in.Src[0] = l.voted(b, v.Args[0])
	if err := l.add(b, in); err != nil {
		return err
	}
	// __syncthreads_and and _or give a predicate, __syncthreads_count a number.
	l.vals[v] = l.newValue(v.Type)
	read := &inst{Instr: Instr{Op: ir.Cvt, Type: ir.U32, From: ir.U32, Dst: l.vals[v], Line: v.Line, Col: v.Col}}
	if v.Type == ir.Pred {
		read.Op, read.Type, read.Cmp, read.Src[1] = ir.Setp, ir.Pred, ir.NE, Operand{Kind: Imm}
	}
	read.Src[0] = Operand{Kind: SpecialReg, N: int(v.Imm)}
	return l.add(b, read)
}

// Reduces tells whether threads bring a predicate to a barrier.
func (in *Instr) Reduces() bool { return in.Kind == Barrier && in.Src[0].Kind != None && !in.Named() }

// Named tells whether a barrier has a number, and threads of its own.
func (in *Instr) Named() bool {
	return in.Kind == Barrier && in.Imm >= ir.BarNamed
}

// barrierName is the name of a barrier in machine code.
func (in *Instr) barrierName() string {
	switch {
	case in.Named() && in.Imm == ir.BarArrive:
		return "BAR.ARV"
	case !in.Reduces():
		return "BAR.SYNC"
	}
	return "BAR.RED." + map[uint64]string{ir.BarCount: "POPC", ir.BarAll: "AND", ir.BarAny: "OR"}[in.Imm]
}

// readsBarrier is true for the instruction behind a barrier that takes what it has found.
func (in *Instr) readsBarrier() bool {
	return in.Src[0].Kind == SpecialReg && in.Src[0].N >= ir.BarCount
}
