package ir

import (
	"math"
	"math/big"

	"warpbook.dev/gpumodel/cuda"
)

// A Rounding is how an operation on floats rounds what has no number of its type: the suffixes of CUDA's intrinsics and of PTX.
type Rounding uint8

// The directions. Nearest goes to the even of two neighbours.
const (
	Nearest Rounding = iota
	TowardZero
	Up
	Down
)

var roundingNames = [...]string{Nearest: "rn", TowardZero: "rz", Up: "ru", Down: "rd"}

// String is the suffix: rn, rz, ru or rd.
func (r Rounding) String() string { return roundingNames[r] }

// roundedTo is an operation of the call's type that rounds so. It is never joined with another one.
func roundedTo(op Op, r Rounding) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		return b.emit(Value{Op: op, Type: b.target.valueType(e.T()), Args: args, Exact: op != Fma, Rounding: r})
	}
}

// reciprocalTo is 1/x, rounded so.
func reciprocalTo(r Rounding) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		t := b.target.valueType(e.T())
		return b.emit(Value{Op: Div, Type: t, Args: []*Value{b.float(t, 1), args[0]}, Rounding: r})
	}
}

// convertedTo is a conversion to a float or a double, rounded so.
func convertedTo(to, from Type, r Rounding) builtinFunc {
	return func(b *builder, _ *cuda.Call, args []*Value) *Value {
		return b.emit(Value{Op: Cvt, Type: to, From: from, Args: args, Rounding: r})
	}
}

// addRoundings adds the intrinsics with a suffix for each direction.
func addRoundings(functions map[string]builtinFunc) {
	for r := TowardZero; r <= Down; r++ {
		for letter, fma := range map[string]string{"f": "__fmaf_", "d": "__fma_"} {
			suffix := "_" + r.String()
			functions["__"+letter+"add"+suffix] = roundedTo(Add, r)
			functions["__"+letter+"sub"+suffix] = roundedTo(Sub, r)
			functions["__"+letter+"mul"+suffix] = roundedTo(Mul, r)
			functions["__"+letter+"div"+suffix] = roundedTo(Div, r)
			functions["__"+letter+"sqrt"+suffix] = roundedTo(Sqrt, r)
			functions["__"+letter+"rcp"+suffix] = reciprocalTo(r)
			functions[fma+r.String()] = roundedTo(Fma, r)
		}
		functions["__double2float_"+r.String()] = convertedTo(F32, F64, r)
		for name, from := range map[string]Type{"int": S32, "uint": U32, "ll": S64, "ull": U64} {
			functions["__"+name+"2float_"+r.String()] = convertedTo(F32, from, r)
			if from.Size() == 8 {
				functions["__"+name+"2double_"+r.String()] = convertedTo(F64, from, r)
			}
		}
	}
}

// Enough bits for a sum of two products of doubles, and for a quotient or a root whose last bits only say whether there are more.
const (
	exactBits  = 4400
	quotedBits = 160
)

// evaluateRounded computes an operation that does not round to the nearest.
func evaluateRounded(v *Value, args []uint64) (uint64, bool) {
	if v.Op == Cvt && v.From.Integer() {
		exact := new(big.Float).SetPrec(64)
		if v.From.Signed() {
			exact.SetInt64(v.From.extend(args[0]))
		} else {
			exact.SetUint64(v.From.wrap(args[0]))
		}
		return roundTo(v.Type, exact, v.Rounding), true
	}
	nearest := *v
	nearest.Rounding = Nearest
	result, ok := evaluate(&nearest, args)
	from := v.Type
	switch v.Op {
	case Cvt:
		from = v.From
	case Fma:
		result, ok = from.floatBits(math.FMA(from.float(args[0]), from.float(args[1]), from.float(args[2]))), true
	}
	x := make([]*big.Float, len(args))
	for i, bits := range args {
		f := from.float(bits)
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return result, ok // nothing is rounded
		}
		x[i] = new(big.Float).SetPrec(exactBits).SetFloat64(f)
	}
	exact := new(big.Float).SetPrec(exactBits)
	switch v.Op {
	case Add:
		exact.Add(x[0], x[1])
	case Sub:
		exact.Sub(x[0], x[1])
	case Mul:
		exact.Mul(x[0], x[1])
	case Fma:
		exact.Add(exact.Mul(x[0], x[1]), x[2])
	case Cvt:
		exact = x[0]
	case Div:
		if x[1].Sign() == 0 {
			return result, ok
		}
		exact.SetPrec(quotedBits).SetMode(big.ToZero).Quo(x[0], x[1])
		exact = sticky(exact)
	case Sqrt:
		if x[0].Sign() <= 0 {
			return result, ok
		}
		exact.SetPrec(quotedBits).Sqrt(x[0]) // to the nearest, always
		exact = besideRoot(exact, x[0])
	default:
		return 0, false
	}
	if exact.Sign() == 0 {
		return zeroOf(v, args, result), ok
	}
	return roundTo(v.Type, exact, v.Rounding), true
}

