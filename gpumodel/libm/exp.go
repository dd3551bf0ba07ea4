package libm

import "math"

// expTerms are 1/n! from n = 1 on.
var expTerms = factorials(1, 9, 1, 1)

// factorials are sign^i/n! for count numbers from n = first on, each step behind the one before.
func factorials(first, count, step int, sign float64) (terms []pair) {
	f, s := pair{1, 0}, 1.0
	for n := 1; len(terms) < count; n++ {
		f = f.div(pair{float64(n), 0})
		if n >= first && (n-first)%step == 0 {
			terms = append(terms, f.times(s))
			s *= sign
		}
	}
	return terms
}

// expParts computes e^x as (1+p)·2^k, with p between -0.3 and 0.42. p has its own precision near 0.
func expParts(x pair) (p pair, k int) {
	n := math.Round(x.hi * invLn2.hi)
	r := x.sub(product(n, ln2.hi)).sub(product(n, ln2.lo))
	const halvings = 9
	r = r.scaled(-halvings)
	p = polynomial(r, expTerms).mul(r)
	for range halvings {
		p = p.scaled(1).add(p.mul(p))
	}
	return p, int(n)
}

// power is (1+p)·2^k as a double.
func power(p pair, k int) float64 {
	r := p.plus(1)
	return math.Ldexp(r.hi, k)
}

// most is more than the logarithm of the largest double, and of the smallest.
const most = 800

// expOf is e^x.
func expOf(x pair) float64 {
	switch {
	case x.hi > most:
		return math.Inf(1)
	case x.hi < -most:
		return 0
	}
	return power(expParts(x))
}

// Exp returns e^x.
func Exp(x float64) float64 {
	if x != x || math.Abs(x) > most {
		return math.Exp(x)
	}
	return expOf(pair{x, 0})
}

// Exp2 returns 2^x.
func Exp2(x float64) float64 {
	if x != x || math.Abs(x) > 1100 {
		return math.Exp2(x)
	}
	k := math.Round(x)
	p, more := expParts(ln2.times(x - k))
	return power(p, int(k)+more)
}

// Exp10 returns 10^x.
func Exp10(x float64) float64 {
	if x != x || math.Abs(x) > 330 {
		return math.Pow(10, x)
	}
	return expOf(ln10.times(x))
}

// expm1Of is e^x - 1 for |x| < 100.
func expm1Of(x pair) pair {
	p, k := expParts(x)
	if k == 0 {
		return p
	}
	return p.plus(1).scaled(k).plus(-1)
}

// linear is the size below which x is the result: the next term of the function's series has the square or the cube of x.
const linear = 0x1p-54

// Expm1 returns e^x - 1.
func Expm1(x float64) float64 {
	switch {
	case x != x || math.Abs(x) < linear || x < -100:
		return math.Expm1(x)
	case x > 100:
		return Exp(x)
	}
	return expm1Of(pair{x, 0}).hi
}

// large is where e^-x is nothing beside e^x.
const large = 40

// Sinh returns the hyperbolic sine.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || a < linear || a > most:
		return math.Sinh(x)
	case a > large:
		p, k := expParts(pair{a, 0})
		return math.Copysign(power(p, k-1), x)
	}
	p := expm1Of(pair{a, 0})
	return math.Copysign(p.add(p.div(p.plus(1))).hi/2, x)
}

// Cosh returns the hyperbolic cosine.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || a > most:
		return math.Cosh(x)
	case a > large:
		p, k := expParts(pair{a, 0})
		return power(p, k-1)
	}
	e := expm1Of(pair{a, 0}).plus(1)
	return e.add(pair{1, 0}.div(e)).hi / 2
}

// Tanh returns the hyperbolic tangent.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	if x != x || a < linear || a > large {
		return math.Tanh(x)
	}
	p := expm1Of(pair{2 * a, 0})
	return math.Copysign(p.div(p.plus(2)).hi, x)
}
