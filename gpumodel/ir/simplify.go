package ir

import "math/bits"

// simplify returns a simpler value equal to the pure value v, or nil. It may
// emit the parts of the simpler value.
//
// Each rule makes the value smaller or moves a constant to the right, so the recursion through emit ends.
func (e *emitter) simplify(v *Value) *Value {
	if c := e.fold(v); c != nil {
		return c
	}
	if v.Op.has(commutative) && v.Args[0].isConst() && !v.Args[1].isConst() {
		v.Args = append([]*Value{v.Args[1], v.Args[0]}, v.Args[2:]...)
	}
	if rule := rules[v.Op]; rule != nil && (v.Type.Integer() || v.Type == Pred || v.Op == Selp) {
		return rule(e, v)
	}
	return e.simplifyFloat(v)
}

// fold evaluates v if all its arguments are constants.
//
// With --ftz an operation that touches a subnormal number is left to the hardware's rules (package doc).
func (e *emitter) fold(v *Value) *Value {
	if len(v.Args) == 0 {
		return nil
	}
	args := make([]uint64, len(v.Args))
	for i, a := range v.Args {
		if !a.isConst() {
			return nil
		}
		args[i] = a.Imm
	}
	bits, ok := evaluate(v, args)
	if !ok || (e.f.Target.Flush || v.Flush) && v.touchesSubnormal(args, bits) {
		return nil
	}
	if e.f.Host && v.Type.Float() && v.Type.float(bits) != v.Type.float(bits) { // the host's processor knows its sign
		return nil
	}
	return e.constant(v.Type, bits)
}

// touchesSubnormal is true where the hardware takes an argument or the result for 0.
func (v *Value) touchesSubnormal(args []uint64, result uint64) bool {
	for i, a := range v.Args {
		if a.Type == F32 && Subnormal(args[i]) {
			return true
		}
	}
	return v.Type == F32 && Subnormal(result)
}

// rules has the algebraic identities of integers and predicates, by operation.
// Constants are on the right where the operation commutes. It is filled by init
// because the rules emit values, which apply the rules.
var rules [numOps]func(e *emitter, v *Value) *Value

func init() {
	rules = [numOps]func(e *emitter, v *Value) *Value{
		Add: addRule, Sub: subRule, Mul: mulRule, Shl: shiftRule, Shr: shiftRule,
		And: andRule, Or: orRule, Xor: xorRule, Not: involution, Neg: involution,
		Div: divRule, Rem: remRule, Min: sameRule, Max: sameRule,
		Setp: setpRule, Selp: selpRule, PAnd: pandRule, POr: porRule, PNot: pnotRule, Cvt: cvtRule,
	}
}

// addRule gathers constants at the end of a sum, where strip turns them into the offset of an access.
func addRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	switch {
	case y.is(0):
		return x
	case y.isConst() && x.Op == Add && x.Args[1].isConst() && sameClass(x, v):
		// (x + a) + b is x + (a + b), unless a + b wraps where the sums did not.
		a, b := x.Args[1].intConst(), y.intConst()
		if c := a + b; v.Type.signed().extend(v.Type.wrap(uint64(c))) == c {
			return e.op(Add, v.Type, x.Args[0], e.int(v.Type, c))
		}
	case y.Op == Neg && y.Type.class() == v.Type.class():
		return e.op(Sub, v.Type, x, y.Args[0])
	case x.Op == Neg && x.Type.class() == v.Type.class() && !y.isConst():
		return e.op(Sub, v.Type, y, x.Args[0])
	case x.Op == Sub && x.Args[1] == y:
		return x.Args[0]
	}
	return nil
}

func sameClass(a, b *Value) bool { return a.Type.class() == b.Type.class() }

// subRule turns x - c into x + (-c), so that other passes meet constants in sums only. x - (x & c) is the
// remainder that remRule leaves once the range of x is known.
func subRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	switch {
	case x == y:
		return e.int(v.Type, 0)
	case y.isConst():
		return e.op(Add, v.Type, x, e.int(v.Type, -y.intConst()))
	case x.is(0):
		return e.op(Neg, v.Type, y)
	case y.Op == And && y.Args[0] == x && y.Args[1].isConst():
		return e.op(And, v.Type, x, e.int(v.Type, ^y.Args[1].intConst()))
	case x.Op == Add && x.Args[0] == y:
		return x.Args[1]
	case x.Op == Add && x.Args[1] == y:
		return x.Args[0]
	}
	return nil
}

