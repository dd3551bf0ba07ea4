package vector

import (
	"math"
	"math/bits"

	"warpbook.dev/gpumodel/sfu"
)

// runPortable is Run in plain Go.
func runPortable(code []Op, at int, frame []Word) int {
	for {
		switch o := &code[at]; {
		case o.Kind >= Touch:
			return at
		case o.Kind >= Enter:
			next, ok := flow(o, frame)
			if !ok {
				return at
			}
			at += next
			continue
		case o.Kind >= MovP:
			logic(o, frame)
		default:
			portable[o.Kind](o, frame)
		}
		at++
	}
}

// flow executes an operation on the flow of a warp. It returns how many operations further on the next one is; ok is
// false if the warp stops.
func flow(o *Op, frame []Word) (next int, ok bool) {
	switch o.Kind {
	case Enter:
		steps := StepsLeft(frame, o.C)
		if steps <= 0 || o.B >= *Mask(frame, o.C+8) {
			return 0, false
		}
		Count(frame, o.C, -uint64(o.X))
		Tally(frame, o.D, *Mask(frame, o.A))
		return 1, true
	case Whole:
		if *Mask(frame, o.A) != math.MaxUint32 {
			return 0, false
		}
		Tally(frame, o.D, math.MaxUint32)
		return 1, true
	}
	lanes := *Mask(frame, o.B)
	switch taken := (*Mask(frame, o.A) ^ -(o.X & 1)) & lanes; {
	case taken == 0:
		return 1, true
	case taken != lanes || o.Kind == Leave:
		return 0, false
	default:
		Count(frame, o.C, uint64(bits.OnesCount32(taken)))
		return int(int32(o.D)), true
	}
}

