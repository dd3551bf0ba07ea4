package warp

import (
	"math"

	"warpbook.dev/gpumodel/vector"
)

// Lanes holds one register of the 32 threads of a warp: the bits of its value,
// zero-extended.
type Lanes [32]uint64

// A vector operation computes d from up to three operands, all lanes.
type vectorOp func(d, a, b, c *Lanes)

// The functions below lift a scalar operation to lanes. They are small, so that
// the compiler expands them, and the operation, into each row of the table.

func u32(d, a, b *Lanes, f func(x, y uint32) uint32) {
	for i := range d {
		d[i] = uint64(f(uint32(a[i]), uint32(b[i])))
	}
}

func s32(d, a, b *Lanes, f func(x, y int32) int32) {
	for i := range d {
		d[i] = uint64(uint32(f(int32(a[i]), int32(b[i]))))
	}
}

func u64(d, a, b *Lanes, f func(x, y uint64) uint64) {
	for i := range d {
		d[i] = f(a[i], b[i])
	}
}

func f32(d, a, b *Lanes, f func(x, y float32) float32) {
	for i := range d {
		d[i] = uint64(vector.Float(f(math.Float32frombits(uint32(a[i])), math.Float32frombits(uint32(b[i])))))
	}
}

func f64(d, a, b *Lanes, f func(x, y float64) float64) {
	for i := range d {
		d[i] = vector.Double(f(math.Float64frombits(a[i]), math.Float64frombits(b[i])))
	}
}

// broadcast gives every lane one value.
func broadcast(bits uint64) *Lanes {
	l := new(Lanes)
	fill(l, bits)
	return l
}

func fill(l *Lanes, bits uint64) {
	for i := range l {
		l[i] = bits
	}
}

// merge copies the active lanes of s to d.
func merge(d, s *Lanes, active uint32) {
	for i := range d {
		if active>>i&1 != 0 {
			d[i] = s[i]
		}
	}
}
