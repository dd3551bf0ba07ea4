package ir

import "slices"

// Loops are unrolled after construction, on the control-flow graph, whatever statement they were written with.
// rotateLoops has given them their one form, in which the latch has the test.
//
// A loop whose trips are known is written out whole if it is small enough. One whose trips only the launch
// knows gets a loop of several iterations at a time, and what is left runs in the loop as it was:
//
//	left = n
//	while (left >= 4) { 4 copies; left -= 4 }
//	while (left > 0)  { 1 copy }
//
// The copies need no exit tests between them, so that their loads form one block and are under way together:
// this is why the trip count is computed on the way in.

// unrollWhole writes out the loops whose trips are known and that are small enough, inner ones first. What one leaves
// behind may tell how often another one runs.
func unrollWhole(f *Func) {
	for f.unrollKnown() {
		number(f)
	}
}

func (f *Func) unrollKnown() (changed bool) {
	return f.eachLoop(func(l *loop, _ map[*Block]bool) bool {
		n, ok := f.constantTrips(l)
		if !ok || f.withPreheader(l, nil) == nil || !f.unrollsWhole(l, n) {
			return false
		}
		f.writeOut(l, n)
		return true
	})
}

// eachLoop offers every loop once, inner ones first, and looks again for loops when one was changed. change
// adds to seen the headers of loops that it makes and that are not to be offered.
func (f *Func) eachLoop(change func(l *loop, seen map[*Block]bool) bool) (changed bool) {
	seen := map[*Block]bool{}
	for again := true; again; {
		again = false
		f.analyze()
		for _, l := range f.loops() {
			if seen[l.Header] {
				continue
			}
			f.poll()
			seen[l.Header] = true
			n := len(f.Blocks)
			if change(l, seen) || len(f.Blocks) != n { // a new preheader belongs to the loops around
				again, changed = true, true
				break
			}
		}
	}
	return changed
}

// open takes the loop off its preheader, which copies are then written behind. It returns the values
// of the header's phis on the way in.
func (f *Func) open(l *loop) (at *Block, carried []*Value) {
	at = f.withPreheader(l, nil)
	carried = l.Header.argsFrom(at)
	removeEdge(at, l.Header)
	return at, carried
}

// enter leads at to the header of the loop.
func (l *loop) enter(at *Block, carried []*Value) {
	link(at, l.Header)
	for i, phi := range l.Header.phis() {
		phi.Args = append(phi.Args, carried[i])
	}
}

// writeOut writes all n iterations of a loop one behind the other.
func (f *Func) writeOut(l *loop, n int) {
	at, carried := f.open(l)
	c := newCopier(f, l.Header, l.Blocks)
	for range n {
		if at == nil {
			break
		}
		r := c.write(at, carried, nil)
		at, carried = r.end, r.next
	}
	if at != nil {
		l.enter(at, carried)
	}
	c.repair(nil)
}

// unrollPartly lets loops take several iterations at a time, as the target's compiler does and as pragmas ask.
func unrollPartly(f *Func) {
	changed := f.eachLoop(func(l *loop, seen map[*Block]bool) bool {
		if l.Header.Unroll == 1 || len(l.Latches) != 1 || f.withPreheader(l, nil) == nil {
			return false
		}
		trips, known := f.constantTrips(l)
		c, counted := l.counted()
		single := l.singleExit()
		if k := l.Header.Unroll; k > 1 {
			f.checkCopies(l, k)
		}
		switch k := l.Header.Unroll; {
		case k > 1 && known:
			return f.unrollExactly(l, trips, k, 1, seen)
		case k > 1 && counted && single && f.Target.UnrollsPartly && f.unrollCounted(l, c, []stage{{copies: k}}, 1, seen):
			return true
		case k > 1:
			f.unrollTested(l, k, seen)
			return true
		case !f.Target.UnrollsPartly || !single || l.hasInner() || l.hasSwitch():
			return false
		case known:
			return f.unrollExactly(l, trips, f.exactFactor(l, trips), 0, seen)
		case counted && !c.mayWrap():
			k, again := f.dynamicFactor(l), 0
			if k > 1 && !c.base.isConst() {
				return f.unrollBehind(l, c, k, seen)
			}
			if !f.countsDown(l, c) {
				again = 1
			}
			return k > 1 && f.unrollCounted(l, c, []stage{{copies: k}}, again, seen)
		}
		return false
	})
	if changed {
		number(f)
		mergeBlocks(f)
	}
}

