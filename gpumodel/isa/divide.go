package isa

import "warpbook.dev/gpumodel/ir"

// A divisor is what integers are divided by. A signed division takes its absolute value first.
type divisor struct {
	value  *ir.Value
	signed bool
}

// dividesAgain reports whether the reciprocal of a divisor is there from a division on every way to this one, with either result. It is
// the longer half of the sequence: ptxas has I2F, MUFU.RCP, F2I and IMAD.HI once for all quotients and remainders by one number.
func (l *lowering) dividesAgain(in *inst, v *ir.Value) bool {
	if v.Op != ir.Div && v.Op != ir.Rem || !v.Type.Integer() || v.Args[1].Op == ir.Constant {
		return false
	}
	again := *in
	again.Again = true
	if !l.has(&again.Instr, "again") {
		return false
	}
	d := divisor{v.Args[1], v.Type.Signed()}
	for _, b := range l.divided[d] {
		if b.Dominates(v.Block) {
			return true
		}
	}
	l.divided[d] = append(l.divided[d], v.Block)
	return false
}
