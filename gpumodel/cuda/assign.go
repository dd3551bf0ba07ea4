package cuda

import "warpbook.dev/gpumodel/cuda/token"

// assign builds l = r or l op= r.
func (p *parser) assign(op *token.Token, l, r Expr) Expr {
	l = p.place(l)
	if isBad(l) || isBad(r) {
		return bad(op.Pos)
	}
	t := l.T().plain()
	if t.Kind == Struct && (!p.lvalue(l) || l.T().Const) { // a value has operators of its own, too: v[i] = x, where v[i] stands for an element
		if x := p.memberOperator(op, []Expr{l, p.rvalue(r)}); x != nil {
			return x
		}
	}
	if !p.assignable(op, l) {
		return bad(op.Pos)
	}
	if op.Text == "=" {
		if t.Kind == Array {
			p.Errorf(op.Pos, op.End, "an array cannot be assigned as a whole; assign its elements")
			return bad(op.Pos)
		}
		if t.Kind == Struct && p.assignsItself(t, r) {
			if x := p.memberOperator(op, []Expr{l, p.rvalue(r)}); x != nil {
				return x
			}
		}
		if x := p.assignObject(op, l, r, t); x != nil {
			return x
		}
		if t.referring() {
			p.Errorf(op.Pos, op.End, "%s holds a reference, which stays with its object: it cannot be assigned", t)
			return bad(op.Pos)
		}
		r = p.convert(r, t, receiver(l))
		if isBad(r) {
			return r
		}
		return &Assign{Typed: Typed{op.Pos, l.T()}, L: l, R: r}
	}
	return p.compound(op, l, p.promotedBits(p.rvalue(r)), t)
}

// receiver names the left side for messages.
func receiver(l Expr) string {
	if id, ok := l.(*Ident); ok {
		return quoteName(id.Var.Name)
	}
	return "the left side"
}

func (p *parser) compound(op *token.Token, l, r Expr, t *Type) Expr {
	a := &Assign{Typed: Typed{op.Pos, l.T()}, Op: op.Text[:len(op.Text)-1], L: l, R: r, Compute: t}
	if t.IsScalar() {
		r = p.unwrapped(r)
		a.R = r
	}
	shift := a.Op == "<<" || a.Op == ">>"
	integral := shift || a.Op == "%" || a.Op == "&" || a.Op == "|" || a.Op == "^"
	switch u := r.T(); {
	case t.Kind == Pointer && u.IsInteger() && (a.Op == "+" || a.Op == "-") && t.Elem.row == nil && p.complete(op, t):
		a.R = p.offset(r)
		return a
	case !t.IsArithmetic() || !u.IsArithmetic() || t.Enum != nil:
		if x := p.overloaded(op, l, r); x != nil {
			return x
		}
		if x := p.overloaded(&token.Token{Text: a.Op, Pos: op.Pos, End: op.End}, l, r); x != nil && Same(x.T(), t) {
			return &Assign{Typed: Typed{op.Pos, l.T()}, L: l, R: x}
		}
		p.Errorf(op.Pos, op.End, "operator %q cannot be applied to %s and %s%s", op.Text, t, u, operandHint(t, u))
		return bad(op.Pos)
	case integral && (t.IsFloat() || u.IsFloat()):
		p.Errorf(op.Pos, op.End, "operator %q needs integers, not %s and %s", op.Text, t, u)
		return bad(op.Pos)
	case shift:
		a.Compute, a.R = promote(p.promotedBits(l).T()), p.cast(r, promote(u), true)
		return a
	}
	a.Compute = common(p.promotedBits(l).T(), r.T())
	a.R = p.cast(r, a.Compute, true)
	if lit, ok := a.R.(*Lit); ok && (a.Op == "/" || a.Op == "%") && a.Compute.IsInteger() && lit.Value.I == 0 {
		p.Errorf(op.Pos, op.End, "division by zero")
		return bad(op.Pos)
	}
	return a
}

