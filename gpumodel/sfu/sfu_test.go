package sfu

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// h100 are digests of what an H100 gives (testdata/digest.cu): behind the name of an instruction 512 numbers, one for all 2^23 floats of
// a sign and an exponent.
//
//go:embed testdata/h100.txt
var h100 string

var instructions = map[string]func(x float32) float32{"rcp": Rcp, "rsqrt": Rsqrt, "sqrt": Sqrt, "ex2": Exp2, "lg2": Log2,
	"sin": Sin, "cos": Cos, "tanh": Tanh}

// digest is what digest.cu makes of the results for the floats of a sign and an exponent.
func digest(f func(x float32) float32, flushed bool, class uint32) (sum uint64) {
	for i := range uint32(1 << fractionBits) {
		x := math.Float32frombits(class<<fractionBits | i)
		if flushed {
			x = flush(x)
		}
		y := f(x)
		if flushed {
			y = flush(y)
		}
		h := (uint64(math.Float32bits(y))<<fractionBits | uint64(i)) * 0x9e3779b97f4a7c15
		sum += (h ^ h>>29) * 0xbf58476d1ce4e5b9
	}
	return sum
}

func flush(x float32) float32 {
	if b := math.Float32bits(x); b&0x7f800000 == 0 {
		return math.Float32frombits(b & signBit)
	}
	return x
}

// TestH100 compares all results of the unit with a card's: those of every float in the long tier, and of some exponents elsewhere.
func TestH100(t *testing.T) {
	classes := make([]uint32, 512) // a sign and an exponent each
	for i := range classes {
		classes[i] = uint32(i)
	}
	fields := strings.Fields(h100)
	for ; len(fields) > 0; fields = fields[1+512:] {
		name, rest, _ := strings.Cut(fields[0], ".approx")
		f, flushed, want := instructions[name], rest == ".ftz", fields[1:1+512]
		t.Run(fields[0], func(t *testing.T) {
			t.Parallel()
			for _, class := range tier.Sample(t, classes, 2) {
				if got := digest(f, flushed, class); strconv.FormatUint(got, 16) != strings.TrimLeft(want[class], "0") {
					t.Errorf("sign %d, exponent %d: another digest than the card's", class>>8, int(class&255)-bias)
				}
			}
		})
	}
}

// TestQuotient has the cases in which the two quotients of PTX differ.
func TestQuotient(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct{ x, y, quick, full float32 }{
		{6, 3, 2, 2}, {1, 0, inf, inf}, {0x1p-126, 0x1p-140, 0x1p14, 0x1p14},
		{0x1p127, 0x1p127, 0, 1}, {0x1p127, -0x1p127, float32(math.Copysign(0, -1)), -1}, {5, inf, 0, 0},
	} {
		if quick, full := Quotient(c.x, c.y), FullQuotient(c.x, c.y); quick != c.quick || full != c.full {
			t.Errorf("%g / %g is %g and %g, not %g and %g", c.x, c.y, quick, full, c.quick, c.full)
		}
	}
	if q := Quotient(inf, 0x1p127); math.Float32bits(q) != 0x7fffffff {
		t.Errorf("infinity by 2^127 is %g, not a NaN", q)
	}
}

func BenchmarkFunctions(b *testing.B) {
	for name, f := range instructions {
		b.Run(name, func(b *testing.B) {
			x := float32(1.1)
			for b.Loop() {
				for range 32 {
					x += 0x1p-20
					f(x)
				}
			}
		})
	}
}
