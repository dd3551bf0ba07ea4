package scalar

import (
	"math"

	"warpbook.dev/gpumodel/ir"
)

// approximate computes what the host has from libm: in double precision, and rounded once.
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
		return v.Type.FloatBits(fusedFloat(x, y, z))
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
	case ir.Sin:
		return v.Type.FloatBits(math.Sin(x))
	case ir.Cos:
		return v.Type.FloatBits(math.Cos(x))
	case ir.Sat:
		return v.Type.FloatBits(min(1, max(0, x)))
	}
	r := m.Math(ir.MathFunc(v.Imm), x, y)
	if v.Type.Float() {
		return v.Type.FloatBits(r)
	}
	return v.Type.Bits(uint64(int64(r)))
}

// fusedFloat is x·y+z of floats, rounded once: the sum of doubles is rounded to odd first (Boldo and Melquiond, 2008).
func fusedFloat(x, y, z float64) float64 {
	p := x * y // exact
	s := p + z
	if math.IsInf(s, 0) || s != s {
		return s
	}
	t := s - p
	e := (p - (s - t)) + (z - t) // what the sum has lost
	if bits := math.Float64bits(s); e != 0 && bits&1 == 0 {
		if (e > 0) == (s > 0) {
			bits++
		} else {
			bits--
		}
		s = math.Float64frombits(bits)
	}
	return s
}