// mulRule merges constant factors first and makes a shift of the result last: (x << 2) * 3 is x * 12.
func mulRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	if !y.isConst() {
		return nil
	}
	c := y.intConst()
	switch k, power := log2(y); {
	case c == 0:
		return y
	case c == 1:
		return x
	case c == -1:
		return e.op(Neg, v.Type, x)
	case x.Op == Mul && x.Args[1].isConst():
		return e.op(Mul, v.Type, x.Args[0], e.int(v.Type, x.Args[1].intConst()*c))
	case x.Op == Shl && x.Args[1].isConst():
		return e.op(Mul, v.Type, x.Args[0], e.int(v.Type, c<<min(63, uint64(x.Args[1].intConst()))))
	case power:
		return e.op(Shl, v.Type, x, e.int(U32, int64(k)))
	}
	return nil
}

// log2 tells whether a constant is a power of two, as an unsigned number.
func log2(c *Value) (int, bool) {
	x := c.Type.wrap(c.Imm)
	return bits.TrailingZeros64(x), bits.OnesCount64(x) == 1
}

// shiftRule merges shifts by constants. An amount of the type's width or more gives 0 for shl, as in PTX,
// where amounts are clamped and not taken modulo the width.
func shiftRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	switch {
	case x.is(0), y.is(0):
		return x
	case !y.isConst():
		return nil
	case v.Op == Shl && y.Imm >= uint64(8*v.Type.Size()):
		return e.int(v.Type, 0)
	case x.Op == v.Op && x.Args[1].isConst() && (v.Op == Shl || x.Type == v.Type) && x.Args[1].Imm+y.Imm < 32:
		return e.op(v.Op, v.Type, x.Args[0], e.int(U32, int64(x.Args[1].Imm+y.Imm)))
	case v.Op == Shl && x.Op == Mul && x.Args[1].isConst():
		return e.op(Mul, v.Type, x.Args[0], e.int(v.Type, x.Args[1].intConst()<<y.Imm))
	}
	return nil
}

func andRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	switch {
	case x == y, y.is(-1):
		return x
	case y.is(0):
		return y
	case y.isConst() && x.Op == And && x.Args[1].isConst():
		return e.op(And, v.Type, x.Args[0], e.int(v.Type, x.Args[1].intConst()&y.intConst()))
	}
	return nil
}

func orRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	switch {
	case x == y, y.is(0):
		return x
	case y.is(-1):
		return y
	}
	return nil
}

func xorRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	switch {
	case x == y:
		return e.int(v.Type, 0)
	case y.is(0):
		return x
	case y.is(-1):
		return e.op(Not, v.Type, x)
	}
	return nil
}

// involution is for operations that undo themselves: ~~x and -(-x) are x.
func involution(e *emitter, v *Value) *Value {
	if x := v.Args[0]; x.Op == v.Op && sameClass(x, v) {
		return x.Args[0]
	}
	return nil
}

func sameRule(e *emitter, v *Value) *Value {
	if v.Args[0] == v.Args[1] {
		return v.Args[0]
	}
	return nil
}

// divRule divides by powers of two with shifts. A negative dividend is first
// raised by 2^k-1, since C truncates and a shift rounds down.
//
// For a signed dividend this is nvcc's sequence:
//
//	x / 16        %r1 = shr.s32 x, 31     all ones if x < 0
//	              %r2 = shr.u32 %r1, 28   15 if x < 0, otherwise 0
//	              %r3 = add.u32 x, %r2
//	              %r4 = shr.s32 %r3, 4
//
// useRanges removes the correction where x cannot be negative. Division by other constants stays a Div;
// isa has its cost.
func divRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	k, power := log2(y)
	switch {
	case !y.isConst():
		return nil
	case y.is(1):
		return x
	case !power || y.intConst() < 0 && v.Type.Signed():
		return nil
	case !v.Type.Signed():
		return e.op(Shr, v.Type, x, e.int(U32, int64(k)))
	}
	return e.op(Shr, v.Type, e.biased(v.Type, x, k), e.int(U32, int64(k)))
}

// biased is x, plus 2^k-1 if x is negative.
func (e *emitter) biased(t Type, x *Value, k int) *Value {
	width := 8 * t.Size()
	sign := e.op(Shr, t, x, e.int(U32, int64(width-1)))
	return e.op(Add, t.unsigned(), x, e.op(Shr, t.unsigned(), sign, e.int(U32, int64(width-k))))
}

