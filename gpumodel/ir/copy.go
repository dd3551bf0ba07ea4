package ir

import "slices"

// A copier writes copies of a part of the control-flow graph: a loop's iterations, or the test in front of a
// loop. Every copy is simplified on the way, so that what is constant in it folds: conditions too, and
// what they exclude is not written at all.
type copier struct {
	f      *Func
	entry  *Block
	region map[*Block]bool
	blocks []*Block // of the region, in reverse postorder
	copies []*regionCopy
	known  map[*Value]*Value // values from outside that stand for others in the copies
}

// newCopier prepares copies of the blocks in region, which are entered at entry alone.
func newCopier(f *Func, entry *Block, region map[*Block]bool) *copier {
	c := &copier{f: f, entry: entry, region: region}
	for _, b := range f.Blocks {
		if region[b] {
			c.blocks = append(c.blocks, b)
		}
	}
	return c
}

// A regionCopy says what became of the region's blocks and values in one copy.
type regionCopy struct {
	*copier
	values map[*Value]*Value
	blocks map[*Block]*Block
	from   map[*Block][]*Block // the originals of a copied block's predecessors, in their order
	filled map[*Block]bool
	end    *Block   // behind the edge back to the entry; nil if the copy has none
	next   []*Value // the entry's phis for the next copy
}

// write appends a copy behind at, a block without successors. carried are the values of the entry's phis.
// The block untested goes on to the entry whatever its condition says.
func (c *copier) write(at *Block, carried []*Value, untested *Block) *regionCopy {
	r := &regionCopy{copier: c, values: map[*Value]*Value{}, blocks: map[*Block]*Block{}, from: map[*Block][]*Block{},
		filled: map[*Block]bool{}}
	for i, phi := range c.entry.phis() {
		r.values[phi] = carried[i]
	}
	r.blocks[c.entry] = r.blockLike(c.entry)
	r.blocks[c.entry].Unroll = 0
	link(at, r.blocks[c.entry])
	for _, b := range c.blocks {
		if nb := r.blocks[b]; nb != nil {
			c.f.poll()
			r.fill(b, nb)
			r.leave(b, nb, b == untested)
		}
	}
	c.copies = append(c.copies, r)
	return r
}

// blockLike is a new block with the source lines of b.
func (c *copier) blockLike(b *Block) *Block {
	n := &Block{ID: len(c.f.Blocks), Line: b.Line, Col: b.Col, EndLine: b.EndLine, Exit: b.Exit, Unroll: b.Unroll, Switch: b.Switch}
	c.f.Blocks = append(c.f.Blocks, n)
	return n
}

// link adds an edge behind those that b has already.
func link(b, s *Block) {
	b.Succs = append(b.Succs, s)
	s.Preds = append(s.Preds, b)
}

func (r *regionCopy) value(v *Value) *Value {
	if n := r.values[v]; n != nil {
		return n
	}
	if n := r.known[v]; n != nil {
		return n
	}
	return v
}

// fill writes the values of b. Equal values are merged within the block only, as in construction.
func (r *regionCopy) fill(b, nb *Block) {
	r.filled[b] = true
	phis := b.phis()
	if b != r.entry {
		r.fillPhis(b, nb, phis)
	}
	e := &emitter{f: r.f, b: nb, numbers: map[valueKey][]*Value{}}
	for _, v := range b.Values[len(phis):] {
		n := *v
		n.ID, n.Block, n.Args = 0, nil, make([]*Value, len(v.Args))
		for i, a := range v.Args {
			n.Args[i] = r.value(a)
		}
		e.line, e.col = v.Line, v.Col
		r.values[v] = e.emit(n)
	}
}

// fillPhis writes the phis of b for the predecessors that exist so far. An inner loop's header gets the
// arguments of its back edges later, from edge.
func (r *regionCopy) fillPhis(b, nb *Block, phis []*Value) {
	loops := slices.ContainsFunc(b.Preds, func(p *Block) bool { return r.region[p] && p.ID >= b.ID })
	for _, phi := range phis {
		var args []*Value
		for _, p := range r.from[b] {
			args = append(args, r.value(phi.Args[slices.Index(b.Preds, p)]))
		}
		if !loops && len(slices.Compact(slices.Clone(args))) == 1 {
			r.values[phi] = args[0]
			continue
		}
		n := *phi
		n.ID, n.Block, n.Args = r.f.id(), nb, args
		nb.Values = append(nb.Values, &n)
		r.values[phi] = &n
	}
}