// portable are the operations on words.
var portable = [...]func(o *Op, frame []Word){
	Mov:  func(o *Op, f []Word) { *At(f, o.D) = *At(f, o.A) },
	Selp: selp,
	Add:  words(func(a, b uint32) uint32 { return a + b }),
	Sub:  words(func(a, b uint32) uint32 { return a - b }),
	Mul:  words(func(a, b uint32) uint32 { return a * b }),
	Mad: func(o *Op, f []Word) {
		d, a, b, c := At(f, o.D), At(f, o.A), At(f, o.B), At(f, o.C)
		for i := range d {
			d[i] = a[i]*b[i] + c[i]
		}
	},
	And:      words(func(a, b uint32) uint32 { return a & b }),
	Or:       words(func(a, b uint32) uint32 { return a | b }),
	Xor:      words(func(a, b uint32) uint32 { return a ^ b }),
	Shl:      words(func(a, b uint32) uint32 { return a << b }),
	Shr:      words(func(a, b uint32) uint32 { return a >> b }),
	ShrS:     words(func(a, b uint32) uint32 { return uint32(int32(a) >> b) }),
	Min:      words(func(a, b uint32) uint32 { return min(a, b) }),
	Max:      words(func(a, b uint32) uint32 { return max(a, b) }),
	MinS:     words(func(a, b uint32) uint32 { return uint32(min(int32(a), int32(b))) }),
	MaxS:     words(func(a, b uint32) uint32 { return uint32(max(int32(a), int32(b))) }),
	MulHi:    words(func(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) >> 32) }),
	MulHiS:   words(func(a, b uint32) uint32 { return uint32(signed(a) * signed(b) >> 32) }),
	AddL:     longs(func(a, b uint64) uint64 { return a + b }),
	SubL:     longs(func(a, b uint64) uint64 { return a - b }),
	MulWide:  wide(false, func(a, b uint32, _ uint64) uint64 { return uint64(a) * uint64(b) }),
	MulWideS: wide(false, func(a, b uint32, _ uint64) uint64 { return signed(a) * signed(b) }),
	MadWide:  wide(true, func(a, b uint32, c uint64) uint64 { return uint64(a)*uint64(b) + c }),
	MadWideS: wide(true, func(a, b uint32, c uint64) uint64 { return signed(a)*signed(b) + c }),
	AddF:     floats(func(a, b float32) float32 { return a + b }),
	SubF:     floats(func(a, b float32) float32 { return a - b }),
	MulF:     floats(func(a, b float32) float32 { return a * b }),
	FmaF: func(o *Op, f []Word) {
		d, a, b, c := At(f, o.D), At(f, o.A), At(f, o.B), At(f, o.C)
		for i := range d {
			d[i] = Float(Fma(math.Float32frombits(a[i]), math.Float32frombits(b[i]), math.Float32frombits(c[i])))
		}
	},
	FmaRoundF: func(o *Op, f []Word) {
		d, a, b, c := At(f, o.D), At(f, o.A), At(f, o.B), At(f, o.C)
		for i := range d {
			d[i] = Float(FmaRound(math.Float32frombits(a[i]), math.Float32frombits(b[i]), math.Float32frombits(c[i]), Direction(o.X)))
		}
	},
	MadZ: func(o *Op, f []Word) {
		d, a, b, c := At(f, o.D), At(f, o.A), At(f, o.B), At(f, o.C)
		for i := range d {
			d[i] = Float(cutOff(math.Float32frombits(a[i]), math.Float32frombits(b[i])) + math.Float32frombits(c[i]))
		}
	},
	MinF:  floats(func(a, b float32) float32 { return extreme(a, b, a < b || a == b && math.Signbit(float64(a))) }),
	MaxF:  floats(func(a, b float32) float32 { return extreme(a, b, a > b || a == b && !math.Signbit(float64(a))) }),
	DivF:  floats(func(a, b float32) float32 { return a / b }),
	SqrtF: float(func(a float32) float32 { return float32(math.Sqrt(float64(a))) }),
	FlushF: word(func(a uint32) uint32 {
		if a&0x7f800000 == 0 {
			return a & (1 << 31)
		}
		return a
	}),
	AddD: doubles(func(a, b, _ float64) float64 { return a + b }),
	SubD: doubles(func(a, b, _ float64) float64 { return a - b }),
	MulD: doubles(func(a, b, _ float64) float64 { return a * b }),
	FmaD: func(o *Op, f []Word) {
		d, a, b, c := pairAt(f, o.D), pairAt(f, o.A), pairAt(f, o.B), pairAt(f, o.C)
		for i := range WordLanes {
			d.set(i, Double(math.FMA(math.Float64frombits(a.at(i)), math.Float64frombits(b.at(i)), math.Float64frombits(c.at(i)))))
		}
	},
	DivD: doubles(func(a, b, _ float64) float64 { return a / b }),
	Div: words(func(a, b uint32) uint32 {
		if b == 0 {
			return math.MaxUint32
		}
		return a / b
	}),
	DivS: words(func(a, b uint32) uint32 {
		if b == 0 {
			return math.MaxUint32
		}
		return uint32(int32(a) / int32(b))
	}),
	Rem: words(func(a, b uint32) uint32 {
		if b == 0 {
			return a
		}
		return a % b
	}),
	RemS: words(func(a, b uint32) uint32 {
		if b == 0 {
			return a
		}
		return uint32(int32(a) % int32(b))
	}),
	FromSD: func(o *Op, f []Word) {
		d, a := pairAt(f, o.D), *At(f, o.A)
		for i, x := range a {
			d.set(i, math.Float64bits(float64(int32(x))))
		}
	},
	FromS: word(func(a uint32) uint32 { return math.Float32bits(float32(int32(a))) }),
	From:  word(func(a uint32) uint32 { return math.Float32bits(float32(a)) }),
	ToS:   word(truncated),
	Widen: func(o *Op, f []Word) {
		d, a := pairAt(f, o.D), *At(f, o.A)
		for i, x := range a {
			d.set(i, Double(float64(math.Float32frombits(x))))
		}
	},
	Narrow: func(o *Op, f []Word) {
		d, a := At(f, o.D), pairAt(f, o.A)
		for i := range d {
			d[i] = Float(float32(math.Float64frombits(a.at(i))))
		}
	},
	SinF:        float(Sin),
	CosF:        float(Cos),
	ExpF:        float(Exp),
	Exp2F:       float(Exp2),
	LogF:        float(Log),
	Log2F:       float(Log2),
	UnitRcp:     float(sfu.Rcp),
	UnitRsqrt:   float(sfu.Rsqrt),
	UnitSqrt:    float(sfu.Sqrt),
	UnitExp2:    float(sfu.Exp2),
	UnitLog2:    float(sfu.Log2),
	UnitSin:     float(sfu.Sin),
	UnitCos:     float(sfu.Cos),
	UnitTanh:    float(sfu.Tanh),
	UnitDiv:     floats(sfu.Quotient),
	UnitDivFull: floats(sfu.FullQuotient),
	Shuffle: func(o *Op, f []Word) {
		d, a, c := At(f, o.D), *At(f, o.A), At(f, o.C)
		for i, from := range c {
			d[i] = a[from%32]
		}
	},
	Eq:  compare(func(a, b uint32) bool { return a == b }),
	Ne:  compare(func(a, b uint32) bool { return a != b }),
	Lt:  compare(func(a, b uint32) bool { return a < b }),
	Le:  compare(func(a, b uint32) bool { return a <= b }),
	Gt:  compare(func(a, b uint32) bool { return a > b }),
	Ge:  compare(func(a, b uint32) bool { return a >= b }),
	LtS: compare(func(a, b uint32) bool { return int32(a) < int32(b) }),
	LeS: compare(func(a, b uint32) bool { return int32(a) <= int32(b) }),
	GtS: compare(func(a, b uint32) bool { return int32(a) > int32(b) }),
	GeS: compare(func(a, b uint32) bool { return int32(a) >= int32(b) }),
	EqF: compareFloats(func(a, b float32) bool { return a == b }),
	NeF: compareFloats(func(a, b float32) bool { return a != b }),
	LtF: compareFloats(func(a, b float32) bool { return a < b }),
	LeF: compareFloats(func(a, b float32) bool { return a <= b }),
	GtF: compareFloats(func(a, b float32) bool { return a > b }),
	GeF: compareFloats(func(a, b float32) bool { return a >= b }),
}

