package libm

import "math"

// Hypot returns the root of x²+y².
func Hypot(x, y float64) float64 {
	if x != x || y != y || math.IsInf(x, 0) || math.IsInf(y, 0) || x == 0 || y == 0 {
		return math.Hypot(x, y)
	}
	a, b := max(math.Abs(x), math.Abs(y)), min(math.Abs(x), math.Abs(y))
	_, e := math.Frexp(a)
	a, b = math.Ldexp(a, -e), math.Ldexp(b, -e)
	return math.Ldexp(product(a, a).add(product(b, b)).sqrt().hi, e)
}

// Rcbrt returns 1 over the cube root.
func Rcbrt(x float64) float64 {
	if x != x || x == 0 || math.IsInf(x, 0) {
		return 1 / x
	}
	f, e := math.Frexp(x)
	n := e / 3
	f = math.Ldexp(f, e-3*n)
	y := 1 / math.Cbrt(f)
	rest := product(y, y).times(y).times(f).plus(-1) // f·y³ - 1
	return math.Ldexp(y-y*rest.hi/3, -n)
}
