package libm

import "math"

// stirlingTerms are those of Stirling's series, in 1/z².
var stirlingTerms = []pair{
	ratio(1, 12), ratio(-1, 360), ratio(1, 1260), ratio(-1, 1680), ratio(1, 1188), ratio(-691, 360360), ratio(1, 156), ratio(-3617, 122400),
	ratio(43867, 244188), ratio(-174611, 125400), ratio(77683, 5796), ratio(-236364091, 1506960), ratio(657931, 300),
}

var (
	halfLog2Pi = constant("0.918938533204672741780329736405617639861397473637783412817152")
	// gammaTerms are those of lgamma(1+x)/x: -gamma, zeta(2)/2, -zeta(3)/3, zeta(4)/4.
	gammaTerms = []pair{
		constant("-0.577215664901532860606512090082402431042159335939923598805767"),
		constant("1.644934066848226436472415166646025189218949901206798437735558").times(0.5),
		constant("-1.202056903159594285399738161511449990764986292340498881792272").div(pair{3, 0}),
		constant("1.082323233711138191516003696541167902774750951918726907682976").times(0.25),
	}
)

// gammaParts computes the gamma function of z > 0 as e^log/factor.
func gammaParts(z pair) (log, factor pair) {
	factor = pair{1, 0}
	for z.hi < 30 { // from there on the series has 100 bits
		factor = factor.mul(z)
		z = z.plus(1)
	}
	log = z.plus(-0.5).mul(logOf(z)).sub(z).add(halfLog2Pi)
	if z.hi < 0x1p60 {
		inverse := pair{1, 0}.div(z)
		log = log.add(polynomial(inverse.mul(inverse), stirlingTerms).mul(inverse))
	}
	return log, factor
}

// lgammaOf is the logarithm of the gamma function of z > 0.
func lgammaOf(z pair) pair {
	const near = 0x1p-20
	if d := z.plus(-1); math.Abs(d.hi) < near {
		return polynomial(d, gammaTerms).mul(d)
	}
	if d := z.plus(-2); math.Abs(d.hi) < near {
		return polynomial(d, gammaTerms).mul(d).add(log1pOf(d))
	}
	log, factor := gammaParts(z)
	return log.sub(logOf(factor))
}

// Tgamma returns the gamma function.
func Tgamma(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 0) || x > 180 || x <= 0 && x == math.Trunc(x):
		return math.Gamma(x)
	case math.Abs(x) < 0x1p-60:
		return 1 / x
	case x > 0:
		log, factor := gammaParts(pair{x, 0})
		p, k := expParts(log)
		return math.Ldexp(p.plus(1).div(factor).hi, k)
	case x < -200:
		return math.Copysign(0, sineAt(halfTurns(x)).hi)
	}
	log, factor := gammaParts(sum(1, -x)) // pi/(sin(pi x) gamma(1-x))
	p, k := expParts(log)
	return math.Ldexp(pi.mul(factor).div(sineAt(halfTurns(x)).mul(p.plus(1))).hi, -k)
}

// Lgamma returns the logarithm of the absolute value of the gamma function.
func Lgamma(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1) || x > 2.5e305:
		return x * math.Inf(1)
	case math.IsInf(x, -1) || x <= 0 && x == math.Trunc(x):
		return math.Inf(1)
	case math.Abs(x) < 0x1p-60:
		return -Log(math.Abs(x))
	case x > 0:
		return lgammaOf(pair{x, 0}).hi
	}
	return logOf(pi.div(sineAt(halfTurns(x)).abs())).sub(lgammaOf(sum(1, -x))).hi
}