// WordLanes is the number of lanes of a warp.
const WordLanes = len(Word{})

func signed(x uint32) uint64 { return uint64(int64(int32(x))) }

// Float is the bits of a float that an operation has made.
func Float(x float32) uint32 {
	if x != x {
		return NaN32
	}
	return math.Float32bits(x)
}

// Double is the same for 64 bits.
func Double(x float64) uint64 {
	if x != x {
		return NaN64
	}
	return math.Float64bits(x)
}

// extreme is a or b, as first says, and of a number and a NaN the number.
func extreme(a, b float32, first bool) float32 {
	if first || b != b {
		return a
	}
	return b
}

// truncated is the signed integer of a float.
func truncated(a uint32) uint32 {
	switch x := math.Float32frombits(a); {
	case x != x:
		return 0
	case x >= 1<<31:
		return math.MaxInt32
	case x <= -1<<31:
		return 1 << 31
	default:
		return uint32(int32(x))
	}
}

// Fma is a*b + c, rounded once. The exact product and the sum fit a double but for one rounding,
// which is made odd so that the second one is right. Rounding to odd sets the last bit of an
// inexact sum, so that the second rounding, to 24 bits, never meets a false tie.
func Fma(a, b, c float32) float32 {
	product, z := float64(a)*float64(b), float64(c)
	sum := product + z
	whole := math.Float64bits(sum)
	// TwoSum: the part of the sum that rounding lost.
	back := sum - product
	lost := (product - (sum - back)) + (z - back)
	if lost != 0 && whole&1 == 0 && !math.IsInf(sum, 0) && lost == lost {
		if (lost > 0) == (sum > 0) {
			whole++
		} else {
			whole--
		}
	}
	return float32(math.Float64frombits(whole))
}

// cutOff is the product of floats, cut off to 24 bits. One that is too large is the largest float.
func cutOff(a, b float32) float32 {
	product := float64(a) * float64(b) // 48 bits: exact
	switch size := math.Abs(product); {
	case math.IsInf(product, 0) || product != product:
		return float32(product)
	case size < 0x1p-126:
		return float32(math.Copysign(0, product))
	case size > math.MaxFloat32:
		return float32(math.Copysign(math.MaxFloat32, product))
	}
	return float32(math.Float64frombits(math.Float64bits(product) &^ (1<<29 - 1)))
}

