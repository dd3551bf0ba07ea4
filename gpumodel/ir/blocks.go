package ir

import "slices"

// mergeBlocks joins a block with its only successor if it is that one's only
// predecessor, and takes empty blocks off the paths through them.
//
// Construction leaves many empty blocks (ends of ifs, preheaders). Passes that work within a block see
// more in longer ones, and each jump that stays is an instruction.
func mergeBlocks(f *Func) {
	f.analyze()
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			if b.Term == Branch && b.Succs[0] == b.Succs[1] && len(b.Succs[0].phis()) == 0 {
				changed = foldBranch(b) || changed
			}
			if f.absorb(b) || f.bypass(b) {
				changed = true
			}
		}
		f.order()
	}
	f.analyze()
}

// absorb appends the only successor of b to b.
//
// A phi with one predecessor is its argument.
func (f *Func) absorb(b *Block) bool {
	if b.Term != Jump {
		return false
	}
	s := b.Succs[0]
	if len(s.Preds) != 1 || s == b || s == f.Blocks[0] {
		return false
	}
	m := map[*Value]*Value{}
	for _, phi := range s.phis() {
		m[phi] = phi.Args[0]
	}
	for _, v := range s.Values[len(m):] {
		v.Block = b
		b.Values = append(b.Values, v)
	}
	b.Switch = b.Switch || s.Switch
	s.Values = nil
	b.Term, b.Cond, b.Succs, b.Exit, b.EndLine = s.Term, s.Cond, s.Succs, s.Exit, s.EndLine
	for _, t := range b.Succs {
		for i, p := range t.Preds {
			if p == s {
				t.Preds[i] = b
			}
		}
	}
	s.Preds, s.Succs, s.Term, s.Cond = nil, nil, Return, nil
	f.Blocks = slices.DeleteFunc(slices.Clone(f.Blocks), func(x *Block) bool { return x == s })
	f.replace(m)
	return true
}

// bypass leads the predecessors of an empty block straight to its successor,
// unless the successor's phis must tell the two ways apart.
//
// The successor's phis take one argument for each predecessor. With several predecessors in front of the
// empty block, or one that reaches the successor directly as well, the block must stay.
func (f *Func) bypass(b *Block) bool {
	if b.Term != Jump || len(b.Values) > 0 || b == f.Blocks[0] || len(b.Preds) == 0 {
		return false
	}
	s := b.Succs[0]
	if s == b {
		return false
	}
	if len(s.phis()) > 0 && (len(b.Preds) > 1 || slices.Contains(s.Preds, b.Preds[0])) {
		return false
	}
	at := slices.Index(s.Preds, b)
	if s.Unroll == 0 {
		s.Unroll = b.Unroll
	}
	s.Switch = s.Switch || b.Switch
	preds := b.Preds
	s.Preds[at] = preds[0]
	s.Preds = append(s.Preds, preds[1:]...) // s has no phis if there are more
	for _, p := range preds {
		for i, t := range p.Succs {
			if t == b {
				p.Succs[i] = s
			}
		}
	}
	b.Preds, b.Succs, b.Term = nil, nil, Return
	f.Blocks = slices.DeleteFunc(slices.Clone(f.Blocks), func(x *Block) bool { return x == b })
	return true
}

// splitEdges puts an empty block on every edge from a block with two successors
// to one with several predecessors that has phis: a place for the moves that a phi becomes.
//
// These are the critical edges. On such an edge a move can stand neither at the end of b, where it would also
// be executed on the way to the other successor, nor at the start of s, which has other predecessors.
func splitEdges(f *Func) {
	for _, b := range slices.Clone(f.Blocks) {
		if b.Term != Branch {
			continue
		}
		for _, s := range slices.Clone(b.Succs) {
			if len(s.Preds) > 1 && len(s.phis()) > 0 {
				f.insertBlock(b, s)
			}
		}
	}
	f.analyze()
}

// insertBlock puts a new block on the edge from b to s.
//
// The argument order of the phis in s stays, because the new block takes the place of b in Preds.
func (f *Func) insertBlock(b, s *Block) *Block {
	n := &Block{ID: len(f.Blocks), Term: Jump, Succs: []*Block{s}, Preds: []*Block{b}, Line: b.Line, EndLine: b.EndLine}
	b.Succs[slices.Index(b.Succs, s)] = n
	s.Preds[slices.Index(s.Preds, b)] = n
	f.Blocks = append(f.Blocks, n)
	return n
}

// withPreheader gives the loop's header a predecessor of its own for what is
// computed before the loop; it lies in the loops around. It is nil if several
// blocks enter the loop.
//
// The loops in all must be updated by hand, as they were found before the block existed.
func (f *Func) withPreheader(l *loop, all []*loop) *Block {
	if p := l.preheader(); p != nil {
		return p
	}
	var outside []*Block
	for _, p := range l.Header.Preds {
		if !l.Blocks[p] {
			outside = append(outside, p)
		}
	}
	if len(outside) != 1 {
		return nil
	}
	p := f.insertBlock(outside[0], l.Header)
	p.Idom, l.Header.Idom = outside[0], p
	for _, around := range all {
		if around.Blocks[l.Header] && around.Blocks[outside[0]] {
			around.Blocks[p] = true
		}
	}
	return p
}
