package conformance

import (
	"math"
	"math/big"
	"math/rand/v2"
)

// A drawer draws the inputs of functions: numbers of all exponents, and many where functions go wrong.
type drawer struct {
	*rand.Rand
	format format
}

// arguments draws the arguments of a function.
func (d drawer) arguments(function string, parameters []string) []float64 {
	args := make([]float64, len(parameters))
	for i, p := range parameters {
		switch {
		case p == "n":
			args[i] = d.order(function)
		case i > 0 && parameters[0] != "n" && d.IntN(2) == 0:
			args[i] = d.near(args[0])
		default:
			args[i] = d.number()
		}
	}
	if function == "pow" && d.IntN(4) == 0 {
		args[1] = d.format.round(d.pick(limits) / math.Log(math.Abs(args[0])) * (1 + d.small()))
	}
	return args
}

// order draws an int: an exponent, or the order of a function of Bessel. yn of order 0 is y0, which has rows of its own: the row of
// the guide for orders that are at most |x| does not mean its pole.
func (d drawer) order(function string) float64 {
	if function == "jn" || function == "yn" {
		n := []int{d.IntN(4), d.IntN(40), 128, d.IntN(200)}[d.IntN(4)]
		if function == "yn" {
			n = max(1, n)
		}
		return float64(n)
	}
	return float64([]int{d.IntN(64) - 32, d.IntN(5000) - 2500, d.IntN(400) - 200, int(int32(d.Uint32()))}[d.IntN(4)])
}

// specials are numbers that a function may treat apart.
var specials = []float64{
	0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 0.5, -0.5, 2, -2, 3, -3, 1.5, -1.5, 4, 8, 10, -10, 0.25, 0.1,
	math.Pi, math.Pi / 2, math.Pi / 4, -math.Pi, math.E, math.Ln2, math.Sqrt2, math.MaxFloat64, -math.MaxFloat64, 0x1p-1022, -0x1p-1022,
	0x1p-1074, -0x1p-1074, math.MaxFloat32, -math.MaxFloat32, 0x1p-126, -0x1p-126, 0x1p-149, -0x1p-149, 0x1p52, 0x1p53, 0x1p23, 0x1p24, 0x1p31,
	-0x1p31, 0x1p63, -0x1p63, 1e10, 1e22, 1e300, 1e-300,
}

// limits are numbers near which results overflow or underflow, or functions change their formula: exp, exp2, exp10 and sinh, tgamma, erfc
// and normcdf, functions of Bessel, of doubles and of floats.
var limits = []float64{
	709.78, 710.47, -708.4, -745.13, 1024, -1022, -1074, 308.25, -307.65, -323.3, 171.62, -170.6, -184, 26.54, 27.22, -26.63, -37.52, -38.46,
	713.98, 88.72, 89.41, -87.33, -103.97, 128, -126, -149, 38.53, -37.9, -44.85, 35.04, -33, -42, 9.19, 10.05, -9.2, -12.9, -14.17, 91.9, 8, 2.5,
	11.5, -2.264, -10.001, -23.0001, -2.4570247382208006, -2.7476826467274127, 0.84375, 1.25, 0.6745, 0.4769,
}

// number draws one number.
func (d drawer) number() float64 {
	x := 0.0
	switch d.IntN(12) {
	case 0, 1:
		x = d.format.number(d.Uint64() >> (64 - d.format.bits)) // any
	case 2, 3:
		x = math.Ldexp(d.side()*(1+d.Float64()), d.IntN(41)-20)
	case 4, 5:
		x = d.side() * d.Float64() * d.pick([]float64{1, 2, 10, 40, 200, 800})
	case 6: // near 1 and 2
		x = d.side() * (d.pick([]float64{1, 2}) + d.small())
	case 7:
		x = d.format.step(d.format.round(d.quarterTurns()), int64(d.IntN(5)-2))
	case 8: // near multiples of a half
		x = d.format.step(d.side()*math.Floor(math.Exp2(d.Float64()*float64(d.format.precision)))/2, int64(d.IntN(5)-2))
	case 9: // subnormal, and small
		x = d.side() * d.format.number(d.Uint64N(4<<(d.format.precision-1))>>d.IntN(d.format.precision))
	case 10:
		x = d.format.step(d.format.round(d.pick(specials)), int64(d.IntN(5)-2)*int64(d.IntN(2)))
	case 11:
		x = d.pick(limits) * (1 + d.small())
	}
	return d.format.round(x)
}

// near draws a number that has to do with x: a neighbour, one of a similar exponent, the same number of the other sign.
func (d drawer) near(x float64) float64 {
	switch d.IntN(4) {
	case 0:
		return d.format.step(d.side()*x, int64(d.IntN(5)-2))
	case 1:
		return d.format.round(d.side() * math.Ldexp(x, d.IntN(2*d.format.precision)-d.format.precision))
	case 2:
		return d.format.round(d.side() * math.Ldexp(x, d.IntN(9)-4) * (1 + d.Float64()))
	}
	return d.format.round(x * float64(d.IntN(2000)-1000) / 2)
}

// quarterTurns draws the double nearest to a multiple of pi/2, of any size.
func (d drawer) quarterTurns() float64 {
	k := math.Floor(math.Exp2(d.Float64() * float64(d.format.precision+8)))
	x, _ := new(big.Float).SetPrec(200).Mul(halfPi, new(big.Float).SetFloat64(k)).Float64()
	return d.side() * x
}

// halfPi is pi/2 with 200 bits.
var halfPi, _ = new(big.Float).SetPrec(200).SetString("1.5707963267948966192313216916397514420985846996875529104874722961539082")

// small draws a number of any sign whose size is one of all powers of two down to the precision.
func (d drawer) small() float64 {
	return d.side() * math.Exp2(-d.Float64()*float64(d.format.precision+1))
}

func (d drawer) side() float64 { return float64(d.IntN(2)*2 - 1) }

func (d drawer) pick(list []float64) float64 { return list[d.IntN(len(list))] }
