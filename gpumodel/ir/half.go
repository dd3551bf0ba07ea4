package ir

import "math"

// Half precision: a sign, 5 bits of the exponent, 10 of the fraction (IEEE 754 binary16).
const (
	halfFraction = 10
	halfBias     = 15
	halfMax      = 65504
	halfInf      = 0x7c00
	halfNaN      = 0x7fff // what the hardware makes of any NaN
)

// HalfValue reads the bits of a half.
func HalfValue(bits uint16) float64 {
	sign, exponent, fraction := bits>>15, int(bits>>halfFraction)&0x1f, float64(bits&(1<<halfFraction-1))/(1<<halfFraction)
	var x float64
	switch {
	case exponent == 0x1f && fraction > 0:
		return math.NaN()
	case exponent == 0x1f:
		x = math.Inf(1)
	case exponent == 0:
		x = math.Ldexp(fraction, 1-halfBias)
	default:
		x = math.Ldexp(1+fraction, exponent-halfBias)
	}
	if sign != 0 {
		return -x
	}
	return x
}

// HalfBits rounds x to the nearest half, ties to even; what is too large becomes infinite.
//
// unit is the distance of neighbouring halves at x. Rounding to a multiple of it may carry into the next
// exponent, so the exponent is taken again afterwards.
func HalfBits(x float64) uint16 {
	if x != x {
		return halfNaN
	}
	var sign uint16
	if math.Signbit(x) {
		sign, x = 1<<15, -x
	}
	_, e := math.Frexp(x) // x is in [2^(e-1), 2^e)
	unit := max(e-1, 1-halfBias) - halfFraction
	x = math.Ldexp(math.RoundToEven(math.Ldexp(x, -unit)), unit)
	if x > halfMax {
		return sign | halfInf
	}
	if x < math.Ldexp(1, 1-halfBias) { // the subnormal ones count units
		return sign | uint16(math.Ldexp(x, halfBias-1+halfFraction))
	}
	fraction, e := math.Frexp(x)
	return sign | uint16(e-1+halfBias)<<halfFraction | uint16((2*fraction-1)*(1<<halfFraction))
}