// zeroOf is a result that is exactly 0: the difference of equal numbers is -0 where everything is rounded down, and otherwise +0.
func zeroOf(v *Value, args []uint64, nearest uint64) uint64 {
	sum := v.Op == Add || v.Op == Sub || v.Op == Fma
	if v.Rounding == Down && sum && v.Type.float(nearest) == 0 && !bothZero(v, args) {
		return v.Type.floatBits(math.Copysign(0, -1))
	}
	return nearest
}

// bothZero tells whether a sum is of two zeros of one sign, which it then keeps.
func bothZero(v *Value, args []uint64) bool {
	t := v.Type
	a, b := t.float(args[0]), t.float(args[1])
	switch v.Op {
	case Sub:
		b = -b
	case Fma:
		a, b = a*b, t.float(args[2])
	}
	return a == 0 && b == 0 && math.Signbit(a) == math.Signbit(b)
}

// besideRoot makes a root that was rounded to the nearest one that is not above the root of x, and says in its accuracy whether it is
// exact.
func besideRoot(root, x *big.Float) *big.Float {
	square := new(big.Float).SetPrec(exactBits).Mul(root, root)
	switch square.Cmp(x) {
	case 0:
		return root.SetPrec(quotedBits)
	case 1:
		unit := new(big.Float).SetMantExp(big.NewFloat(1), root.MantExp(nil)-quotedBits)
		root.Sub(root, unit)
	}
	// A bit below all that the root has makes it inexact.
	return new(big.Float).SetPrec(2*quotedBits).Add(root, new(big.Float).SetMantExp(big.NewFloat(1), root.MantExp(nil)-quotedBits-8))
}

// sticky is a number that was cut off, with a bit below its last one if something was lost.
func sticky(x *big.Float) *big.Float {
	if x.Acc() == big.Exact {
		return x
	}
	bit := new(big.Float).SetMantExp(big.NewFloat(1), x.MantExp(nil)-quotedBits-8)
	if x.Signbit() {
		bit.Neg(bit)
	}
	return new(big.Float).SetPrec(2*quotedBits).Add(x, bit)
}

// roundTo rounds a number that is not 0, or a 0 without a sign.
func roundTo(t Type, exact *big.Float, r Rounding) uint64 {
	if t == F32 {
		f, accuracy := exact.Float32()
		if to, ok := toward(float64(f), accuracy, r); ok {
			f = math.Nextafter32(f, float32(to))
		}
		return uint64(math.Float32bits(f))
	}
	f, accuracy := exact.Float64()
	if to, ok := toward(f, accuracy, r); ok {
		f = math.Nextafter(f, to)
	}
	return math.Float64bits(f)
}

// toward says in which direction the neighbour of a number that was rounded to the nearest lies that is right.
func toward(f float64, accuracy big.Accuracy, r Rounding) (to float64, ok bool) {
	switch {
	case r == Up && accuracy == big.Below:
		return math.Inf(1), true
	case r == Down && accuracy == big.Above:
		return math.Inf(-1), true
	case r == TowardZero && (accuracy == big.Above && f > 0 || accuracy == big.Below && f < 0):
		return 0, true
	}
	return 0, false
}
