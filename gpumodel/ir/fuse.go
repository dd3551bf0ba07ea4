package ir

// fuse contracts products that only sums use to multiply-adds. __fmul_rn, __fadd_rn and --fmad=false forbid it, as does the lack of an
// instruction: full integer products where the hardware multiplies 24 bits.
//
//	%f1 = mul.f32 a, b
//	%f2 = add.f32 %f1, c       ->      %f2 = fma.rn.f32 a, b, c
//
// nvcc contracts across statements too, and by default. A product with another use stays, because computing
// it twice saves nothing; contractions and contracted say which ones go. The result of fma may differ in the last bit, as it is rounded
// once.
func fuse(f *Func) {
	f.analyze()
	products := f.contracted()
	sums := f.shiftsOfSums()
	floats := f.contractions()
	e := &emitter{f: f, numbers: map[valueKey][]*Value{}}
	f.rewrite(e, map[*Value]*Value{}, func(v *Value) *Value {
		if v.Op == Add || v.Op == Sub {
			fuseSum(e, v, products, floats)
			if f.Target.ScaledAdd {
				fuseShift(e, v, sums)
			}
		}
		if f.Target.NativeMul32 && v.Type.Integer() && v.Type.Size() == 8 {
			fuseWide(e, v)
		}
		return e.append(v)
	})
	dropDead(f)
}

// fuseSum contracts a sum or difference with one of its products: of floats with the one that floats has for it, of integers with the
// left one. An integer difference has no multiply-add: negating would be an instruction there.
func fuseSum(e *emitter, v *Value, products map[*Value]bool, floats map[*Value]int) {
	for i, m := range v.Args {
		op := e.f.fused(v, m)
		if chosen, ok := floats[v]; op == Fma && (!ok || chosen != i) {
			continue
		}
		if op == OpInvalid || op != Fma && !products[m] || v.Op == Sub && !v.Type.Float() {
			continue
		}
		a, b, c := m.Args[0], m.Args[1], v.Args[1-i]
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

// contracted are the products of integers, and of floats before 2.0, that only sums of their block use.
func (f *Func) contracted() map[*Value]bool {
	users := map[*Value][]*Value{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for _, a := range v.Args {
				if a.Op == Mul || a.Op == Mul24 {
					users[a] = append(users[a], v)
				}
			}
		}
	}
	products := map[*Value]bool{}
	for m, list := range users {
		if len(list) == 1 && list[0].Block == m.Block && (list[0].Op == Add || list[0].Op == Sub) {
			products[m] = true
		}
	}
	return products
}

// shiftsOfSums are the shifted indices of 32 bits that only sums use: each of these is as
// well a multiply-add of its own.
func (f *Func) shiftsOfSums() map[*Value]bool {
	only := map[*Value]bool{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == Shl && v.Type.Integer() && v.Type.Size() == 4 && v.Args[1].isConst() {
				only[v] = true
			}
		}
	}
	drop := func(v *Value) { delete(only, v) }
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for i, a := range v.Args {
				if v.Op != Add || v.Type.Size() != 4 || v.Args[1-i].isConst() || v.Args[1-i] == a {
					drop(a)
				}
			}
		}
		if b.Cond != nil {
			drop(b.Cond)
		}
	}
	return only
}

// fuseShift makes of x + (y << k) the multiply-add y*2^k + x.
//
// The hardware does this as LEA or IMAD. It pays only if no other user needs the shifted value itself.
func fuseShift(e *emitter, v *Value, sums map[*Value]bool) {
	if v.Op != Add || !v.Type.Integer() || v.Type.Size() != 4 {
		return
	}
	for i, m := range v.Args {
		if sums[m] && m.Args[1].Imm < 31 {
			v.Op, v.Args = Mad, []*Value{m.Args[0], e.int(v.Type, 1<<m.Args[1].Imm), v.Args[1-i]}
			return
		}
	}
}

// fuseWide makes of a 32-bit index that is extended and then scaled one product with a
// wide result, and of an address base + index*size one multiply-add.
//
// This is the IMAD.WIDE that computes an element's address in one instruction from 7.0 on:
//
//	%rd1 = cvt.s64.s32 i
//	%rd2 = shl.b64 %rd1, 2         ->   %rd3 = mad.wide.s32 i, 4, a
//	%rd3 = add.u64 a, %rd2
//
// The factor must fit a signed number of 32 bits.
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
			if m.Op == MulWide && (m.Block == v.Block || e.f.Target.ScaledAdd) {
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
