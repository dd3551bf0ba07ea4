package ir

import "slices"

// hoist moves values that are the same in every iteration in front of the loop:
// pure ones, and loads that nothing in the loop may overwrite and that every
// iteration executes. Predicates stay: there are few registers for them.
//
// Inner loops come first, so that a value can climb through several preheaders in one call.
// Loops are tested at their end (rolled), so the preheader runs only if the body runs at least once:
// hoisting a load out of the body cannot make it touch memory that the source would not.
// NVRTC 12.9 hoists a shared load past global stores and not past barriers, and a global load past
// stores only with __restrict__. mayOverwrite decides the same, but a store to another shared variable is
// no obstacle here.
func hoist(f *Func) { hoistWanted(f, func(l *loop, v *Value) bool { return true }) }

// hoistLimits hoists what the test of a loop is computed from: a limit that is loaded in every iteration is
// known on the way in then, and so are the trips.
func hoistLimits(f *Func) {
	if !f.Target.UnrollsPartly {
		return
	}
	hoistNeeded(f, func(l *loop) []*Value {
		if cond, _ := l.latchTest(); cond != nil {
			return one(cond)
		}
		return nil
	})
}

// hoistNeeded hoists what some values of each loop are computed from.
func hoistNeeded(f *Func, by func(l *loop) []*Value) {
	needed := map[*loop]map[*Value]bool{}
	hoistWanted(f, func(l *loop, v *Value) bool {
		if needed[l] == nil {
			needed[l] = map[*Value]bool{}
			for _, x := range by(l) {
				l.need(x, needed[l])
			}
		}
		return needed[l][v]
	})
}

// need adds to seen the values of the loop that v is computed from.
func (l *loop) need(v *Value, seen map[*Value]bool) {
	if seen[v] || !l.Blocks[v.Block] || v.Op == Phi {
		return
	}
	seen[v] = true
	for _, a := range v.Args {
		l.need(a, seen)
	}
}

// hoistWanted hoists the values that are wanted.
func hoistWanted(f *Func, wanted func(l *loop, v *Value) bool) {
	f.analyze()
	loops := f.loops()
	for _, l := range loops {
		pre := f.withPreheader(l, loops)
		if pre == nil {
			continue
		}
		f.analyzeKeepingLoops()
		effects := l.effects(f)
		for _, b := range f.Blocks {
			if l.Blocks[b] {
				f.hoistFrom(b, pre, l, effects, wanted)
			}
		}
	}
	f.analyze()
}

// analyzeKeepingLoops renumbers the blocks after a preheader was added.
func (f *Func) analyzeKeepingLoops() {
	f.order()
	f.dominators()
}

// hoistFrom moves values in their order, so that one whose arguments have just moved can follow them.
func (f *Func) hoistFrom(b, pre *Block, l *loop, effects []*Value, wanted func(l *loop, v *Value) bool) {
	kept := b.Values[:0]
	always := l.always(b)
	for _, v := range b.Values {
		if !wanted(l, v) || !l.invariant(v) || !f.mayHoist(v, always, effects) {
			kept = append(kept, v)
			continue
		}
		v.Block = pre
		pre.Values = append(pre.Values, v)
	}
	b.Values = kept
}

// invariant tells whether all arguments of v are defined outside the loop.
func (l *loop) invariant(v *Value) bool {
	for _, a := range v.Args {
		if l.Blocks[a.Block] {
			return false
		}
	}
	return v.Op != Phi
}

// always tells whether entering the loop means executing b: no back edge and no way out avoids it.
func (l *loop) always(b *Block) bool {
	for c := range l.Blocks {
		leaves := slices.ContainsFunc(c.Succs, func(s *Block) bool { return s == l.Header || !l.Blocks[s] })
		if leaves && !b.Dominates(c) {
			return false
		}
	}
	return true
}

// mayHoist tells whether an invariant v may be computed in front of the loop. A pure value may even if an
// iteration skips it, since computing it for nothing is harmless, unless it is slow. A compiler with HoistsAnticipated leaves it
// where it is then.
func (f *Func) mayHoist(v *Value, always bool, effects []*Value) bool {
	switch {
	case v.Leaf() || v.Type == Pred:
		return false
	case v.Pure():
		return always || !f.Target.HoistsAnticipated && !v.Op.has(slow)
	case v.Op != Load || v.Volatile || !always:
		return false
	}
	for _, e := range effects {
		if f.mayOverwrite(e, v) {
			return false
		}
	}
	return true
}

// effects are the stores, atomics and barriers in the loop.
func (l *loop) effects(f *Func) []*Value {
	var list []*Value
	for _, b := range f.Blocks {
		if !l.Blocks[b] {
			continue
		}
		for _, v := range b.Values {
			if v.Effect() && v.Op != Load {
				list = append(list, v)
			}
		}
	}
	return list
}
