package libm

import (
	"fmt"
	"math"
	"testing"
)

// TestValues: exact results are exact, and arguments near which Go's functions lose digits have the nearest double. The long digits are
// of MPFR; TestAccuracy of gpumodel/conformance lets it judge random arguments.
func TestValues(t *testing.T) {
	zero := math.Copysign(0, -1)
	for _, v := range []struct {
		call      string
		got, want float64
	}{
		{"log(2^-1074)", Log(0x1p-1074), -744.4400719213812},
		{"log2(2^-1074)", Log2(0x1p-1074), -1074},
		{"log10(1e22)", Log10(1e22), 22},
		{"exp10(22)", Exp10(22), 1e22},
		{"exp10(-323)", Exp10(-323), 1e-323},
		{"exp2(-1074)", Exp2(-1074), 0x1p-1074},
		{"pow(3, 33)", Pow(3, 33), 5559060566555523},
		{"pow(-2, -1074)", Pow(-2, -1074), 0x1p-1074},
		{"pow(-2, -1073)", Pow(-2, -1073), -0x1p-1073},
		{"sin(the double nearest to pi)", Sin(math.Pi), 1.2246467991473532e-16},
		{"cos(6381956970095103·2^797)", Cos(math.Ldexp(6381956970095103, 797)), -4.68716592425462761112e-19},
		{"sinpi(-3)", Sinpi(-3), zero},
		{"sinpi(-0)", Sinpi(zero), zero},
		{"cospi(2.5)", Cospi(2.5), 0},
		{"acos(1 - 2^-53)", Acos(1 - 0x1p-53), 1.4901161193847656e-08},
		{"tgamma(23)", Tgamma(23), 1124000727777607680000},
		{"lgamma(1)", Lgamma(1), 0},
		{"lgamma(2)", Lgamma(2), 0},
		{"hypot(3·2^1020, 4·2^1020)", Hypot(3*0x1p1020, 4*0x1p1020), 5 * 0x1p1020},
		{"rcbrt(2^-1074)", Rcbrt(0x1p-1074), 0x1p358},
		{"atan2(2^-1074, 1)", Atan2(0x1p-1074, 1), 0x1p-1074},
	} {
		if math.Float64bits(v.got) != math.Float64bits(v.want) {
			t.Errorf("%s is %v, want %v", v.call, v.got, v.want)
		}
	}
}

// TestPairs: the constants that are computed here agree with those that are written down.
func TestPairs(t *testing.T) {
	parts := halfPiParts()
	if got := (pair{parts[0], parts[1]}); got != halfPi {
		t.Errorf("pi/2 is %v by Machin's formula, %v by its digits", got, halfPi)
	}
	for _, x := range []float64{1, 3, 100, 0x1p26, 0x1.8p27 - 1} {
		near, n := reducedNear(x)
		far, m := reducedFar(x)
		if d := near.sub(far); n != m || math.Abs(d.hi) > 0x1p-98 {
			t.Errorf("%s is %v after %d quarter turns in one way, %v after %d in the other", fmt.Sprint(x), near, n, far, m)
		}
	}
}