// leave ends the copy nb of b as b ends.
func (r *regionCopy) leave(b, nb *Block, untested bool) {
	nb.Term = b.Term
	succs := b.Succs
	if b.Term == Branch {
		cond := r.value(b.Cond)
		switch {
		case untested:
			nb.Term, succs = Jump, []*Block{r.entry}
		case cond.isConst():
			nb.Term, succs = Jump, []*Block{succs[1-cond.Imm&1]}
		default:
			nb.Cond = cond
		}
	}
	for _, s := range succs {
		r.edge(b, nb, s)
	}
}

// edge leads nb, the copy of b, to the copy of s, or to s itself outside the region.
func (r *regionCopy) edge(b, nb, s *Block) {
	at := slices.Index(s.Preds, b)
	switch {
	case s == r.entry && r.end != nil:
		r.joinEnd(nb, s, at)
	case s == r.entry:
		r.end = r.blockLike(b)
		r.end.Unroll, r.end.Exit = 0, 0
		link(nb, r.end)
		r.next = nil
		for _, phi := range s.phis() {
			r.next = append(r.next, r.value(phi.Args[at]))
		}
	case !r.region[s]:
		link(nb, s)
		for _, phi := range s.phis() {
			phi.Args = append(phi.Args, r.value(phi.Args[at]))
		}
	default:
		if r.blocks[s] == nil {
			r.blocks[s] = r.blockLike(s)
		}
		link(nb, r.blocks[s])
		r.from[s] = append(r.from[s], b)
		if r.filled[s] {
			for _, phi := range s.phis() {
				n := r.values[phi]
				n.Args = append(n.Args, r.value(phi.Args[at]))
			}
		}
	}
}

// joinEnd leads nb, the copy of another block that goes back to the entry, to the end too. What the next copy
// begins with then depends on the way.
func (r *regionCopy) joinEnd(nb, entry *Block, at int) {
	link(nb, r.end)
	for i, phi := range entry.phis() {
		x := r.value(phi.Args[at])
		if len(r.end.Preds) == 2 {
			n := *phi
			n.ID, n.Block, n.Args = r.f.id(), r.end, []*Value{r.next[i]}
			r.end.Values = append(r.end.Values, &n)
			r.next[i] = &n
		}
		r.next[i].Args = append(r.next[i].Args, x)
	}
}

// repair makes the uses of the region's values outside the region use what reaches them now: a value of a
// copy, of the region itself if it is still there, or a phi of these. also has blocks at whose end
// a value of the region is known to be another one.
func (c *copier) repair(also map[*Block]map[*Value]*Value) {
	f := c.f
	f.analyze()
	alive := map[*Block]bool{}
	for _, b := range f.Blocks {
		alive[b] = true
	}
	inside := map[*Value]bool{}
	for _, b := range c.blocks {
		for _, v := range b.Values {
			inside[v] = true
		}
	}
	all := map[*Value]*reaching{}
	definitions := func(v *Value) *reaching {
		if all[v] == nil {
			ends := map[*Block]*Value{}
			if alive[v.Block] {
				ends[v.Block] = v
			}
			for _, r := range c.copies {
				if b := r.blocks[v.Block]; b != nil && alive[b] {
					ends[b] = r.values[v]
				}
			}
			for b, values := range also {
				if x := values[v]; x != nil && alive[b] {
					ends[b] = x
				}
			}
			all[v] = newReaching(f, v, ends)
		}
		return all[v]
	}
	for _, b := range slices.Clone(f.Blocks) {
		if c.region[b] && alive[c.entry] {
			continue
		}
		for _, u := range slices.Clone(b.Values) {
			for i, a := range u.Args {
				switch {
				case !inside[a]:
				case u.Op == Phi:
					u.Args[i] = definitions(a).atEnd(b.Preds[i])
				default:
					u.Args[i] = definitions(a).before(b, u)
				}
			}
		}
		if b.Cond != nil && inside[b.Cond] {
			b.Cond = definitions(b.Cond).before(b, nil)
		}
	}
	f.analyze()
}
