package libm

import (
	"math"
	"math/big"
	"sync"
)

var (
	sinTerms = append([]pair{{1, 0}}, factorials(3, 14, 2, -1)...)
	cosTerms = append([]pair{{1, 0}}, factorials(2, 14, 2, -1)...)
)

func init() {
	for _, terms := range [][]pair{sinTerms, cosTerms} {
		for i := 1; i < len(terms); i++ {
			terms[i] = terms[i].neg() // the first term is positive, the second is not
		}
	}
}

// sineOf and cosineOf are for |x| up to some pi/4.
func sineOf(x pair) pair { return polynomial(x.mul(x), sinTerms).mul(x) }

func cosineOf(x pair) pair { return polynomial(x.mul(x), cosTerms) }

// piBits has pi·2^1400, cut to an integer, by Machin's formula.
var piBits = sync.OnceValue(func() *big.Int {
	const bits = 1400
	arc := func(n int64) *big.Int { // atan(1/n)·2^(bits+32)
		term := new(big.Int).Div(new(big.Int).Lsh(big.NewInt(1), bits+32), big.NewInt(n))
		total, square := new(big.Int).Set(term), big.NewInt(n*n)
		for k := int64(1); term.Sign() != 0; k++ {
			term.Div(term, square)
			part := new(big.Int).Div(term, big.NewInt(2*k+1))
			if k%2 == 1 {
				part.Neg(part)
			}
			total.Add(total, part)
		}
		return total
	}
	p := new(big.Int).Sub(new(big.Int).Lsh(arc(5), 4), new(big.Int).Lsh(arc(239), 2))
	return p.Rsh(p, 32)
})

// turnBits is how many bits of 2/pi are behind the point in twoOverPi: as many as the largest double needs, and 200 more.
const turnBits = 1300

var twoOverPi = sync.OnceValue(func() *big.Int {
	return new(big.Int).Div(new(big.Int).Lsh(big.NewInt(1), 1400+1+turnBits), piBits())
})

// halfPiParts are doubles whose sum is pi/2 with 212 bits.
var halfPiParts = sync.OnceValue(func() (parts [4]float64) {
	rest := new(big.Float).SetPrec(1400).SetInt(piBits())
	rest.SetMantExp(rest, -1401)
	for i := range parts {
		parts[i], _ = rest.Float64()
		rest.Sub(rest, new(big.Float).SetFloat64(parts[i]))
	}
	return parts
})

// reduced is x less a multiple of pi/2, at most some pi/4, and the multiple.
func reduced(x float64) (r pair, quadrant int) {
	switch a := math.Abs(x); {
	case a < math.Pi/4:
		return pair{x, 0}, 0
	case a < 0x1p27:
		return reducedNear(x)
	}
	return reducedFar(x)
}

// reducedNear adds the parts of the multiple exactly (Shewchuk, 1997), since most of the sum cancels.
func reducedNear(x float64) (r pair, quadrant int) {
	n := math.Round(x * (2 / math.Pi))
	var sums [9]float64
	sums[0] = x
	count := 1
	for _, part := range halfPiParts() {
		p := product(-n, part)
		for _, b := range [2]float64{p.lo, p.hi} {
			for i := range count {
				s := sum(b, sums[i])
				sums[i], b = s.lo, s.hi
			}
			sums[count] = b
			count++
		}
	}
	for _, s := range sums {
		r = r.plus(s)
	}
	return r, int(n) & 3
}

// reducedFar multiplies by 2/pi as a whole number (Payne and Hanek, 1983).
func reducedFar(x float64) (r pair, quadrant int) {
	f, e := math.Frexp(math.Abs(x))
	turns := new(big.Int).Mul(big.NewInt(int64(f*0x1p53)), twoOverPi())
	turns.Lsh(turns, uint(e)).Rsh(turns, 53)
	turns.Add(turns, new(big.Int).Lsh(big.NewInt(1), turnBits-1)) // a half more, to round
	whole := new(big.Int).Rsh(turns, turnBits)
	turns.Sub(turns, new(big.Int).Lsh(whole, turnBits)).Sub(turns, new(big.Int).Lsh(big.NewInt(1), turnBits-1))
	part := new(big.Float).SetPrec(300).SetInt(turns)
	r = nearest(part.SetMantExp(part, -turnBits)).mul(halfPi)
	quadrant = int(new(big.Int).And(whole, big.NewInt(3)).Int64())
	if x < 0 {
		return r.neg(), -quadrant & 3
	}
	return r, quadrant
}

