package warp

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// patterns draws the bits of a value: any, small, or special.
func patterns(r *rand.Rand, t ir.Type) uint64 {
	special := []uint64{0, 1, math.MaxUint64, 1 << 31, 1<<31 - 1, 1 << 63, 24, 31, 32, 33, 63, 64}
	switch r.IntN(3) {
	case 0:
		return t.Bits(special[r.IntN(len(special))])
	case 1:
		if t.Float() {
			return t.FloatBits([]float64{0, math.Copysign(0, -1), 1, -1.5, math.Inf(1), math.Inf(-1), math.NaN(), 1e30, 1e-30}[r.IntN(9)])
		}
		return t.Bits(uint64(r.IntN(100) - 50))
	}
	return t.Bits(r.Uint64())
}

func randomLanes(r *rand.Rand, t ir.Type) *Lanes {
	l := new(Lanes)
	for i := range l {
		l[i] = patterns(r, t)
	}
	return l
}

// sameBits holds for equal bits, and for any two NaNs.
func sameBits(t ir.Type, a, b uint64) bool {
	return a == b || t.Float() && math.IsNaN(t.Value(a)) && math.IsNaN(t.Value(b))
}

// TestVectorOps compares every row of the table of fast operations, for either
// signedness that uses it, with the constant folder, lane by lane.
func TestVectorOps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	types := []ir.Type{ir.U32, ir.S32, ir.U64, ir.S64, ir.F32, ir.F64}
	compared := 0
	for op := ir.Add; op <= ir.Cvt; op++ {
		for _, typ := range types {
			run := rowOf(op, typ)
			if run == nil {
				continue
			}
			v := &ir.Value{Op: op, Type: typ}
			for range 300 {
				a, b, c, d := randomLanes(r, typ), randomLanes(r, typ), randomLanes(r, typ), new(Lanes)
				run(d, a, b, c)
				for i := range d {
					want, ok := ir.Evaluate(v, []uint64{a[i], b[i], c[i]})
					if !ok {
						continue // mad and fma of floats have tests of their own
					}
					if compared++; !sameBits(typ, d[i], want) {
						t.Fatalf("%v.%v of %#x, %#x, %#x is %#x, want %#x", op, typ, a[i], b[i], c[i], d[i], want)
					}
				}
			}
		}
	}
	if compared < 300*32*len(vectorOps)/2 {
		t.Errorf("only %d lanes compared", compared)
	}
}

// The rows may be run in place: the result may be one of the sources.
func TestVectorOpsInPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for key, run := range vectorOps {
		a, b, c, d := randomLanes(r, key.t), randomLanes(r, key.t), randomLanes(r, key.t), new(Lanes)
		run(d, a, b, c)
		for _, place := range []*Lanes{a, b, c} {
			before := *place
			run(place, a, b, c)
			if *place != *d {
				t.Errorf("%v.%v differs in place", key.op, key.t)
			}
			*place = before
		}
	}
}

// Comparisons of lanes agree with those of single values.
func TestCompareLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for c := ir.EQ; c <= ir.GE; c++ {
		for _, typ := range []ir.Type{ir.U32, ir.S32, ir.U64, ir.S64, ir.F32, ir.F64} {
			for range 100 {
				a, b := randomLanes(r, typ), randomLanes(r, typ)
				mask := compareLanes(c, typ, a, b)
				for i := range a {
					if got, want := mask>>i&1 != 0, typ.Compare(c, a[i], b[i]); got != want {
						t.Fatalf("%v.%v of %#x, %#x is %v", c, typ, a[i], b[i], got)
					}
				}
			}
		}
	}
}

func float(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }

// number is any finite float32.
func number(r *rand.Rand) float32 {
	for {
		f := math.Float32frombits(r.Uint32())
		if r.IntN(2) == 0 { // of a similar magnitude, so that sums cancel
			f = float32(math.Ldexp(float64(r.IntN(1<<24)), r.IntN(60)-50)) * float32(1-2*r.IntN(2))
		}
		if f-f == 0 {
			return f
		}
	}
}

