package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// flush replaces a float that is too small for a full exponent (subnormal) by a zero of the same
// sign, as -ftz=true does.
func flush(x uint64) uint32 {
	bits := uint32(x)
	if bits&0x7f800000 == 0 {
		bits &= 1 << 31
	}
	return bits
}

// flushed is flush for all lanes.
func flushed(a, into *Lanes) *Lanes {
	for i, x := range a {
		into[i] = uint64(flush(x))
	}
	return into
}

// flushing is an operation whose float sources and result are flushed.
func flushing(op vectorOp, in *isa.Instr) vectorOp {
	if row := flushingOps[opKey{in.Op, in.Type}]; row != nil {
		return row
	}
	fromFloat := in.SourceType(0) == ir.F32
	return func(d, a, b, c *Lanes) {
		if fromFloat {
			var x, y, z Lanes
			a, b, c = flushed(a, &x), flushed(b, &y), flushed(c, &z)
		}
		op(d, a, b, c)
		if in.Type == ir.F32 {
			flushed(d, d)
		}
	}
}

// flushingOps are the rows of vectorOps that kernels of c.c. 1.x, which flushes
// always, are made of.
var flushingOps = map[opKey]vectorOp{
	{ir.Add, ir.F32}: func(d, a, b, _ *Lanes) { f32flush(d, a, b, func(x, y float32) float32 { return x + y }) },
	{ir.Sub, ir.F32}: func(d, a, b, _ *Lanes) { f32flush(d, a, b, func(x, y float32) float32 { return x - y }) },
	{ir.Mul, ir.F32}: func(d, a, b, _ *Lanes) { f32flush(d, a, b, func(x, y float32) float32 { return x * y }) },
	{ir.Mad, ir.F32}: func(d, a, b, c *Lanes) {
		for i := range d {
			x, y, z := flush(a[i]), flush(b[i]), math.Float32frombits(flush(c[i]))
			bits := math.Float64bits(float64(math.Float32frombits(x)) * float64(math.Float32frombits(y))) // 48 bits: exact
			if exponent := bits >> 52 & 0x7ff; exponent-leastExponent < exponents {
				bits &^= 1<<29 - 1
			} else if exponent < leastExponent {
				bits &= 1 << 63
			} else { // too large, or not a number
				d[i] = uint64(flush(madTruncated(math.Float64frombits(bits), uint64(math.Float32bits(z)))))
				continue
			}
			d[i] = uint64(flush(uint64(vector.Float(float32(math.Float64frombits(bits)) + z))))
		}
	},
}

func f32flush(d, a, b *Lanes, op func(x, y float32) float32) {
	for i := range d {
		d[i] = uint64(flush(uint64(vector.Float(op(math.Float32frombits(flush(a[i])), math.Float32frombits(flush(b[i])))))))
	}
}
