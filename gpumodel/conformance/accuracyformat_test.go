package conformance

import (
	"fmt"
	"math"
	"strings"
)

// A format is that of float or double. Its numbers are held as doubles.
type format struct {
	name      string // the type of CUDA C++
	bits      int
	precision int // of the significand
}

var (
	double = format{"double", 64, 53}
	single = format{"float", 32, 24}
)

// number is the number with these bits.
func (f format) number(bits uint64) float64 {
	if f.bits == 32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// of are the bits of a number.
func (f format) of(x float64) uint64 {
	if f.bits == 32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

// round returns the nearest number of the format.
func (f format) round(x float64) float64 { return f.number(f.of(x)) }

// rank orders the numbers of the format: neighbours differ by one. Both zeros are 0.
func (f format) rank(x float64) int64 {
	sign := uint64(1) << (f.bits - 1)
	if b := f.of(x); b&sign != 0 {
		return -int64(b &^ sign)
	} else {
		return int64(b)
	}
}

// step returns the number k neighbours above x.
func (f format) step(x float64, k int64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	r := f.rank(x) + k
	if r < 0 {
		return -f.number(uint64(-r))
	}
	return f.number(uint64(r))
}

// distance returns how many numbers of the format two numbers are apart: the error in units in the last place, with infinity as the number
// behind the largest. A NaN for a number, and a zero of the wrong sign, are infinitely far.
func (f format) distance(got, want float64) float64 {
	switch {
	case got != got && want != want:
		return 0
	case got != got || want != want || f.round(got) != got:
		return math.Inf(1)
	case got == 0 && want == 0 && math.Signbit(got) != math.Signbit(want):
		return math.Inf(1)
	}
	return math.Abs(float64(f.rank(got) - f.rank(want)))
}

// list prints arguments.
func (f format) list(args []float64) string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = fmt.Sprintf("%v (%x)", a, a)
	}
	return strings.Join(texts, ", ")
}
