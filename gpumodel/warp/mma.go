package warp

import (
	"errors"
	"math"
	"sync"

	"warpbook.dev/gpumodel/ir"
)

// Products of matrices by the tensor cores. Where an element of a matrix is among the lanes is as the PTX ISA
// says for mma.sync (section "Matrix multiply-accumulate operation using mma instruction"), and for 7.0
// as the addresses in NVRTC's code show.

var errPartialMma = errors.New("only some lanes of the warp multiply matrices: all 32 have to come together")

// A holder says where an element of a matrix is: the lane, its register, and the half of that.
type holder struct{ lane, register, half int }

func holderOfA(s ir.MmaShape, r, k int) holder {
	switch s {
	case ir.Mma16816, ir.Mma1688:
		return holder{r%8*4 + k%8/2, r/8 + k/8*2, k % 2}
	case ir.Mma884Col, ir.Mma884ColRow:
		return holder{k + r/8*4 + r/4%2*16, r % 4 / 2, r % 2}
	}
	return holder{r%4 + r/8*4 + r/4%2*16, k / 2, k % 2}
}

func holderOfB(s ir.MmaShape, k, c int) holder {
	switch s {
	case ir.Mma16816, ir.Mma1688:
		return holder{c*4 + k%8/2, k / 8, k % 2}
	case ir.Mma884Row, ir.Mma884ColRow:
		return holder{k + c/8*8 + c/4%2*16, c % 4 / 2, c % 2}
	}
	return holder{c%4 + c/8*8 + c/4%2*16, k / 2, k % 2}
}

// elementOfC is the element that a lane has as value number part, or the half of that.
func elementOfC(s ir.MmaShape, lane, part, half int) (row, column int) {
	switch {
	case s.Halves() && s.Float() <= ir.Mma1688:
		return lane/4 + part*8, lane%4*2 + half
	case s.Halves():
		return lane&3 + lane>>2&1*8 + lane>>4*4, lane>>3&1*8 + part*2 + half
	}
	if s <= ir.Mma1688 {
		return lane/4 + part/2*8, lane%4*2 + part%2
	}
	return lane>>2&1*8 + lane>>4*4 + lane&1 + part>>1&1*2, lane>>3&1*8 + lane&2 + part&1 + part>>2*4
}

// products is how many products the elements of a shape have.
func products(s ir.MmaShape) int { return [...]int{16, 8, 4, 4, 4, 4}[s.Float()] }

func (m *Machine) mma(w *warpState, in *instr, active uint32) error {
	s, part := ir.MmaOf(in.Imm)
	if active != allLanes {
		return m.trap(w, first(active), in.Line, errPartialMma)
	}
	shape := s.Mma()
	var words [6]*Lanes
	for i := range shape.A + shape.B {
		words[i] = m.value(w, in.Extra[i], ir.U32)
	}
	layout, halves := layouts()[s.Float()], halfValues()
	var as, bs [16 * 16]half
	for i, h := range layout.a {
		as[i] = halves[uint16(words[h.register][h.lane]>>(16*h.half))]
	}
	for i, h := range layout.b {
		bs[i] = halves[uint16(words[shape.A+h.register][h.lane]>>(16*h.half))]
	}
	var c *Lanes
	if _, err := m.source(w, in, 0, active, &c); err != nil {
		return err
	}
	out := &m.scratch[3]
	sum := func(row, column int, c float32) float32 {
		var terms [16]half
		n, most := products(s), m.Device.MmaTerms
		for k := range n {
			a, b := as[row*n+k], bs[column*n+k]
			terms[k] = half{a.value * b.value, a.exponent + b.exponent}
		}
		for k := 0; k < n; k += most {
			c = addAligned(c, terms[k:min(n, k+most)], m.Device.MmaExtraBits)
		}
		return c
	}
	for lane := range out {
		if !s.Halves() {
			row, column := elementOfC(s, lane, part, 0)
			out[lane] = uint64(math.Float32bits(sum(row, column, math.Float32frombits(uint32(c[lane])))))
			continue
		}
		both := uint64(0)
		for h := range 2 {
			row, column := elementOfC(s, lane, part, h)
			x := sum(row, column, float32(ir.HalfValue(uint16(c[lane]>>(16*h)))))
			both |= uint64(ir.HalfBits(float64(x))) << (16 * h)
		}
		out[lane] = both
	}
	w.write(in.Dst, in.wide, out, active)
	return m.extra(mmaWork)
}

// mmaWork is that of an element of each lane, in the units of Work.
const mmaWork = 100

// A layout says where the elements of A (row by row) and of B (column by column) are.
type layout struct{ a, b []holder }

var layouts = sync.OnceValue(func() (all [ir.Mma16816Half]layout) {
	for s := range ir.Mma16816Half {
		columns := 16
		if s <= ir.Mma1688 {
			columns = 8
		}
		n := products(s)
		for i := range 16 * n {
			all[s].a = append(all[s].a, holderOfA(s, i/n, i%n))
		}
		for i := range columns * n {
			all[s].b = append(all[s].b, holderOfB(s, i%n, i/n))
		}
	}
	return all
})

// A half is the value of one, or of a product of two, with its exponent: the sum of theirs in a product, which is
// not normalised. That of zero is below all others.
type half struct {
	value    float64
	exponent int
}

const exponentOfZero = -1 << 20

// halfValues are all halves. The exponent of subnormal ones is that of the smallest normal one.
var halfValues = sync.OnceValue(func() *[1 << 16]half {
	all := new([1 << 16]half)
	for i := range all {
		all[i] = half{ir.HalfValue(uint16(i)), max(i>>10&31, 1) - 15}
		if i<<1&(1<<16-1) == 0 {
			all[i].exponent = exponentOfZero
		}
	}
	return all
})

// addAligned adds products to a float as a tensor core does: all terms are aligned to the largest exponent, cut off
// behind the bits of a float and extra more, and added exactly; the sum is cut off to a float (Fasi et al. 2021,
// "Numerical behavior of NVIDIA tensor cores", PeerJ Computer Science 7:e330). That products are aligned by the sum of their
// factors' exponents was measured on an H200 (TestWMMAOfH200).
func addAligned(c float32, terms []half, extra int) float32 {
	whole, top := float64(c), exponentOfZero
	if c != 0 {
		top = int(math.Float64bits(whole)>>52&0x7ff) - 1023 // no float is subnormal as a double
	}
	for _, x := range terms {
		whole += x.value
		top = max(top, x.exponent)
	}
	if math.IsNaN(whole) || math.IsInf(whole, 0) || top <= exponentOfZero/2 {
		return float32(whole)
	}
	unit := top - 23 - extra // the weight of the last bit that is kept
	scale := math.Float64frombits(uint64(1023-unit) << 52)
	sum := math.Trunc(float64(c) * scale)
	for _, x := range terms {
		sum += math.Trunc(x.value * scale)
	}
	return cutOff(math.Ldexp(sum, unit))
}

// cutOff rounds towards zero.
func cutOff(x float64) float32 {
	f := float32(x)
	if math.Abs(float64(f)) > math.Abs(x) {
		return math.Nextafter32(f, 0)
	}
	return f
}
