package ir

import (
	"math"

	"warpbook.dev/gpumodel/cuda"
)

// A scaledExponential is e^x or 10^x as CUDA 1.1 to 3.2 computed it on 1.x (math_functions.h): in the special function unit, which
// has 2^x. x is a whole multiple j of ln 2, or lg 2, and a rest. Both go through the unit, since x times the logarithm alone would
// lose the last bits of a large x. The constant that takes j off x comes in two parts.
type scaledExponential struct {
	log       float32 // of the base, to base 2
	high, low float32 // its inverse
	limit     float32 // of |x|, beyond which the result is 0 or infinite
}

var (
	naturalExponential = scaledExponential{1.442695041, 0.6931457519, 1.4286067653e-6, 105}
	decimalExponential = scaledExponential{3.321928094, 3.0102920532226563e-1, 7.9034171557301747e-7, 46}
)

// function is the exponential where the special function unit is all there is, and precise elsewhere.
func (x scaledExponential) function(precise builtinFunc) builtinFunc {
	return onUnit(precise, func(b *builder, a *Value) *Value {
		constant := func(c float32) *Value { return b.float(F32, float64(c)) }
		log := constant(x.log)
		whole := b.op(Trunc, F32, b.op(Mul, F32, a, log))
		rest := b.op(Add, F32, b.op(Mul, F32, whole, constant(-x.high)), a)
		rest = b.op(Add, F32, b.op(Mul, F32, whole, constant(-x.low)), rest)
		r := b.op(Mul, F32, b.op(Ex2, F32, b.op(Mul, F32, rest, log)), b.op(Ex2, F32, whole))
		r = b.op(Selp, F32, b.setp(LT, F32, a, constant(-x.limit)), constant(0), r)
		return b.op(Selp, F32, b.setp(GT, F32, a, constant(x.limit)), constant(float32(math.Inf(1))), r)
	})
}

// onUnit is a function of floats that a device without fused multiply-add computes in its special function unit.
func onUnit(precise builtinFunc, of func(b *builder, a *Value) *Value) builtinFunc {
	return func(b *builder, e *cuda.Call, args []*Value) *Value {
		if b.ofHost() || b.target.FMA || args[0].Type != F32 {
			return precise(b, e, args)
		}
		return of(b, args[0])
	}
}

// addExponentials puts the functions above among the built-in ones.
func addExponentials(builtins map[string]builtinFunc) {
	for _, name := range []string{"exp", "expf"} {
		builtins[name] = naturalExponential.function(builtins[name])
	}
	for _, name := range []string{"exp10", "exp10f"} {
		builtins[name] = decimalExponential.function(builtins[name])
	}
	for _, name := range []string{"exp2", "exp2f"} {
		builtins[name] = onUnit(builtins[name], func(b *builder, a *Value) *Value { return b.op(Ex2, F32, a) })
	}
}
