package sfu

import (
	"math"
	"math/bits"
)

// The parts of a float.
const (
	signBit      = 1 << 31
	fractionBits = 23
	fractionMask = 1<<fractionBits - 1
	one          = 1 << fractionBits // as a fraction with its leading bit
	bias         = 127
	leastNormal  = -126
)

// nan is the NaN that NVIDIA's GPUs make.
var nan = math.Float32frombits(0x7fffffff)

// split takes a finite number other than 0 apart: it is fraction 2^(exponent-23), and fraction is from 2^23 to 2^24 - 1.
func split(b uint32) (fraction uint32, exponent int) {
	fraction, exponent = b&fractionMask, int(b>>fractionBits&255)-bias
	if exponent == -bias { // subnormal
		shift := bits.LeadingZeros32(fraction) - (31 - fractionBits)
		return fraction << shift, leastNormal - shift
	}
	return fraction | one, exponent
}

// join is fraction 2^exponent with a sign, rounded to nearest where it is subnormal. The fraction is from 2^23 to 2^24.
func join(sign, fraction uint32, exponent int) float32 {
	e := exponent + fractionBits
	switch {
	case e > bias || e == bias && fraction > 2*one-1:
		return math.Float32frombits(sign | 0x7f800000)
	case e < leastNormal:
		return math.Float32frombits(sign | math.Float32bits(float32(math.Ldexp(float64(fraction), exponent))))
	}
	return math.Float32frombits(sign | (uint32(e+bias)<<fractionBits + fraction - one))
}

// normal is n 2^exponent, cut off to 24 bits. It is 0 if n is.
func normal(sign uint32, n uint64, exponent int) float32 {
	if n == 0 {
		return math.Float32frombits(sign)
	}
	shift := bits.Len64(n) - (fractionBits + 1)
	if shift < 0 {
		return join(sign, uint32(n<<-shift), exponent+shift)
	}
	return join(sign, uint32(n>>shift), exponent+shift)
}

// Rcp is 1/x.
func Rcp(x float32) float32 {
	b := math.Float32bits(x)
	sign := b & signBit
	if e := b >> fractionBits & 255; e-1 < 252 { // neither the number nor the result is subnormal
		y := rcpRows[b>>16&127].at(b << 1 & lowMask)
		return math.Float32frombits(sign | (252-e)<<fractionBits + uint32(y>>lowBits))
	}
	switch {
	case x != x:
		return nan
	case b&^signBit == 0:
		return math.Float32frombits(sign | 0x7f800000)
	case math.IsInf(float64(x), 0):
		return math.Float32frombits(sign)
	}
	fraction, exponent := split(b &^ signBit)
	low := fraction & fractionMask
	y := rcpRows[low>>16].at(low << 1 & lowMask) // rows of 16 bits
	return join(sign, uint32(y>>lowBits), -24-exponent)
}

// Rsqrt is 1/sqrt(x).
func Rsqrt(x float32) float32 {
	b := math.Float32bits(x)
	switch {
	case b&^signBit == 0:
		return math.Float32frombits(b | 0x7f800000)
	case !(x > 0):
		return nan
	case x > math.MaxFloat32:
		return 0
	}
	low, half, odd := halved(b)
	if low == 0 && odd == 0 {
		return join(0, 2*one, -24-half)
	}
	y := rsqrtRows[odd<<6|low>>lowBits].at(low & lowMask)
	return join(0, uint32(y>>lowBits), -24-half)
}

// Sqrt is the square root of x.
func Sqrt(x float32) float32 {
	b := math.Float32bits(x)
	switch {
	case b&^signBit == 0:
		return x
	case !(x > 0):
		return nan
	case x > math.MaxFloat32:
		return x
	}
	low, half, odd := halved(b)
	y := sqrtRows[odd<<6|low>>lowBits].at(low & lowMask)
	return join(0, uint32(y>>lowBits), half-23)
}

// halved takes a positive number apart for a root: it is (1 + low 2^-23) 2^(2 half + odd).
func halved(b uint32) (low uint32, half int, odd uint32) {
	fraction, exponent := split(b)
	return fraction & fractionMask, exponent >> 1, uint32(exponent & 1)
}

