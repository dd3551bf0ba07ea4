package ir

// maxTrips bounds the loops that are evaluated at compile time, iteration by iteration.
const maxTrips = 8192

// A countedLoop is left from its latch once a value that grows by the same amount in every iteration reaches
// a limit. Iterations count from 0: behind iteration k it goes on while base + (k+1)*step is before to.
type countedLoop struct {
	phi  *Value // the counter
	cmp  Cmp
	from Type // how the test compares
	base *Value
	add  int64 // to base, which is the start of a phi
	wide bool  // base is 32 bits, which the test extends
	step int64
	by   *Value // a step that only the launch knows; step is 0 then
	to   *Value
}

// latchTest is the condition under which a loop goes on, nil if it is not left from its latch.
func (l *loop) latchTest() (cond *Value, goesOn bool) {
	if len(l.Latches) != 1 || len(l.Header.Preds) != 2 {
		return nil, false
	}
	latch := l.Latches[0]
	if latch.Term != Branch || latch.Succs[0] == latch.Succs[1] {
		return nil, false
	}
	goesOn = latch.Succs[0] == l.Header
	if out := latch.Succs[0]; goesOn {
		out = latch.Succs[1]
		return latch.Cond, !l.Blocks[out]
	} else if l.Blocks[out] {
		return nil, false
	}
	return latch.Cond, true
}

// counted recognises a loop of which the trips are known on the way in. A loop has one form in SSA however it
// is spelled: for, while, do, with a pointer that walks, or with a break in front.
func (l *loop) counted() (c countedLoop, ok bool) {
	cond, _ := l.latchTest()
	if cond == nil || cond.Op != Setp || !cond.From.Integer() {
		return c, false
	}
	c.cmp, c.from = cond.Cmp, cond.From
	if l.Latches[0].Succs[0] != l.Header {
		c.cmp = negated[c.cmp]
	}
	for i, x := range cond.Args {
		y := cond.Args[1-i]
		if l.Blocks[y.Block] || !c.running(l, x) {
			continue
		}
		c.to = y
		if i == 1 {
			c.cmp = swapped[c.cmp]
		}
		if c.by != nil { // signed numbers do not wrap around, so that the step can be taken for positive if the loop has to end
			return c, c.cmp == LT && c.from.Signed() && l.mustEnd()
		}
		switch c.cmp {
		case LT, LE:
			return c, c.step > 0
		case GT, GE:
			return c, c.step < 0
		case NE:
			return c, c.step&(c.step-1) == 0 || (-c.step)&(-c.step-1) == 0
		}
		return c, false
	}
	return c, false
}

// running finds the start and the step of x.
func (c *countedLoop) running(l *loop, x *Value) bool {
	if x.Op == Cvt && x.From == S32 && x.Type.Integer() && x.Type.Size() == 8 {
		c.wide, x = true, x.Args[0]
	}
	phi, add, ok := l.phiPlus(x)
	if x.Op == Add && x.Type.Signed() && x.Args[0].Op == Phi && x.Args[0].Block == l.Header {
		phi, ok = x.Args[0], true
	} else if x.Op == Add && x.Type.Signed() && x.Args[1].Op == Phi && x.Args[1].Block == l.Header {
		phi, ok = x.Args[1], true
	}
	if !ok || !phi.Type.Integer() || !c.wide && phi.Type.Size() != c.from.Size() {
		return false
	}
	entry := 0
	if l.Blocks[l.Header.Preds[0]] {
		entry = 1
	}
	if c.by = l.stepOf(phi, phi.Args[1-entry]); c.by != nil {
		c.phi, c.base, c.add, c.step = phi, phi.Args[entry], 0, 0
		return x == phi.Args[1-entry]
	}
	again, step, ok := l.phiPlus(phi.Args[1-entry])
	if !ok || again != phi || step == 0 {
		return false
	}
	c.phi, c.base, c.add, c.step = phi, phi.Args[entry], add-step, step
	return true
}

// mustEnd tells whether the loop has no effects but loads and stores: C++ promises that such loops end. NVVM does not
// take it for granted of half precision and of __dp4a, which are inline PTX in NVIDIA's headers.
func (l *loop) mustEnd() bool {
	for b := range l.Blocks {
		for _, v := range b.Values {
			if v.Op == FromHalf || v.Op == ToHalf || v.Op == Dp4a || v.Effect() && (v.Volatile || v.Op != Load && v.Op != Store) {
				return false
			}
		}
	}
	return true
}

