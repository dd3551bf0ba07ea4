package ir

// fuse contracts a product that only one sum uses, in the same block, to one
// multiply-add. __fmul_rn, __fadd_rn and --fmad=false forbid it, as does the lack of an
// instruction: full integer products where the hardware multiplies 24 bits.
func fuse(f *Func) {
	f.analyze()
	uses := f.users()
	e := &emitter{f: f, numbers: map[valueKey][]*Value{}}
	f.rewrite(e, map[*Value]*Value{}, func(v *Value) *Value {
		if v.Op == Add || v.Op == Sub {
			fuseSum(e, v, uses)
		}
		if f.Target.NativeMul32 && v.Type.Integer() && v.Type.Size() == 8 {
			fuseWide(e, v)
		}
		return e.append(v)
	})
	dropDead(f)
}

func fuseSum(e *emitter, v *Value, uses map[*Value]int) {
	for i, m := range v.Args {
		op := e.f.fused(v, m)
		if op == OpInvalid || uses[m] != 1 || m.Block != v.Block {
			continue
		}
		a, b, c := m.Args[0], m.Args[1], v.Args[1-i]
		if v.Op == Sub && !v.Type.Float() {
			continue
		}
		switch { // a*b - c and c - a*b: the hardware negates operands for nothing
		case v.Op == Sub && i == 0:
			c = e.op(Neg, v.Type, c)
		case v.Op == Sub:
			a = e.op(Neg, v.Type, a)
		}
		if op == Mad24 {
			v.Type = m.Type // how the factors are read
		}
		v.Op, v.Args = op, []*Value{a, b, c}
		return
	}
}

// fuseWide makes of a 32-bit index that is extended and then scaled one product with a
// wide result, and of an address base + index*size one multiply-add.
func fuseWide(e *emitter, v *Value) {
	switch v.Op {
	case Shl, Mul:
		index, size := v.Args[0], v.Args[1]
		if index.Op != Cvt || !index.From.Integer() || index.From.Size() != 4 || !size.isConst() {
			return
		}
		factor := size.Imm
		if v.Op == Shl {
			factor = 1 << size.Imm
		}
		if int64(factor) > 0 && factor < 1<<31 {
			v.Op, v.From, v.Args = MulWide, index.From, []*Value{index.Args[0], e.int(index.From, int64(factor))}
		}
	case Add:
		for i, m := range v.Args {
			if m.Op == MulWide && m.Block == v.Block {
				v.Op, v.From, v.Args = MadWide, m.From, []*Value{m.Args[0], m.Args[1], v.Args[1-i]}
				return
			}
		}
	}
}

// fused is the multiply-add for the sum v with the product m, OpInvalid if there is none.
func (f *Func) fused(v, m *Value) Op {
	switch {
	case m.Op == Mul && v.Type.Float() && (v.Exact || m.Exact || f.Target.NoContraction):
		return OpInvalid
	case m.Op == Mul && v.Type.Float():
		if v.Type == F32 && !f.Target.FMA {
			return Mad
		}
		return Fma // double precision is fused on every device that has it
	case m.Op == Mul && v.Type.Integer() && v.Type.Size() == 4 && f.Target.NativeMul32:
		return Mad
	case m.Op == Mul24 && v.Type.Size() == 4:
		return Mad24
	}
	return OpInvalid
}
