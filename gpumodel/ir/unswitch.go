package ir

// mostUnswitched is the most values of a loop that is written twice, and mostCopied of all such loops of a kernel:
// a loop with n conditions becomes 2^n.
const (
	mostUnswitched = 100
	mostCopied     = 1000
)

// unswitchLoops takes conditions that no iteration changes out of loops: a loop for either outcome stands behind one
// test. What is guarded by it is then a straight run of loads in the one loop, and gone from the other. LLVM calls it
// loop unswitching; it leaves loops with barriers and collectives alone.
func unswitchLoops(f *Func) {
	if !f.Target.UnrollsPartly {
		return
	}
	copied := 0
	if f.eachLoop(func(l *loop, _ map[*Block]bool) bool {
		cond := l.invariantTest()
		if cond == nil || f.withPreheader(l, nil) == nil {
			return false
		}
		size := f.loopSize(l).all
		if size > mostUnswitched || copied+size > mostCopied {
			return false
		}
		copied += size
		f.unswitch(l, cond)
		return true
	}) {
		number(f)
		mergeBlocks(f)
	}
}

// invariantTest is the condition of a branch within the loop that no iteration changes.
func (l *loop) invariantTest() (cond *Value) {
	for b := range l.Blocks {
		for _, v := range b.Values {
			if v.Op.has(collective) || v.Op.Orders() || v.Op.Outputs() {
				return nil
			}
		}
		if b.Term == Branch && !b.Cond.isConst() && l.unchanging(b.Cond) && (cond == nil || b.Cond.ID < cond.ID) {
			cond = b.Cond
		}
	}
	return cond
}

// unchanging tells whether v is computed from nothing that the loop computes anew.
func (l *loop) unchanging(v *Value) bool {
	if !l.Blocks[v.Block] {
		return true
	}
	if !v.Pure() || v.Op == Phi || v.Op.has(slow) {
		return false
	}
	for _, a := range v.Args {
		if !l.unchanging(a) {
			return false
		}
	}
	return true
}

// before computes v in front of the loop.
func (e *emitter) before(l *loop, v *Value) *Value {
	if !l.Blocks[v.Block] {
		return v
	}
	n := *v
	n.ID, n.Block, n.Args = 0, nil, make([]*Value, len(v.Args))
	for i, a := range v.Args {
		n.Args[i] = e.before(l, a)
	}
	return e.emit(n)
}

// unswitch writes the loop once for either outcome of cond.
func (f *Func) unswitch(l *loop, cond *Value) {
	at, carried := f.open(l)
	before := (&emitter{f: f, b: at}).before(l, cond)
	for b := range l.Blocks {
		if b.Cond == cond {
			b.Cond = before
		}
	}
	cond = before
	c := newCopier(f, l.Header, l.Blocks)
	at.Term, at.Cond = Branch, cond
	for _, outcome := range []uint64{1, 0} {
		header := c.blockLike(l.Header)
		link(at, header)
		c.known = map[*Value]*Value{cond: f.constant(Pred, outcome)}
		u := &unrolling{f: f, copier: c}
		phis := u.phis(header, [][]*Value{carried})
		if r := c.write(header, phis, nil); r.end != nil {
			link(r.end, header)
			for i, phi := range phis {
				phi.Args = append(phi.Args, r.next[i])
			}
		}
	}
	c.repair(nil)
}