// remRule masks: of a signed dividend it subtracts the next multiple of 2^k towards zero.
func remRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	k, power := log2(y)
	switch {
	case !y.isConst():
		return nil
	case y.is(1):
		return e.int(v.Type, 0)
	case !power || y.intConst() < 0 && v.Type.Signed():
		return nil
	case !v.Type.Signed():
		return e.op(And, v.Type, x, e.int(v.Type, y.intConst()-1))
	}
	multiple := e.op(And, v.Type, e.biased(v.Type, x, k), e.int(v.Type, -1<<k))
	return e.op(Sub, v.Type, x, multiple)
}

// negated has the comparison that holds where the other does not.
var negated = [...]Cmp{EQ: NE, NE: EQ, LT: GE, LE: GT, GT: LE, GE: LT}

// swapped has the comparison of exchanged operands.
var swapped = [...]Cmp{EQ: EQ, NE: NE, LT: GT, LE: GE, GT: LT, GE: LE}

// setpRule leaves floats alone: x == x is false for a NaN. The last case undoes toStored, so that a bool
// that went through a variable is the predicate again.
func setpRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	if v.From.Float() {
		return nil
	}
	switch {
	case x == y:
		return e.constant(Pred, boolBits(v.Cmp == EQ || v.Cmp == LE || v.Cmp == GE))
	case samePlaces(x, y):
		_, a := x.inVariable()
		_, b := y.inVariable()
		return e.constant(Pred, boolBits(compare(v.Cmp, S64, uint64(a), uint64(b))))
	case x.isConst():
		return e.setp(swapped[v.Cmp], v.From, y, x)
	case y.is(0) && !v.From.Signed() && (v.Cmp == LT || v.Cmp == GE):
		return e.constant(Pred, boolBits(v.Cmp == GE))
	case (v.Cmp == EQ || v.Cmp == NE) && y.is(0) && x.Op == Selp && x.Args[1].is(1) && x.Args[2].is(0):
		if v.Cmp == NE {
			return x.Args[0]
		}
		return e.op(PNot, Pred, x.Args[0])
	}
	return nil
}

// samePlaces tells whether both are addresses in one variable, at places that are known.
func samePlaces(x, y *Value) bool {
	a, _ := x.inVariable()
	b, _ := y.inVariable()
	return a != nil && a == b
}

func selpRule(e *emitter, v *Value) *Value {
	p, x, y := v.Args[0], v.Args[1], v.Args[2]
	switch {
	case x == y:
		return x
	case p.isConst() && p.Imm != 0:
		return x
	case p.isConst():
		return y
	case p.Op == PNot:
		return e.op(Selp, v.Type, p.Args[0], y, x)
	}
	return nil
}

func pandRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	switch {
	case x == y:
		return x
	case y.isConst() && y.Imm != 0:
		return x
	case y.isConst():
		return y
	}
	return e.joinSigns(v, GE)
}

func porRule(e *emitter, v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	switch {
	case x == y:
		return x
	case y.isConst() && y.Imm != 0:
		return y
	case y.isConst():
		return x
	}
	return e.joinSigns(v, LT)
}

// joinSigns tests the signs of two numbers at once, as LLVM's InstCombine does: x >= 0 && y >= 0 is (x | y) >= 0, and x < 0 || y < 0 is
// (x | y) < 0. The two stand side by side: in x >= 0 && x < n && y >= 0 the first two are the same for a row. c is how both compare.
func (e *emitter) joinSigns(v *Value, c Cmp) *Value {
	if !e.f.Target.JoinsSigns {
		return nil
	}
	x, y := v.Args[0], v.Args[1]
	if !x.testsSign(c) || !y.testsSign(c) || !sameClass(x.Args[0], y.Args[0]) {
		return nil
	}
	t := x.Args[0].Type
	return e.setp(c, x.From, e.op(Or, t, x.Args[0], y.Args[0]), e.int(t, 0))
}

// testsSign reports whether v compares a signed number of 32 bits so with 0.
func (v *Value) testsSign(c Cmp) bool {
	return v.Op == Setp && v.Cmp == c && v.From == S32 && v.Args[1].is(0) && !v.Args[0].isConst()
}

