package plotting

import (
	"math"
	"strconv"
	"strings"
)

// Limits of plain notation: from 0.0001 up to 15 digits before the point a
// number is written out, beyond that with an exponent.
const (
	smallestPlainExponent = -4
	largestPlainExponent  = 14
)

// Number formats v with the given count of significant digits, without
// trailing zeros: 112.4, 0.0213, 1,234,567. Digits before the point are never
// replaced by zeros, and an exponent appears only below 0.0001 and from 1e15
// on. NaN, a value that is not there, is "–"; infinities are "∞" and "-∞".
func Number(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 0):
		return strings.TrimPrefix(strings.Replace(strconv.FormatFloat(v, 'f', 0, 64), "Inf", "∞", 1), "+")
	case v == 0:
		return "0"
	}
	digits = min(max(digits, 1), 17)
	mantissa, exponent := scientific(v, digits)
	if exponent < smallestPlainExponent || exponent > largestPlainExponent {
		return trimZeros(mantissa) + "e" + strconv.Itoa(exponent)
	}
	return group(trimZeros(strconv.FormatFloat(v, 'f', max(0, digits-1-exponent), 64)))
}

// Thousands formats an integer with commas between groups of three digits.
// Four digits stay together, as in 4096.
func Thousands(n int64) string { return group(strconv.FormatInt(n, 10)) }

// SI formats v with four significant digits and the prefix that leaves one to
// three digits before the point: SI(112.4e9, "B/s") is "112.4 GB/s",
// SI(86e-6, "s") is "86 µs". Prefixes are powers of 1000, also for bytes.
func SI(v float64, unit string) string {
	prefix, factor := siPrefix(v)
	return strings.TrimSuffix(Number(v/factor, 4)+" "+prefix+unit, " ")
}

// Percent formats a share with three significant digits: Percent(0.5) is "50 %".
func Percent(share float64) string { return Number(100*share, 3) + " %" }

// LeastUncertainty is the share from which an uncertainty is told: below it no reader of a figure of
// four digits decides otherwise.
const LeastUncertainty = 0.01

// PlusMinus is an uncertainty, a share of the number before it, such as " ± 3 %": nothing up to LeastUncertainty.
func PlusMinus(share float64) string {
	if !(share > LeastUncertainty) {
		return ""
	}
	return " ± " + Number(100*share, 1) + " %"
}

// Plural is "1 block", "2 blocks", "2 passes".
func Plural(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "s"):
		noun += "es"
	default:
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// siPrefixes are the prefixes of powers of 1000, from 10⁻¹⁵ to 10¹⁸.
var siPrefixes = []string{"f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"}

const siUnity = 5 // index of the empty prefix

// siPrefix returns the prefix for a value that is shown with four digits, and
// what the prefix stands for.
func siPrefix(v float64) (prefix string, factor float64) {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return "", 1
	}
	_, exponent := scientific(v, 4) // of the rounded value: 999.99 k is 1 M
	power := int(math.Floor(float64(exponent) / 3))
	power = min(max(power, -siUnity), len(siPrefixes)-1-siUnity)
	return siPrefixes[siUnity+power], math.Pow10(3 * power)
}

// scientific splits v, rounded to digits significant digits, into its mantissa
// and its decimal exponent.
func scientific(v float64, digits int) (mantissa string, exponent int) {
	mantissa, e, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits-1, 64), "e")
	exponent, err := strconv.Atoi(e)
	if err != nil {
		panic("BUG: exponent of " + strconv.FormatFloat(v, 'e', -1, 64))
	}
	return mantissa, exponent
}

// trimZeros removes the zeros that end a decimal fraction.
func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// group puts commas into the integer part of a decimal number of five or more digits.
func group(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	whole, fraction, dot := strings.Cut(s, ".")
	if len(whole) > 4 {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if dot {
		fraction = "." + fraction
	}
	return sign + whole + fraction
}
