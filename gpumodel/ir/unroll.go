package ir

import "warpbook.dev/gpumodel/cuda"

// A countedLoop steps one variable by the same amount until it reaches a limit
// that the loop leaves alone: how often it runs is known on the way in.
// The shape that partly makes, with n trips and factors 16 and 4:
//
//	rest = n & 3; left = n - rest
//	while (left >= 16) { 16 copies; left -= 16 }     ptxas unrolls NVVM's loop once more
//	while (left >= 4)  { 4 copies;  left -= 4 }      NVVM's unrolled loop
//	while (rest >= 1)  { 1 copy;    rest -= 1 }      NVVM's remainder loop
//
// The copies need no exit tests between them, so their loads form one block and are under way together:
// this is why the trip count is computed on the way in. ptxas also writes a straight block of 8 copies
// behind the first loop (NVRTC 12.9), which this model leaves to the loop of four.
type countedLoop struct {
	v    *cuda.Var
	t    Type // of v
	step int64
	cond *cuda.Binary
	from cuda.Expr // the side of cond that is v
	to   cuda.Expr
}

// countedLoop recognises such a loop: i < n, i > n, i <= n or i >= n with a constant step.
func (b *builder) countedLoop(s *cuda.For) (c countedLoop, ok bool) {
	cond, ok := s.Cond.(*cuda.Binary)
	if !ok || s.Post == nil || !stepsRegisters(s.Post) || !speculable(cond, 100) {
		return c, false
	}
	c.cond = cond
	for v := range assigned(s.Post) {
		c.v = v
	}
	c.from, c.to = cond.X, cond.Y
	if len(assigned(s.Post)) != 1 || root(c.from) != c.v || mentioned(c.to)[c.v] ||
		mentioned(c.to).overlap(assigned(s.Body)) || assigned(s.Body)[c.v] {
		return c, false
	}
	if c.v.AddressTaken || b.known.inMemory[c.v] || b.aliased(c.v) || !c.v.Type.IsInteger() || !cuda.Same(c.from.T(), c.v.Type) {
		return c, false
	}
	at := slot{c.v, 0}
	if c.t = b.target.valueType(c.v.Type); c.t.Size() != c.v.Type.Size() {
		return c, false // what is narrower than a register wraps earlier
	}
	saved := b.read(at)
	b.write(at, b.constant(c.t, 0))
	b.bundle(s.Post)
	next := b.read(at)
	b.write(at, saved)
	if !next.isConst() {
		return c, false
	}
	c.step = next.intConst()
	switch cond.Op {
	case "<", "<=":
		return c, c.step > 0
	case ">", ">=":
		return c, c.step < 0
	}
	return c, false
}

// trips is how often the loop runs from here on, if it runs at all, as an unsigned number.
//
// It is ceil((to-from) / step) for < and floor((to-from) / step) + 1 for <=. The unsigned difference is
// right for any signed bounds, as from is not behind to where partly asks.
func (c *countedLoop) trips(b *builder, u Type) *Value {
	from, to, step := b.scalar(c.from), b.scalar(c.to), c.step
	if step < 0 {
		from, to, step = to, from, -step
	}
	n := b.op(Sub, u, to, from)
	if c.cond.Op == "<" || c.cond.Op == ">" {
		step--
	}
	if step > 0 {
		n = b.op(Add, u, n, b.int(u, step))
	}
	return b.op(Div, u, n, b.int(u, max(c.step, -c.step)))
}