// unrollIndexed is ptxas, which writes out loops of known trips that NVVM left as they are and that index arrays in local memory.
// The arrays then become registers.
func unrollIndexed(f *Func) {
	if !f.Target.UnrollsPartly || len(f.Locals) == 0 {
		return
	}
	changed := f.eachLoop(func(l *loop, _ map[*Block]bool) bool {
		trips, ok := f.constantTrips(l)
		if !ok || l.Header.Unroll == 1 || len(l.Latches) != 1 || l.hasInner() || l.hasSwitch() || !f.unrollsIndexed(l, trips) ||
			f.withPreheader(l, nil) == nil {
			return false
		}
		f.writeOut(l, trips)
		return true
	})
	if changed {
		number(f)
		mergeBlocks(f)
		promoteLocals(f)
		mergeBlocks(f)
	}
}

// unrollAgain is ptxas, which unrolls cheap loops once more after NVVM did: 16 copies, then 8 in a straight line.
func unrollAgain(f *Func) {
	if !f.Target.UnrollsPartly {
		return
	}
	changed := f.eachLoop(func(l *loop, seen map[*Block]bool) bool {
		if l.Header.Unroll != 0 || len(l.Latches) != 1 || !l.singleExit() || l.hasInner() || l.hasSwitch() || f.withPreheader(l, nil) == nil {
			return false
		}
		if trips, ok := f.constantTrips(l); ok {
			return f.unrollExactlyAgain(l, trips, seen)
		}
		c, ok := l.counted()
		stages := []stage{{copies: 4}, {copies: 2, once: true}}
		own := ok && c.isLeft(l.Header) < 0
		if own { // the loop's own test, for which NVVM left nothing behind
			stages = append(stages, stage{copies: 1, once: true})
		}
		return ok && c.by == nil && f.cheap(l, own) && f.unrollCounted(l, c, stages, 1, seen)
	})
	if changed {
		number(f)
		mergeBlocks(f)
	}
}

// singleExit tells whether a loop is left from its latch alone.
func (l *loop) singleExit() bool {
	for b := range l.Blocks {
		for _, s := range b.Succs {
			if !l.Blocks[s] && b != l.Latches[0] {
				return false
			}
		}
	}
	return true
}

// hasInner tells whether there is a loop in l.
func (l *loop) hasInner() bool {
	for b := range l.Blocks {
		if b != l.Header && b.LoopDepth > l.Header.LoopDepth {
			return true
		}
	}
	return false
}

func (l *loop) hasSwitch() bool {
	for b := range l.Blocks {
		if b.Switch {
			return true
		}
	}
	return false
}

// A stage is a loop of several iterations at a time, or these iterations once in a straight line.
type stage struct {
	copies int
	once   bool
}

