package memory

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTexelAddress: tiles of 64 bytes by 4 rows, worked out by hand. 20 floats are
// 80 bytes: two tiles across.
func TestTexelAddress(t *testing.T) {
	x := &Texture{Base: 0x1000, Width: 20, Height: 5, Channels: 1, Size: 4}
	if got := x.Bytes(); got != 4*256 {
		t.Errorf("%d bytes, want four tiles", got)
	}
	seen := map[uint64]bool{}
	for _, c := range []struct {
		x, y int
		want uint64
	}{
		{0, 0, 0}, {15, 0, 60}, {0, 1, 64}, {0, 3, 192}, {16, 0, 256}, {0, 4, 512}, {17, 4, 512 + 256 + 4}, {19, 3, 256 + 192 + 12},
	} {
		if got := x.TexelAddress(c.x, c.y, 0) - x.Base; got != c.want {
			t.Errorf("texel (%d, %d) is at %d, want %d", c.x, c.y, got, c.want)
		}
	}
	for row := range x.Height {
		for column := range x.Width {
			at := x.TexelAddress(column, row, 0)
			if seen[at] || at < x.Base || at >= x.Base+uint64(x.Bytes()) {
				t.Fatalf("texel (%d, %d) is at %#x, outside or twice", column, row, at)
			}
			seen[at] = true
		}
	}
	line := &Texture{Base: 0x1000, Width: 20, Channels: 4, Size: 4}
	if got := line.TexelAddress(3, 0, 0) - line.Base; got != 48 {
		t.Errorf("texel 3 of float4 is at %d, want 48", got)
	}
}

// TestFraction: the ends and the middle of the ranges of the CUDA C Programming
// Guide 3.2, section 3.2.4.1.
func TestFraction(t *testing.T) {
	for _, c := range []struct {
		size   int
		signed bool
		bits   uint64
		want   float64
	}{
		{1, false, 0, 0}, {1, false, 255, 1}, {1, false, 51, 0.2}, {2, false, 65535, 1},
		{1, true, 127, 1}, {1, true, 0x81, -1}, {1, true, 0x80, -1}, {2, true, 0x8001, -1}, {2, true, 0, 0},
	} {
		x := &Texture{Size: c.size, Signed: c.signed}
		if got := x.Fraction(c.bits); got != c.want {
			t.Errorf("%#x of %d bytes is %v, want %v", c.bits, c.size, got, c.want)
		}
	}
}

func TestSample(t *testing.T) {
	plane := Texture{Width: 4, Height: 2, Channels: 1, Size: 4, Linear: true, Address: Border}
	// x_B = 2.25 and y_B = -0.25: a quarter of column 3, three quarters of row 0.
	want := []Tap{{2, 0, 0.75 * 0.25, true, 0}, {3, 0, 0.25 * 0.25, true, 0}, {2, 0, 0.75 * 0.75, false, 0}, {3, 0, 0.25 * 0.75, false, 0}}
	if diff := cmp.Diff(want, plane.Sample(2.75, 0.25, 0, nil)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	plane.Address, plane.Linear, plane.Normalized = Wrap, false, true
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300} {
		if tap := plane.Sample(x, x, 0, nil)[0]; tap.X < 0 || tap.X > 3 || tap.Y < 0 || tap.Y > 1 {
			t.Errorf("at %v: texel (%d, %d) is outside", x, tap.X, tap.Y)
		}
	}
}
