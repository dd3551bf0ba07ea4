package ir

// shareAddresses computes an address from one that was computed before where
// that is cheaper: idata+4*(i+16*n) is idata+4*(i+8*n) plus 32*n. This is what
// is left of the index arithmetic of an unrolled loop. Compilers of the first
// CUDA GPUs reduced the strength of addresses in loops only.
//
// LLVM calls this straight-line strength reduction. An address is compared with earlier ones as a form; if
// they differ in one term, adding that term may be cheaper than the whole computation:
//
//	%rd1 = mad.wide.s32 %r1, 4, a          a + 4*(i + n)
//	%rd2 = mad.wide.s32 %r2, 4, a     ->   %rd2 = add.s64 %rd1, %rd3    where %rd3 is 4*n
func shareAddresses(f *Func) {
	f.analyze()
	s := &sharer{
		emitter: emitter{f: f, numbers: map[valueKey][]*Value{}},
		uses:    f.users(), forms: map[*Value]form{}, found: map[*Value]*Value{}, replaced: map[*Value]*Value{},
	}
	f.rewrite(&s.emitter, s.replaced, func(v *Value) *Value {
		if v.Op.Accesses() && (f.Target.StraightLineReduction || s.b.LoopDepth > 0) {
			v.Args[0] = s.address(v.Args[0])
		}
		if v.Pure() && v.Op != Phi {
			k := v.key()
			s.numbers[k] = append(s.numbers[k], v)
		}
		return s.append(v)
	})
	f.replace(s.replaced)
	number(f)
}

type sharer struct {
	emitter
	uses     map[*Value]int
	forms    map[*Value]form
	bases    []*Value          // addresses already computed, in order
	found    map[*Value]*Value // what address returned
	replaced map[*Value]*Value
}

// maxAddressBases bounds the search for an address to start from.
//
// An unrolled kernel has thousands of addresses; without a bound the search would be quadratic.
const maxAddressBases = 32

// address returns x, or a cheaper equal value.
//
// The cost of x is what only x needs: operands with other users are computed in any case.
func (s *sharer) address(x *Value) *Value {
	if x.isConst() || x.Op == Phi || x.Leaf() {
		return x
	}
	if old := s.found[x]; old != nil && old.Block.Dominates(s.b) {
		return old
	}
	fx := s.form(x)
	best, cost := x, s.weight(x)
	for _, a := range x.Args {
		cost += s.ownCost(a)
	}
	for i := len(s.bases) - 1; i >= max(0, len(s.bases)-maxAddressBases); i-- {
		a := s.bases[i]
		if a.Type != x.Type || !a.Block.Dominates(s.b) {
			continue
		}
		if y, c, ok := s.from(a, fx, cost); ok {
			best, cost = y, c
		}
	}
	s.forms[best] = fx
	s.found[x] = best
	s.bases = append(s.bases, best)
	return best
}

// from is the address of form fx as a sum with a, if that costs less than cost.
//
// A difference of a constant alone does not come here as a rule, because strip has made it an offset.
func (s *sharer) from(a *Value, fx form, cost int) (*Value, int, bool) {
	t, factor, n := s.forms[a].difference(fx)
	switch {
	case n == 0:
		return a, 0, cost > 0
	case n > 1 || t.w != nil || t.v == nil || !t.v.Block.Dominates(s.b):
		return nil, 0, false
	}
	c := s.stepCost(t, factor, a.Type)
	if c >= cost {
		return nil, 0, false
	}
	return s.op(Add, a.Type, a, s.step(t, factor, a.Type)), c, true
}

// form is the form of x. Most have no constant, as strip has moved it elsewhere;
// an index that became constant later leaves one.
func (s *sharer) form(x *Value) form {
	if f, ok := s.forms[x]; ok {
		return f
	}
	f := form{}
	f.add(x, 1, false, x.Type)
	s.forms[x] = f
	return f
}

// step is factor*t as an address.
func (s *sharer) step(t term, factor int64, at Type) *Value {
	x := t.v
	if t.extended {
		x = s.cvt(at, S32, x)
	}
	return s.op(Mul, at, x, s.int(at, factor))
}

// stepCost is the number of new instructions of adding factor*t.
//
// A product that exists already costs nothing; the eight rows of an unrolled loop share one step.
func (s *sharer) stepCost(t term, factor int64, at Type) int {
	cost := 1
	x := t.v
	if t.extended {
		old := s.find(Value{Op: Cvt, Type: at, From: S32, Args: []*Value{x}})
		if old == nil {
			return cost + 2
		}
		x = old
	}
	c := s.int(at, factor)
	if factor == 1 {
		return cost
	}
	v := Value{Op: Mul, Type: at, Args: []*Value{x, c}}
	if k, power := log2(c); power {
		v = Value{Op: Shl, Type: at, Args: []*Value{x, s.int(U32, int64(k))}}
	}
	if s.find(v) == nil {
		cost += s.weight(&v)
	}
	return cost
}

// find is an older value equal to v, if there is one.
func (s *sharer) find(v Value) *Value {
	for _, old := range s.numbers[v.key()] {
		if old.Block.Dominates(s.b) {
			return old
		}
	}
	return nil
}

// ownCost is the number of instructions that only x needs.
func (s *sharer) ownCost(x *Value) int {
	if x.Leaf() || x.Op == Phi || !x.Pure() || s.uses[x] > 1 {
		return 0
	}
	cost := s.weight(x)
	for _, a := range x.Args {
		cost += s.ownCost(a)
	}
	return cost
}

// weight is an operation's cost in additions: a full multiplication is several
// instructions where the hardware multiplies 24 bits.
func (s *sharer) weight(v *Value) int {
	if v.Op == Mul && !s.f.Target.NativeMul32 {
		return 4
	}
	return 1
}
