package ir

// moveSign moves the sign of a floating-point operand to where it costs nothing, as LLVM does: out of a product, and from an operand of a
// sum into its operation. No result changes, but another product of a sum may become the multiply-add.
//
//	%f1 = neg.f32 a
//	%f2 = mul.f32 %f1, b       ->   %f2 = mul.f32 a, b
//	%f3 = add.f32 %f2, c            %f3 = sub.f32 c, %f2
//
// Host code keeps its signs: there they reach the results that are no numbers.
func (e *emitter) moveSign(v *Value) *Value {
	if e.f.Host || v.Exact || v.Flush || !v.Type.Float() {
		return nil
	}
	x, y := v.Args[0], v.Args[1]
	switch {
	case v.Op == Mul && x.Op == Neg && y.Op == Neg:
		return e.op(Mul, v.Type, x.Args[0], y.Args[0])
	case v.Op == Mul && x.Op == Neg && y.isConst():
		return e.op(Mul, v.Type, x.Args[0], e.constant(v.Type, v.Type.floatBits(-v.Type.float(y.Imm))))
	case v.Op == Mul && x.Op == Neg:
		return e.op(Neg, v.Type, e.op(Mul, v.Type, x.Args[0], y))
	case v.Op == Mul && y.Op == Neg:
		return e.op(Neg, v.Type, e.op(Mul, v.Type, x, y.Args[0]))
	case v.Op == Add && y.Op == Neg:
		return e.op(Sub, v.Type, x, y.Args[0])
	case v.Op == Add && x.Op == Neg:
		return e.op(Sub, v.Type, y, x.Args[0])
	case v.Op == Sub && y.Op == Neg:
		return e.op(Add, v.Type, x, y.Args[0])
	}
	return nil
}
