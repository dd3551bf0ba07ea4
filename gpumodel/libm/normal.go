package libm

import "math"

var invSqrt2 = pair{1, 0}.div(pair{2, 0}.sqrt())

// Normcdf returns the distribution of a normal variable.
func Normcdf(x float64) float64 {
	if x != x || math.Abs(x) > 40 {
		return math.Erfc(-x) / 2
	}
	t := invSqrt2.times(-x)
	// the function falls by slope·lo beside hi, which is more than its last place where it is small
	slope := 2 / sqrtPi * Exp(-t.hi*t.hi)
	return (math.Erfc(t.hi) - slope*t.lo) / 2
}

// Erfinv returns the inverse of the error function: Go's, with a step of Newton's method.
func Erfinv(x float64) float64 {
	y := math.Erfinv(x)
	a := math.Abs(x)
	if y != y || math.IsInf(y, 0) || a < 1e-8 {
		return y
	}
	t := math.Abs(y)
	rest := math.Erf(t) - a
	if a > 0.5 {
		rest = (1 - a) - math.Erfc(t)
	}
	return math.Copysign(t-rest*(sqrtPi/2)*Exp(t*t), x)
}

const sqrtPi = 1.77245385090551602729816748334
