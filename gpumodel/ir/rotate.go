package ir

// maxRotated is the most values of a test that is copied to the end of its loop.
const maxRotated = 16

// rotateLoops moves the tests of loops from their beginning to their end, behind a copy of the test on the
// way in, so that a loop with one exit is left from its latch however it was written:
//
//	for (;;) { if (i >= n) break; body; }     ->     if (i < n) do { body; } while (i < n);
//
// for and while are built in this form already. LLVM calls it loop rotation.
func rotateLoops(f *Func) {
	f.analyze()
	for again := true; again; {
		again = false
		for _, l := range f.loops() {
			if f.rotate(l) {
				again = true
				break
			}
		}
	}
}

// rotate rotates a loop if its header is a test that leaves the loop, and its end is not.
func (f *Func) rotate(l *loop) bool {
	header := l.Header
	if len(l.Latches) != 1 || len(header.Preds) != 2 || header.Term != Branch || len(header.Values) > maxRotated {
		return false
	}
	latch := l.Latches[0]
	if latch.Term != Jump || l.Blocks[header.Succs[0]] == l.Blocks[header.Succs[1]] {
		return false
	}
	for _, v := range header.Values {
		if v.Op != Phi && (!v.Pure() || v.Op.has(slow)) {
			return false
		}
	}
	pre := f.withPreheader(l, nil)
	if pre == nil {
		return false
	}
	first := header.Succs[0]
	if !l.Blocks[first] {
		first = header.Succs[1]
	}
	enter, again := header.argsFrom(pre), header.argsFrom(latch)
	removeEdge(pre, header)
	removeEdge(latch, header)
	first.Unroll, header.Unroll = header.Unroll, 0
	c := newCopier(f, header, map[*Block]bool{header: true})
	c.write(pre, enter, nil)
	// What the header computed goes into its next test by phis of their own, which repair tells from what the copy
	// computes.
	behind := c.blockLike(latch)
	behind.Unroll, behind.Switch = 0, false
	link(latch, behind)
	for i, v := range again {
		if v.Block == header {
			phi := &Value{ID: f.id(), Op: Phi, Type: v.Type, Space: v.Space, Block: behind, Line: v.Line, Col: v.Col, Args: []*Value{v}}
			behind.Values = append(behind.Values, phi)
			again[i] = phi
		}
	}
	c.write(behind, again, nil)
	c.repair(nil)
	return true
}

// argsFrom are the arguments of the phis of b for its predecessor p.
func (b *Block) argsFrom(p *Block) []*Value {
	var args []*Value
	for _, phi := range b.phis() {
		for i, q := range b.Preds {
			if q == p {
				args = append(args, phi.Args[i])
				break
			}
		}
	}
	return args
}