// assignable checks that x can be written.
func (p *parser) assignable(op *token.Token, x Expr) bool {
	pos, end := extent(x)
	switch y := x.(type) {
	case *Special:
		p.Errorf(pos, pos.After(len(y.Name)), "%s.%c is read-only: the launch sets it%s", y.Name, "xyz"[y.Dim], p.toCompare(op))
		return false
	case *Lit:
		if id := p.constVar[y]; id != nil {
			pos, end = extent(id)
			p.Errorf(pos, end, "%q is const (line %d) and cannot be changed%s", id.Var.Name, id.Var.Pos.Line, p.toCompare(op))
			return false
		}
	}
	if !p.lvalue(x) {
		p.Errorf(op.Pos, op.End, "the left side of %q is a value, not a variable or an array element%s", op.Text, p.toCompare(op))
		return false
	}
	if v := root(x); v != nil && v.Storage == Constant {
		p.Errorf(pos, end, "%q is __constant__: kernels can only read it%s", v.Name, p.toCompare(op))
		return false
	}
	if isConst(x.T()) {
		p.Errorf(pos, end, "%s is const and cannot be changed%s", constName(x), p.toCompare(op))
		return false
	}
	return true
}

// toCompare ends an error about an assignment that may be meant as a comparison.
func (p *parser) toCompare(op *token.Token) string {
	if p.testing && op.Text == "=" {
		return `; to compare, write "=="`
	}
	return ""
}

func isConst(t *Type) bool { return t.Const || t.Kind == Array && isConst(t.Elem) }

func constName(x Expr) string {
	switch x := x.(type) {
	case *Ident:
		return quoteName(x.Var.Name)
	case *Index:
		return "an element of " + constName(x.X)
	case *Member:
		return "member " + quoteName(x.Field.Name)
	case *Cast:
		return constName(x.X)
	}
	return "what the left side points to"
}

// place is x, c ? a : b being what its pointer points to: *(c ? &a : &b).
func (p *parser) place(x Expr) Expr {
	switch y := x.(type) {
	case *Member:
		m := *y
		if m.X = p.place(y.X); m.X != y.X {
			m.Type = m.Type.qualified(m.X.T().Const, m.X.T().Volatile)
		}
		return &m
	case *Cond:
		if !p.lvalue(y) {
			return x
		}
		t := y.A.T().qualified(y.B.T().Const, y.B.T().Volatile)
		at := &token.Token{Pos: y.Pos, End: y.Pos}
		a, b := p.addressOf(at, y.A), p.addressOf(at, y.B)
		return &Unary{Typed: Typed{y.Pos, t}, Op: "*", X: &Cond{Typed{y.Pos, pointerTo(t)}, y.C, a, b}}
	}
	return x
}

// bind is the address of x, which a reference of type t stands for.
func (p *parser) bind(x Expr, t *Type, what string) Expr {
	if x = unmoved(x); isConst(t) && Same(x.T(), t) {
		x = p.materialised(x)
	}
	if temp, ok := x.(*Temp); ok {
		return p.pointTo(temp)
	}
	if c, ok := x.(*Cond); ok && Same(c.A.T(), t) && Same(c.B.T(), t) { // it stands for its operands
		a, b := p.bind(c.A, t, what), p.bind(c.B, t, what)
		if isBad(a) || isBad(b) {
			return bad(c.Pos)
		}
		return &Cond{Typed{c.Pos, pointerTo(t)}, c.C, a, b}
	}
	if x.T().derives(t) {
		x = toBase(x, t)
	}
	pos, end := extent(x)
	switch {
	case isBad(x):
		return x
	case isConst(t) && bitsOf(x) != nil: // to a copy
		return &Unary{Typed: Typed{x.Position(), pointerTo(t)}, Op: "&",
			X: &Cast{Typed: Typed{x.Position(), t.plain()}, X: p.cast(x, t.plain(), true)}}
	case x.T() == typeBraced && isConst(t) && implicit(x, t) != impossible:
		return p.pointTo(p.convert(x, t.plain(), what))
	case isConst(t) && t.Kind == Struct && (!p.lvalue(x) || !Same(x.T(), t)) && implicit(x, t) != impossible:
		return p.pointTo(p.convert(x, t.plain(), what))
	case !p.lvalue(x) || !Same(x.T(), t):
		p.Errorf(pos, end, "%s is a reference to %s and needs a variable or element of that type, not %s", what, t, x.T())
		return bad(pos)
	case isConst(x.T()) && !isConst(t):
		p.Errorf(pos, end, "%s is a non-const reference, but %s is const", what, constName(x))
		return bad(pos)
	}
	return p.addressOf(&token.Token{Pos: pos, End: end}, x)
}
