package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/vector"
)

// opKey names an operation on a type in the table of fast operations.
type opKey struct {
	op ir.Op
	t  ir.Type
}

// vectorOps are the operations that kernels are made of, one row each. What is
// not here goes lane by lane through ir.Evaluate.
var vectorOps = map[opKey]vectorOp{
	{ir.Add, ir.U32}: func(d, a, b, _ *Lanes) { u32(d, a, b, func(x, y uint32) uint32 { return x + y }) },
	{ir.Sub, ir.U32}: func(d, a, b, _ *Lanes) { u32(d, a, b, func(x, y uint32) uint32 { return x - y }) },
	{ir.Mul, ir.U32}: func(d, a, b, _ *Lanes) { u32(d, a, b, func(x, y uint32) uint32 { return x * y }) },
	{ir.And, ir.U32}: func(d, a, b, _ *Lanes) { u32(d, a, b, func(x, y uint32) uint32 { return x & y }) },
	{ir.Or, ir.U32}:  func(d, a, b, _ *Lanes) { u32(d, a, b, func(x, y uint32) uint32 { return x | y }) },
	{ir.Xor, ir.U32}: func(d, a, b, _ *Lanes) { u32(d, a, b, func(x, y uint32) uint32 { return x ^ y }) },
	{ir.Shl, ir.U32}: func(d, a, b, _ *Lanes) { u32(d, a, b, func(x, y uint32) uint32 { return x << min(y, 32) }) },
	{ir.Shr, ir.U32}: func(d, a, b, _ *Lanes) { u32(d, a, b, func(x, y uint32) uint32 { return x >> min(y, 32) }) },
	{ir.Shr, ir.S32}: func(d, a, b, _ *Lanes) { s32(d, a, b, func(x, y int32) int32 { return x >> min(uint32(y), 31) }) },
	{ir.Min, ir.U32}: func(d, a, b, _ *Lanes) { u32(d, a, b, func(x, y uint32) uint32 { return min(x, y) }) },
	{ir.Max, ir.U32}: func(d, a, b, _ *Lanes) { u32(d, a, b, func(x, y uint32) uint32 { return max(x, y) }) },
	{ir.Min, ir.S32}: func(d, a, b, _ *Lanes) { s32(d, a, b, func(x, y int32) int32 { return min(x, y) }) },
	{ir.Max, ir.S32}: func(d, a, b, _ *Lanes) { s32(d, a, b, func(x, y int32) int32 { return max(x, y) }) },
	{ir.Mul24, ir.U32}: func(d, a, b, _ *Lanes) {
		u32(d, a, b, func(x, y uint32) uint32 { return (x & 0xffffff) * (y & 0xffffff) })
	},
	{ir.Mul24, ir.S32}: func(d, a, b, _ *Lanes) {
		s32(d, a, b, func(x, y int32) int32 { return (x << 8 >> 8) * (y << 8 >> 8) })
	},
	{ir.Mad, ir.U32}: func(d, a, b, c *Lanes) {
		for i := range d {
			d[i] = uint64(uint32(a[i])*uint32(b[i]) + uint32(c[i]))
		}
	},
	{ir.Mad24, ir.U32}: func(d, a, b, c *Lanes) {
		for i := range d {
			d[i] = uint64(uint32(a[i]&0xffffff)*uint32(b[i]&0xffffff) + uint32(c[i]))
		}
	},
	{ir.Mad24, ir.S32}: func(d, a, b, c *Lanes) {
		for i := range d {
			d[i] = uint64(uint32((int32(a[i])<<8>>8)*(int32(b[i])<<8>>8)) + uint32(c[i]))
		}
	},
	{ir.Add, ir.U64}: func(d, a, b, _ *Lanes) { u64(d, a, b, func(x, y uint64) uint64 { return x + y }) },
	{ir.Sub, ir.U64}: func(d, a, b, _ *Lanes) { u64(d, a, b, func(x, y uint64) uint64 { return x - y }) },
	{ir.Mul, ir.U64}: func(d, a, b, _ *Lanes) { u64(d, a, b, func(x, y uint64) uint64 { return x * y }) },
	{ir.And, ir.U64}: func(d, a, b, _ *Lanes) { u64(d, a, b, func(x, y uint64) uint64 { return x & y }) },
	{ir.Or, ir.U64}:  func(d, a, b, _ *Lanes) { u64(d, a, b, func(x, y uint64) uint64 { return x | y }) },
	{ir.Xor, ir.U64}: func(d, a, b, _ *Lanes) { u64(d, a, b, func(x, y uint64) uint64 { return x ^ y }) },
	{ir.Add, ir.F32}: func(d, a, b, _ *Lanes) { f32(d, a, b, func(x, y float32) float32 { return x + y }) },
	{ir.Sub, ir.F32}: func(d, a, b, _ *Lanes) { f32(d, a, b, func(x, y float32) float32 { return x - y }) },
	{ir.Mul, ir.F32}: func(d, a, b, _ *Lanes) { f32(d, a, b, func(x, y float32) float32 { return x * y }) },
	{ir.Div, ir.F32}: func(d, a, b, _ *Lanes) { f32(d, a, b, func(x, y float32) float32 { return x / y }) },
	{ir.Add, ir.F64}: func(d, a, b, _ *Lanes) { f64(d, a, b, func(x, y float64) float64 { return x + y }) },
	{ir.Sub, ir.F64}: func(d, a, b, _ *Lanes) { f64(d, a, b, func(x, y float64) float64 { return x - y }) },
	{ir.Mul, ir.F64}: func(d, a, b, _ *Lanes) { f64(d, a, b, func(x, y float64) float64 { return x * y }) },
	{ir.Div, ir.F64}: func(d, a, b, _ *Lanes) { f64(d, a, b, func(x, y float64) float64 { return x / y }) },
	{ir.Mad, ir.F32}: func(d, a, b, c *Lanes) {
		for i := range d {
			product := float64(math.Float32frombits(uint32(a[i]))) * float64(math.Float32frombits(uint32(b[i]))) // 48 bits: exact
			if bits := math.Float64bits(product); bits>>52&0x7ff-leastExponent < exponents || product == 0 {
				p := float32(math.Float64frombits(bits &^ (1<<29 - 1)))
				d[i] = uint64(vector.Float(p + math.Float32frombits(uint32(c[i]))))
			} else {
				d[i] = madTruncated(product, c[i])
			}
		}
	},
	{ir.Fma, ir.F32}: func(d, a, b, c *Lanes) {
		for i := range d {
			d[i] = fma32(a[i], b[i], c[i])
		}
	},
	{ir.Fma, ir.F64}: func(d, a, b, c *Lanes) {
		for i := range d {
			d[i] = vector.Double(math.FMA(math.Float64frombits(a[i]), math.Float64frombits(b[i]), math.Float64frombits(c[i])))
		}
	},
}

