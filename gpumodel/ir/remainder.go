package ir

// pairRemainders computes a remainder from the quotient of the same numbers where the kernel has that, too:
//
//	%r1 = rem.s32 i, w                 %r2 = div.s32 i, w
//	%r2 = div.s32 i, w      ->         %r3 = mul.s32 %r2, w
//	                                   %r1 = sub.s32 i, %r3
//
// Both must be computed on one path, as in LLVM's DivRemPairs: one's block dominates the other's. Code that makes coordinates of an
// index does one division for the two. It runs behind useRanges, which knows more of a remainder than of a difference.
func pairRemainders(f *Func) {
	if !f.Target.PairsRemainders {
		return
	}
	f.analyze()
	pairs := f.pairs()
	if len(pairs) == 0 {
		return
	}
	e := &emitter{f: f, numbers: map[valueKey][]*Value{}}
	replaced := map[*Value]*Value{}
	f.rewrite(e, replaced, func(v *Value) *Value {
		switch {
		case v.Op == Div && v.Type.Integer():
			return e.add(v) // which may be the one that a remainder before has emitted
		case pairs[v]:
			q := e.add(quotientOf(v))
			return e.op(Sub, v.Type, v.Args[0], e.op(Mul, v.Type, q, v.Args[1]))
		}
		return e.append(v)
	})
	f.replace(replaced)
}

// pairs are the remainders whose quotients are computed, too.
func (f *Func) pairs() map[*Value]bool {
	quotients := map[valueKey][]*Value{}
	var remainders []*Value
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch {
			case v.Op == Rem:
				remainders = append(remainders, v)
			case v.Op == Div && v.Type.Integer():
				quotients[v.key()] = append(quotients[v.key()], v)
			}
		}
	}
	pairs := map[*Value]bool{}
	for _, v := range remainders {
		if onOnePath(v.Block, quotients[quotientOf(v).key()]) {
			pairs[v] = true
		}
	}
	return pairs
}

// quotientOf is the division that belongs to a remainder.
func quotientOf(v *Value) *Value {
	return &Value{Op: Div, Type: v.Type, Args: append([]*Value(nil), v.Args...)}
}

// onOnePath reports whether one of some values is computed before or behind a block on each path.
func onOnePath(b *Block, values []*Value) bool {
	for _, v := range values {
		if v.Block.Dominates(b) || b.Dominates(v.Block) {
			return true
		}
	}
	return false
}