// Exp2 is 2^x. The argument is cut off after 23 bits of its fraction.
func Exp2(x float32) float32 {
	b := math.Float32bits(x)
	switch {
	case x != x:
		return nan
	case x >= 128:
		return float32(math.Inf(1))
	case x < -252:
		return 0
	case x < leastNormal: // the square of the root is subnormal
		y := Exp2(x / 2)
		return y * y
	case b&^signBit == 0:
		return 1
	}
	fraction, exponent := split(b &^ signBit)
	fixed := int64(fraction)
	if exponent >= 0 {
		fixed <<= exponent
	} else {
		fixed >>= min(-exponent, 63)
	}
	if b&signBit != 0 && fixed&fractionMask != 0 {
		fixed = ^fixed
	} else if b&signBit != 0 {
		fixed = -fixed
	}
	low := uint32(fixed & fractionMask)
	y := exp2Rows[low>>lowBits].at(low & lowMask)
	return join(0, uint32(y>>lowBits), int(fixed>>fractionBits)-fractionBits)
}

// Log2 is the logarithm of x to the base 2, cut off at 2^-36.
func Log2(x float32) float32 {
	b := math.Float32bits(x)
	switch {
	case b&^signBit == 0:
		return float32(math.Inf(-1))
	case !(x > 0):
		return nan
	case x > math.MaxFloat32:
		return x
	case b == bias<<fractionBits:
		return 0
	case b < one: // subnormal: the sum is rounded
		return Log2(x*(1<<24)) - 24
	}
	fraction, exponent := split(b)
	low := fraction & fractionMask
	y := log2Rows[low>>lowBits].at(low&lowMask)>>4 + int64(exponent)<<36
	if y < 0 {
		return normal(signBit, uint64(^y), -36)
	}
	return normal(0, uint64(y), -36)
}

// Sin and Cos are sine and cosine of x. The argument becomes a number of turns, cut off after 25 bits of its fraction: near 0 the
// error is that of a small number, and not relative to it.
func Sin(x float32) float32 { return turned(x, 0) }

// Cos is the cosine.
func Cos(x float32) float32 { return turned(x, 1) }

// inverse is 1/(2 pi) as a float: 0xa2f983 2^-26.
const inverse = 0xa2f983

// turned is the sine of x and a number of quarters of a turn.
func turned(x float32, quarters uint32) float32 {
	b := math.Float32bits(x)
	sign := b & signBit
	if b&^signBit >= 0x7f800000 {
		return nan
	}
	var turns uint32 // in units of 2^-25
	if b&^signBit != 0 {
		fraction, exponent := split(b &^ signBit)
		product := uint64(fraction) * inverse // x/(2 pi) 2^(49-exponent)
		cut := bits.Len64(product) - (fractionBits + 1)
		product = product >> cut << cut // as a product of floats that is rounded to zero
		switch shift := exponent - 49 + 25; {
		case shift >= 25:
		case shift >= 0:
			turns = uint32(product << shift)
		case shift > -64:
			turns = uint32(product >> -shift)
		}
	}
	if quarters != 0 {
		sign = 0
	}
	quadrant := turns>>fractionBits + quarters
	low := turns & fractionMask
	if quadrant&1 != 0 {
		low = ^turns & fractionMask
	}
	if quadrant&2 != 0 {
		sign ^= signBit
	}
	return normal(sign, uint64(sineRows[low>>lowBits].at(low&lowMask)), -24-lowBits)
}

// tanhBits says for each power of 2 from leastTanh on how many bits of the fraction choose a row; lowBits more go into the
// polynomial, and the rest is cut off.
var tanhBits = [...]int{0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3}

const leastTanh = -8

// Tanh is the hyperbolic tangent. Below 2^-8 it is x, and from 8 on 1.
func Tanh(x float32) float32 {
	b := math.Float32bits(x)
	sign := b & signBit
	exponent := int(b>>fractionBits&255) - bias
	switch i := exponent - leastTanh; {
	case x != x:
		return nan
	case i < 0:
		return x
	case i >= len(tanhBits):
		return math.Float32frombits(sign | bias<<fractionBits)
	default:
		first := 0
		for _, n := range tanhBits[:i] {
			first += 1 << n
		}
		kept := b & fractionMask >> (fractionBits - lowBits - tanhBits[i])
		return normal(sign, uint64(tanhRows[first+int(kept>>lowBits)].at(kept&lowMask)), -24-lowBits)
	}
}
