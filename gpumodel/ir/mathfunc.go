package ir

// A MathFunc is a precise library function: the Imm of a Math.
//
// These are functions of the CUDA math library, whose code is a sequence of instructions with branches.
// Package warp computes the result with Go's math package; isa adds the cost.
type MathFunc uint8

const (
	MathSin MathFunc = iota
	MathCos
	MathTan
	MathAsin
	MathAcos
	MathAtan
	MathAtan2
	MathSinh
	MathCosh
	MathTanh
	MathAsinh
	MathAcosh
	MathAtanh
	MathExp
	MathExp2
	MathExp10
	MathExpm1
	MathLog
	MathLog2
	MathLog10
	MathLog1p
	MathPow
	MathCbrt
	MathHypot
	MathErf
	MathErfc
	MathTgamma
	MathLgamma
	MathFmod
	MathRound // half away from zero; the op Round goes to even
	MathCopysign
	MathIsnan // the result is S32, the argument's type stands in From
	MathIsinf
	MathIsfinite
	MathSinpi
	MathCospi
	MathRcbrt
	MathRemainder
	MathErfinv
	MathNormcdf
	numMath
)

var mathNames = [numMath]string{
	"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
	"exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "pow", "cbrt", "hypot", "erf", "erfc",
	"tgamma", "lgamma", "fmod", "round", "copysign", "isnan", "isinf", "isfinite", "sinpi", "cospi", "rcbrt",
	"remainder", "erfinv", "normcdf",
}

// String is the C name of the double precision function.
func (m MathFunc) String() string { return mathNames[m] }
