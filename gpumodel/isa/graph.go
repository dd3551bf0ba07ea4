package isa

// setDominators sets the immediate dominators of blocks in reverse postorder,
// after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
func setDominators(blocks []*block) {
	for i, b := range blocks {
		b.index, b.idom = i, nil
	}
	idom := dominators(len(blocks), func(i int) (preds []int) {
		for _, p := range blocks[i].preds {
			preds = append(preds, p.index)
		}
		return preds
	})
	for i, b := range blocks[1:] {
		b.idom = blocks[idom[i+1]]
	}
	// below is the size of the tree under a block, and first its number in preorder. A dominator comes
	// before what it dominates, so one pass in each direction is enough.
	for i := len(blocks) - 1; i >= 0; i-- {
		b := blocks[i]
		b.below = 1
		for _, c := range b.children {
			b.below += c.below
		}
		b.children = nil
		if b.idom != nil {
			b.idom.children = append(b.idom.children, b)
		}
	}
	next := make([]int, len(blocks))
	for _, b := range blocks {
		b.first = 1
		if b.idom != nil {
			b.first = next[b.idom.index]
			next[b.idom.index] += b.below
		}
		next[b.index] = b.first + 1
	}
}

// dominators computes the immediate dominators of nodes 0…n-1, numbered in reverse postorder from
// node 0; -1 marks nodes that were not reached. Numbers fall on the way up the tree, which meet
// relies on.
func dominators(n int, preds func(int) []int) []int {
	idom := make([]int, n)
	for i := range idom {
		idom[i] = -1
	}
	idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := 1; i < n; i++ {
			next := -1
			for _, p := range preds(i) {
				switch {
				case idom[p] < 0:
				case next < 0:
					next = p
				default:
					next = meet(idom, next, p)
				}
			}
			if next != idom[i] {
				idom[i], changed = next, true
			}
		}
	}
	return idom
}

// meet is the nearest common dominator of two nodes.
func meet(idom []int, a, b int) int {
	for a != b {
		for a > b {
			a = idom[a]
		}
		for b > a {
			b = idom[b]
		}
	}
	return a
}

// dominates is true if every way to b leads through a. A block that came after the last
// setDominators dominates itself alone.
func (a *block) dominates(b *block) bool {
	return a == b || a.first > 0 && a.first < b.first && b.first < a.first+a.below
}

// home is the block in which to compute something for use in b that depends only
// on what is known at the end of def: the least deeply nested block on the way
// from b up to def, the nearest of these to b. A compiler with HoistsAnticipated does not leave a loop
// some of whose iterations do not come by.
func (l *lowering) home(b, def *block) *block {
	best := b
	for b != def && b.idom != nil {
		b = b.idom
		switch {
		case b.depth >= best.depth:
		case l.f.Target.HoistsAnticipated && !best.everyTime():
			return best
		default:
			best = b
		}
	}
	return best
}

// everyTime reports whether all iterations of the innermost loop around a come by a: no way through the loop avoids it.
func (a *block) everyTime() bool {
	head := a
	for head.idom != nil && head.idom.depth >= a.depth {
		head = head.idom
	}
	seen := map[*block]bool{a: true}
	var avoids func(b *block) bool
	avoids = func(b *block) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, s := range b.succs {
			if s == head || s.depth < a.depth || !head.dominates(s) || avoids(s) {
				return true
			}
		}
		return false
	}
	return !avoids(head)
}
