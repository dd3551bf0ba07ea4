package ir

// ifConvert computes both sides of a small if and selects: no branch, no
// divergence. Sides with memory accesses or effects, and larger ones, stay.
//
//	L0: bra %p1, L1, L2               L0: %r1 = add.s32 x, 1
//	L1: %r1 = add.s32 x, 1                %r2 = selp.s32 %p1, %r1, x
//	    bra L2                 ->         bra L2
//	L2: %r2 = phi L0: x, L1: %r1
//
// This is NVVM's part of the work (SimplifyCFG). ptxas additionally guards the instructions of longer sides,
// loads and stores among them, which package isa does. Inner ifs are converted first: the blocks are
// visited from the last to the first, so that an outer side may have become one block.
func ifConvert(f *Func) {
	if f.Target.IfConvertLimit <= 0 {
		return
	}
	f.analyze()
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			if convertIf(f, f.Blocks[i]) {
				changed = true
			}
		}
		mergeBlocks(f)
	}
	number(f)
}

// convertIf converts the if that begins at the end of b, if there is one that is small enough.
//
// The limit counts the instructions of both sides together. A slow operation (a division, a library
// function) is never speculated.
func convertIf(f *Func, b *Block) bool {
	if b.Term != Branch || b.Succs[0] == b.Succs[1] {
		return false
	}
	end, sides := joinOf(b)
	if end == nil || end == b {
		return false
	}
	n := 0
	for _, a := range sides {
		if a == b {
			continue
		}
		for _, v := range a.Values {
			if !v.Pure() || v.Op.has(slow) {
				return false
			}
			n++
		}
	}
	if n > f.Target.IfConvertLimit {
		return false
	}
	selectSides(f, b, end, sides)
	return true
}

// joinOf finds where the two ways from b meet, if each is empty or one block.
// sides are the predecessors of end on the two ways: b itself for an empty one.
//
// The shapes are the diamond (both sides have a block) and the two triangles (one side is empty).
func joinOf(b *Block) (end *Block, sides [2]*Block) {
	simple := func(s *Block) bool { return len(s.Preds) == 1 && s.Term == Jump }
	yes, no := b.Succs[0], b.Succs[1]
	switch {
	case simple(yes) && simple(no) && yes.Succs[0] == no.Succs[0]:
		return yes.Succs[0], [2]*Block{yes, no}
	case simple(yes) && yes.Succs[0] == no:
		return no, [2]*Block{yes, b}
	case simple(no) && no.Succs[0] == yes:
		return yes, [2]*Block{b, no}
	}
	return nil, sides
}

// selectSides moves the sides into b and the choice into selections.
//
// Both edges into end become one. end may have other predecessors, so its phis stay with one argument
// less; number removes them if they became trivial.
func selectSides(f *Func, b, end *Block, sides [2]*Block) {
	cond := b.Cond
	at := func(p *Block) int {
		for i, q := range end.Preds {
			if q == p {
				return i
			}
		}
		panic("BUG: ir: a side that does not lead to the end of its if")
	}
	for _, a := range sides {
		if a == b {
			continue
		}
		for _, v := range a.Values {
			v.Block = b
			b.Values = append(b.Values, v)
		}
		a.Values = nil
	}
	e := &emitter{f: f, b: b, line: b.Line}
	chosen := map[*Value]*Value{}
	for _, phi := range end.phis() {
		e.line, e.col = phi.Line, phi.Col
		chosen[phi] = e.op(Selp, phi.Type, cond, phi.Args[at(sides[0])], phi.Args[at(sides[1])])
	}
	for _, s := range []*Block{b.Succs[0], b.Succs[1]} {
		removeEdge(b, s)
	}
	for _, a := range sides {
		if a != b {
			removeEdge(a, end)
			a.Term = Return
		}
	}
	b.Term, b.Cond, b.Succs = Jump, nil, []*Block{end}
	end.Preds = append(end.Preds, b)
	for _, phi := range end.phis() {
		phi.Args = append(phi.Args, chosen[phi])
	}
	f.analyze()
}
