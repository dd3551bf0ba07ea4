package isa

import "slices"

// reverseOrder lists the blocks in reverse postorder from the entry: each loop in
// one piece before what follows it, the true side before the false side, and a side that
// leaves the loop or the kernel right behind its condition. A warp runs the path with the
// lowest program counter first. So all lanes that stayed are together again where an if or
// a loop ends. ptxas's reconvergence points have the same effect; see the package doc.
//
// For "for (…) { if (a) { x; break; } y; } z" the order is: the condition of the loop, a, x, y, z.
// The lanes that break run x at once, go on to z and wait there until the loop is over for the
// others. So x runs once for each group of lanes that leaves.
func reverseOrder(entry *block) []*block {
	s := newSearch(entry)
	loops, last := s.loops(), s.lastReturns()
	// An edge leaves if it goes out of a loop, or to code that ends at an earlier return than b may.
	leaves := func(b, to *block) bool {
		return last[to] < last[b] || slices.ContainsFunc(loops, func(l *loop) bool { return l.inside[b] && !l.inside[to] })
	}
	seen := map[*block]bool{}
	var post []*block
	var visit func(*block)
	visit = func(b *block) {
		seen[b] = true
		// What is visited last comes first.
		var next []*block
		for _, l := range loops {
			if l.header == b {
				next = slices.DeleteFunc(s.behind(l), func(to *block) bool { return last[to] < last[b] })
			}
		}
		for _, out := range []bool{false, true} {
			for _, to := range slices.Backward(b.succs) {
				if leaves(b, to) == out {
					next = append(next, to)
				}
			}
		}
		for _, to := range next {
			if !seen[to] {
				visit(to)
			}
		}
		post = append(post, b)
	}
	visit(entry)
	slices.Reverse(post)
	return post
}

// A search is what a depth-first search from the entry finds.
type search struct {
	blocks  []*block // in the order in which they are found
	preds   map[*block][]*block
	latches map[*block][]*block // by the header of a loop, the blocks that lead back to it
}

func newSearch(entry *block) *search {
	s := &search{preds: map[*block][]*block{}, latches: map[*block][]*block{}}
	const open, closed = 1, 2
	state := map[*block]int{}
	var visit func(*block)
	visit = func(b *block) {
		state[b] = open
		s.blocks = append(s.blocks, b)
		for _, to := range b.succs {
			s.preds[to] = append(s.preds[to], b)
			switch state[to] {
			case open:
				s.latches[to] = append(s.latches[to], b)
			case closed:
			default:
				visit(to)
			}
		}
		state[b] = closed
	}
	visit(entry)
	return s
}

// A loop is a natural loop.
type loop struct {
	header *block
	inside map[*block]bool
}

// loops finds the natural loops: the header and all that reaches a latch without passing the
// header.
func (s *search) loops() (list []*loop) {
	for _, header := range s.blocks {
		todo := s.latches[header]
		if len(todo) == 0 {
			continue
		}
		l := &loop{header, map[*block]bool{header: true}}
		for len(todo) > 0 {
			b := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !l.inside[b] {
				l.inside[b] = true
				todo = slices.Concat(todo, s.preds[b])
			}
		}
		list = append(list, l)
	}
	return list
}

// behind are the blocks that follow a loop: where its exits lead, or the join of several
// exits if they meet at once.
func (s *search) behind(l *loop) []*block {
	var exits, ends []*block
	for _, b := range s.blocks {
		for _, to := range b.succs {
			if l.inside[b] && !l.inside[to] {
				exits, ends = append(exits, to), append(ends, s.sideEnd(to))
			}
		}
	}
	for i, end := range ends {
		if slices.Contains(ends[:i], end) || slices.Contains(ends[i+1:], end) {
			exits[i] = end
		}
	}
	return exits
}

// sideEnd is where a side without branches leads that begins at b.
func (s *search) sideEnd(b *block) *block {
	for len(s.preds[b]) == 1 && len(b.succs) == 1 {
		b = b.succs[0]
	}
	return b
}

// lastReturns has, for each block, which return it leads to, the last one in the
// source if there are several; 0 if it leads to none.
func (s *search) lastReturns() map[*block]int {
	last := map[*block]int{}
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(s.blocks) {
			n := b.exit
			for _, to := range b.succs {
				n = max(n, last[to])
			}
			changed = changed || n != last[b]
			last[b] = n
		}
	}
	return last
}
