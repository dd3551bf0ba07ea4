package ir

import "math"

// A bound is the least and the greatest number that a value can be.
//
// Bounds are inclusive, and always within the type's: where a result may wrap, nothing is said of it.
type bound struct{ lo, hi int64 }

// ranger finds the bounds of integer values of up to 32 bits.
//
// The analysis looks at operations only, not at the conditions under which they are executed: in
// if (i >= 0) x = i / 4 it cannot tell that i is not negative. A counter of a loop has its type's bounds.
type ranger struct {
	t     Target
	known map[*Value]bound
}

// The largest blocks and grids of compute capability 1.x, and of any later one
// (CUDA C Programming Guide, appendix "Technical Specifications per Compute Capability").
var (
	firstBlock, firstGrid = [3]int{512, 512, 64}, [3]int{65535, 65535, 1}
	laterBlock, laterGrid = [3]int{1024, 1024, 64}, [3]int{math.MaxInt32, 65535, 65535}
)

// limits are the largest block and grid dimensions that the target may be given.
func (t Target) limits() (block, grid [3]int) {
	block, grid = firstBlock, firstGrid
	if t.PointerBits > 32 {
		block, grid = laterBlock, laterGrid
	}
	if t.MaxBlockDim[0] > 0 {
		block = t.MaxBlockDim
	}
	if t.MaxGridDim[0] > 0 {
		grid = t.MaxGridDim
	}
	return block, grid
}

// full are the bounds that the type alone gives.
//
// A U64 is given the bounds of an S64; compute never looks into 64-bit values.
func (t Type) full() bound {
	switch t {
	case Pred:
		return bound{0, 1}
	case U8:
		return bound{0, math.MaxUint8}
	case S8:
		return bound{math.MinInt8, math.MaxInt8}
	case U16:
		return bound{0, math.MaxUint16}
	case S16:
		return bound{math.MinInt16, math.MaxInt16}
	case U32:
		return bound{0, math.MaxUint32}
	case S32:
		return bound{math.MinInt32, math.MaxInt32}
	}
	return bound{math.MinInt64, math.MaxInt64}
}

func (b bound) within(c bound) bool { return c.lo <= b.lo && b.hi <= c.hi }

// of are the bounds of v read as type t.
//
// A value may be read with the other sign than it was computed with. If its bounds do not fit t, the
// reading could be any number of t.
func (r *ranger) of(v *Value, t Type) bound {
	if v.isConst() {
		x := t.extend(v.Imm)
		return bound{x, x}
	}
	b, ok := r.known[v]
	if !ok {
		r.known[v] = v.Type.full() // a phi that depends on itself
		b = r.compute(v)
		if !b.within(v.Type.full()) {
			b = v.Type.full()
		}
		r.known[v] = b
	}
	if !b.within(t.full()) {
		return t.full()
	}
	return b
}

// compute is the bound of a value from those of its arguments. The result may exceed the type, which of
// takes for a wrap.
func (r *ranger) compute(v *Value) bound {
	if v.Type.Size() > 4 || !v.Type.Integer() {
		return v.Type.full()
	}
	arg := func(i int) bound { return r.of(v.Args[i], v.Type) }
	switch v.Op {
	case Special:
		return r.special(v.Imm)
	case Load:
		if v.Lanes == 0 {
			return v.Mem.full()
		}
	case Phi, Min, Max, Selp:
		return r.merge(v)
	case Add:
		a, b := arg(0), arg(1)
		return bound{a.lo + b.lo, a.hi + b.hi}
	case Sub:
		a, b := arg(0), arg(1)
		return bound{a.lo - b.hi, a.hi - b.lo}
	case Mul:
		return product(arg(0), arg(1))
	case Mul24:
		return product(arg(0).low24(v.Type), arg(1).low24(v.Type))
	case Shl:
		if k := v.Args[1]; k.isConst() && k.Imm < 31 {
			return product(arg(0), bound{1 << k.Imm, 1 << k.Imm})
		}
	case Shr:
		if k := v.Args[1]; k.isConst() && k.Imm < 32 {
			return bound{arg(0).lo >> k.Imm, arg(0).hi >> k.Imm}
		}
	case And:
		if a, b := arg(0), arg(1); a.lo >= 0 && b.lo >= 0 {
			return bound{0, min(a.hi, b.hi)}
		} else if b.lo >= 0 {
			return bound{0, b.hi}
		}
	case Div:
		if a, b := arg(0), arg(1); a.lo >= 0 && b.lo > 0 {
			return bound{a.lo / b.hi, a.hi / b.lo}
		}
	case Rem:
		if a, b := arg(0), arg(1); a.lo >= 0 && b.lo > 0 {
			return bound{0, min(a.hi, b.hi-1)}
		}
	case Cvt:
		if v.From.Size() < 4 {
			return v.From.full()
		}
	}
	return v.Type.full()
}

