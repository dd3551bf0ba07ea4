package isa

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// foldIntoUsers finds the values that their only users compute themselves: such a value has no uses left then.
func (l *lowering) foldIntoUsers() error {
	for _, b := range l.f.Blocks {
		for _, v := range b.Values {
			if l.uses[v] > 0 && (l.rounds(v) || l.testsLogic(v)) {
				l.uses[v.Args[0]] = 0
			}
		}
	}
	return nil
}

// rounds tells whether v converts to an integer what is rounded for v alone: F2I rounds any way itself.
func (l *lowering) rounds(v *ir.Value) bool {
	if v.Op != ir.Cvt || !v.Type.Integer() || v.Type.Size() < 4 || !v.From.Float() || l.uses[v.Args[0]] > 1 {
		return false
	}
	switch v.Args[0].Op {
	case ir.Round, ir.Floor, ir.Ceil, ir.Trunc:
		return true
	}
	return false
}

// testsLogic tells whether v compares with zero what is computed for v alone by LOP3, which sets a predicate too.
func (l *lowering) testsLogic(v *ir.Value) bool {
	switch {
	case !l.rules.LogicTests || v.Type != ir.Pred || !v.From.Integer() || v.From.Size() != 4 || l.uses[v.Args[0]] > 1:
		return false
	case v.Op == ir.Setp && (v.Cmp != ir.EQ && v.Cmp != ir.NE || (v.Args[1].Op != ir.Constant || v.Args[1].Imm != 0)):
		return false
	case v.Op != ir.Setp && v.Op != ir.Cvt:
		return false
	}
	return v.Args[0].Op == ir.And || v.Args[0].Op == ir.Or
}

// selectTest emits LOP3 with a predicate for its result.
func (l *lowering) selectTest(b *block, in *inst, v *ir.Value) error {
	logic := v.Args[0]
	l.vals[v] = l.newPred()
	in.Op, in.Type, in.From, in.Dst = logic.Op, logic.Type, ir.Void, l.vals[v]
	l.setSources(b, in, logic.Args)
	return l.add(b, in)
}

// foldSigns finds the negations and absolute values of floats all of whose users take them as part
// of an operand, such as -|R4|.
func (l *lowering) foldSigns() error {
	if !l.rules.SourceModifiers {
		return nil
	}
	others := map[*ir.Value]bool{} // what somebody needs in a register
	for _, b := range l.f.Blocks {
		for _, v := range b.Values {
			if l.uses[v] == 0 {
				continue
			}
			for i, a := range v.Args {
				others[a] = others[a] || !takesSign(v, i)
			}
		}
	}
	for _, b := range l.f.Blocks {
		for _, v := range b.Values {
			if l.uses[v] > 0 && !others[v] && l.isSign(v) {
				l.signs[v] = true
			}
		}
	}
	return nil
}

// isSign tells whether v is the negation or the absolute value of a float in a register.
func (l *lowering) isSign(v *ir.Value) bool {
	if v.Op != ir.Neg && v.Op != ir.Abs || !v.Type.Float() {
		return false
	}
	_, constant := l.constantWord(v.Args[0])
	return !constant && !v.Args[0].Leaf() && !l.folded[v.Args[0]]
}

// signTakers are the operations whose float sources can have a sign of their own.
var signTakers = []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.Mad, ir.Fma, ir.Neg, ir.Abs, ir.Setp}

// singleSignTakers are those of single precision only.
var singleSignTakers = []ir.Op{ir.Min, ir.Max, ir.Selp, ir.Div, ir.Rcp, ir.Sqrt, ir.Rsqrt, ir.Sin, ir.Cos, ir.Ex2, ir.Lg2, ir.Tanh, ir.Cvt}

// takesSign tells whether source i of v can be negated or an absolute value.
func takesSign(v *ir.Value, i int) bool {
	t := v.Type
	switch {
	case v.Op == ir.Selp && i == 0:
		return false
	case v.Op == ir.Setp, v.Op == ir.Cvt:
		t = v.From
	}
	return t.Float() && slices.Contains(signTakers, v.Op) || t == ir.F32 && slices.Contains(singleSignTakers, v.Op)
}

// signed is the operand of a negation or an absolute value that is part of it.
func (l *lowering) signed(v *ir.Value) Operand {
	o := l.operand(v.Args[0])
	if v.Op == ir.Abs {
		o.Abs, o.Neg = true, false
	} else {
		o.Neg = !o.Neg
	}
	return o
}