// rowOf finds the fast operation, if there is one. Operations whose low bits do not depend
// on the sign have unsigned rows alone.
func rowOf(op ir.Op, t ir.Type) vectorOp {
	if op.Signless() {
		switch t {
		case ir.S32:
			t = ir.U32
		case ir.S64:
			t = ir.U64
		}
	}
	return vectorOps[opKey{op, t}]
}

// The exponents of a float64 that is a normal number as a float32 too: cutting
// its last 29 bits off leaves the 24 of a float32.
const (
	leastExponent = 1023 - 126
	exponents     = 254
)

// madTruncated is c.c. 1.x's mad.f32: the product is cut off to 24 bits, not
// rounded (CUDA C Programming Guide 3.2, section G.2).
func madTruncated(exact float64, c uint64) uint64 {
	product := float32(exact)
	if p := float64(product); math.Abs(p) > math.Abs(exact) {
		product = math.Nextafter32(product, 0)
	}
	return uint64(vector.Float(product + math.Float32frombits(uint32(c))))
}

// fma32 is a fused multiply-add.
func fma32(a, b, c uint64) uint64 {
	return uint64(vector.Float(vector.Fma(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)), math.Float32frombits(uint32(c)))))
}

// madWide is a*b+c with factors of 32 bits and a result of 64.
func madWide(from ir.Type) vectorOp {
	if from.Signed() {
		return func(d, a, b, c *Lanes) {
			for i := range d {
				d[i] = uint64(int64(int32(a[i]))*int64(int32(b[i]))) + c[i]
			}
		}
	}
	return func(d, a, b, c *Lanes) {
		for i := range d {
			d[i] = uint64(uint32(a[i]))*uint64(uint32(b[i])) + c[i]
		}
	}
}
