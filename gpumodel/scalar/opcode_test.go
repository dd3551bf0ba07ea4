package scalar

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/internal/tier"
)

// edges are bits with which operations go wrong.
var edges = []uint64{0, 1, 2, 31, 32, 33, 63, 64, 0x7fffffff, 0x80000000, 0xffffffff, 1 << 32, 1 << 63, math.MaxUint64, 0x3f800000,
	0xbf800000, 0x7f800000,
	math.Float64bits(1.5), math.Float64bits(-2), math.Float64bits(math.Inf(1)), 0x00000001, 0x40490fdb}

// TestOpcodes: an operation with an opcode of its own computes what ir.Evaluate computes, NaNs apart.
func TestOpcodes(t *testing.T) {
	types := []ir.Type{ir.U32, ir.S32, ir.U64, ir.S64, ir.F32, ir.F64}
	r := rand.New(rand.NewPCG(1, 2))
	for op := range map[ir.Op]bool{ir.Add: true, ir.Sub: true, ir.Mul: true, ir.Mad: true, ir.And: true, ir.Or: true, ir.Xor: true,
		ir.Not: true, ir.Shl: true,
		ir.Shr: true, ir.Div: true, ir.Rem: true, ir.Neg: true, ir.Abs: true, ir.Sqrt: true, ir.Min: true, ir.Max: true, ir.Sat: true} {
		for _, typ := range types {
			float := typ.Float()
			if float && (op == ir.Mad || op == ir.And || op == ir.Or || op == ir.Xor || op == ir.Not || op == ir.Shl || op == ir.Shr ||
				op == ir.Rem) || !float && (op == ir.Sqrt || op == ir.Sat) {
				continue
			}
			v := &ir.Value{Op: op, Type: typ}
			sameAsEvaluated(t, r, v, typ, 3)
		}
	}
	for _, typ := range types {
		for c := ir.EQ; c <= ir.GE; c++ {
			sameAsEvaluated(t, r, &ir.Value{Op: ir.Setp, Type: ir.Pred, From: typ, Cmp: c}, typ, 2)
		}
	}
	for pair := range conversions {
		sameAsEvaluated(t, r, &ir.Value{Op: ir.Cvt, From: pair[0], Type: pair[1]}, pair[0], 1)
	}
	for _, from := range []ir.Type{ir.U32, ir.S32} {
		to := map[ir.Type]ir.Type{ir.U32: ir.U64, ir.S32: ir.S64}[from]
		sameAsEvaluated(t, r, &ir.Value{Op: ir.MulWide, From: from, Type: to}, from, 2)
	}
}

// sameAsEvaluated compares an operation of so many arguments at edges and at random.
func sameAsEvaluated(t *testing.T, r *rand.Rand, v *ir.Value, of ir.Type, args int) {
	t.Helper()
	one := func() uint64 {
		if r.IntN(2) == 0 {
			return of.Bits(edges[r.IntN(len(edges))])
		}
		return of.Bits(r.Uint64() >> r.IntN(64))
	}
	switch v.Op {
	case ir.Not, ir.Neg, ir.Abs, ir.Sqrt, ir.Sat:
		args = 1
	case ir.Mad:
	default:
		args = min(args, 2)
	}
	for range tier.Pick(20, 50, 1000) {
		bits := make([]uint64, args)
		for i := range bits {
			bits[i] = one()
		}
		if v.Op == ir.Shl || v.Op == ir.Shr {
			bits[1] = uint64(uint32(bits[1] % 70))
		}
		want, ok := ir.Evaluate(v, bits)
		if !ok {
			continue
		}
		got, err := executed(v, of, bits)
		if err != nil {
			t.Fatalf("%v %v of %#x: %v", v.Op, v.Type, bits, err)
		}
		if isNaN(v.Type, got) && isNaN(v.Type, want) {
			continue
		}
		if got != want {
			t.Errorf("%v %v from %v of %#x is %#x, want %#x", v.Op, v.Type, v.From, bits, got, want)
			return
		}
	}
}

func isNaN(t ir.Type, bits uint64) bool { return t.Float() && math.IsNaN(t.Value(bits)) }

// executed is what a function of one operation computes: it hands its result to the system.
func executed(v *ir.Value, of ir.Type, bits []uint64) (result uint64, err error) {
	b := &ir.Block{Term: ir.Return}
	x := *v
	x.Block = b
	for i, n := range bits {
		t := of
		if i == 1 && (v.Op == ir.Shl || v.Op == ir.Shr) {
			t = ir.U32
		}
		c := &ir.Value{ID: i, Op: ir.Constant, Type: t, Imm: n, Block: b}
		b.Values = append(b.Values, c)
		x.Args = append(x.Args, c)
	}
	give := &ir.Value{Op: ir.Runtime, Type: ir.U64, Args: []*ir.Value{&x}, Block: b}
	b.Values = append(b.Values, &x, give)
	p, err := Translate(&ir.Program{Funcs: []*ir.Func{{Blocks: []*ir.Block{b}}}, Runtime: []string{"give"}})
	if err != nil {
		return 0, err
	}
	for _, eager := range []bool{true, false} {
		before := result
		m := &Machine{Memory: &Memory{}, Eager: eager, slow: !eager, Call: func(c *Call) (uint64, error) {
			result = v.Type.Bits(c.Args[0])
			return 0, nil
		}}
		if err := m.Run(p); err != nil {
			return 0, err
		}
		if !eager && result != before && !(isNaN(v.Type, result) && isNaN(v.Type, before)) {
			return 0, fmt.Errorf("machine code makes %#x, the interpreter %#x", before, result)
		}
	}
	return result, nil
}
