package cuda

// decltype reads decltype(x): the declared type of a name or a member, or the type of a value. That of another
// place in memory is a reference in C++, which is not a type here.
func (p *parser) decltype() *Type {
	at := *p.next()
	open := p.expect("(", "after decltype")
	start := p.i
	x := Expr(nil)
	errs := p.quietly(func() { // whose state is put back: what it holds is not evaluated
		p.unevaluated++
		defer func() { p.unevaluated-- }()
		x = p.expression()
		p.expect(")", "after the expression of decltype")
	})
	switch {
	case errs == nil:
	case p.heads > 0: // the arguments of the template will say
		p.i = start - 1
		p.skipBalanced()
		return &Type{Kind: paramKind, Name: "decltype at " + itoa(open.pos.Line) + ":" + itoa(open.pos.Col)}
	default:
		p.errs = append(p.errs, errs...)
		panic(bailout{})
	}
	if isBad(x) {
		return typeBad
	}
	named := !p.toks[start].is("(")
	switch y := x.(type) {
	case *Ident, *Member, *Lit:
	case *Unary:
		id, pointer := y.X.(*Ident)
		named = named && pointer && y.Op == "*" && !p.toks[start].is("*") // a parameter that is a reference
		if named {
			p.errorf(at.pos, at.end, "%q is a reference, and so is its decltype: write auto &, or the type", id.Var.Name)
			return typeBad
		}
	default:
		named = false
	}
	if !named && p.lvalue(x) {
		p.errorf(at.pos, at.end, "this decltype is a reference, %s &: write auto &, or the type", x.T())
		return typeBad
	}
	if !named {
		return x.T().plain()
	}
	return x.T()
}