// unrollCounted writes the stages in front of a loop that is left from its latch alone. again is what the loops
// of several iterations have as their Unroll. It reports false if the trips cannot be computed on the way in.
func (f *Func) unrollCounted(l *loop, c countedLoop, stages []stage, again int, seen map[*Block]bool) bool {
	header, latch := l.Header, l.Latches[0]
	u := &unrolling{f: f, latch: latch, again: again, seen: seen, unit: 1}
	var trips *Value
	if at := c.isLeft(header); at >= 0 {
		u.left, u.unit, u.count = at, -c.step, c.from
	} else {
		ok := false
		if trips, u.count, ok = c.trips(f, f.withPreheader(l, nil)); !ok {
			return false
		}
		u.left = len(header.phis())
	}
	done := latch.Succs[0]
	if done == header {
		done = latch.Succs[1]
	}
	done = f.insertBlock(latch, done)
	at, values := f.open(l)
	u.copier = newCopier(f, header, l.Blocks)
	if trips != nil {
		values = append(values, trips)
	}
	if last := stages[len(stages)-1]; !last.once && c.isLeft(header) < 0 && (last.copies == 2 || header.LoopDepth > 1) {
		stages = append(stages, straight(last.copies-1)...) // one iteration needs no loop, and NVVM writes out all of an inner loop's
	}
	for _, s := range stages {
		at, values = u.stage(at, values, s)
	}
	n := len(header.phis())
	if last := stages[len(stages)-1]; last.copies == 1 {
		link(at, done)
	} else {
		e := &emitter{f: f, b: at}
		at.Term, at.EndLine = Branch, latch.EndLine
		at.Cond = e.setp(GE, u.count, values[u.left], e.int(u.count, u.unit))
		l.enter(at, values[:n])
		link(at, done)
	}
	known := map[*Value]*Value{}
	for i, next := range header.argsFrom(latch) {
		known[next] = values[i]
	}
	header.Unroll = 1
	u.repair(map[*Block]map[*Value]*Value{at: known})
	return true
}

// straight are n iterations, each of which is tested.
func straight(n int) []stage { return slices.Repeat([]stage{{copies: 1, once: true}}, n) }

// unrollBehind lets a loop take k iterations at a time once the iterations that remain are done. NVVM does so where a
// loop begins at a number that it does not know. The new loop keeps the test of the old one.
func (f *Func) unrollBehind(l *loop, c countedLoop, k int, seen map[*Block]bool) bool {
	header, latch := l.Header, l.Latches[0]
	trips, count, ok := c.trips(f, f.withPreheader(l, nil))
	if !ok {
		return false
	}
	done := latch.Succs[0]
	if done == header {
		done = latch.Succs[1]
	}
	done = f.insertBlock(latch, done)
	n := len(header.phis())
	u := &unrolling{f: f, latch: latch, again: 1, seen: seen, unit: 1, left: n, count: count}
	at, values := f.open(l)
	u.copier = newCopier(f, header, l.Blocks)
	e := &emitter{f: f, b: at, line: at.EndLine}
	values = append(values, e.op(And, count, trips, e.int(count, int64(k-1))))
	stages := []stage{{copies: 1}}
	if k == 2 || header.LoopDepth > 1 {
		stages = straight(k - 1)
	}
	for _, s := range stages {
		at, values = u.stage(at, values, s)
	}
	main := u.blockLike(at)
	e = &emitter{f: f, b: at}
	at.Term, at.EndLine = Branch, latch.EndLine
	at.Cond = e.setp(GE, count, trips, e.int(count, int64(k)))
	link(at, main)
	link(at, done)
	known := map[*Value]*Value{}
	for i, next := range header.argsFrom(latch) {
		known[next] = values[i]
	}
	u.loopOf(main, values[:n], k, latch, 0, seen, map[*Block]map[*Value]*Value{at: known})
	return true
}

// isLeft is the index of the header's phi that counts, in the way in which stages count, how many iterations are left;
// -1 if the loop has no such counter.
func (c *countedLoop) isLeft(header *Block) int {
	if c.cmp == GE && !c.from.Signed() && c.step < 0 && c.add == 0 && c.to.isConst() && c.to.intConst() == -c.step {
		return slices.Index(header.phis(), c.phi)
	}
	return -1
}

// An unrolling is a counted loop that is being unrolled. The values that go from one stage to the next are
// those of the header's phis, and behind them how many iterations are left if no phi says so.
type unrolling struct {
	f *Func
	*copier
	latch *Block
	left  int   // the index of the value that says how much is left
	unit  int64 // how much an iteration takes from it
	count Type
	again int
	seen  map[*Block]bool
}

