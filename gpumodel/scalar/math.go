package scalar

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/vector"
)

// approximate computes a function of libm, or what is an approximation on a GPU, in double precision, and rounds it once to v's type. The
// host has no approximate instructions: there, rsqrtf(x) is 1/sqrt(x).
func (m *Machine) approximate(v *ir.Value, a, b, c uint64) uint64 {
	x, y, z := 0.0, 0.0, 0.0
	if len(v.Args) > 1 && v.Args[1].Type.Float() {
		y = v.Args[1].Type.Value(b)
	} else if len(v.Args) > 1 {
		y = float64(v.Args[1].Type.Extend(b))
	}
	if len(v.Args) > 2 {
		z = v.Type.Value(c)
	}
	if len(v.Args) > 0 && !v.Args[0].Type.Float() {
		x = float64(v.Args[0].Type.Extend(a))
	} else if len(v.Args) > 0 {
		x = v.Args[0].Type.Value(a)
	}
	switch v.Op {
	case ir.Fma, ir.Mad:
		if v.Type == ir.F64 {
			return v.Type.FloatBits(math.FMA(x, y, z))
		}
		return v.Type.FloatBits(float64(vector.Fma(float32(x), float32(y), float32(z))))
	case ir.Rcp:
		return v.Type.FloatBits(1 / x)
	case ir.DivApprox, ir.DivFull:
		return v.Type.FloatBits(x / y)
	case ir.SqrtApprox:
		return v.Type.FloatBits(math.Sqrt(x))
	case ir.Rsqrt:
		return v.Type.FloatBits(1 / math.Sqrt(x))
	case ir.Ex2:
		return v.Type.FloatBits(math.Exp2(x))
	case ir.Lg2:
		return v.Type.FloatBits(math.Log2(x))
	case ir.Tanh:
		return v.Type.FloatBits(math.Tanh(x))
	case ir.Sin:
		return v.Type.FloatBits(math.Sin(x))
	case ir.Cos:
		return v.Type.FloatBits(math.Cos(x))
	}
	r := m.Math(ir.MathFunc(v.Imm), v.Args[0].Type, x, y)
	if ir.MathFunc(v.Imm) == ir.MathLgamma && math.IsInf(x, -1) { // C's limit differs from CUDA's
		r = math.Inf(1)
	}
	if v.Type.Float() {
		return v.Type.FloatBits(r)
	}
	return v.Type.Bits(uint64(int64(r)))
}

// whole converts x to an integer of type t by truncation. C++ does not define the result if t cannot hold it; whole returns what compilers
// for x86-64 produce. cvttss2si and cvttsd2si return only the highest bit set if 32 or 64 bits are too few. An unsigned 32-bit
// integer is the low half of a 64-bit conversion. An unsigned 64-bit one from 2^63 on is converted less 2^63, and the bit is set
// afterwards.
func whole(t ir.Type, x float64) uint64 {
	const high = 1 << 63
	switch {
	case t == ir.S32 && x > -0x1p31-1 && x < 0x1p31:
		return t.Bits(uint64(int64(x)))
	case t == ir.S32:
		return 1 << 31
	case t == ir.U64 && x >= high:
		return whole(ir.S64, x-high) ^ high
	case x >= -high && x < high:
		return t.Bits(uint64(int64(x)))
	}
	return t.Bits(high)
}