// pnotRule turns !(a < b) into a >= b, for integers only: with a NaN both comparisons are false.
func pnotRule(e *emitter, v *Value) *Value {
	switch x := v.Args[0]; {
	case x.Op == PNot:
		return x.Args[0]
	case x.Op == Setp && (!x.From.Float() || x.Cmp == EQ || x.Cmp == NE): // a NaN is neither less nor greater
		return e.setp(negated[x.Cmp], x.From, x.Args[0], x.Args[1])
	}
	return nil
}

// cvtRule removes conversions of integers that change no bit that is read. Char and short values are
// extended in their registers, so extending one twice is extending it once.
func cvtRule(e *emitter, v *Value) *Value {
	x := v.Args[0]
	switch {
	case !v.From.Integer() || !v.Type.Integer():
		return nil
	case v.From.class() == v.Type.class() && v.From.Size() >= 4:
		return x // only the signedness changes
	case v.From.Size() < 4 && x.Op == Load && x.Mem == v.From && x.Lanes == 0:
		return x // a load extends
	case v.From.Size() < 4 && x.Op == Cvt && x.From == v.From && sameClass(x, v):
		return x
	case v.From.Size() < 4 && x.Op == Cvt && x.From.Size() == 4 && x.Type.Size() < 4:
		return e.cvt(v.Type, v.From, x.Args[0])
	case v.Type.Size() == 4 && v.From.Size() == 8 && x.Op == Cvt && x.From.Size() == 4 && x.From.Integer():
		return x.Args[0]
	}
	return nil
}

// simplifyFloat keeps to what is exact for every operand: x+0 is not x for -0.
func (e *emitter) simplifyFloat(v *Value) *Value {
	t := v.Type
	if v.Rounding != Nearest {
		return nil
	}
	switch v.Op {
	case DivApprox:
		if x := v.Args[0]; x.isConst() && t.float(x.Imm) == 1 {
			return e.op(Rcp, t, v.Args[1])
		}
	case Mul, Div:
		if y := v.Args[1]; y.isConst() && t.float(y.Imm) == 1 {
			return v.Args[0]
		}
		if v.Op == Div {
			return e.reciprocal(v)
		}
		return e.moveSign(v)
	case Add, Sub:
		if y := v.Args[1]; y.isConst() && t.float(y.Imm) == 0 && e.f.Target.FastMath {
			return v.Args[0]
		}
		return e.moveSign(v)
	case Neg:
		return involution(e, v)
	case Min, Max:
		return sameRule(e, v)
	case Cvt:
		if v.From == v.Type {
			return v.Args[0]
		}
		if x := v.Args[0]; v.Type == F32 && v.From == F64 && x.Op == Cvt && x.From == F32 {
			return x.Args[0]
		}
		return e.narrowed(v)
	}
	return nil
}

// narrowed computes a double that is rounded to float at once as a float, where the
// operands are floats: double has more than twice the bits, so that rounding twice is
// rounding once (Figueroa, 1995). LLVM does so, the compilers before it did not.
func (e *emitter) narrowed(v *Value) *Value {
	x := v.Args[0]
	if !e.f.Target.NarrowsDoubles || v.Type != F32 || v.From != F64 || x.Exact {
		return nil
	}
	switch x.Op {
	case Add, Sub, Mul, Div:
	default:
		return nil
	}
	args := make([]*Value, 2)
	for i, a := range x.Args {
		switch f := F64.float(a.Imm); {
		case a.Op == Cvt && a.From == F32:
			args[i] = a.Args[0]
		case a.isConst() && float64(float32(f)) == f:
			args[i] = e.constant(F32, F32.floatBits(f))
		default:
			return nil
		}
	}
	return e.op(x.Op, F32, args...)
}

// reciprocal turns the division by a power of two into an exact multiplication.
func (e *emitter) reciprocal(v *Value) *Value {
	y := v.Args[1]
	if !y.isConst() {
		return nil
	}
	r := 1 / v.Type.float(y.Imm)
	bits := v.Type.floatBits(r)
	mantissa := uint64(1)<<52 - 1
	exponent := uint64(0x7ff) << 52
	if v.Type == F32 {
		mantissa, exponent = 1<<23-1, 0xff<<23
	}
	if y.Imm&mantissa != 0 || bits&mantissa != 0 || bits&exponent == 0 || bits&exponent == exponent {
		return nil
	}
	return e.op(Mul, v.Type, v.Args[0], e.constant(v.Type, bits))
}