// sineAt is the sine of r and a number of quarter turns.
func sineAt(r pair, quadrant int) pair {
	v := pair{}
	if quadrant&1 == 1 {
		v = cosineOf(r)
	} else {
		v = sineOf(r)
	}
	if quadrant&2 == 2 {
		return v.neg()
	}
	return v
}

// Sin returns the sine.
func Sin(x float64) float64 {
	if x != x || math.Abs(x) < linear || math.IsInf(x, 0) {
		return math.Sin(x)
	}
	return sineAt(reduced(x)).hi
}

// Cos returns the cosine.
func Cos(x float64) float64 {
	if x != x || math.IsInf(x, 0) {
		return math.Cos(x)
	}
	r, quadrant := reduced(x)
	return sineAt(r, quadrant+1).hi
}

// Tan returns the tangent.
func Tan(x float64) float64 {
	if x != x || math.Abs(x) < linear || math.IsInf(x, 0) {
		return math.Tan(x)
	}
	r, quadrant := reduced(x)
	return sineAt(r, quadrant).div(sineAt(r, quadrant+1)).hi
}

// halfTurns is pi times x less a multiple of 1/2, and the multiple. |x| is at least some 2^-900.
func halfTurns(x float64) (r pair, quadrant int) {
	x = math.Mod(x, 2)
	n := math.Round(2 * x)
	return pi.times(x - n/2), int(n) & 3
}

// Sinpi returns the sine of pi·x: of a whole number a zero with its sign.
func Sinpi(x float64) float64 {
	switch {
	case math.IsInf(x, 0):
		return math.NaN()
	case x == 0:
		return x
	case math.Abs(x) < 0x1p-100:
		return math.Ldexp(pi.times(math.Ldexp(x, 200)).hi, -200)
	case x == math.Trunc(x):
		return math.Copysign(0, x)
	}
	return sineAt(halfTurns(x)).hi
}

// Cospi returns the cosine of pi·x: 0 half way between whole numbers.
func Cospi(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	r, quadrant := halfTurns(x)
	return sineAt(r, quadrant+1).hi + 0 // not the zero below 0
}

// arc is the angle of a point with coordinates of at least 0, not both 0, times 2^-e.
func arc(y, x pair) (angle pair, e int) {
	if y.hi > x.hi {
		angle, e = arc(x, y)
		return halfPi.sub(angle.scaled(e)), 0
	}
	if y.hi == 0 {
		return y, 0
	}
	_, ey := math.Frexp(y.hi)
	_, ex := math.Frexp(x.hi)
	y, x, e = y.scaled(-ey), x.scaled(-ex), ey-ex
	if e < -60 {
		return y.div(x), e
	}
	y = y.scaled(e)
	a := math.Atan2(y.hi, x.hi)
	s, c := sineOf(pair{a, 0}), cosineOf(pair{a, 0})
	return y.mul(c).sub(x.mul(s)).div(x.mul(c).add(y.mul(s))).plus(a), 0
}

// Atan2 returns the angle of a point.
func Atan2(y, x float64) float64 {
	if x != x || y != y || y == 0 || x == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return math.Atan2(y, x)
	}
	angle, e := arc(pair{math.Abs(y), 0}, pair{math.Abs(x), 0})
	if x < 0 {
		angle, e = pi.sub(angle.scaled(e)), 0
	}
	return math.Copysign(math.Ldexp(angle.hi, e), y)
}

// Atan returns the inverse of the tangent.
func Atan(x float64) float64 {
	if x == 0 {
		return x
	}
	return Atan2(x, 1)
}

// leg is the root of 1 - x².
func leg(x float64) pair { return sum(1, -x).mul(sum(1, x)).sqrt() }

// Asin returns the inverse of the sine.
func Asin(x float64) float64 {
	if !(math.Abs(x) <= 1) || math.Abs(x) < linear {
		return math.Asin(x)
	}
	angle, _ := arc(pair{math.Abs(x), 0}, leg(x))
	return math.Copysign(angle.hi, x)
}

// Acos returns the inverse of the cosine.
func Acos(x float64) float64 {
	if !(math.Abs(x) <= 1) {
		return math.Acos(x)
	}
	angle, e := arc(leg(x), pair{math.Abs(x), 0})
	angle = angle.scaled(e)
	if x < 0 {
		angle = pi.sub(angle)
	}
	return angle.hi
}
