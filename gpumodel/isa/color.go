package isa

import (
	"slices"
	"sort"
)

// A coloring assigns the registers of one kind: virtual registers that are copies of each other are
// merged where they can be, then each gets the lowest register that none of its neighbours has.
//
// Two registers are neighbours, joined by an edge, if one is set while the other lives. A value of
// w registers is one node: its color is the first of w neighbouring registers, at a multiple of w.
// Merged registers are one node too; find gives its representative, and edges and colors are up to
// date there alone. Edges may lead to registers that were merged away, so whoever follows one calls
// find.
type coloring struct {
	poll   func() // called now and then; it may end all by a panic
	kind   OperandKind
	width  func(n int) int
	stack  int          // a register that is taken; 0 for none
	prefer *preferences // nil for none
	alias  []int        // of merged registers
	edges  []sparseSet  // between registers that live at the same time
	order  []int        // of first definition
	colors []int        // -1 before
	used   int          // registers taken
	hints  map[int]int  // the accumulator that a sum would like to stay in
	spill  []int        // what did not fit
	groups [][]int      // the members of each merged register, once somebody asked
	taken  bitset       // scratch space of pick
}

// color assigns registers of a kind to the virtual numbers below n, starting with first. Those that
// find none below limit are in spill. The first to be colored have the widest choice: threadIdx,
// which needs register 0, or vectors. The others follow in the order of their definitions, which
// leaves few gaps in straight code.
func color(
	poll func(), blocks []*block, kind OperandKind, n, limit, stack int,
	prefer func(*coloring) *preferences, width func(int) int, first ...int,
) *coloring {
	c := &coloring{
		poll: poll, kind: kind, width: width, stack: stack, used: stack + min(stack, 1),
		alias: make([]int, n), edges: make([]sparseSet, n), colors: make([]int, n), hints: map[int]int{},
	}
	for i := range n {
		c.alias[i], c.colors[i] = i, -1
	}
	c.interfere(blocks, liveOut(poll, blocks, kind, n))
	c.coalesce(blocks)
	if prefer != nil {
		c.prefer = prefer(c)
	}
	c.assign(limit, first)
	return c
}

// assign picks the registers in the order that color says.
func (c *coloring) assign(limit int, first []int) {
	for _, list := range [][]int{first, c.order} {
		for _, v := range list {
			c.poll()
			if v = c.find(v); c.colors[v] < 0 {
				c.pick(v, limit)
			}
		}
	}
}

// again is the coloring in another order. It shares with c what the order does not change.
func (c *coloring) again(limit int, first []int) *coloring {
	d := *c
	d.colors, d.spill, d.used = slices.Repeat([]int{-1}, len(c.colors)), nil, c.stack+min(c.stack, 1)
	d.assign(limit, first)
	return &d
}

// find is the representative of a merged register. It shortens the way for the next call.
func (c *coloring) find(v int) int {
	for c.alias[v] != v {
		c.alias[v] = c.alias[c.alias[v]]
		v = c.alias[v]
	}
	return v
}

// of is the register of a virtual number.
func (c *coloring) of(v int) int { return c.colors[c.find(v)] }

func (c *coloring) edge(a, b int) {
	if a != b {
		c.edges[a].add(b)
		c.edges[b].add(a)
	}
}

// interfere finds which registers live at the same time: a register that is set interferes
// with all that are live there, except the source of a copy.
func (c *coloring) interfere(blocks []*block, out []bitset) {
	seen := newBitset(len(c.alias))
	for i, b := range blocks {
		c.poll()
		for _, in := range b.code {
			// A register may be read before it is set: threadIdx arrives in one.
			note := func(o Operand) {
				if !seen.has(o.N) {
					seen.add(o.N)
					c.order = append(c.order, o.N)
				}
			}
			in.reads(c.kind, note)
			in.writes(c.kind, note)
			if sum := in.Src[2]; in.Dst.Kind == c.kind && sum.Kind == c.kind {
				c.hints[in.Dst.N] = sum.N
			}
			for _, o := range in.scratch {
				if o.Kind == c.kind {
					note(o)
				}
			}
		}
		live := out[i]
		for _, in := range slices.Backward(b.code) {
			c.poll()
			c.interfereAt(in, live)
			in.stepBack(live, c.kind)
		}
	}
}

// interfereAt adds the edges of one instruction; live is what lives behind it. Scratch registers
// are written while the sources are still read, so they also interfere with these.
func (c *coloring) interfereAt(in *inst, live bitset) {
	var written []Operand
	in.writes(c.kind, func(o Operand) { written = append(written, o) })
	for _, d := range written {
		source := copySource(in, d)
		// The source of a copy has the same value, so both may share a register.
		lives := live.has(source)
		live.remove(source)
		c.edges[d.N].union(live)
		c.edges[d.N].remove(d.N)
		live.each(func(v int) {
			if v != d.N {
				c.edges[v].add(d.N)
			}
		})
		if lives {
			live.add(source)
		}
		for _, other := range written {
			c.edge(d.N, other.N)
		}
	}
	for i, s := range in.scratch {
		if s.Kind != c.kind {
			continue
		}
		live.each(func(v int) { c.edge(s.N, v) })
		in.reads(c.kind, func(o Operand) { c.edge(s.N, o.N) })
		for _, o := range append(written, in.scratch[:i]...) {
			c.edge(s.N, o.N)
		}
	}
}

