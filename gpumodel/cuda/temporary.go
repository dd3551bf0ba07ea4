package cuda

import "slices"

// Objects without a name. One of a type with a destructor, or whose copies are more than their bytes, becomes a
// Temp where it needs a place: as the object of a method, behind a reference, as a parameter. It is destroyed at the
// end of the full expression, by the Until around that; one that && || or ?: may leave out has a variable that
// says whether it was made.

// managed tells whether objects of t are more than their bytes: they are destroyed, or code copies them.
func (t *Type) managed() bool { return t.destructed() || t.codeCopied() }

// Managed tells whether objects of t are made in the place where they stay.
func (t *Type) Managed() bool { return t.managed() }

// materialised is x, as a Temp if it is a value of a managed type.
func (p *parser) materialised(x Expr) Expr {
	if _, ok := x.(*Temp); ok || p.fn == nil || isBad(x) || x.T().Kind != Struct || p.glvalue(x) || !x.T().managed() {
		return x
	}
	pos, t := x.Position(), x.T().plain()
	temp := &Temp{Typed: Typed{pos, t}, Var: &Var{Pos: pos, Name: "an object without a name", Type: t}, X: x}
	if t.destructed() {
		if p.maybe > 0 {
			temp.Made = &Var{Pos: pos, Name: "whether it was made", Type: typeBool, Init: &Lit{Typed: Typed{pos, typeBool}}}
		}
		p.temps = append(p.temps, temp)
	}
	return temp
}

// finished ends the full expression x: its objects without a name are destroyed.
func (p *parser) finished(x Expr) Expr {
	if len(p.temps) == 0 {
		return x
	}
	temps := p.temps
	p.temps = nil
	if isBad(x) {
		return x
	}
	pos := x.Position()
	u := &Until{Typed: Typed{pos, x.T()}, X: x}
	for _, temp := range temps {
		end := p.destroy(&Ident{Typed{pos, temp.Type}, temp.Var}, pos)
		if temp.Made != nil {
			u.Before = append(u.Before, &Decl{pos, []*Var{temp.Made}})
			end = &If{Pos: pos, Cond: &Ident{Typed{pos, typeBool}, temp.Made}, Then: end}
		}
		u.After = append(u.After, end)
	}
	slices.Reverse(u.After)
	return u
}

// A leave is a return with the variable that it returns, if any, and the block that destroys what lives.
type leave struct {
	s     *Return
	block *Block
	v     *Var
	scope *scope
	lives []Expr
}

// returnsItself tells whether x is a variable of the function that may become its result without a copy.
func (p *parser) returnsItself(x Expr) bool {
	id, ok := x.(*Ident)
	return ok && id.Var.Storage == Auto && p.fn.Object == nil && id.Type.managed() && !isConst(id.Type) && Same(id.Type, p.fn.Result)
}

// returning is a return, before which all objects are destroyed, but the one that is returned.
func (p *parser) returning(s *Return) Stmt {
	if s.X != nil && isBad(s.X) {
		return s
	}
	l := leave{s: s, scope: p.scope, lives: slices.Clone(p.objects)}
	if s.X != nil && p.returnsItself(s.X) {
		l.v = s.X.(*Ident).Var
	}
	if len(p.objects) == 0 && l.v == nil {
		if p.fn.Result.Kind == Struct && p.fn.Result.managed() {
			p.leaves = append(p.leaves, l)
		}
		return s
	}
	b := &Block{Pos: s.Pos, End: s.Pos}
	l.block = b
	lit, number := s.X.(*Lit)
	switch {
	case l.v != nil || s.X == nil || number && lit != nil || p.fn.Object != nil:
		b.Stmts = append(p.destroyed(0, s.Pos, l.v), s)
	case s.X.T().Kind == Void:
		b.Stmts = append(append([]Stmt{&ExprStmt{s.Pos, s.X}}, p.destroyed(0, s.Pos, nil)...), s)
		s.X = nil
	default: // the value comes first
		b.Stmts = p.valueFirst(s, p.destroyed(0, s.Pos, nil))
	}
	p.leaves = append(p.leaves, l)
	return b
}

// valueFirst computes the value of a return before the objects are destroyed.
func (p *parser) valueFirst(s *Return, destroyed []Stmt) []Stmt {
	v := &Var{Pos: s.Pos, Name: "value to return", Type: s.X.T().plain(), Init: s.X}
	v.Returned = v.Type.managed()
	s.X = &Ident{Typed{s.Pos, v.Type}, v}
	return append(append([]Stmt{&Decl{s.Pos, []*Var{v}}}, destroyed...), s)
}

// settleReturns decides at the end of a function which variables are returned without a copy, as clang does: those
// that each return in their scope returns, before their declaration too. The others are moved.
func (p *parser) settleReturns() {
	for _, l := range p.leaves {
		if l.v == nil {
			continue
		}
		same := true
		for _, m := range p.leaves {
			same = same && (m.v == l.v || !m.within(l.v))
		}
		if l.v.Returned = same; same {
			continue
		}
		l.s.X = p.copyOf(moved(l.s.X), l.v.Type)
		objects := p.objects
		p.objects = l.lives
		l.block.Stmts = p.valueFirst(l.s, p.destroyed(0, l.s.Pos, nil))
		p.objects = objects
	}
}

// within tells whether the return stands in the scope of variable v.
func (l *leave) within(v *Var) bool {
	for s := l.scope; s != nil; s = s.outer {
		if sym := s.names[v.Name]; sym != nil && sym.v == v {
			return true
		}
	}
	return false
}
