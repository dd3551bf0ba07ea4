package ir

import "slices"

// analyze puts the blocks into reverse postorder, drops unreachable ones, and
// sets Idom and LoopDepth.
//
// Block IDs are positions in that order afterwards. It costs little (linear but for dominators, which
// converge in two rounds on reducible graphs), so passes call it freely.
func (f *Func) analyze() {
	f.order()
	f.dominators()
	for _, b := range f.Blocks {
		b.LoopDepth = 0
	}
	for _, l := range f.loops() {
		for b := range l.Blocks {
			b.LoopDepth++
		}
	}
}

// order sorts the reachable blocks into reverse postorder and removes the edges from the others.
//
// In reverse postorder a block comes behind all its predecessors except those on back edges. Removing the
// edges of unreachable blocks also removes their arguments from phis.
func (f *Func) order() {
	seen := map[*Block]bool{}
	var post []*Block
	var visit func(b *Block)
	visit = func(b *Block) {
		seen[b] = true
		// The second successor first: the first one then follows its predecessor.
		for _, s := range slices.Backward(b.Succs) {
			if !seen[s] {
				visit(s)
			}
		}
		post = append(post, b)
	}
	visit(f.Blocks[0])
	for _, b := range f.Blocks {
		if !seen[b] {
			for _, s := range slices.Clone(b.Succs) {
				removeEdge(b, s)
			}
		}
	}
	slices.Reverse(post)
	f.Blocks = post
	for i, b := range post {
		b.ID = i
	}
}

// removeEdge takes one edge from b to s away, with the phis' arguments for it.
//
// Phi arguments go by position in Preds, so they are deleted at the same index.
func removeEdge(b, s *Block) {
	i := slices.Index(s.Preds, b)
	s.Preds = slices.Delete(s.Preds, i, i+1)
	for _, v := range s.phis() {
		v.Args = slices.Delete(v.Args, i, i+1)
	}
	i = slices.Index(b.Succs, s)
	b.Succs = slices.Delete(b.Succs, i, i+1)
}

// phis are the phis of b.
func (b *Block) phis() []*Value {
	n := 0
	for n < len(b.Values) && b.Values[n].Op == Phi {
		n++
	}
	return b.Values[:n]
}

// dominators sets Idom, after Cooper, Harvey and Kennedy, "A Simple, Fast
// Dominance Algorithm" (2001).
func (f *Func) dominators() {
	for _, b := range f.Blocks {
		b.Idom = nil
	}
	entry := f.Blocks[0]
	entry.Idom = entry
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks[1:] {
			f.poll()
			var d *Block
			for _, p := range b.Preds {
				if p.Idom != nil {
					d = meet(p, d)
				}
			}
			if d != b.Idom {
				b.Idom, changed = d, true
			}
		}
	}
	entry.Idom = nil
	f.span()
}

// span numbers the blocks of the dominator tree on the way down and up: a block
// dominates those whose span lies in its own.
//
// Two comparisons then answer Dominates, which Check, numbering and hoisting ask often.
func (f *Func) span() {
	below := map[*Block][]*Block{}
	for _, b := range f.Blocks[1:] {
		below[b.Idom] = append(below[b.Idom], b)
	}
	n := 0
	type visit struct {
		b  *Block
		up bool
	}
	for todo := []visit{{b: f.Blocks[0]}}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n++; v.up {
			v.b.up = n
			continue
		}
		v.b.down = n
		todo = append(todo, visit{v.b, true})
		for _, c := range below[v.b] {
			todo = append(todo, visit{b: c})
		}
	}
}

// meet is the nearest common dominator; while dominators runs, the entry is its own.
func meet(a, b *Block) *Block {
	if b == nil {
		return a
	}
	for a != b {
		for a.ID > b.ID {
			a = a.Idom
		}
		for b.ID > a.ID {
			b = b.Idom
		}
	}
	return a
}

// Dominates is true if every path from the entry to c goes through b, or b is c. A
// block that came after the last analysis dominates itself alone.
func (b *Block) Dominates(c *Block) bool {
	return b == c || b.down > 0 && b.down < c.down && c.up < b.up
}

// A loop is a natural loop: the blocks that reach a back edge to the header
// without passing it.
type loop struct {
	Header  *Block
	Blocks  map[*Block]bool
	Latches []*Block // the sources of the back edges
}

// loops are the natural loops, inner ones before the loops around them.
//
// Back edges with the same header make one loop (continue gives several latches). A cycle that is entered at
// two places has no header that dominates it and is no loop here; structured CUDA C has none.
func (f *Func) loops() []*loop {
	var list []*loop
	for _, h := range slices.Backward(f.Blocks) {
		l := &loop{Header: h, Blocks: map[*Block]bool{h: true}}
		for _, p := range h.Preds {
			if h.Dominates(p) {
				l.Latches = append(l.Latches, p)
				l.grow(p)
			}
		}
		if len(l.Latches) > 0 {
			list = append(list, l)
		}
	}
	slices.SortStableFunc(list, func(a, b *loop) int { return len(a.Blocks) - len(b.Blocks) })
	return list
}

// grow adds b and its predecessors up to the header.
func (l *loop) grow(b *Block) {
	if l.Blocks[b] {
		return
	}
	l.Blocks[b] = true
	for _, p := range b.Preds {
		l.grow(p)
	}
}

// preheader is the only predecessor of the header from outside, if there is just one and it leads nowhere else.
func (l *loop) preheader() *Block {
	var pre *Block
	for _, p := range l.Header.Preds {
		if l.Blocks[p] {
			continue
		}
		if pre != nil {
			return nil
		}
		pre = p
	}
	if pre == nil || len(pre.Succs) != 1 {
		return nil
	}
	return pre
}
