package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// scalar returns the operation of an instruction lane by lane: everything that
// has no row in vectorOps.
func scalar(in *isa.Instr) vectorOp {
	v := &ir.Value{Op: in.Op, Type: in.Type, From: in.From, Cmp: in.Cmp, Imm: in.Imm, Flush: in.Flush, Rounding: in.Rounding}
	return func(d, a, b, c *Lanes) {
		var args [3]uint64
		for i := range d {
			args = [3]uint64{a[i], b[i], c[i]}
			if bits, ok := ir.Evaluate(v, args[:]); ok {
				d[i] = bits
			} else {
				d[i] = special(v, args)
			}
		}
	}
}

// special computes what the constant folder leaves to the hardware. Division of
// an integer by zero gives all ones, as on NVIDIA's GPUs; remainder the dividend.
func special(v *ir.Value, args [3]uint64) uint64 {
	switch {
	case !v.Type.Float() && v.Op == ir.Div:
		return v.Type.Bits(math.MaxUint64)
	case !v.Type.Float() && v.Op == ir.Rem:
		return args[0]
	}
	if v.Flush && v.Type == ir.F64 {
		return highWord(math.Float64bits(approximate(v.Op, math.Float64frombits(highWord(args[0])), 0, 0)))
	}
	if g, ok := floatFunctionOf(v.Op, v.Type, v.From, ir.MathFunc(v.Imm)); ok {
		return uint64(vector.Float(g.of(math.Float32frombits(uint32(args[0])))))
	}
	if f, ok := unitOf(v.Op, v.Type); ok {
		return uint64(math.Float32bits(f.of(math.Float32frombits(uint32(args[0])), math.Float32frombits(uint32(args[1])))))
	}
	from := v.Type
	if v.Op == ir.Math && v.From != ir.Void {
		from = v.From
	}
	x, y := from.Value(args[0]), from.Value(args[1])
	if v.Op == ir.Math {
		r := mathFunction(ir.MathFunc(v.Imm), from, x, y)
		if !v.Type.Float() {
			return v.Type.Bits(uint64(int64(r)))
		}
		return v.Type.FloatBits(r)
	}
	return v.Type.FloatBits(approximate(v.Op, x, y, from.Value(args[2])))
}

// highWord is what the special function unit reads and writes of a double: no low word, and no subnormal numbers.
func highWord(bits uint64) uint64 {
	if bits>>52&0x7ff == 0 {
		return bits & (1 << 63)
	}
	return bits &^ math.MaxUint32
}

// approximate computes what is neither exact nor the special function unit's: operations on doubles that are sequences of instructions.
func approximate(op ir.Op, x, y, z float64) float64 {
	switch op {
	case ir.Mad:
		return x*y + z
	case ir.Rcp:
		return 1 / x
	case ir.Rsqrt:
		return 1 / math.Sqrt(x)
	case ir.Rem:
		return math.Mod(x, y)
	}
	panic("BUG: no semantics for " + op.String())
}
