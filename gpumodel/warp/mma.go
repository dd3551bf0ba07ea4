package warp

import (
	"errors"
	"math"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/warp/flow"
)

// Products of matrices by the tensor cores. Where an element of a matrix is among the lanes is as the PTX ISA
// says for mma.sync (section "Matrix multiply-accumulate operation using mma instruction"), and for 7.0
// as the addresses in NVRTC's code show.

var errPartialMma = errors.New("only some lanes of the warp multiply matrices: all 32 have to come together")

// A holder says where an element of a matrix is: the lane, its register, and the part of that.
type holder struct{ lane, register, part int }

// holderOfA is where the element of A in a row and column is. Lanes in fours have lines 0 to 7, and a lane of four the
// elements of a register; further registers are lines 8 to 15 first, and then the next columns.
func holderOfA(s *ir.MmaShape, r, k int) holder {
	if s.Volta != "" {
		if strings.HasPrefix(s.Volta, "col") {
			return holder{k + r/8*4 + r/4%2*16, r % 4 / 2, r % 2}
		}
		return holder{r%4 + r/8*4 + r/4%2*16, k / 2, k % 2}
	}
	each := s.PerRegister()
	return holder{r%8*4 + k/each%4, k/(4*each)*(s.M/8) + r/8, k % each}
}

func holderOfB(s *ir.MmaShape, k, c int) holder {
	if s.Volta != "" {
		if strings.HasSuffix(s.Volta, "row") {
			return holder{k + c/8*8 + c/4%2*16, c % 4 / 2, c % 2}
		}
		return holder{c%4 + c/8*8 + c/4%2*16, k / 2, k % 2}
	}
	each := s.PerRegister()
	return holder{c*4 + k/each%4, k / (4 * each), k % each}
}

// elementOfC is the element that a lane has as value number part, or the half of that.
func elementOfC(s *ir.MmaShape, lane, part, half int) (row, column int) {
	switch {
	case s.Volta != "" && s.C == "f16":
		return lane&3 + lane>>2&1*8 + lane>>4*4, lane>>3&1*8 + part*2 + half
	case s.Volta != "":
		return lane>>2&1*8 + lane>>4*4 + lane&1 + part>>1&1*2, lane>>3&1*8 + lane&2 + part&1 + part>>2*4
	case s.C == "f16":
		part = 2*part + half
	}
	return lane/4 + part/2*8, lane%4*2 + part%2
}

// mma computes an element of a product for each lane.
func (m *Machine) mma(w *warpState, in *instr, active uint32) error {
	s, part, saturates := ir.MmaOf(in.Imm)
	if active != allLanes {
		return m.trap(w, first(active), in.Line, errPartialMma)
	}
	l := layouts()[in.Imm>>8]
	registers, _, _ := s.Registers()
	var words [6]*Lanes
	var pairs [2]Lanes // doubles of A and B: value puts each of them together in the same place
	for i := range in.Extra {
		if words[i] = m.value(w, in.Extra[i], in.Types[i]); flow.Wide(in.Types[i]) {
			pairs[i] = *words[i]
			words[i] = &pairs[i]
		}
	}
	ofA, ofB := words[:registers], words[registers:]
	var c *Lanes
	if _, err := m.source(w, in, 0, active, &c); err != nil {
		return err
	}
	var element func(row, column int, c uint64) uint64
	switch s.C {
	case "f64":
		element = doubleProduct(s, l, ofA, ofB)
	case "s32":
		element = intProduct(s, l, ofA, ofB, saturates)
	default:
		element = m.floatProduct(s, l, ofA, ofB)
	}
	out := &m.scratch[3]
	for lane := range out {
		if s.C != "f16" {
			row, column := elementOfC(s, lane, part, 0)
			out[lane] = element(row, column, c[lane])
			continue
		}
		both := uint64(0)
		for h := range 2 {
			row, column := elementOfC(s, lane, part, h)
			x := element(row, column, uint64(math.Float32bits(float32(ir.HalfValue(uint16(c[lane]>>(16*h)))))))
			both |= uint64(ir.HalfBits(float64(math.Float32frombits(uint32(x))))) << (16 * h)
		}
		out[lane] = both
	}
	w.write(in.Dst, in.Wide, out, active)
	return m.extra(mmaWork)
}

