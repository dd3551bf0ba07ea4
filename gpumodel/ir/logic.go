package ir

import "warpbook.dev/gpumodel/cuda"

// logical is x && y or x || y as a value.
//
// C evaluates y only if x leaves the result open. Where y has no effect and is cheap, both are computed and
// combined (and.pred), which saves a branch that could diverge:
//
//	if (x < w && y < h)        %p1 = setp.lt x, w
//	                           %p2 = setp.lt y, h
//	                           %p3 = and.pred %p1, %p2
func (b *builder) logical(e *cuda.Binary) *Value {
	op := PAnd
	if e.Op == "||" {
		op = POr
	}
	x := b.scalarIf(b.speculable(e.Y), e.X)
	if x != nil {
		if x.isConst() && (x.Imm != 0) == (op == POr) {
			return x
		}
		return b.op(op, Pred, x, b.scalar(e.Y))
	}
	yes, no := b.newBlock(), b.newBlock()
	b.branch(e, yes, no)
	result := b.join(e, yes, no,
		func() []*Value { return one(b.constant(Pred, 1)) },
		func() []*Value { return one(b.constant(Pred, 0)) })
	return result[0]
}

// scalarIf evaluates e only if ok.
func (b *builder) scalarIf(ok bool, e cuda.Expr) *Value {
	if !ok {
		return nil
	}
	return b.scalar(e)
}

// maxSpeculated is the most operations of a right operand of && and || or of an
// side of ?: that are computed whether C needs them or not.
const maxSpeculated = 6

// speculable tells whether e may be computed whether C needs it or not.
//
// In the checked build a division is not speculated: x != 0 && y/x > 1 must not fault.
func (b *builder) speculable(e cuda.Expr) bool {
	return speculable(e, maxSpeculated) && !(b.target.Checked && divides(e))
}

// join computes the expression e as yes or as no, in these blocks, and merges the results.
//
// The result goes through a variable, so that the SSA construction makes the phi.
func (b *builder) join(e cuda.Expr, yes, no *Block, whenYes, whenNo func() []*Value) []*Value {
	p := lvalue{typ: e.T(), v: b.outcome(e, "the result of ?:", e.T())}
	end := b.newBlock()
	for _, side := range []struct {
		blk   *Block
		value func() []*Value
	}{{yes, whenYes}, {no, whenNo}} {
		b.start(side.blk)
		values := side.value()
		if e.T().Kind != cuda.Void {
			b.store(p, values)
		}
		b.jump(end)
	}
	b.start(end)
	if e.T().Kind == cuda.Void {
		return nil
	}
	return b.load(p)
}

// conditional is c ? x : y: a select if both sides are cheap and without effect, otherwise a diamond. A
// side that reads memory always branches, as in NVRTC 12.9, where c ? a[i] : 0 is a branch too.
func (b *builder) conditional(e *cuda.Cond) []*Value {
	if b.speculable(e.A) && b.speculable(e.B) && e.T().IsArithmetic() && e.T().Kind != cuda.Bool {
		c := b.scalar(e.C)
		t := b.target.valueType(e.T())
		return one(b.op(Selp, t, c, b.scalar(e.A), b.scalar(e.B)))
	}
	yes, no := b.newBlock(), b.newBlock()
	b.branch(e.C, yes, no)
	return b.join(e, yes, no, func() []*Value { return b.bundle(e.A) }, func() []*Value { return b.bundle(e.B) })
}

// branch goes to yes if the condition e holds, otherwise to no.
//
// A negation exchanges the targets, and && and || with an expensive right side become two branches. So
// conditions never exist as 0 or 1 unless they are stored.
func (b *builder) branch(e cuda.Expr, yes, no *Block) {
	switch x := e.(type) {
	case *cuda.Unary:
		if x.Op == "!" {
			b.branch(x.X, no, yes)
			return
		}
	case *cuda.Cast:
		if x.T().Kind == cuda.Bool && x.X.T().Kind == cuda.Bool {
			b.branch(x.X, yes, no)
			return
		}
	case *cuda.Binary:
		if (x.Op == "&&" || x.Op == "||") && !b.speculable(x.Y) {
			next := b.newBlock()
			if x.Op == "&&" {
				b.branch(x.X, next, no)
			} else {
				b.branch(x.X, yes, next)
			}
			b.start(next)
			b.branch(x.Y, yes, no)
			return
		}
	}
	c := b.scalar(e)
	b.standAt(e.Position())
	b.split(c, yes, no)
}
