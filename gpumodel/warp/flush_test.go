package warp

import (
	"math"
	"math/rand/v2"
	"testing"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// The operations with a row that flush are those that do not between flushes of every lane.
func TestFlushingOps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	edges := []uint32{0, 1 << 31, 1, 0x7fffff, 0x807fffff, 0x800000, 0x80800001, 0x3f800000, 0x7f7fffff, 0x7f800000, 0xff800000,
		0x20000000, 0x1fffffff}
	random := func() uint64 {
		if r.IntN(3) > 0 {
			return uint64(edges[r.IntN(len(edges))])
		}
		return uint64(r.Uint32())
	}
	for key, row := range flushingOps {
		plain := vectorOps[key]
		for range 2000 {
			var a, b, c, x, y, z, got, want Lanes
			for i := range a {
				a[i], b[i], c[i] = random(), random(), random()
			}
			row(&got, &a, &b, &c)
			plain(&want, flushed(&a, &x), flushed(&b, &y), flushed(&c, &z))
			flushed(&want, &want)
			for i := range got {
				// c.c. 1.x cuts a product off before the sum: one too small is 0 then.
				if p := float64(math.Float32frombits(uint32(x[i]))) * float64(math.Float32frombits(uint32(y[i]))); key.op == ir.Mad &&
					math.Abs(p) < 0x1p-126 {
					continue
				}
				g, w := math.Float32frombits(uint32(got[i])), math.Float32frombits(uint32(want[i]))
				if got[i] != want[i] && (g == g || w == w) {
					t.Fatalf("%v of %#x, %#x, %#x is %#x, want %#x", key.op, a[i], b[i], c[i], got[i], want[i])
				}
			}
		}
	}
}

// An operation without a row flushes too.
func TestFlushing(t *testing.T) {
	tiny, small, one := uint64(0x80000001), uint64(0x00800000), uint64(0x3f800000)
	for _, test := range []struct {
		in      isa.Instr
		a, b, c uint64
		want    uint64
	}{
		{isa.Instr{Op: ir.Div, Type: ir.F32}, tiny, one, 0, 1 << 31},
		{isa.Instr{Op: ir.Div, Type: ir.F32}, small, 0x40000000, 0, 0},
		{isa.Instr{Op: ir.Fma, Type: ir.F32}, small, 0x3f000000, 0, 0},
		{isa.Instr{Op: ir.Fma, Type: ir.F32}, small, 0x3f000000, small, 0x00c00000}, // the product is not rounded by itself
		{isa.Instr{Op: ir.Max, Type: ir.F32}, 5, 3, 0, 0},
		{isa.Instr{Op: ir.Ceil, Type: ir.F32}, 5, 0, 0, 0},
		{isa.Instr{Op: ir.Cvt, Type: ir.F64, From: ir.F32}, 5, 0, 0, 0},
		{isa.Instr{Op: ir.Cvt, Type: ir.F32, From: ir.F64}, math.Float64bits(0x1p-130), 0, 0, 0},
	} {
		var a, b, c, d Lanes
		for i := range a {
			a[i], b[i], c[i] = test.a, test.b, test.c
		}
		test.in.Flush = true
		operation(&test.in)(&d, &a, &b, &c)
		if d[31] != test.want {
			t.Errorf("%v.%v of %#x, %#x, %#x: %#x, want %#x", test.in.Op, test.in.Type, test.a, test.b, test.c, d[31], test.want)
		}
	}
}

func BenchmarkMad(b *testing.B) {
	for name, ops := range map[string]map[opKey]vectorOp{"plain": vectorOps, "flushing": flushingOps} {
		b.Run(name, func(b *testing.B) {
			op := ops[opKey{ir.Mad, ir.F32}]
			var x, y, z, d Lanes
			for i := range x {
				x[i], y[i], z[i] = uint64(math.Float32bits(float32(i))), uint64(math.Float32bits(1.5)), uint64(math.Float32bits(0.3))
			}
			for b.Loop() {
				op(&d, &x, &y, &z)
			}
		})
	}
}
