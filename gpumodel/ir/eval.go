package ir

import (
	"math"
	"math/bits"
)

// evaluate computes a pure operation on constant arguments, with CUDA's rules:
// integers wrap, shift counts clamp at the width, conversions to integers
// truncate and saturate. ok is false where the hardware's result is not ours to
// say: division by zero, the SFU's approximations and library functions.
func evaluate(v *Value, args []uint64) (result uint64, ok bool) {
	if v.Rounding != Nearest {
		return evaluateRounded(v, args)
	}
	switch v.Op {
	case Setp:
		return boolBits(compare(v.Cmp, v.From, args[0], args[1])), true
	case Selp:
		if args[0] != 0 {
			return args[1], true
		}
		return args[2], true
	case PAnd:
		return args[0] & args[1], true
	case POr:
		return args[0] | args[1], true
	case PNot:
		return args[0] ^ 1, true
	case Cvt:
		return convert(v.Type, v.From, args[0]), true
	case Bitcast:
		return args[0], true
	case FromHalf:
		return F32.floatBits(HalfValue(uint16(args[0]))), true
	case ToHalf:
		return uint64(HalfBits(F32.float(args[0]))), true
	case Popc:
		return uint64(bits.OnesCount64(v.From.wrap(args[0]))), true
	case Clz:
		return uint64(bits.LeadingZeros64(v.From.wrap(args[0])) - 64 + 8*v.From.Size()), true
	case Ffs:
		x := v.From.wrap(args[0])
		if x == 0 {
			return 0, true
		}
		return uint64(bits.TrailingZeros64(x) + 1), true
	}
	if v.Type.Float() {
		return evalFloat(v, args)
	}
	return evalInt(v, args)
}

