package vector

import "math"

// The functions below are those of package math (after Stephen L. Moshier's Cephes library) in double precision, with
// each product rounded: whether a compiler joins it with a sum does not decide on bits, so that they are the same on
// all hosts, and the same as those of assembly.

// Coefficients of x^13 to x^3 of the sine, and of x^14 to x^4 of the cosine, between -pi/4 and pi/4.
const (
	sin0 = 1.58962301576546568060e-10
	sin1 = -2.50507477628578072866e-8
	sin2 = 2.75573136213857245213e-6
	sin3 = -1.98412698295895385996e-4
	sin4 = 8.33333333332211858878e-3
	sin5 = -1.66666666666666307295e-1
	cos0 = -1.13585365213876817300e-11
	cos1 = 2.08757008419747316778e-9
	cos2 = -2.75573141792967388112e-7
	cos3 = 2.48015872888517045348e-5
	cos4 = -1.38888888888730564116e-3
	cos5 = 4.16666666666665929218e-2
)

// Pi/4 in three parts, of which products with whole numbers below mostTurns are exact but for the last.
const (
	quarterA  = 7.85398125648498535156e-1
	quarterB  = 3.77489470793079817668e-8
	quarterC  = 2.69515142907905952645e-15
	mostTurns = 1 << 29
)

// Sin is the sine of a float. A NaN has any bits.
func Sin(x float32) float32 {
	a := math.Abs(float64(x))
	if !(a < mostTurns) {
		return float32(math.Sin(float64(x)))
	}
	sine, cosine, octant := quarter(a)
	if octant&2 != 0 {
		sine = cosine
	}
	if octant&4 != 0 != math.Signbit(float64(x)) {
		sine = -sine
	}
	return float32(sine)
}

// Cos is the cosine of a float.
func Cos(x float32) float32 {
	a := math.Abs(float64(x))
	if !(a < mostTurns) {
		return float32(math.Cos(float64(x)))
	}
	sine, cosine, octant := quarter(a)
	if octant&2 != 0 {
		cosine = sine
	}
	if (octant>>1^octant)&2 != 0 {
		cosine = -cosine
	}
	return float32(cosine)
}

// quarter are sine and cosine of a number without its multiple of pi/2, which is half of octant, an even number.
func quarter(a float64) (sine, cosine float64, octant int64) {
	octant = (int64(float64(a*(4/math.Pi))) + 1) &^ 1
	y := float64(octant)
	z := a - float64(y*quarterA)
	z -= float64(y * quarterB)
	z -= float64(y * quarterC)
	zz := float64(z * z)
	s := float64(sin0*zz) + sin1
	s = float64(s*zz) + sin2
	s = float64(s*zz) + sin3
	s = float64(s*zz) + sin4
	s = float64(s*zz) + sin5
	c := float64(cos0*zz) + cos1
	c = float64(c*zz) + cos2
	c = float64(c*zz) + cos3
	c = float64(c*zz) + cos4
	c = float64(c*zz) + cos5
	cosine = 1 - float64(0.5*zz) + float64(float64(zz*zz)*c)
	return z + float64(float64(z*zz)*s), cosine, octant
}