// partly unrolls a loop whose trips only the launch knows, as the target's compiler does:
// loops of several iterations at a time, and a last one for the rest. It reports whether
// it did.
//
// The first attempt only measures the body and starts again; the factors are known from then on. A step
// that is not a constant (blockDim.x, a grid stride) is no counted loop and stays at one copy, as in NVRTC
// 12.9: grid-stride loops have one load in flight.
func (b *builder) partly(s *cuda.For, t *jumpTarget) bool {
	if !b.target.UnrollsPartly || s.Unroll != 0 || !straight(s.Body) {
		return false
	}
	factors := b.known.loops[s].factors()
	if factors == nil && b.known.loops[s] != nil {
		return false
	}
	c, ok := b.countedLoop(s)
	if !ok {
		return false
	}
	if factors == nil {
		b.measure(s, t)
		b.again()
	}
	u := U32
	if c.t.Size() == 8 {
		u = U64
	}
	unsigned := cuda.Unsigned(u.Size())
	left, rest := b.hidden(c.cond, "left", unsigned), b.hidden(c.cond, "rest", unsigned)
	leftAt, restAt := slot{left, 0}, slot{rest, 0}
	if t.onBreak == nil {
		t.onBreak = b.newBlock()
	}
	pre := b.newBlock()
	b.branch(s.Cond, pre, t.onBreak)
	b.start(pre)
	if b.dead() {
		return true
	}
	n := c.trips(b, u)
	last := factors[len(factors)-1]
	b.write(restAt, b.op(And, u, n, b.int(u, int64(last-1))))
	b.write(leftAt, b.op(Sub, u, n, b.read(restAt)))
	changes := assigned(s.Body, s.Cond, s.Post)
	changes[left], changes[rest] = true, true
	// loop runs copies of the body while the counter is at least as large.
	loop := func(at slot, copies int) {
		again := func(yes, no *Block) {
			b.split(b.setp(GE, u, b.read(at), b.int(u, int64(copies))), yes, no)
		}
		enter, header, end := b.newBlock(), b.newBlock(), b.newBlock()
		again(enter, end)
		b.start(enter)
		if !b.dead() {
			b.jump(header)
			b.openLoop(header, changes)
			for range copies {
				b.iteration(s, t)
			}
			b.write(at, b.op(Sub, u, b.read(at), b.int(u, int64(copies))))
			again(header, end)
			b.seal(header)
		}
		b.start(end)
	}
	for _, copies := range factors {
		loop(leftAt, copies)
	}
	loop(restAt, 1)
	b.jumpAlive(t.onBreak)
	return true
}

// straight tells whether a loop's body is entered and left once in each iteration.
//
// NVVM does not unroll loops with a second exit or a switch in the body. A continue does not stop it; this
// model is stricter there.
func straight(body cuda.Stmt) bool {
	ok := true
	walk(body, func(n any) bool {
		switch n.(type) {
		case *cuda.Branch, *cuda.Return, *cuda.Switch:
			ok = false
		}
		return ok
	})
	return ok
}

// A loopSize is what decides how many copies of a loop's body stand side by side.
type loopSize struct {
	values int  // of an iteration that change from one to the next
	global bool // accesses of global memory are among them
	shared bool // and of shared memory
	loops  bool // are in it that stay loops
}

// measure builds the loop as it stands to see how large an iteration is.
//
// Only values that change from one iteration to the next count: the others will be hoisted. The caller
// starts the build again, so the unsealed header does no harm.
func (b *builder) measure(s *cuda.For, t *jumpTarget) {
	header := b.newBlock()
	b.jump(header)
	b.openLoop(header, assigned(s.Body, s.Cond, s.Post))
	loops := b.loops
	b.iteration(s, t)
	size, varies := &loopSize{loops: b.loops > loops}, map[*Value]bool{}
	for _, blk := range b.f.Blocks[header.ID:] {
		for _, v := range blk.Values {
			variant := v.Op == Phi || !v.Pure()
			for _, a := range v.Args {
				variant = variant || varies[a]
			}
			if !variant {
				continue
			}
			varies[v] = true
			size.count(v)
		}
	}
	b.known.loops[s] = size
}

// count adds a value. Phis and the scaling of an index are no instructions; an unsigned
// index that is extended takes as many as an address from nothing.
func (s *loopSize) count(v *Value) {
	switch {
	case v.Op == Phi, v.Op == Mul && v.Type.Integer() && v.Type.Size() == 8 && v.Args[1].isConst():
		return
	case v.Op == Cvt && v.From == U32 && v.Type.Integer() && v.Type.Size() == 8:
		s.values += extendedIndex
	}
	s.values++
	if v.Op.Accesses() {
		if v.Space == Shared && !v.Args[0].Leaf() {
			s.values++ // its place in the array
		}
		s.global = s.global || v.Space == Global || v.Space == Generic
		s.shared = s.shared || v.Space == Shared
	}
}

// The limits were found by compiling loops of growing bodies with NVRTC 12.9 for sm_90:
// the first compiler takes four iterations at a time, or two; ptxas takes again four of
// those where they are short.
const (
	extendedIndex  = 4
	mostByFour     = 53
	mostByTwo      = 90
	mostAgain      = 9
	mostAgainLoads = 18
)

// factors are how many iterations the loops take at a time, the largest first.
//
// nil means that the loop is not unrolled. Shared memory in the body stops the second unrolling here.
func (s *loopSize) factors() []int {
	switch {
	case s == nil || s.loops || s.values > mostByTwo:
		return nil
	case s.values > mostByFour:
		return []int{2}
	case !s.shared && s.values <= mostAgain, !s.shared && s.global && s.values <= mostAgainLoads:
		return []int{16, 4}
	}
	return []int{4}
}
