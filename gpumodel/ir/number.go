package ir

// number simplifies every value and merges equal ones that dominate one another
// (global value numbering), and folds branches on constants, until nothing changes.
//
// Numbering walks the blocks in reverse postorder with one table of values. A value is merged only with one
// whose block dominates its own; merging siblings would compute the value where it is not needed. A round
// can reveal more (a folded branch makes phis trivial), hence the loop.
func number(f *Func) {
	for numberOnce(f) {
	}
	dropDead(f)
}

func numberOnce(f *Func) bool {
	f.analyze()
	e := &emitter{f: f, numbers: map[valueKey][]*Value{}}
	replaced := map[*Value]*Value{}
	f.rewrite(e, replaced, func(v *Value) *Value {
		if v.Op == Phi {
			if s := trivial(v, e.b); s != nil {
				return s
			}
			return e.append(v)
		}
		return e.add(v)
	})
	changed := len(replaced) > 0
	f.replace(replaced)
	for _, b := range f.Blocks {
		if foldBranch(b) {
			changed = true
		}
	}
	f.analyze()
	return changed
}

// rewrite rebuilds every block: emit gets each value that is not a leaf, with its
// arguments already replaced, and returns the value to use instead.
//
// The arguments of a phi that come over a back edge are not replaced yet when the phi is visited: callers
// finish with Func.replace. Leaves stay where they are at the start of the entry block, and emit may add to
// them.
func (f *Func) rewrite(e *emitter, replaced map[*Value]*Value, emit func(v *Value) *Value) {
	for _, b := range f.Blocks {
		e.b = b
		n := 0
		for n < len(b.Values) && b.Values[n].Leaf() {
			n++
		}
		rest := b.Values[n:]
		b.Values = b.Values[:n:n]
		for _, v := range rest {
			f.poll()
			for i, a := range v.Args {
				v.Args[i] = follow(replaced, a)
			}
			e.line, e.col = v.Line, v.Col
			if s := emit(v); s != v && s != nil {
				replaced[v] = s
			}
		}
	}
}

// trivial is the value that a phi always has: its only argument besides itself,
// or an older phi of the block with the same arguments.
func trivial(phi *Value, b *Block) *Value {
	var same *Value
	for _, a := range phi.Args {
		if a == phi || a == same {
			continue
		}
		if same != nil {
			return twin(phi, b)
		}
		same = a
	}
	return same
}

// twin is an earlier phi of b with the same arguments. Two counters that run alike become one this way.
func twin(phi *Value, b *Block) *Value {
next:
	for _, old := range b.phis() {
		if old.Type != phi.Type || old.Space != phi.Space {
			continue
		}
		for i, a := range old.Args {
			if a != phi.Args[i] {
				continue next
			}
		}
		return old
	}
	return nil
}

// foldBranch removes what the condition of b's branch makes needless.
//
// Negated conditions exchange the successors, so that no PNot stands before a branch.
func foldBranch(b *Block) bool {
	if b.Term != Branch {
		return false
	}
	switch c := b.Cond; {
	case c.isConst():
		dead := b.Succs[c.Imm&1]
		if b.Succs[0] == b.Succs[1] {
			dead = b.Succs[0]
		}
		removeEdge(b, dead)
	case b.Succs[0] == b.Succs[1]:
		removeEdge(b, b.Succs[0])
	case c.Op == PNot:
		b.Cond = c.Args[0]
		b.Succs[0], b.Succs[1] = b.Succs[1], b.Succs[0]
		return true
	default:
		return false
	}
	b.Term, b.Cond = Jump, nil
	return true
}

// dropDead removes the values that no effect and no branch depends on.
//
// Marking starts at the effects, so that a cycle of a phi and its increment that nothing else uses dies,
// which counting uses would keep.
func dropDead(f *Func) {
	live := map[*Value]bool{}
	var mark func(v *Value)
	mark = func(v *Value) {
		if live[v] {
			return
		}
		live[v] = true
		for _, a := range v.Args {
			mark(a)
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Effect() || f.Target.Checked && v.Op == Load {
				mark(v)
			}
		}
		if b.Cond != nil {
			mark(b.Cond)
		}
	}
	for _, b := range f.Blocks {
		kept := b.Values[:0]
		for _, v := range b.Values {
			if live[v] {
				kept = append(kept, v)
			}
		}
		b.Values = kept
	}
	f.sweepLeaves()
}
