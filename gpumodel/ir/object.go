package ir

import "warpbook.dev/gpumodel/cuda"

// Objects that are made where they stay. The value of a constructor, and of a function that returns an
// object, is made in the place that it goes to, so that a pointer that the constructor keeps, this say,
// points to the object itself. Objects that nobody can tell from their copies are values instead, as all others.

// standsThere tells whether e makes an object that must be made where it goes to.
func (b *builder) standsThere(e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.Call:
		if e.Func == nil || e.T().Kind != cuda.Struct || b.recursive(e.Func) != nil {
			return false
		}
		return b.invokes(e.Func) || e.T().Managed() || e.Func.Object != nil && e.Func.Object.AddressTaken
	case *cuda.Until:
		return true
	case *cuda.Cond:
		return e.T().Kind == cuda.Struct && (b.standsThere(e.A) || b.standsThere(e.B))
	case *cuda.InitList:
		if e.T().Union || e.T().Kind != cuda.Struct && e.T().Kind != cuda.Array {
			return false
		}
		for _, x := range e.Elems {
			if b.standsThere(x) {
				return true
			}
		}
	}
	return false
}

// makeAt makes the object that e is in place p.
func (b *builder) makeAt(p lvalue, e cuda.Expr) {
	if !b.standsThere(e) {
		b.store(p, b.initScalarsOrZero(p.typ, e))
		return
	}
	switch e := e.(type) {
	case *cuda.Call:
		if b.invokes(e.Func) {
			b.invoke(e, &p)
		} else {
			b.expand(e, false, &p)
		}
	case *cuda.Until:
		b.until(e, func() []*Value {
			b.makeAt(p, e.X)
			return nil
		})
	case *cuda.Cond:
		yes, no, end := b.newBlock(), b.newBlock(), b.newBlock()
		b.branch(e.C, yes, no)
		b.start(yes)
		b.makeAt(p, e.A)
		b.jumpAlive(end)
		b.start(no)
		b.makeAt(p, e.B)
		b.jumpAlive(end)
		b.start(end)
	case *cuda.InitList:
		for i, x := range e.Elems {
			b.makeAt(partAt(p, i), x)
		}
		b.clearFrom(p, len(e.Elems))
	}
}

// partAt is element or member number i of p.
func partAt(p lvalue, i int) lvalue {
	t := p.typ
	if t.Kind == cuda.Array {
		p.typ = t.Elem
		p.index += i * scalarCount(t.Elem)
		p.offset += int64(i * t.Elem.Size())
		return p
	}
	f := &t.Fields[i]
	p.typ = f.Type
	p.index += scalarIndex(t, f)
	p.offset += int64(f.Offset)
	return p
}

// clearFrom sets the elements or members of p from number n on to zero.
func (b *builder) clearFrom(p lvalue, n int) {
	b.checkElements(p.typ)
	end := len(p.typ.Fields)
	if p.typ.Kind == cuda.Array {
		end = p.typ.Len
	}
	for ; n < end; n++ {
		q := partAt(p, n)
		b.store(q, b.zeros(q.typ))
	}
}

// standsAt tells whether v stands in the place of the result.
func (b *builder) standsAt(v *cuda.Var) bool {
	_, ok := b.placed[v]
	return ok
}

// stands makes v stand in place p until restore is called.
func (b *builder) stands(v *cuda.Var, p lvalue) (restore func()) {
	old, had := b.placed[v]
	b.placed[v] = p
	return func() {
		if delete(b.placed, v); had {
			b.placed[v] = old
		}
	}
}

// unnamed makes an object without a name.
func (b *builder) unnamed(e *cuda.Temp) lvalue {
	b.declare(e.Var)
	p := b.variable(e.Var)
	b.makeAt(p, e.X)
	if e.Made != nil {
		b.store(b.variable(e.Made), one(b.constant(Pred, 1)))
	}
	return p
}

// until evaluates x with the objects without a name in it, and then ends their lives.
func (b *builder) until(e *cuda.Until, x func() []*Value) []*Value {
	b.stmts(e.Before)
	values := x()
	b.stmts(e.After)
	return values
}

// function is the frame of the function that is being expanded, nil in a kernel.
func (b *builder) function() *frame {
	if len(b.frames) == 0 {
		return nil
	}
	return b.frames[len(b.frames)-1]
}
