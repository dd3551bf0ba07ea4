package vector

import "math"

// Sine and cosine are those of package math (after Stephen L. Moshier's Cephes library), logarithms are its own (after
// FreeBSD's e_log.c), powers are Taylor's series. All are in double precision with
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

// The logarithm of 2 in two parts, of which products of the first with whole numbers below 2^20 are exact; coefficients
// of the logarithm; the bits of the square root of a half, without the lowest.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
	log1    = 6.666666666666735130e-01
	log2    = 3.999999999940941908e-01
	log3    = 2.857142874366239149e-01
	log4    = 2.222219843214978396e-01
	log5    = 1.818357216161805012e-01
	log6    = 1.531383769920937332e-01
	log7    = 1.479819860511658591e-01

	oneBits      = 0x3ff0000000000000
	rootBits     = 0x3fe6a09e00000000
	fractionBits = 1<<52 - 1
)

// mostPower is beyond all powers that a float can have: e^256 is infinite, and e^-256 is 0.
const mostPower = 256

// Exp is e^x.
func Exp(x float32) float32 {
	a := min(max(float64(x), -mostPower), mostPower)
	k := math.RoundToEven(float64(a * math.Log2E))
	r := a - float64(k*ln2High)
	return power(k, r-float64(k*ln2Low))
}

// Exp2 is 2^x.
func Exp2(x float32) float32 {
	a := min(max(float64(x), -mostPower), mostPower)
	k := math.RoundToEven(a)
	return power(k, float64((a-k)*math.Ln2))
}

// power is 2^k e^r, for k a whole number and r between halves of the logarithm of 2. What is left out of the series is below
// 2e-16. Both are NaN, or none.
func power(k, r float64) float32 {
	if r != r {
		return float32(r)
	}
	p := 1.0 / (12 * 11 * 10 * 9 * 8 * 7 * 6 * 5 * 4 * 3 * 2)
	for _, term := range taylor {
		p = float64(p*r) + term
	}
	return float32(math.Float64frombits(math.Float64bits(p) + uint64(int64(k))<<52))
}

// taylor are the coefficients of e^r from the 11th power down.
var taylor = [...]float64{
	1.0 / (11 * 10 * 9 * 8 * 7 * 6 * 5 * 4 * 3 * 2), 1.0 / (10 * 9 * 8 * 7 * 6 * 5 * 4 * 3 * 2), 1.0 / (9 * 8 * 7 * 6 * 5 * 4 * 3 * 2),
	1.0 / (8 * 7 * 6 * 5 * 4 * 3 * 2), 1.0 / (7 * 6 * 5 * 4 * 3 * 2), 1.0 / (6 * 5 * 4 * 3 * 2), 1.0 / (5 * 4 * 3 * 2), 1.0 / (4 * 3 * 2),
	1.0 / (3 * 2), 0.5, 1, 1,
}

// Log is the natural logarithm of a float.
func Log(x float32) float32 {
	if special, ok := limits(x); ok {
		return special
	}
	k, y := logarithm(float64(x))
	return float32(float64(k*ln2High) + (float64(k*ln2Low) + y))
}

// Log2 is the logarithm to the base 2. Those of powers of 2 are exact.
func Log2(x float32) float32 {
	if special, ok := limits(x); ok {
		return special
	}
	k, y := logarithm(float64(x))
	return float32(k + float64(y*math.Log2E))
}

// limits are logarithms of what is not positive and finite.
func limits(x float32) (y float32, ok bool) {
	switch {
	case x == 0:
		return float32(math.Inf(-1)), true
	case !(x > 0):
		return float32(math.NaN()), true
	case x > math.MaxFloat32:
		return x, true
	}
	return 0, false
}

// logarithm gives k and y of which log(x) = k log(2) + y, where e^y is between the roots of a half and of 2.
func logarithm(x float64) (k, y float64) {
	b := math.Float64bits(x) + (oneBits - rootBits)
	k = float64(int64(b>>52) - 1023)
	f := math.Float64frombits(b&fractionBits+rootBits) - 1
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	t := float64(s4*log7) + log5
	t = float64(t*s4) + log3
	t = float64(t*s4) + log1
	u := float64(s4*log6) + log4
	u = float64(u*s4) + log2
	r := float64(s2*t) + float64(s4*u)
	half := float64(float64(f*f) * 0.5)
	return k, f - (half - float64(s*(half+r)))
}
