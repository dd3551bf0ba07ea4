package cuda

import "slices"

// Structured bindings, auto [a, b] = x, name the parts of a variable that has no name.

// bindingAhead tells whether [a, …], behind auto, is ahead, maybe after & or &&.
func (p *parser) bindingAhead(s *specs) bool {
	return s.typ != nil && isAuto(s.typ) && (p.is("[") || p.is("&") && p.at(1).is("["))
}

// bindingNames reads [a, b]; ref tells whether & stands before it.
func (p *parser) bindingNames() (names []token, ref bool) {
	ref = p.accept("&")
	p.expect("[", "")
	for more := true; more; more = p.accept(",") {
		names = append(names, p.name("a part of the value"))
	}
	p.expect("]", "after the names of the parts")
	return names, ref
}

// binding reads [a, b] = x; behind auto.
func (p *parser) binding(s *specs) *Var {
	names, ref := p.bindingNames()
	at := *p.peek()
	if !p.accept("=") && !p.is("{") && !p.is("(") {
		p.unexpected(`"=" and the value whose parts are named`)
	}
	var x Expr
	if open := p.peek(); p.is("{") || p.is("(") {
		p.next()
		x = p.assignment()
		if open.is("{") {
			p.expect("}", "after the value")
		} else {
			p.expect(")", "after the value")
		}
	} else {
		x = p.assignment()
	}
	v := &Var{Pos: names[0].pos, Name: "parts of a value", Type: typeBad}
	if !isBad(x) {
		p.bindVar(s, v, x, ref, &at)
	}
	p.nameParts(names, v, ref)
	return v
}

// bindVar makes v the variable that holds x, or a reference to it.
func (p *parser) bindVar(s *specs, v *Var, x Expr, ref bool, at *token) {
	t := x.T()
	switch {
	case t.Kind != Struct && t.Kind != Array:
		p.errorf(at.pos, at.end, "a value of type %s has no parts: only structs and arrays have", t)
	case ref && p.lvalue(x):
		t = t.qualified(s.isconst, false)
		v.Init, v.Type = p.bind(x, t, "the reference"), pointerTo(t)
	case ref && !s.isconst:
		p.errorf(at.pos, at.end, "a reference needs a variable, not a value: write auto [...]")
	case t.Kind == Array:
		p.errorf(at.pos, at.end, "an array is not copied: write auto &[...]")
	default:
		v.Type = t.plain().qualified(s.isconst, false)
		v.Init = p.copyOf(p.rvalue(x), t)
		p.lives(at, v)
	}
}

// nameParts declares the names of the parts of v.
func (p *parser) nameParts(names []token, v *Var, ref bool) {
	var whole Expr = &Ident{Typed{v.Pos, v.Type}, v}
	if ref && v.Type.Kind == Pointer {
		whole = &Unary{Typed: Typed{v.Pos, v.Type.Elem}, Op: "*", X: whole}
	}
	t := whole.T()
	var parts []Expr
	switch {
	case t.Kind == Array:
		for i := range t.Len {
			parts = append(parts, &Index{Typed{v.Pos, t.Elem}, whole, &Lit{Typed{v.Pos, typeInt}, Const{I: int64(i)}}})
		}
	case t.Kind == Struct && !slices.ContainsFunc(t.Fields, func(f Field) bool { return f.isBase() }):
		for i := range t.Fields {
			f := &t.Fields[i]
			parts = append(parts, &Member{Typed{v.Pos, f.Type.qualified(t.Const, false)}, whole, f})
		}
	}
	if t.Kind != badKind && len(parts) != len(names) {
		p.errorf(names[0].pos, names[len(names)-1].end, "%s has %s, got %s", t.plain(), count(len(parts), "part"), count(len(names), "name"))
		t = typeBad
	}
	for i, name := range names {
		sym := &symbol{bad: t.Kind == badKind}
		if !sym.bad {
			sym.part = parts[i]
		}
		p.declare(name, sym)
	}
}

// partAt is the use of a part's name.
func (p *parser) partAt(t *token, x Expr) Expr {
	switch x := x.(type) {
	case *Member:
		m := *x
		m.Pos = t.pos
		if x.Field.ref {
			return &Unary{Typed: Typed{t.pos, x.Field.Type.Elem}, Op: "*", X: &m}
		}
		return &m
	case *Index:
		i := *x
		i.Pos = t.pos
		return &i
	}
	return x
}