// stepOf is what next adds to phi, if it is a signed number that stays the same throughout the loop and is not a constant.
func (l *loop) stepOf(phi, next *Value) *Value {
	if next.Op != Add || !next.Type.Signed() {
		return nil
	}
	for i, a := range next.Args {
		if by := next.Args[1-i]; a == phi && !l.Blocks[by.Block] && !by.isConst() {
			return by
		}
	}
	return nil
}

// phiPlus takes x as a phi of the header and a constant.
func (l *loop) phiPlus(x *Value) (phi *Value, add int64, ok bool) {
	for x.Op == Add && x.Args[1].isConst() && l.Blocks[x.Block] {
		add += x.Args[1].intConst()
		x = x.Args[0]
	}
	return x, add, x.Op == Phi && x.Block == l.Header
}

// mayWrap tells whether the count takes that the counter does not pass its limit by wrapping around, which C
// promises of signed numbers only. NVVM refuses such loops; p < end is one.
func (c *countedLoop) mayWrap() bool {
	return !c.from.Signed() && c.cmp != NE && c.step != 1 && c.step != -1
}

// trips writes how often the loop runs into its preheader, as a number of type u.
//
// It is ceil((to-base) / step) for < and floor((to-base) / step) + 1 for <=, and 1 at least: the loop tests behind
// its body. ok is false where that least number is not known of a loop that counts up to one value.
func (c *countedLoop) trips(f *Func, pre *Block) (n *Value, u Type, ok bool) {
	e := &emitter{f: f, b: pre, line: pre.EndLine}
	t := c.from
	base := e.op(Add, c.base.Type, c.base, e.int(c.base.Type, c.add))
	if c.wide {
		base = e.cvt(t, S32, base)
	}
	low, high, step, cmp := base, c.to, c.step, c.cmp
	if step < 0 {
		low, high, step, cmp = high, low, -step, swapped[cmp]
	}
	entered := f.entered(pre, cmp, t, low, high)
	u = U32
	if t.Size() == 8 {
		u = U64
	}
	add := step - 1
	switch {
	case cmp == NE && !entered:
		return nil, u, false
	case cmp == NE:
		add = 0
	case cmp == LE:
		add = step
		if !entered {
			high = e.op(Max, t, high, low)
		}
	case !entered:
		high = e.op(Max, t, high, e.op(Add, t, low, e.int(t, 1)))
	}
	n = e.op(Sub, u, high, low)
	if c.by != nil { // a step of 0 makes as many as there are
		by := c.by
		if c.wide {
			by = e.cvt(t, S32, by)
		}
		n = e.op(Div, u, e.op(Sub, u, n, e.int(u, 1)), by)
		return e.op(Add, u, e.op(Min, u, n, e.int(u, -2)), e.int(u, 1)), u, true
	}
	if add > 0 {
		n = e.op(Add, u, n, e.int(u, add))
	}
	return e.op(Div, u, n, e.int(u, step)), u, true
}

// entered tells whether low cmp high is certain in b, because a test in front of it was passed.
func (f *Func) entered(b *Block, cmp Cmp, t Type, low, high *Value) bool {
	for len(b.Preds) == 1 {
		p := b.Preds[0]
		if p.Term == Branch && p.Succs[0] != p.Succs[1] && implies(p.Cond, p.Succs[0] == b, cmp, t, low, high) {
			return true
		}
		b = p
	}
	if low.isConst() && high.isConst() {
		return compare(cmp, t, low.Imm, high.Imm)
	}
	return false
}

// implies tells whether low cmp high follows from the outcome of cond.
func implies(cond *Value, outcome bool, cmp Cmp, t Type, low, high *Value) bool {
	if cond.Op != Setp || cond.From != t {
		return false
	}
	c := cond.Cmp
	if !outcome {
		c = negated[c]
	}
	return follows(c, cond.Args[0], cond.Args[1], cmp, t, low, high) || follows(swapped[c], cond.Args[1], cond.Args[0], cmp, t, low, high)
}