// floatProduct adds up products of halves, bfloat16 or tf32.
func (m *Machine) floatProduct(s *ir.MmaShape, l *layout, ofA, ofB []*Lanes) func(row, column int, c uint64) uint64 {
	var as, bs [16 * 16]half
	unpack(as[:], l.a, ofA, decoders[s.A])
	unpack(bs[:], l.b, ofB, decoders[s.B])
	n, most := s.K, m.Device.MmaTerms
	if s.A == "tf32" { // half as many multipliers
		most = max(1, most/2)
	}
	return func(row, column int, bits uint64) uint64 {
		c := math.Float32frombits(uint32(bits))
		var terms [16]half
		for k := range n {
			a, b := as[row*n+k], bs[column*n+k]
			terms[k] = half{a.value * b.value, a.exponent + b.exponent}
		}
		for k := 0; k < n; k += most {
			c = addAligned(c, terms[k:min(n, k+most)], m.Device.MmaExtraBits)
		}
		return uint64(math.Float32bits(c))
	}
}

// doubleProduct rounds each of the sums, in the order of the products.
func doubleProduct(s *ir.MmaShape, l *layout, ofA, ofB []*Lanes) func(row, column int, c uint64) uint64 {
	return func(row, column int, bits uint64) uint64 {
		c := math.Float64frombits(bits)
		for k := range s.K {
			a, b := l.a[row*s.K+k], l.b[column*s.K+k]
			c = math.FMA(math.Float64frombits(ofA[a.register][a.lane]), math.Float64frombits(ofB[b.register][b.lane]), c)
		}
		return math.Float64bits(c)
	}
}

// intProduct adds up products of integers, or counts bits.
func intProduct(s *ir.MmaShape, l *layout, ofA, ofB []*Lanes, saturates bool) func(row, column int, c uint64) uint64 {
	as, bs := make([]int64, len(l.a)), make([]int64, len(l.b))
	unpack(as, l.a, ofA, integers[s.A])
	unpack(bs, l.b, ofB, integers[s.B])
	return func(row, column int, c uint64) uint64 {
		sum, n := int64(int32(c)), s.K
		for k := range n {
			a, b := as[row*n+k], bs[column*n+k]
			if s.Bits == "xor" {
				sum += a ^ b
			} else {
				sum += a * b
			}
		}
		if saturates {
			sum = min(max(sum, math.MinInt32), math.MaxInt32)
		}
		return uint64(uint32(sum))
	}
}

// unpack takes the elements of a matrix out of the registers.
func unpack[T any](to []T, from []holder, words []*Lanes, decode func(word uint32, part int) T) {
	for i, h := range from {
		to[i] = decode(uint32(words[h.register][h.lane]), h.part)
	}
}

// decoders are the floating-point elements of a word.
var decoders = map[string]func(word uint32, part int) half{
	"f16":  func(word uint32, part int) half { return halfValues()[uint16(word>>(16*part))] },
	"bf16": func(word uint32, part int) half { return ofFloat(word >> (16 * part) << 16) },
	"tf32": func(word uint32, _ int) half { return ofFloat(word &^ (1<<13 - 1)) },
}

// ofFloat is a float as a term, by its bits.
func ofFloat(bits uint32) half {
	if bits<<1 == 0 {
		return half{0, exponentOfZero}
	}
	return half{float64(math.Float32frombits(bits)), max(int(bits>>23&255), 1) - 127}
}

// integers are the whole numbers of a word.
var integers = map[string]func(word uint32, part int) int64{
	"s8": func(word uint32, part int) int64 { return int64(int8(word >> (8 * part))) },
	"u8": func(word uint32, part int) int64 { return int64(uint8(word >> (8 * part))) },
	"s4": func(word uint32, part int) int64 { return int64(int8(word>>(4*part)<<4) >> 4) },
	"u4": func(word uint32, part int) int64 { return int64(word >> (4 * part) & 15) },
	"b1": func(word uint32, part int) int64 { return int64(word >> part & 1) },
}

// mmaWork is that of an element of each lane, in the units of Work.
const mmaWork = 100

// A layout says where the elements of A (row by row) and of B (column by column) are.
type layout struct{ a, b []holder }

var layouts = sync.OnceValue(func() (all []*layout) {
	for i := range ir.MmaShapes {
		s, l := &ir.MmaShapes[i], &layout{}
		for i := range s.M * s.K {
			l.a = append(l.a, holderOfA(s, i/s.K, i%s.K))
		}
		for i := range s.N * s.K {
			l.b = append(l.b, holderOfB(s, i%s.K, i/s.K))
		}
		all = append(all, l)
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
	if math.Abs(float64(f)) > math.Abs(x) && math.Abs(x) < 1<<127*2 {
		return math.Nextafter32(f, 0)
	}
	return f
}
