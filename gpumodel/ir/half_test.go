package ir

import (
	"math"
	"testing"
)

// Every half is a float and back the same half; a float becomes the nearest half, the
// even one of two. The neighbours are found by their bits, which are in order.
func TestHalfBits(t *testing.T) {
	for b := range 0x7c00 {
		bits := uint16(b)
		x := HalfValue(bits)
		if got := HalfBits(x); got != bits {
			t.Fatalf("%#04x is %v and back %#04x", bits, x, got)
		}
		if got := HalfBits(-x); x > 0 && got != bits|0x8000 {
			t.Fatalf("%v is %#04x, want %#04x", -x, got, bits|0x8000)
		}
		next := HalfValue(bits + 1)
		if bits == 0x7bff {
			next = 65536 // where the next one would be
		}
		middle := (x + next) / 2
		even := bits + bits&1
		for y, want := range map[float64]uint16{middle: even, math.Nextafter(middle, 0): bits, math.Nextafter(middle, 1e9): bits + 1} {
			if got := HalfBits(y); got != want {
				t.Fatalf("%v is %#04x, want %#04x", y, got, want)
			}
		}
	}
	for x, want := range map[float64]uint16{1: 0x3c00, -2: 0xc000, 65504: 0x7bff, 0x1p-24: 1, 0x1p-25: 0, 1e9: 0x7c00,
		math.Inf(-1): 0xfc00, 1.0 / 3: 0x3555, math.Copysign(0, -1): 0x8000} {
		if got := HalfBits(x); got != want {
			t.Errorf("%v is %#04x, want %#04x", x, got, want)
		}
	}
	if x := HalfValue(HalfBits(math.NaN())); x == x {
		t.Errorf("NaN became %v", x)
	}
}