// TestFMA rounds the exact a·b+c once.
func TestFMA(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200000 {
		a, b, c := number(r), number(r), number(r)
		exact := new(big.Float).SetPrec(700).SetFloat64(float64(a))
		exact.Mul(exact, big.NewFloat(float64(b)).SetPrec(700))
		exact.Add(exact, big.NewFloat(float64(c)).SetPrec(700))
		want, _ := exact.Float32()
		bits := func(f float32) uint64 { return uint64(math.Float32bits(f)) }
		if got := float(fma32(bits(a), bits(b), bits(c))); got != want {
			t.Fatalf("%v · %v + %v is %v, want %v", a, b, c, got, want)
		}
	}
	for _, x := range [][4]float64{
		{math.Inf(1), 1, 1, math.Inf(1)}, {1, 1, math.Inf(-1), math.Inf(-1)}, {math.Inf(1), 0, 1, math.NaN()},
		{math.Inf(1), 1, math.Inf(-1), math.NaN()}, {1, math.NaN(), 1, math.NaN()}, {1, 2, math.NaN(), math.NaN()},
		{math.MaxFloat32, 2, 0, math.Inf(1)}, {0, -1, math.Copysign(0, -1), math.Copysign(0, -1)},
	} {
		got := fma32(ir.F32.FloatBits(x[0]), ir.F32.FloatBits(x[1]), ir.F32.FloatBits(x[2]))
		if !sameBits(ir.F32, got, ir.F32.FloatBits(x[3])) {
			t.Errorf("%v · %v + %v is %v, want %v", x[0], x[1], x[2], float(got), x[3])
		}
	}
}

// TestMadTruncates cuts the product to 24 bits, and rounds the sum.
func TestMadTruncates(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for range 20000 {
		a, b, c := number(r), number(r), number(r)
		product := new(big.Float).SetPrec(24).SetMode(big.ToZero)
		product.Mul(big.NewFloat(float64(a)), big.NewFloat(float64(b)))
		p, _ := product.Float64()
		if math.Abs(p) > math.MaxFloat32 || math.Abs(p) < 0x1p-126 {
			continue // overflow and denormals round otherwise
		}
		want := float32(p) + c
		var d Lanes
		rowOf(ir.Mad, ir.F32)(&d, broadcast(uint64(math.Float32bits(a))), broadcast(uint64(math.Float32bits(b))),
			broadcast(uint64(math.Float32bits(c))))
		got := float(d[r.IntN(32)])
		if got != want {
			t.Fatalf("%v · %v + %v is %v, want %v", a, b, c, got, want)
		}
	}
}

// Division by zero does not stop a warp: all ones, and the dividend as remainder.
func TestDivisionByZero(t *testing.T) {
	for _, x := range []struct {
		op   ir.Op
		t    ir.Type
		want uint64
	}{
		{ir.Div, ir.S32, 0xffffffff}, {ir.Div, ir.U32, 0xffffffff}, {ir.Div, ir.U64, math.MaxUint64},
		{ir.Rem, ir.S32, 7}, {ir.Rem, ir.U64, 7},
	} {
		d := new(Lanes)
		operation(&isa.Instr{Op: x.op, Type: x.t})(d, broadcast(7), broadcast(0), &none)
		if d[0] != x.want {
			t.Errorf("7 %v.%v 0 is %#x, want %#x", x.op, x.t, d[0], x.want)
		}
	}
}

// Every library function that the compiler knows can be executed.
func TestLibraryIsComplete(t *testing.T) {
	for f := ir.MathSin; f <= ir.MathNormcdf; f++ {
		for _, typ := range []ir.Type{ir.F32, ir.F64} {
			in := &isa.Instr{Op: ir.Math, Type: typ, From: typ, Imm: uint64(f)}
			operation(in)(new(Lanes), broadcast(typ.FloatBits(0.5)), broadcast(typ.FloatBits(2)), &none)
		}
	}
}