// copySource is the virtual register that an unguarded copy to d reads, 0 if
// the instruction is no such copy.
func copySource(in *inst, d Operand) int {
	for _, m := range in.moves {
		if m.dst == d && m.src.Kind == d.Kind && m.src.Offset == 0 && !in.partial {
			return m.src.N
		}
	}
	if isMove(&in.Instr) && in.moves == nil && in.Src[0].Kind == in.Dst.Kind && in.Src[0].Offset == 0 &&
		in.Dst.Offset == 0 && !in.Src[0].Neg && in.Guard.Kind == None {
		return in.Src[0].N
	}
	return 0
}

// coalesce merges the two sides of copies, those in the deepest loops first, since a merge can make
// another one impossible. It is aggressive: merged nodes have more neighbours and may no longer
// fit, in which case they are spilled as one.
func (c *coloring) coalesce(blocks []*block) {
	type pair struct{ a, b, depth int }
	var pairs []pair
	for _, b := range blocks {
		for _, in := range b.code {
			for _, m := range in.moves {
				if m.src.Kind == c.kind && m.dst.Kind == c.kind && m.src.Offset == 0 {
					pairs = append(pairs, pair{m.dst.N, m.src.N, b.depth})
				}
			}
			if in.moves == nil && isMove(&in.Instr) && in.Dst.Kind == c.kind && in.Src[0].Kind == c.kind &&
				in.Src[0].Offset == 0 && in.Dst.Offset == 0 && !in.Src[0].Neg {
				pairs = append(pairs, pair{in.Dst.N, in.Src[0].N, b.depth})
			}
		}
	}
	sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].depth > pairs[j].depth })
	for _, p := range pairs {
		c.poll()
		if a, b := c.find(p.a), c.find(p.b); a != b && !c.edges[a].has(b) && c.width(a) == c.width(b) {
			c.alias[b] = a
			c.edges[b].each(func(v int) { c.edge(a, v) })
		}
	}
}

// pick gives v the lowest aligned registers that are free. The accumulator of a sum is preferred to
// the lowest one: d = a*b + c in place of c. What the generation prefers (hazard.go, banks.go)
// comes before both.
func (c *coloring) pick(v, limit int) {
	w := c.width(v)
	taken := c.noneTaken(limit)
	if c.stack > 0 {
		taken.add(c.stack)
	}
	c.edges[v].each(func(u int) {
		u = c.find(u)
		for i := range c.width(u) {
			if c.colors[u] >= 0 {
				taken.add(c.colors[u] + i)
			}
		}
	})
	free := func(n int) bool {
		for i := range w {
			if n+i >= limit || taken.has(n+i) {
				return false
			}
		}
		return true
	}
	n := 0
	for n < limit && !free(n) {
		n += w
	}
	if sum, ok := c.hints[v]; ok && c.of(sum) >= 0 && c.width(sum) == w && free(c.of(sum)) {
		n = c.of(sum)
	}
	if preferred := c.preferred(v, taken, w); preferred >= 0 {
		n = preferred
	}
	if n < limit {
		c.colors[v] = n
		c.used = max(c.used, n+w)
		return
	}
	c.spill = append(c.spill, v)
}

// noneTaken is an empty set of registers, which the next call empties again.
func (c *coloring) noneTaken(limit int) bitset {
	if c.taken == nil {
		if c.prefer != nil {
			limit = max(limit, c.prefer.room)
		}
		c.taken = newBitset(min(limit, 4*len(c.alias)) + 8)
	}
	clear(c.taken)
	return c.taken
}

// members are the virtual numbers that are merged with v, its representative. Nothing may be merged
// after the first call.
func (c *coloring) members(v int) []int {
	if c.groups == nil {
		c.groups = make([][]int, len(c.alias))
		for u := range c.alias {
			of := c.find(u)
			c.groups[of] = append(c.groups[of], u)
		}
	}
	return c.groups[v]
}

// rename replaces the virtual numbers of c's kind by registers.
func (l *lowering) rename(c *coloring) {
	name := func(o *Operand) {
		if o.Kind == c.kind {
			o.N, o.Offset = c.of(o.N)+o.Offset, 0
		}
	}
	for _, b := range l.blocks {
		name(&b.cond)
		for _, in := range b.code {
			in.eachOperand(name)
		}
	}
}