// low24 are the bounds of what a multiplication of 24 bits reads of a factor: only a factor that fits
// is read as it is.
func (b bound) low24(t Type) bound {
	fits := unsigned24
	if t.Signed() {
		fits = signed24
	}
	if b.within(fits) {
		return b
	}
	return fits
}

// The numbers that have 24 bits.
var unsigned24, signed24 = bound{0, 1<<24 - 1}, bound{-1 << 23, 1<<23 - 1}

// Two factors of type U32 can exceed int64. The product then comes out negative, which of rejects.
func product(a, b bound) bound {
	w, x, y, z := a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi // 32-bit factors: no overflow
	return bound{min(w, x, y, z), max(w, x, y, z)}
}

// merge is the bound of a value that is one of its arguments.
func (r *ranger) merge(v *Value) bound {
	args := v.Args
	if v.Op == Selp {
		args = args[1:]
	}
	b := r.of(args[0], v.Type)
	for _, a := range args[1:] {
		c := r.of(a, v.Type)
		b = bound{min(b.lo, c.lo), max(b.hi, c.hi)}
	}
	return b
}

// special is the bound of a special register. It is what makes most index arithmetic non-negative:
// threadIdx.x / 32 needs no correction for a negative dividend.
func (r *ranger) special(which uint64) bound {
	block, grid := r.t.limits()
	at := func(limit [3]int, first uint64) int64 { return int64(limit[which-first]) }
	switch {
	case which <= TidZ:
		return bound{0, at(block, TidX) - 1}
	case which <= CtaidZ:
		return bound{0, at(grid, CtaidX) - 1}
	case which <= NtidZ:
		return bound{1, at(block, NtidX)}
	case which <= NctaidZ:
		return bound{1, at(grid, NctaidX)}
	case which == LaneID:
		return bound{0, 31}
	}
	return U32.full()
}

// useRanges drops what the bounds of values make needless: the correction of a
// signed division whose dividend is never negative, comparisons that always come
// out the same way. Where multiplication is done in 24 bits, products that fit become Mul24.
//
//	%r1 = shr.s32 %tid.x, 31     0: tid is never negative
//	%r2 = shr.u32 %r1, 28        0
//	%r3 = add.u32 %tid.x, %r2    %tid.x, after number
func useRanges(f *Func) {
	f.analyze()
	r := &ranger{t: f.Target, known: map[*Value]bound{}}
	e := &emitter{f: f}
	replaced := map[*Value]*Value{}
	f.rewrite(e, replaced, func(v *Value) *Value {
		if c := r.constant(e, v); c != nil {
			return c
		}
		if v.Op == Mul && v.Type.Size() == 4 && v.Type.Integer() && !f.Target.NativeMul32 {
			r.mul24(v)
		}
		return e.append(v)
	})
	f.replace(replaced)
	number(f)
}

// constant is v if its bounds leave one number.
func (r *ranger) constant(e *emitter, v *Value) *Value {
	switch {
	case !v.Pure() || v.Op == Phi:
	case v.Type.Integer() && v.Type.Size() == 4:
		if b := r.of(v, v.Type); b.lo == b.hi {
			return e.int(v.Type, b.lo)
		}
	case v.Op == Setp && v.From.Integer() && v.From.Size() == 4:
		return r.decided(e, v)
	}
	return nil
}

// decided is the outcome of a comparison of ranges that do not overlap.
func (r *ranger) decided(e *emitter, v *Value) *Value {
	a, b := r.of(v.Args[0], v.From), r.of(v.Args[1], v.From)
	all, none := false, false
	switch v.Cmp {
	case LT:
		all, none = a.hi < b.lo, a.lo >= b.hi
	case LE:
		all, none = a.hi <= b.lo, a.lo > b.hi
	case GT:
		all, none = a.lo > b.hi, a.hi <= b.lo
	case GE:
		all, none = a.lo >= b.hi, a.hi < b.lo
	case EQ:
		none = a.hi < b.lo || a.lo > b.hi
	case NE:
		all = a.hi < b.lo || a.lo > b.hi
	}
	if all || none {
		return e.constant(Pred, boolBits(all))
	}
	return nil
}

// mul24 turns a product into one of 24 bits if both factors fit: the low 32 bits are then the same.
func (r *ranger) mul24(v *Value) {
	a, b := r.of(v.Args[0], S32), r.of(v.Args[1], S32)
	switch {
	case a.within(unsigned24) && b.within(unsigned24):
		v.Op, v.Type = Mul24, U32
	case a.within(signed24) && b.within(signed24):
		v.Op, v.Type = Mul24, S32
	}
}
