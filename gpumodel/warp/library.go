package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/libm"
	"warpbook.dev/gpumodel/sfu"
	"warpbook.dev/gpumodel/vector"
)

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// oneArgument and twoArguments are the library functions: of floats, which round their results once more, and of doubles that ofDoubles and
// pairsOfDoubles lack. Go's functions are good enough there.
var oneArgument = map[ir.MathFunc]func(float64) float64{
	ir.MathSin: math.Sin, ir.MathCos: math.Cos, ir.MathTan: math.Tan, ir.MathAsin: math.Asin, ir.MathAcos: math.Acos,
	ir.MathAtan: math.Atan, ir.MathSinh: math.Sinh, ir.MathCosh: math.Cosh, ir.MathTanh: math.Tanh,
	ir.MathAsinh: math.Asinh, ir.MathAcosh: math.Acosh, ir.MathAtanh: math.Atanh, ir.MathExp: math.Exp,
	ir.MathExp2: math.Exp2, ir.MathExpm1: math.Expm1, ir.MathLog: math.Log, ir.MathLog2: math.Log2,
	ir.MathLog10: math.Log10, ir.MathLog1p: math.Log1p, ir.MathCbrt: math.Cbrt, ir.MathErf: math.Erf,
	ir.MathErfc: math.Erfc, ir.MathErfinv: math.Erfinv, ir.MathTgamma: math.Gamma, ir.MathRound: math.Round,
	ir.MathNormcdf:  func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 },
	ir.MathExp10:    func(x float64) float64 { return math.Pow(10, x) },
	ir.MathLgamma:   func(x float64) float64 { l, _ := math.Lgamma(x); return l },
	ir.MathIsnan:    func(x float64) float64 { return truth(math.IsNaN(x)) },
	ir.MathIsinf:    func(x float64) float64 { return truth(math.IsInf(x, 0)) },
	ir.MathIsfinite: func(x float64) float64 { return truth(!math.IsInf(x, 0) && !math.IsNaN(x)) },
	ir.MathSinpi:    libm.Sinpi,
	ir.MathCospi:    libm.Cospi,
	ir.MathRcbrt:    func(x float64) float64 { return 1 / math.Cbrt(x) },
}

// A floatFunction is a function of a float that package vector defines, so that it is the same on all hosts.
type floatFunction struct {
	of   func(float32) float32
	kind vector.Kind
}

var floatFunctions = map[ir.MathFunc]floatFunction{
	ir.MathSin: {vector.Sin, vector.SinF}, ir.MathCos: {vector.Cos, vector.CosF},
	ir.MathExp: {vector.Exp, vector.ExpF}, ir.MathExp2: {vector.Exp2, vector.Exp2F}, ir.MathLog: {vector.Log,
		vector.LogF}, ir.MathLog2: {vector.Log2, vector.Log2F},
}

// floatFunctionOf is what a library function computes of a float, if package vector defines it.
func floatFunctionOf(op ir.Op, t, from ir.Type, f ir.MathFunc) (g floatFunction, ok bool) {
	if op == ir.Math && t == ir.F32 && (from == ir.Void || from == ir.F32) {
		g, ok = floatFunctions[f]
	}
	return g, ok
}

// A unitFunction is what the special function unit computes of a float, or of two with a product.
type unitFunction struct {
	of   func(x, y float32) float32
	kind vector.Kind
}

// units are the operations on floats that the special function unit computes.
var units = map[ir.Op]unitFunction{
	ir.Rcp: {one(sfu.Rcp), vector.UnitRcp}, ir.Rsqrt: {one(sfu.Rsqrt), vector.UnitRsqrt}, ir.SqrtApprox: {one(sfu.Sqrt), vector.UnitSqrt},
	ir.Ex2: {one(sfu.Exp2), vector.UnitExp2}, ir.Lg2: {one(sfu.Log2), vector.UnitLog2}, ir.Sin: {one(sfu.Sin),
		vector.UnitSin}, ir.Cos: {one(sfu.Cos), vector.UnitCos},
	ir.Tanh:      {one(sfu.Tanh), vector.UnitTanh},
	ir.DivApprox: {sfu.Quotient, vector.UnitDiv}, ir.DivFull: {sfu.FullQuotient, vector.UnitDivFull},
}

func one(f func(x float32) float32) func(x, y float32) float32 {
	return func(x, _ float32) float32 { return f(x) }
}

// unitOf is what the unit computes for an operation.
func unitOf(op ir.Op, t ir.Type) (f unitFunction, ok bool) {
	if t == ir.F32 {
		f, ok = units[op]
	}
	return f, ok
}

var twoArguments = map[ir.MathFunc]func(x, y float64) float64{
	ir.MathAtan2: math.Atan2, ir.MathPow: math.Pow, ir.MathHypot: math.Hypot, ir.MathFmod: math.Mod,
	ir.MathCopysign: math.Copysign, ir.MathRemainder: math.Remainder,
}

// ofDoubles and pairsOfDoubles are the functions of doubles.
var ofDoubles = map[ir.MathFunc]func(float64) float64{
	ir.MathSin: libm.Sin, ir.MathCos: libm.Cos, ir.MathTan: libm.Tan, ir.MathAsin: libm.Asin, ir.MathAcos: libm.Acos, ir.MathAtan: libm.Atan,
	ir.MathSinh: libm.Sinh, ir.MathCosh: libm.Cosh, ir.MathTanh: libm.Tanh, ir.MathAsinh: libm.Asinh, ir.MathAcosh: libm.Acosh,
	ir.MathAtanh: libm.Atanh, ir.MathExp: libm.Exp, ir.MathExp2: libm.Exp2, ir.MathExp10: libm.Exp10, ir.MathExpm1: libm.Expm1,
	ir.MathLog: libm.Log, ir.MathLog2: libm.Log2, ir.MathLog10: libm.Log10, ir.MathLog1p: libm.Log1p, ir.MathTgamma: libm.Tgamma,
	ir.MathLgamma: libm.Lgamma, ir.MathNormcdf: libm.Normcdf, ir.MathErfinv: libm.Erfinv, ir.MathRcbrt: libm.Rcbrt,
}

var pairsOfDoubles = map[ir.MathFunc]func(x, y float64) float64{
	ir.MathAtan2: libm.Atan2, ir.MathPow: libm.Pow, ir.MathHypot: libm.Hypot,
}

// MathFunction is a library function of one argument or two, which are floats or doubles.
func MathFunction(f ir.MathFunc, of ir.Type, x, y float64) float64 { return mathFunction(f, of, x, y) }

func mathFunction(f ir.MathFunc, of ir.Type, x, y float64) float64 {
	if g := ofDoubles[f]; g != nil && of == ir.F64 {
		return g(x)
	}
	if g := pairsOfDoubles[f]; g != nil && of == ir.F64 {
		return g(x, y)
	}
	if g := oneArgument[f]; g != nil {
		return g(x)
	}
	if g := twoArguments[f]; g != nil {
		return g(x, y)
	}
	panic("BUG: no library function " + f.String())
}
