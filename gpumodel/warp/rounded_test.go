package warp

import (
	"math"
	"math/rand/v2"
	"testing"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// TestRounded compares sums and products that are rounded in a direction with those that are computed lane by lane with numbers of any
// length, on numbers whose sums cancel, overflow, vanish or are zeros.
func TestRounded(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	hard := []uint32{0, 1 << 31, 1, 1<<31 | 1, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x3f800000, 0xbf800000, 0x00800000,
		0x80800001, 0x7fffffff}
	number := func() uint32 {
		switch r.IntN(3) {
		case 0:
			return hard[r.IntN(len(hard))]
		case 1:
			return math.Float32bits(float32(r.NormFloat64()))
		}
		return r.Uint32()
	}
	for n := range 200_000 {
		a, b, c := number(), number(), number()
		if n%4 == 0 { // the sum nearly cancels
			c = math.Float32bits(-math.Float32frombits(a)*math.Float32frombits(b)) + uint32(r.IntN(3)) - 1
		}
		to := []ir.Rounding{ir.TowardZero, ir.Up, ir.Down}[r.IntN(3)]
		in := &isa.Instr{Op: ir.Fma, Type: ir.F32, Rounding: to}
		var d, x, y, z Lanes
		x[0], y[0], z[0] = uint64(a), uint64(b), uint64(c)
		scalar(in)(&d, &x, &y, &z)
		got := vector.Float(vector.FmaRound(math.Float32frombits(a), math.Float32frombits(b), math.Float32frombits(c), directions[to]))
		if uint32(d[0]) != got {
			t.Fatalf("%#x * %#x + %#x, %v: %#x, want %#x", a, b, c, to, got, uint32(d[0]))
		}
	}
}
