package isa

import (
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// Collective is true for what the lanes of a warp do together.
func (in *Instr) Collective() bool { return in.Op.Collective() }

// Mask is the operand that names the lanes of a collective; ok is false for those of
// CUDA before 9.0, which have none.
func (in *Instr) Mask() (mask Operand, ok bool) {
	if !in.Collective() || len(in.Extra) == 0 {
		return Operand{}, false
	}
	return in.Extra[0], true
}

// selectCollective emits a vote, a shuffle or the like. Where the lanes of a warp go on
// together __syncwarp is no instruction: it only keeps accesses in their order.
func (l *lowering) selectCollective(b *block, in *inst, v *ir.Value) error {
	args := v.Args
	if v.HasMask() {
		args = args[:len(args)-1]
		in.Extra, in.Types = []Operand{l.anywhere(b, v.Args[len(args)])}, []ir.Type{ir.U32}
	}
	if v.Op == ir.WarpBar && !l.rules.IndependentThreads {
		if l.f.Target.Checked { // who checks wants to know of the order
			return l.add(b, &inst{Instr: Instr{Op: ir.Membar, Imm: ir.FenceBlock, Line: v.Line, Col: v.Col}})
		}
		return nil
	}
	in.Imm = v.Imm
	if v.Op == ir.Match {
		in.Each = l.rules.MatchClocks
	}
	if v.Type != ir.Void {
		l.vals[v] = l.newValue(v.Type)
		in.Dst = l.vals[v]
	}
	for i, a := range args {
		switch {
		case a.Type == ir.Pred:
			in.Src[i] = l.voted(b, a)
		case v.Op == ir.Shfl && i > 0:
			in.Src[i] = l.anywhere(b, a)
		default:
			in.Src[i] = l.inRegister(b, a)
		}
	}
	return l.add(b, in)
}

// voted is the predicate of a vote; one that is known needs no register.
func (l *lowering) voted(b *block, v *ir.Value) Operand {
	if o := l.operand(v); o.Kind == Imm {
		return o
	}
	return l.predicate(b, v)
}

// collectiveName is the name of a collective in machine code.
func collectiveName(in *Instr) string {
	switch in.Op {
	case ir.Vote:
		return "VOTE." + [...]string{"ALL", "ANY", "BALLOT", "ANY"}[in.Imm]
	case ir.Shfl:
		return "SHFL." + [...]string{"IDX", "UP", "DOWN", "BFLY"}[in.Imm]
	case ir.Match:
		name := "MATCH." + [...]string{"ANY", "ALL"}[in.Imm]
		if in.From.Size() == 8 {
			name += ".U64"
		}
		return name
	case ir.Redux:
		name := "REDUX." + strings.Replace(strings.ToUpper(atomNames[in.Imm]), "ADD", "SUM", 1)
		if in.Type.Signed() && (in.Imm == uint64(ir.AtomMin) || in.Imm == uint64(ir.AtomMax)) {
			name += ".S32"
		}
		return name
	}
	return "WARPSYNC"
}

// collectiveNames are the names by which data/features.csv knows a collective.
func collectiveNames(in *Instr, name string) []string {
	names := []string{name}
	if in.Op == ir.Vote && in.Imm >= ir.VoteBallot {
		names = append(names, name+".ballot")
	}
	if _, masked := in.Mask(); !masked && !(in.Op == ir.Vote && in.Imm == ir.VoteActive) {
		names = append(names, name+".legacy")
	}
	return names
}