func boolBits(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// compare decides on wrapped bits. Go compares floats as IEEE 754 asks: with a NaN only NE holds.
func compare(c Cmp, t Type, a, b uint64) bool {
	switch {
	case t.Float():
		return holds(c, t.float(a), t.float(b))
	case t.Signed():
		return holds(c, t.extend(a), t.extend(b))
	}
	return holds(c, t.wrap(a), t.wrap(b))
}

func holds[T int64 | uint64 | float64](c Cmp, a, b T) bool {
	switch c {
	case EQ:
		return a == b
	case NE:
		return a != b
	case LT:
		return a < b
	case LE:
		return a <= b
	case GT:
		return a > b
	}
	return a >= b
}

// evalInt computes in 64 bits and wraps at the end. Both signs work in int64, because the low bits of sums
// and products are the same; where the sign matters (division, extremes, shifts) the helpers look at it.
func evalInt(v *Value, args []uint64) (uint64, bool) {
	t := v.Type
	x := t.extend(args[0])
	var y int64
	if len(args) > 1 {
		y = t.extend(args[1])
	}
	var r int64
	switch v.Op {
	case Add:
		r = x + y
	case Sub:
		r = x - y
	case Mul:
		r = x * y
	case Mad:
		r = x*y + t.extend(args[2])
	case Mul24, Mad24:
		r = low24(t, args[0]) * low24(t, args[1])
		if v.Op == Mad24 {
			r += t.extend(args[2])
		}
	case MulHi:
		r = mulHi(t, x, y)
	case MulWide:
		r = v.From.extend(args[0]) * v.From.extend(args[1])
	case MadWide:
		r = v.From.extend(args[0])*v.From.extend(args[1]) + t.extend(args[2])
	case Dp4a:
		r = dotBytes(t, args[0], args[1]) + t.extend(args[2])
	case Div, Rem:
		if y == 0 || y == -1 && (t == S32 && x == math.MinInt32 || t == S64 && x == math.MinInt64) { // the host faults, a GPU does not
			return 0, false
		}
		r = divide(v.Op, t, x, y)
	case Abs:
		r = max(x, -x)
	case Neg:
		r = -x
	case Min, Max:
		r = extreme(v.Op, t, x, y)
	case And:
		r = x & y
	case Or:
		r = x | y
	case Xor:
		r = x ^ y
	case Not:
		r = ^x
	case Prmt:
		return permute(args[0]&math.MaxUint32|args[2]<<32, args[1]), true
	case Shf:
		return funnel(v.Imm, args[0]&math.MaxUint32|args[2]<<32, args[1]), true
	case Brev:
		r = int64(bits.Reverse64(uint64(x)) >> (64 - 8*t.Size()))
	case Shl:
		r = int64(uint64(x) << min(uint64(uint32(args[1])), 64))
	case Shr:
		n := min(uint64(uint32(args[1])), 64)
		if t.Signed() {
			r = x >> n
		} else {
			r = int64(uint64(x) >> n)
		}
	default:
		return 0, false
	}
	return t.wrap(uint64(r)), true
}

// low24 is the operand of mul24: its low 24 bits, extended from bit 23 if signed.
func low24(t Type, bits uint64) int64 {
	if t.Signed() {
		return int64(int32(uint32(bits)<<8) >> 8)
	}
	return int64(bits & 0xffffff)
}

// mulHi is the high half of the product. A negative factor of 64 bits counts 2^64 too much as an unsigned
// number, which the signed case takes off the high half.
func mulHi(t Type, x, y int64) int64 {
	if t.Size() == 4 {
		return x * y >> 32 // U32 operands are zero-extended: the product needs uint64, the shift drops the sign
	}
	hi, _ := bits.Mul64(uint64(x), uint64(y))
	if t.Signed() {
		if x < 0 {
			hi -= uint64(y)
		}
		if y < 0 {
			hi -= uint64(x)
		}
	}
	return int64(hi)
}

// divide is / or %. Go's MinInt64 / -1 wraps like the hardware's.
func divide(op Op, t Type, x, y int64) int64 {
	switch {
	case t.Signed() && op == Div:
		return x / y
	case t.Signed():
		return x % y
	case op == Div:
		return int64(uint64(x) / uint64(y))
	}
	return int64(uint64(x) % uint64(y))
}

func extreme(op Op, t Type, x, y int64) int64 {
	less := x < y
	if !t.Signed() {
		less = uint64(x) < uint64(y)
	}
	if less == (op == Min) {
		return x
	}
	return y
}

// evalFloat computes in double precision and rounds to t, which is exact for these operations (floatBits).
// Fma is missing: a product and sum in double precision would be rounded twice.
func evalFloat(v *Value, args []uint64) (uint64, bool) {
	t := v.Type
	x := t.float(args[0])
	var y float64
	if len(args) > 1 {
		y = t.float(args[1])
	}
	sign := uint64(1) << (8*t.Size() - 1)
	switch v.Op {
	case Abs: // of a NaN too it is the sign alone that changes
		return args[0] &^ sign, true
	case Neg:
		return args[0] ^ sign, true
	case Add:
		return t.floatBits(x + y), true
	case Sub:
		return t.floatBits(x - y), true
	case Mul:
		return t.floatBits(x * y), true
	case Div:
		return t.floatBits(x / y), true
	case Min:
		return t.floatBits(ignoreNaN(math.Min, x, y)), true
	case Max:
		return t.floatBits(ignoreNaN(math.Max, x, y)), true
	case Sat: // a NaN becomes 0
		if x != x {
			return 0, true
		}
		return t.floatBits(min(max(x, 0), 1)), true
	case Sqrt:
		return t.floatBits(math.Sqrt(x)), true
	case Floor:
		return t.floatBits(math.Floor(x)), true
	case Ceil:
		return t.floatBits(math.Ceil(x)), true
	case Trunc:
		return t.floatBits(math.Trunc(x)), true
	case Round:
		return t.floatBits(math.RoundToEven(x)), true
	}
	return 0, false
}

// ignoreNaN is fmin's and fmax's rule: a NaN gives way to the other operand.
func ignoreNaN(f func(x, y float64) float64, x, y float64) float64 {
	switch {
	case math.IsNaN(x):
		return y
	case math.IsNaN(y):
		return x
	}
	return f(x, y)
}

// convert is Cvt: to integers by truncation, saturating.
func convert(to, from Type, bits uint64) uint64 {
	switch {
	case from.Float() && to.Float():
		return to.floatBits(from.float(bits))
	case from.Float():
		if x := from.float(bits); x == x {
			return to.wrap(saturate(to, x))
		}
		// PTX ISA, cvt: what is not a number is 0, of a float in 32 bits, and the highest bit alone elsewhere.
		if from == F32 && to.Size() < 8 {
			return 0
		}
		return 1 << (8*to.Size() - 1)
	case to == F32 && from.Signed():
		return uint64(math.Float32bits(float32(from.extend(bits))))
	case to == F32:
		return uint64(math.Float32bits(float32(from.wrap(bits))))
	case to == F64 && from.Signed():
		return math.Float64bits(float64(from.extend(bits)))
	case to == F64:
		return math.Float64bits(float64(from.wrap(bits)))
	}
	return to.wrap(uint64(from.extend(bits)))
}

// saturate is cvt.rzi to an integer of a number: out of range gives the nearest number of the type.
func saturate(t Type, x float64) uint64 {
	width := 8 * t.Size()
	if t.Signed() {
		limit := math.Ldexp(1, width-1)
		switch {
		case x >= limit:
			return 1<<(width-1) - 1
		case x <= -limit:
			return 1 << (width - 1)
		}
		return uint64(int64(x))
	}
	switch {
	case x <= 0:
		return 0
	case x >= math.Ldexp(1, width):
		return math.MaxUint64
	}
	return uint64(x)
}

// permute picks four of eight bytes.
func permute(bytes, selector uint64) (result uint64) {
	for i := range 4 {
		k := selector >> (4 * i) & 7
		result |= bytes >> (8 * k) & 255 << (8 * i)
	}
	return result
}

// dotBytes is the sum of the products of four bytes of two words.
func dotBytes(t Type, a, b uint64) (sum int64) {
	for shift := 0; shift < 32; shift += 8 {
		if x, y := a>>shift, b>>shift; t.Signed() {
			sum += int64(int8(x)) * int64(int8(y))
		} else {
			sum += int64(uint8(x)) * int64(uint8(y))
		}
	}
	return sum
}

// funnel is the upper half of 64 bits shifted left, or the lower half of them shifted right.
func funnel(which, x, by uint64) uint64 {
	if by &= math.MaxUint32; which == FunnelLeft || which == FunnelRight {
		by %= 32
	}
	by = min(by, 32)
	if which == FunnelLeft || which == FunnelLeftClamp {
		return x << by >> 32
	}
	return x >> by & math.MaxUint32
}
