package ir

// carry keeps in a register what an innermost loop loads and stores at one address: the word is loaded in front of the
// loop, unless it is known there, and stored in every iteration. So a sum that is kept in memory is loaded once:
//
//	for (i = 0; i < n; i++) c[t] += a[i];
//
// NVRTC 12.9 does this (partial redundancy elimination of loads) behind the unrolling of loops, so that the loop for
// the iterations that remain loads the word anew.
func carry(f *Func) {
	if !f.Target.UnrollsPartly {
		return
	}
	hoistNeeded(f, func(l *loop) []*Value { return l.updated(f) })
	forward(f)
	f.analyze()
	replaced := map[*Value]*Value{}
	loops := f.loops()
	for _, l := range loops {
		if pre := f.withPreheader(l, loops); pre != nil && !l.hasInner() {
			f.analyzeKeepingLoops()
			l.carry(f, pre, replaced)
		}
	}
	f.replace(replaced)
	number(f)
}

// updated are the addresses of words that the innermost loop can keep in registers, if they are the same in every iteration.
func (l *loop) updated(f *Func) (addresses []*Value) {
	if l.hasInner() {
		return nil
	}
	effects := l.effects(f)
	for b := range l.Blocks {
		for _, v := range b.Values {
			if v.Op != Load || v.Volatile || v.Lanes > 0 || v.Mem.Size() < 4 {
				continue
			}
			if _, ok := l.accessesOf(f, v, effects); ok {
				addresses = append(addresses, v.Args[0])
			}
		}
	}
	return addresses
}

func (l *loop) carry(f *Func, pre *Block, replaced map[*Value]*Value) {
	done := map[*Value]bool{}
	effects := l.effects(f)
	for _, b := range f.Blocks {
		if !l.Blocks[b] {
			continue
		}
		for _, v := range b.Values {
			if v.Op != Load || done[v] || v.Volatile || v.Lanes > 0 || v.Mem.Size() < 4 || l.Blocks[v.Args[0].Block] {
				continue
			}
			if same, ok := l.accessesOf(f, v, effects); ok {
				for _, s := range same {
					done[s] = true
				}
				l.carryWord(f, pre, v, same, replaced)
			}
		}
	}
}

// accessesOf are the accesses in the loop of the word that v loads. It fails if there is no store among them, if not
// every way through the loop accesses the word, or if something else may write it.
func (l *loop) accessesOf(f *Func, v *Value, effects []*Value) (same []*Value, ok bool) {
	stored, always := false, false
	for _, e := range effects {
		switch {
		case e.Op == Store && !e.Volatile && sameWord(e, v):
			stored = true
		case f.mayOverwrite(e, v):
			return nil, false
		}
	}
	if !stored {
		return nil, false
	}
	for _, b := range f.Blocks {
		if !l.Blocks[b] {
			continue
		}
		for _, x := range b.Values {
			if (x.Op == Load || x.Op == Store) && sameWord(x, v) {
				same = append(same, x)
				always = always || l.always(b)
			}
		}
	}
	return same, always
}

// sameWord tells whether two accesses are of one word, as one type.
func sameWord(a, b *Value) bool {
	return a.Space == b.Space && a.Args[0] == b.Args[0] && a.Imm == b.Imm && a.Lanes == b.Lanes && a.Mem.class() == b.Mem.class()
}

// carryWord replaces the loads of the word that v loads. forward has left none behind a store of the same block.
func (l *loop) carryWord(f *Func, pre *Block, v *Value, same []*Value, replaced map[*Value]*Value) {
	ends := map[*Block]*Value{}
	for _, x := range same {
		if x.Op == Store {
			ends[x.Block] = x.Args[1]
		}
	}
	first := f.knownBefore(pre, v)
	if first == nil {
		first = &Value{ID: f.id(), Op: Load, Type: v.Type, Space: v.Space, Mem: v.Mem, Imm: v.Imm, ReadOnly: v.ReadOnly, PastL1: v.PastL1, Object: v.Object,
			Args: v.Args[:1:1], Block: pre, Line: v.Line, Col: v.Col}
		pre.Values = append(pre.Values, first)
	}
	ends[pre] = first
	r := newReaching(f, v, ends)
	for _, x := range same {
		if x.Op == Load {
			replaced[x] = r.atStart(x.Block)
		}
	}
}

// knownBefore is what the word that v loads holds at the end of b, nil if that is not known.
func (f *Func) knownBefore(b *Block, v *Value) *Value {
	for {
		for i := len(b.Values) - 1; i >= 0; i-- {
			x := b.Values[i]
			switch {
			case x.Op == Load && !x.Volatile && sameWord(x, v) && x.Mem == v.Mem:
				return x
			case x.Op == Store && !x.Volatile && sameWord(x, v):
				return x.Args[1]
			case x.Effect() && x.Op != Load && f.mayOverwrite(x, v):
				return nil
			}
		}
		if len(b.Preds) != 1 {
			return nil
		}
		b = b.Preds[0]
	}
}