// follows tells whether low cmp high follows from x c y.
func follows(c Cmp, x, y *Value, cmp Cmp, t Type, low, high *Value) bool {
	switch {
	case x == low && y == high:
		return c == cmp || c == LT && cmp != EQ || c == GT && cmp == NE
	case y == high && x.isConst() && low.isConst(): // 3 < n says 2 < n, and 3 <= n too
		return c == LT && compare(LE, t, low.Imm, x.Imm) || c == LE && compare(cmp, t, low.Imm, x.Imm)
	case x == low && y.isConst() && high.isConst():
		return c == LT && compare(LE, t, y.Imm, high.Imm) || c == LE && compare(cmp, t, y.Imm, high.Imm)
	}
	return false
}

// constantTrips runs the test of the latch on constants. Any step counts whose values fold: s >>= 1, i *= 2.
func (f *Func) constantTrips(l *loop) (n int, ok bool) {
	cond, _ := l.latchTest()
	if cond == nil {
		return 0, false
	}
	entry := 0
	if l.Blocks[l.Header.Preds[0]] {
		entry = 1
	}
	goesOn := uint64(0)
	if l.Latches[0].Succs[0] == l.Header {
		goesOn = 1
	}
	s := &slice{f: f, l: l, phis: map[*Value]uint64{}}
	if !s.collect(cond, entry, map[*Value]bool{}) {
		return l.tripsOfPointer()
	}
	for n = 1; n <= maxTrips; n++ {
		s.known = map[*Value]uint64{}
		v, ok := s.evaluate(cond)
		if !ok {
			return 0, false
		}
		if v != goesOn {
			return n, true
		}
		next := make(map[*Value]uint64, len(s.phis))
		for phi := range s.phis {
			if next[phi], ok = s.evaluate(phi.Args[1-entry]); !ok {
				return 0, false
			}
		}
		s.phis = next
	}
	return 0, false
}

// tripsOfPointer counts the trips of a pointer that walks in a variable until it is at another place: for (float x : array). The
// loop of one that is compared by < stays, as nvcc leaves it.
func (l *loop) tripsOfPointer() (n int, ok bool) {
	c, ok := l.counted()
	if !ok || c.by != nil || c.cmp != NE {
		return 0, false
	}
	from, at := c.base.inVariable()
	to, end := c.to.inVariable()
	if from == nil || from != to {
		return 0, false
	}
	at += c.add
	for n = 1; n <= maxTrips; n++ {
		if at += c.step; !compare(c.cmp, S64, uint64(at), uint64(end)) {
			return n, true
		}
	}
	return 0, false
}

// inVariable is a shared or local variable and the place in it, in bytes, that x is the address of; nil of other values.
func (x *Value) inVariable() (variable *Value, offset int64) {
	for {
		switch {
		case x.Op == SharedAddr || x.Op == LocalAddr:
			return x, offset
		case x.Op == Add && x.Args[1].isConst():
			offset += x.Args[1].intConst()
		case x.Op != Cvta:
			return nil, 0
		}
		x = x.Args[0]
	}
}

// A slice is the part of a loop that its test depends on.
type slice struct {
	f     *Func
	l     *loop
	phis  map[*Value]uint64 // of the header, with their values in the current iteration
	known map[*Value]uint64 // in the current iteration
}

// collect finds the phis that v depends on. It fails if v depends on anything but these and constants.
func (s *slice) collect(v *Value, entry int, seen map[*Value]bool) bool {
	if seen[v] || v.isConst() {
		return true
	}
	seen[v] = true
	if v.Op == Phi {
		if v.Block != s.l.Header || !v.Args[entry].isConst() {
			return false
		}
		s.phis[v] = v.Args[entry].Imm
		return s.collect(v.Args[1-entry], entry, seen)
	}
	if !v.Pure() || v.Leaf() {
		return false
	}
	for _, a := range v.Args {
		if !s.collect(a, entry, seen) {
			return false
		}
	}
	return true
}

// evaluate computes v in the current iteration, by the rules of the constant folder.
func (s *slice) evaluate(v *Value) (uint64, bool) {
	if v.isConst() {
		return v.Imm, true
	}
	if x, ok := s.phis[v]; ok {
		return x, true
	}
	if x, ok := s.known[v]; ok {
		return x, true
	}
	args := make([]uint64, len(v.Args))
	for i, a := range v.Args {
		x, ok := s.evaluate(a)
		if !ok {
			return 0, false
		}
		args[i] = x
	}
	x, ok := evaluate(v, args)
	if !ok || (s.f.Target.Flush || v.Flush) && v.touchesSubnormal(args, x) {
		return 0, false
	}
	s.known[v] = x
	return x, true
}
