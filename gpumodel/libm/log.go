package libm

import "math"

// logTerms are 2/(2n+1): log((1+s)/(1-s)) is s times their series in s².
var logTerms = func() (terms []pair) {
	for n := range 11 {
		terms = append(terms, ratio(2, float64(2*n+1)))
	}
	return terms
}()

// log1pOf is log(1+u).
func log1pOf(u pair) pair {
	if math.Abs(u.hi) < 0.05 {
		s := u.div(u.plus(2))
		return polynomial(s.mul(s), logTerms).mul(s)
	}
	m, e := logParts(u.plus(1))
	return m.add(ln2.times(e))
}

// logParts computes the logarithm of x > 0 as that of a number between the roots of 1/2 and 2, and e times log(2).
func logParts(x pair) (log pair, e float64) {
	f, n := math.Frexp(x.hi)
	if f < math.Sqrt2/2 {
		n--
	}
	m := x.scaled(-n)
	if n < -1000 { // in two steps: 2^-n is no double
		m = x.scaled(600).scaled(-n - 600)
	}
	if u := m.plus(-1); math.Abs(u.hi) < 0.05 {
		return log1pOf(u), float64(n)
	}
	y := math.Log(m.hi)
	p, k := expParts(pair{-y, 0})
	c := p.plus(1).scaled(k).mul(m).plus(-1) // m/e^y - 1
	return pair{y, 0}.add(c.sub(c.mul(c).scaled(-1))), float64(n)
}

func logOf(x pair) pair {
	m, e := logParts(x)
	return m.add(ln2.times(e))
}

// Log returns the natural logarithm.
func Log(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log(x)
	}
	return logOf(pair{x, 0}).hi
}

// Log2 returns the logarithm of base 2.
func Log2(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log2(x)
	}
	m, e := logParts(pair{x, 0})
	return m.mul(invLn2).plus(e).hi
}

// Log10 returns the logarithm of base 10.
func Log10(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log10(x)
	}
	return logOf(pair{x, 0}).mul(invLn10).hi
}

// Log1p returns log(1+x).
func Log1p(x float64) float64 {
	if !(x > -1) || math.Abs(x) < linear || math.IsInf(x, 1) {
		return math.Log1p(x)
	}
	if math.Abs(x) < 0.05 {
		return log1pOf(pair{x, 0}).hi
	}
	return logOf(sum(1, x)).hi
}

// Asinh returns the inverse of the hyperbolic sine.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || a < linear || math.IsInf(x, 0):
		return math.Asinh(x)
	case a > 0x1p60:
		return math.Copysign(logOf(pair{a, 0}).add(ln2).hi, x)
	}
	s := product(a, a)
	u := s.div(s.plus(1).sqrt().plus(1)).plus(a) // a + root - 1
	return math.Copysign(log1pOf(u).hi, x)
}

// Acosh returns the inverse of the hyperbolic cosine.
func Acosh(x float64) float64 {
	switch {
	case !(x > 1) || math.IsInf(x, 1):
		return math.Acosh(x)
	case x > 0x1p60:
		return logOf(pair{x, 0}).add(ln2).hi
	}
	d := sum(x, -1)
	return log1pOf(d.add(d.mul(sum(x, 1)).sqrt())).hi
}

// Atanh returns the inverse of the hyperbolic tangent.
func Atanh(x float64) float64 {
	a := math.Abs(x)
	if !(a < 1) || a < linear {
		return math.Atanh(x)
	}
	return math.Copysign(log1pOf(pair{2 * a, 0}.div(sum(1, -a))).hi/2, x)
}

// Pow returns x^y.
func Pow(x, y float64) float64 {
	a := math.Abs(x)
	odd := math.Abs(y) < 0x1p53 && math.Mod(y, 2) != 0
	switch {
	case x == 1 || y == 0 || x == 0 || x != x || y != y || math.IsInf(x, 0) || math.IsInf(y, 0) || x < 0 && y != math.Trunc(y):
		return math.Pow(x, y)
	case x > 0:
		odd = false
	}
	log := logOf(pair{a, 0})
	r := 0.0
	if p := log.hi * y; math.Abs(p) > most {
		r = expOf(pair{p, 0})
	} else {
		r = expOf(log.times(y))
	}
	if odd {
		return -r
	}
	return r
}
