package ir

import "math/bits"

// divideByConstants computes quotients by constants that are not powers of two from a product, as LLVM does (BuildSDIV and BuildUDIV;
// Hacker's Delight, chapter 10):
//
//	%r2 = div.s32 %r1, 7      ->      %r3 = mul.hi.s32 %r1, 0x92492493
//	                                  %r4 = add.s32 %r3, %r1
//	                                  %r5 = shr.s32 %r4, 2
//	                                  %r6 = shr.u32 %r4, 31
//	                                  %r2 = add.s32 %r5, %r6
//
// It runs behind useRanges, which knows the range of a quotient, and behind pairRemainders.
func divideByConstants(f *Func) {
	if !f.Target.DividesByProducts {
		return
	}
	e := &emitter{f: f, numbers: map[valueKey][]*Value{}}
	replaced := map[*Value]*Value{}
	f.analyze()
	f.rewrite(e, replaced, func(v *Value) *Value {
		if v.Op != Div && v.Op != Rem || !v.Type.Integer() || v.Type.Size() != 4 || !v.Args[1].isConst() {
			return e.append(v)
		}
		x, y := v.Args[0], v.Args[1].intConst()
		q := e.quotient(v.Type, x, y)
		switch {
		case q == nil:
			return e.append(v)
		case v.Op == Div:
			return q
		}
		return e.op(Add, v.Type, e.op(Mul, v.Type, q, e.int(v.Type, -y)), x)
	})
	f.replace(replaced)
}

// quotient is x / y of 32 bits; nil for a power of two or zero, of which simplify makes what can be made, and for what is more than any
// power of two.
func (e *emitter) quotient(t Type, x *Value, y int64) *Value {
	d := uint64(uint32(y))
	if t.Signed() && y < 0 {
		d = uint64(-y)
	}
	switch {
	case d&(d-1) == 0 || d > 1<<31:
		return nil
	case !t.Signed():
		return e.unsignedQuotient(t, x, d)
	}
	q := e.signedQuotient(t, x, d)
	if y < 0 {
		q = e.op(Neg, t, q)
	}
	return q
}

// signedQuotient is x / d. A factor of 2^31 or more is negative as a number of 32 bits, so that x is missing from the product. The
// shift rounds down; C rounds towards zero.
func (e *emitter) signedQuotient(t Type, x *Value, d uint64) *Value {
	m, shift := factor(d, 1)
	q := e.op(MulHi, t, x, e.int(t, int64(m)))
	if m >= 1<<31 {
		q = e.op(Add, t, q, x)
	}
	sign := e.op(Shr, t.unsigned(), q, e.int(U32, 31))
	if shift > 0 {
		q = e.op(Shr, t, q, e.int(U32, int64(shift)))
	}
	return e.op(Add, t, q, sign)
}

// unsignedQuotient is x / d. If the factor has 33 bits, an even divisor first loses its factors of two; of an odd one the highest bit
// of the factor is x itself, half of which is added where the sum cannot overflow.
func (e *emitter) unsignedQuotient(t Type, x *Value, d uint64) *Value {
	m, shift := factor(d, 0)
	if k := bits.TrailingZeros64(d); m >= 1<<32 && k > 0 {
		x, d = e.op(Shr, t, x, e.int(U32, int64(k))), d>>k
		m, shift = factor(d, k)
	}
	q := e.op(MulHi, t, x, e.int(t, int64(m)))
	if m >= 1<<32 {
		rest := e.op(Shr, t, e.op(Sub, t, x, q), e.int(U32, 1))
		q, shift = e.op(Add, t, rest, q), shift-1
	}
	if shift == 0 {
		return q
	}
	return e.op(Shr, t, q, e.int(U32, int64(shift)))
}

// factor is the smallest m = 2^(32+shift)/d, rounded up, for which x*m>>(32+shift) is x/d for all x of 32 bits less so many.
func factor(d uint64, less int) (m uint64, shift int) {
	for ; ; shift++ {
		power := uint64(1) << (32 + shift)
		if m = power/d + 1; d-power%d <= 1<<(shift+less) {
			return m, shift
		}
	}
}