// stage runs s.copies iterations at a time while there are so many, or once.
func (u *unrolling) stage(at *Block, values []*Value, s stage) (*Block, []*Value) {
	enter, end := u.blockLike(at), u.blockLike(at)
	for _, b := range []*Block{enter, end} {
		b.Unroll, b.Exit, b.Switch, b.Line = 0, 0, false, u.entry.Line
	}
	takes := int64(s.copies) * u.unit
	enough := func(b *Block, values []*Value, yes *Block) {
		e := &emitter{f: u.f, b: b}
		cond := e.setp(GE, u.count, values[u.left], e.int(u.count, takes))
		b.Term, b.Cond, b.EndLine = Branch, cond, u.latch.EndLine
		link(b, yes)
		link(b, end)
	}
	enough(at, values, enter)
	header, phis := enter, values
	if !s.once {
		header = u.blockLike(u.entry)
		header.Unroll, u.seen[header] = u.again, true
		link(enter, header)
		phis = u.phis(header, [][]*Value{values})
	}
	n := len(u.entry.phis())
	b, next := header, phis
	for range s.copies {
		r := u.write(b, next[:n], u.latch)
		b, next = r.end, append(slices.Clone(r.next), next[n:]...)
	}
	if u.left == n {
		e := &emitter{f: u.f, b: b}
		next[n] = e.op(Sub, u.count, next[n], e.int(u.count, takes))
	}
	if s.once {
		link(b, end)
	} else {
		enough(b, next, header)
		for i, phi := range phis {
			phi.Args = append(phi.Args, next[i])
		}
	}
	return end, u.phis(end, [][]*Value{values, next})
}

// phis merges the values that arrive over the edges into b.
func (u *unrolling) phis(b *Block, arriving [][]*Value) []*Value {
	var phis []*Value
	like := u.entry.phis()
	for i, v := range arriving[0] {
		phi := &Value{ID: u.f.id(), Op: Phi, Type: u.count, Space: v.Space, Block: b, Line: b.Line}
		if i < len(like) {
			phi.Type, phi.Space, phi.Line, phi.Col = like[i].Type, like[i].Space, like[i].Line, like[i].Col
		}
		for _, values := range arriving {
			phi.Args = append(phi.Args, values[i])
		}
		b.Values = append(b.Values, phi)
		phis = append(phis, phi)
	}
	return phis
}

// unrollExactly takes k of a known number of iterations at a time, those that remain in front of the loop. Only
// the last of the k iterations has a test.
func (f *Func) unrollExactly(l *loop, trips, k, again int, seen map[*Block]bool) bool {
	if k < 2 {
		return false
	}
	if k >= trips {
		f.writeOut(l, trips)
		return true
	}
	latch := l.Latches[0]
	at, values := f.open(l)
	c := newCopier(f, l.Header, l.Blocks)
	for range trips % k {
		r := c.write(at, values, latch)
		if at, values = r.end, r.next; at == nil { // each iteration leaves the loop
			c.repair(nil)
			return true
		}
	}
	c.loopOf(at, values, k, latch, again, seen, nil)
	return true
}

// unrollTested takes k iterations at a time with a test behind each.
func (f *Func) unrollTested(l *loop, k int, seen map[*Block]bool) {
	at, values := f.open(l)
	newCopier(f, l.Header, l.Blocks).loopOf(at, values, k, nil, 1, seen, nil)
}

// loopOf writes a loop of k copies behind at. The block untested has a test in the last copy only. also is for repair.
func (c *copier) loopOf(at *Block, values []*Value, k int, untested *Block, again int, seen map[*Block]bool,
	also map[*Block]map[*Value]*Value) {
	u := &unrolling{f: c.f, copier: c, again: again, seen: seen}
	header := c.blockLike(c.entry)
	header.Unroll, seen[header] = again, true
	link(at, header)
	phis := u.phis(header, [][]*Value{values})
	b, next := header, phis
	for i := range k {
		if i == k-1 {
			untested = nil
		}
		r := c.write(b, next, untested)
		if b, next = r.end, r.next; b == nil {
			break
		}
	}
	if b != nil {
		link(b, header)
		for i, phi := range phis {
			phi.Args = append(phi.Args, next[i])
		}
	}
	c.repair(also)
}
