package ir

import (
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// forStmt builds a loop: not at all without a trip, unrolled whole, or as it stands.
func (b *builder) forStmt(s *cuda.For) {
	b.stmt(s.Init)
	labels := reachable(s.Body) // goto may lead into a loop that has no trip
	if b.dead() && !labels {
		return
	}
	t := &jumpTarget{loop: true}
	b.targets = append(b.targets, t)
	trips, known := 0, false
	if !b.target.UnrollsPartly && !labels {
		trips, known = b.trips(s)
	}
	switch {
	case known && trips == 0:
	case known && b.unrollsFully(s, trips):
		b.copies(s, trips, true, func() { b.unrolled(s, t, trips) })
	default:
		b.rolled(s, t)
	}
	b.targets = b.targets[:len(b.targets)-1]
	b.leave(t.onBreak)
}

// unrollsFully is a first guess by the trip count; unrolled stops if the code grows beyond the limit.
// Unroll is the pragma's number: 0 without a pragma, negative for one without a number.
func (b *builder) unrollsFully(s *cuda.For, trips int) bool {
	switch {
	case b.known.rolled[s] || s.Unroll == 1:
		return false
	case s.Unroll == 0:
		return trips <= b.target.UnrollLimit
	}
	return s.Unroll < 0 || s.Unroll >= trips
}

// trips runs the loop's control on the constants of the current state. It is
// known if condition and step depend only on variables that the body leaves alone.
//
// It executes condition and step symbolically, so any control works whose values fold to constants:
// s >>= 1, i *= 2, i += blockSize. Afterwards the variables have their old values again.
func (b *builder) trips(s *cuda.For) (n int, known bool) {
	if s.Cond == nil || s.Post == nil || !speculable(s.Cond, 100) || !stepsRegisters(s.Post) {
		return 0, false
	}
	steps := assigned(s.Post)
	if len(steps) == 0 || mentioned(s.Cond, s.Post).overlap(assigned(s.Body)) {
		return 0, false
	}
	saved := map[slot]*Value{}
	for v := range steps {
		if v.AddressTaken || v.Type.Kind == cuda.Array || v.Type.Kind == cuda.Struct || b.known.inMemory[v] ||
			v.Storage != cuda.Auto && v.Storage != cuda.Param {
			return 0, false
		}
		saved[slot{v, 0}] = b.read(slot{v, 0})
	}
	defer func() {
		for at, v := range saved {
			b.write(at, v)
		}
	}()
	for ; n <= maxTrips; n++ {
		switch c := b.scalar(s.Cond); {
		case !c.isConst():
			return 0, false
		case c.Imm == 0:
			return n, true
		}
		b.bundle(s.Post)
	}
	return 0, false
}

// stepsRegisters tells whether e only computes with variables.
func stepsRegisters(e cuda.Expr) bool {
	ok := true
	walk(e, func(n any) bool {
		switch n := n.(type) {
		case *cuda.Call, *cuda.Index:
			ok = false
		case *cuda.Unary:
			ok = ok && n.Op != "*" && n.Op != "&"
		}
		return ok
	})
	return ok
}

// unrolled writes the body out n times.
//
// The size is known only once the copies exist, since folding and inlining change it. If it is too large, the
// loop is noted as rolled and the build starts again.
func (b *builder) unrolled(s *cuda.For, t *jumpTarget, n int) {
	start := b.size()
	for range n {
		b.iteration(s, t)
		size := b.size() - start
		if s.Unroll == 0 && size > b.target.UnrollLimit || size > maxForcedValues {
			b.known.rolled[s] = true
			b.again()
		}
		if b.dead() {
			return
		}
	}
}

// size counts the values so far, without the leaves.
//
// It only grows: values that were merged away or died still count.
func (b *builder) size() int { return b.f.nextID - len(b.f.leaves) }

// iteration is the body and the step, once.
func (b *builder) iteration(s *cuda.For, t *jumpTarget) {
	t.onContinue = nil
	b.stmt(s.Body)
	b.leave(t.onContinue)
	if s.Post != nil && !b.dead() {
		b.bundle(s.Post)
	}
}

// rolled writes the loop with its test at the end, behind a test on the way in,
// as nvcc does.
//
//	for (init; cond; post) body      ->     init
//	                                        if (cond)
//	                                          do { body; post } while (cond);
//
// The test on the way in folds away if the first trip is certain. One branch an iteration is left instead
// of two, and the block behind the first test is the preheader that hoist and reduceInduction need. Of a test of several
// branches only the first one is written twice, as LLVM rotates loops: the others stay in front of the body.
func (b *builder) rolled(s *cuda.For, t *jumpTarget) {
	if t.onBreak == nil {
		t.onBreak = b.newBlock()
	}
	cond, rest := b.firstTest(s.Cond)
	test := func(again *Block) {
		if cond == nil {
			b.jump(again)
			return
		}
		b.branch(cond, again, t.onBreak)
	}
	pre, header := b.newBlock(), b.newBlock()
	if !b.dead() {
		test(pre)
	}
	b.start(pre)
	// The condition is false on entry: nothing jumps to the header, and the body is not built, unless goto leads into it.
	if b.dead() && !reachable(s.Body) {
		return
	}
	b.loop(s, header, s.Pos, s.Unroll, assigned(s.Body, s.Cond, s.Post), func() {
		for _, e := range rest {
			if !b.dead() {
				body := b.newBlock()
				b.branch(e, body, t.onBreak)
				b.start(body)
			}
		}
		b.iteration(s, t)
		if !b.dead() {
			test(header)
		}
	})
}

// firstTest splits the condition of a loop at each && that becomes a branch: the part that is tested first, and the others.
func (b *builder) firstTest(e cuda.Expr) (first cuda.Expr, rest []cuda.Expr) {
	if !b.target.UnrollsPartly {
		return e, nil
	}
	x, ok := e.(*cuda.Binary)
	if !ok || x.Op != "&&" || b.speculable(x.Y) {
		return e, nil
	}
	first, rest = b.firstTest(x.X)
	return first, append(rest, x.Y)
}

// loop writes the loop s between its header and the jumps back to it, which body makes.
//
// Where nothing reaches the loop from in front of it, goto leads into its body. What the loop leaves alone has its value from
// there, so that all is a phi of the header. If nothing jumps back either, there is no header: the next attempt begins at the label.
func (b *builder) loop(s any, header *Block, at token.Pos, unroll int, changes varSet, body func()) {
	entered := !b.dead()
	if !entered {
		changes = nil
	}
	if entered || !b.known.headless[s] {
		b.jump(header)
		b.openLoop(header, at, unroll, changes)
	}
	body()
	if !entered && len(header.Preds) == 1 && !b.known.headless[s] {
		b.known.headless[s] = true
		b.again()
	}
	b.seal(header)
}

// openLoop enters a loop header whose back edges come later.
func (b *builder) openLoop(header *Block, at token.Pos, unroll int, changes varSet) {
	header.Unroll = unroll
	header.Line, header.Col = b.line, 0
	if b.inLibrary == 0 {
		header.Line, header.Col = at.Line, at.Col
	}
	b.ssa.changes[header] = changes
	b.enter(header)
}

// doWhile writes a loop as it stands.
func (b *builder) doWhile(s *cuda.DoWhile) {
	t := &jumpTarget{loop: true, onBreak: b.newBlock()}
	b.targets = append(b.targets, t)
	header := b.newBlock()
	b.loop(s, header, s.Pos, s.Unroll, assigned(s.Body, s.Cond), func() {
		b.stmt(s.Body)
		b.leave(t.onContinue)
		if !b.dead() {
			b.branch(s.Cond, header, t.onBreak)
		}
	})
	b.targets = b.targets[:len(b.targets)-1]
	b.leave(t.onBreak)
}
