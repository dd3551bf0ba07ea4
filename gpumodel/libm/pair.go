package libm

import (
	"math"
	"math/big"
)

// A pair is the unevaluated sum of two doubles; lo is at most half a unit of hi's last place.
type pair struct{ hi, lo float64 }

// sum is a+b, exactly (Knuth).
func sum(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, (a - (s - t)) + (b - t)}
}

// quickSum is a+b, exactly, if a is the larger (Dekker).
func quickSum(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// product is a·b, exactly.
func product(a, b float64) pair {
	p := a * b
	return pair{p, math.FMA(a, b, -p)}
}

func (a pair) add(b pair) pair {
	s, t := sum(a.hi, b.hi), sum(a.lo, b.lo)
	s = quickSum(s.hi, s.lo+t.hi)
	return quickSum(s.hi, s.lo+t.lo)
}

func (a pair) sub(b pair) pair { return a.add(b.neg()) }

func (a pair) neg() pair { return pair{-a.hi, -a.lo} }

func (a pair) mul(b pair) pair {
	p := product(a.hi, b.hi)
	return quickSum(p.hi, p.lo+(a.hi*b.lo+a.lo*b.hi))
}

func (a pair) times(b float64) pair { return a.mul(pair{b, 0}) }

func (a pair) plus(b float64) pair { return a.add(pair{b, 0}) }

func (a pair) div(b pair) pair {
	q := a.hi / b.hi
	r := a.sub(b.times(q))
	q2 := r.hi / b.hi
	r = r.sub(b.times(q2))
	return quickSum(q, q2).plus(r.hi / b.hi)
}

func (a pair) sqrt() pair {
	if a.hi == 0 {
		return a
	}
	r := math.Sqrt(a.hi)
	return quickSum(r, a.sub(product(r, r)).hi/(2*r))
}

// scaled is a·2^n, exactly unless it overflows or underflows.
func (a pair) scaled(n int) pair { return pair{math.Ldexp(a.hi, n), math.Ldexp(a.lo, n)} }

// abs changes the sign of a number below 0.
func (a pair) abs() pair {
	if a.hi < 0 {
		return a.neg()
	}
	return a
}

// polynomial is c[0] + c[1]·x + ...
func polynomial(x pair, c []pair) pair {
	r := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		r = r.mul(x).add(c[i])
	}
	return r
}

// constant reads a decimal number.
func constant(digits string) pair {
	x, _, err := big.ParseFloat(digits, 10, 300, big.ToNearestEven)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return nearest(x)
}

// nearest is the pair nearest to x.
func nearest(x *big.Float) pair {
	hi, _ := x.Float64()
	lo, _ := new(big.Float).SetPrec(300).Sub(x, big.NewFloat(hi)).Float64()
	return pair{hi, lo}
}

// ratio is a/b.
func ratio(a, b float64) pair { return pair{a, 0}.div(pair{b, 0}) }

var (
	ln2     = constant("0.693147180559945309417232121458176568075500134360255254120680")
	ln10    = constant("2.302585092994045684017991454684364207601101488628772976033328")
	pi      = constant("3.141592653589793238462643383279502884197169399375105820974945")
	halfPi  = pi.scaled(-1)
	invLn2  = pair{1, 0}.div(ln2)
	invLn10 = pair{1, 0}.div(ln10)
)