// A pair is a value of 64 bits in two words.
type pair struct{ low, high *Word }

func pairAt(f []Word, place uint32) pair { return pair{At(f, place), At(f, place+WordBytes)} }

func (p pair) at(i int) uint64 { return uint64(p.low[i]) | uint64(p.high[i])<<32 }

func (p pair) set(i int, x uint64) { p.low[i], p.high[i] = uint32(x), uint32(x>>32) }

func word(op func(a uint32) uint32) func(o *Op, f []Word) {
	return func(o *Op, f []Word) {
		d, a := At(f, o.D), At(f, o.A)
		for i := range d {
			d[i] = op(a[i])
		}
	}
}

func words(op func(a, b uint32) uint32) func(o *Op, f []Word) {
	return func(o *Op, f []Word) {
		d, a, b := At(f, o.D), At(f, o.A), At(f, o.B)
		for i := range d {
			d[i] = op(a[i], b[i])
		}
	}
}

func float(op func(a float32) float32) func(o *Op, f []Word) {
	return word(func(a uint32) uint32 { return Float(op(math.Float32frombits(a))) })
}

func floats(op func(a, b float32) float32) func(o *Op, f []Word) {
	return words(func(a, b uint32) uint32 { return Float(op(math.Float32frombits(a), math.Float32frombits(b))) })
}

func longs(op func(a, b uint64) uint64) func(o *Op, f []Word) {
	return func(o *Op, f []Word) {
		d, a, b := pairAt(f, o.D), pairAt(f, o.A), pairAt(f, o.B)
		for i := range WordLanes {
			d.set(i, op(a.at(i), b.at(i)))
		}
	}
}

func wide(three bool, op func(a, b uint32, c uint64) uint64) func(o *Op, f []Word) {
	return func(o *Op, f []Word) {
		d, a, b, c := pairAt(f, o.D), At(f, o.A), At(f, o.B), pair{}
		if three {
			c = pairAt(f, o.C)
		}
		for i := range WordLanes {
			add := uint64(0)
			if three {
				add = c.at(i)
			}
			d.set(i, op(a[i], b[i], add))
		}
	}
}

func doubles(op func(a, b, c float64) float64) func(o *Op, f []Word) {
	return longs(func(a, b uint64) uint64 { return Double(op(math.Float64frombits(a), math.Float64frombits(b), 0)) })
}

func selp(o *Op, f []Word) {
	mask, d, b, c := *Mask(f, o.A), At(f, o.D), At(f, o.B), At(f, o.C)
	if d != c {
		if d == b {
			mask, b, c = ^mask, c, b
		}
		*d = *c
	}
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros32(mask)
		d[i] = b[i]
	}
}

func compare(holds func(a, b uint32) bool) func(o *Op, f []Word) {
	return func(o *Op, f []Word) {
		mask, a, b := uint32(0), At(f, o.A), At(f, o.B)
		for i := range a {
			if holds(a[i], b[i]) {
				mask |= 1 << i
			}
		}
		*Mask(f, o.D) = mask
	}
}

func compareFloats(holds func(a, b float32) bool) func(o *Op, f []Word) {
	return compare(func(a, b uint32) bool { return holds(math.Float32frombits(a), math.Float32frombits(b)) })
}

// logic executes an operation on predicates.
func logic(o *Op, f []Word) {
	d, a := Mask(f, o.D), *Mask(f, o.A)^-(o.X&1)
	switch o.Kind {
	case MovP:
		*d = a
	case AndP:
		*d = a & (*Mask(f, o.B) ^ -(o.X >> 1 & 1))
	case OrP:
		*d = a | (*Mask(f, o.B) ^ -(o.X >> 1 & 1))
	case SelP:
		*d ^= (*d ^ *Mask(f, o.A)) & *Mask(f, o.B)
	case CountP:
		high := Mask(f, o.D+4)
		sum, carry := bits.Add32(*d, uint32(bits.OnesCount32(*Mask(f, o.A))), 0)
		*d, *high = sum, *high+carry
	}
}
