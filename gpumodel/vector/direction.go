package vector

import "math"

// A Direction is where FmaRound rounds to.
type Direction uint32

// The directions. 0 is the nearest number, as everywhere else.
const (
	TowardZero Direction = 1 + iota
	Up
	Down
)

// FmaRound is a b + c, rounded once in a direction.
//
// The product is exact as a double, and the sum of two doubles is a double and an error that Knuth's TwoSum gives exactly.
func FmaRound(a, b, c float32, to Direction) float32 {
	if to == 0 {
		return Fma(a, b, c)
	}
	p, q := float64(a)*float64(b), float64(c)
	sum := p + q
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return float32(sum)
	}
	part := sum - p
	left := (p - (sum - part)) + (q - part)
	if sum == 0 { // and left is 0: no sum of floats is so small
		if to == Down && (math.Signbit(p) || math.Signbit(q)) {
			return float32(math.Copysign(0, -1))
		}
		return float32(sum)
	}
	f := float32(sum)
	above := sum - float64(f) // what lies above f; more than the error, if not 0
	if above == 0 {
		above = left
	}
	zero := to == TowardZero
	switch {
	case above < 0 && (to == Down || zero && f > 0):
		return math.Nextafter32(f, float32(math.Inf(-1)))
	case above > 0 && (to == Up || zero && f < 0):
		return math.Nextafter32(f, float32(math.Inf(1)))
	}
	return f
}
