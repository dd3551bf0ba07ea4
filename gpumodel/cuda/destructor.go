package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// Destructors are calls that the parser puts where a scope is left: at its end, and before
// return, break and continue. parser.objects are the objects that live, in the order of their
// construction; each kind of exit destroys those that its scope does not keep.
//
// A value that is never named is destroyed at the end of its full expression (temporary.go).

// destructed tells whether objects of t are destroyed, by their own destructor or that of a part.
func (t *Type) destructed() bool {
	switch {
	case t.Kind == Array:
		return t.Elem.destructed()
	case t.Kind != Struct || t.class == nil:
		return false
	}
	return t.class.destroys || slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Type.destructed() })
}

// destructorAhead tells whether the method ahead is a destructor.
func (p *parser) destructorAhead() bool {
	for n := 0; p.at(n).Kind != token.EOF && !p.at(n).Is("(") && !p.at(n).Is(";") && !p.at(n).Is("operator"); n++ {
		if p.at(n).Is("~") {
			return true
		}
	}
	return false
}

// emptyDestructor tells whether the method ahead is a destructor that does nothing.
func (p *parser) emptyDestructor() bool { return p.destructorAhead() && p.emptyBody(p.i) }

// destructorHead reads a destructor up to its parameters.
func (p *parser) destructorHead(t *Type) (specs, declarator) {
	s := specs{at: *p.peek()}
	for !p.is("~") {
		word := p.next()
		s.device = s.device || word.Is("__device__")
		s.constexpr = s.constexpr || word.Is("constexpr")
	}
	name := *p.next()
	if p.next().Text != t.ownName() {
		p.fail(p.prev(), "the destructor of %s is called ~%s", t, t.ownName())
	}
	name.Text, name.End = "~"+t.ownName(), p.prev().End
	return s, declarator{name: name, typ: typeVoid, params: p.i}
}

// defineDestructor reads a destructor, which ends by destroying the members.
func (p *parser) defineDestructor(t *Type, fn *Func) {
	outer := p.state
	p.state = state{scope: p.scope, fn: fn}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Type.destructed() {
			p.objects = append(p.objects, &Member{Typed{fn.Pos, f.Type}, p.self(fn.Pos), f})
		}
	}
	fn.Body = p.body()
	p.destroyFrom(fn.Body, 0)
	p.checkLabels()
	p.state = outer
}

// destroy are the statements that destroy object x.
func (p *parser) destroy(x Expr, pos token.Pos) Stmt {
	t := x.T()
	at := &token.Token{Text: "destructor", Pos: pos, End: pos}
	switch {
	case t.Kind == Array: // from the last element on
		i := &Var{Pos: pos, Name: "element to destroy", Type: typeInt, Init: &Lit{Typed{pos, typeInt}, Const{I: int64(t.Len - 1)}}}
		id := &Ident{Typed{pos, typeInt}, i}
		return &For{Pos: pos, Init: &Decl{pos, []*Var{i}},
			Cond: &Binary{Typed{pos, typeBool}, ">=", id, &Lit{Typed: Typed{pos, typeInt}}},
			Post: &IncDec{Typed{pos, typeInt}, "--", true, id},
			Body: p.destroy(&Index{Typed{pos, t.Elem}, x, id}, pos)}
	case t.class.destructor != nil:
		takeAddress(x)
		object := &Unary{Typed: Typed{pos, pointerTo(t.plain())}, Op: "&", X: x}
		if u, ok := x.(*Unary); ok && u.Op == "*" {
			return &ExprStmt{pos, p.finishCall(at, t.class.destructor, []Expr{u.X})}
		}
		return &ExprStmt{pos, p.finishCall(at, t.class.destructor, []Expr{object})}
	}
	b := &Block{Pos: pos, End: pos}
	for i := range slices.Backward(t.Fields) {
		if f := &t.Fields[i]; f.Type.destructed() {
			b.Stmts = append(b.Stmts, p.destroy(&Member{Typed{pos, f.Type}, x, f}, pos))
		}
	}
	return b
}

// destroyed are the statements that destroy the objects from number n on, but not kept.
func (p *parser) destroyed(n int, pos token.Pos, kept *Var) []Stmt {
	var list []Stmt
	for _, x := range slices.Backward(p.objects[n:]) {
		if id, ok := x.(*Ident); ok && id.Var == kept {
			continue
		}
		list = append(list, p.destroy(x, pos))
	}
	return list
}

// destroyFrom ends a block in which the objects from number n on were made.
func (p *parser) destroyFrom(b *Block, n int) {
	if len(p.objects) == n {
		return
	}
	if !ends(b) {
		b.Stmts = append(b.Stmts, p.destroyed(n, b.End, nil)...)
	}
	p.objects = p.objects[:n]
}

// destroyAfter is s, and the end of the objects that were made in it.
func (p *parser) destroyAfter(s Stmt, n int) Stmt {
	if len(p.objects) == n || s == nil {
		return s
	}
	b := &Block{Pos: s.Position(), End: p.prev().Pos, Stmts: []Stmt{s}}
	p.destroyFrom(b, n)
	return b
}

// leaving is a jump out of the scopes of the objects from number n on.
func (p *parser) leaving(jump Stmt, n int) Stmt {
	if len(p.objects) == n {
		return jump
	}
	return &Block{Pos: jump.Position(), End: jump.Position(), Stmts: append(p.destroyed(n, jump.Position(), nil), jump)}
}

// lives notes an object that is to be destroyed.
func (p *parser) lives(t *token.Token, v *Var) {
	switch {
	case !v.Type.destructed():
	case v.Storage == Auto && p.fn != nil:
		object := &Ident{Typed{v.Pos, v.Type}, v}
		p.objects = append(p.objects, object)
		if p.onHost() {
			v.Destroy = p.destroy(object, v.Pos)
		}
	case v.Storage != Param && !v.Host:
		p.Errorf(t.Pos, t.End, "%q cannot have a destructor: only a thread's own variables are destroyed", v.Name)
	}
}

// destroyedByName reads x.~T() and p->~T().
func (p *parser) destroyedByName(op *token.Token, x Expr) Expr {
	t := *p.next()
	p.typeID()
	p.expect("(", "after the destructor's name")
	p.expect(")", "after the destructor's name")
	if op.Text == "." && x.T().Kind == Pointer { // which has none: in a template
		return &Cast{Typed: Typed{t.Pos, typeVoid}, X: &Lit{Typed: Typed{t.Pos, typeInt}}}
	}
	if x = p.pointedTo(op, x); isBad(x) {
		return x
	}
	of := x.T().plain()
	if !of.destructed() {
		return &Cast{Typed: Typed{t.Pos, typeVoid}, X: &Lit{Typed: Typed{t.Pos, typeInt}}}
	}
	m := p.maker(&t, "destroy "+of.String(), typeVoid)
	id := m.param(p.pointTo(x))
	var list []Stmt
	m.within(func() { list = append(list, p.destroy(&Unary{Typed: Typed{t.Pos, of}, Op: "*", X: id}, t.Pos)) })
	return m.done(list...)
}
