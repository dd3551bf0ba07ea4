package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// decltype reads decltype(x): the declared type of a name or a member, or the type of a value. That of another
// place in memory is a reference.
func (p *parser) decltype() *Type {
	p.next()
	open := p.expect("(", "after decltype")
	if p.is("auto") && p.at(1).Is(")") {
		p.i += 2
		return typeDecltypeAuto
	}
	if p.ofClass != nil {
		defer p.membersInScope()()
	}
	start, end := p.i, p.i
	x := Expr(nil)
	errs := p.quietly(func() { // whose state is put back: what it holds is not evaluated
		p.unevaluated++
		defer func() { p.unevaluated-- }()
		x = p.expression()
		end = p.i
		p.expect(")", "after the expression of decltype")
	})
	switch {
	case errs == nil:
	case p.heads > 0: // the arguments of the template will say
		p.i = start - 1
		p.skipBalanced()
		return &Type{Kind: paramKind, Name: "decltype at " + itoa(open.Pos.Line) + ":" + itoa(open.Pos.Col)}
	default:
		p.Errs = append(p.Errs, errs...)
		panic(bailout{})
	}
	return p.declaredType(x, start, end)
}

// membersInScope opens a scope with the members that the struct has so far, and returns how to close it: before the struct is complete
// its members have no names elsewhere.
func (p *parser) membersInScope() (closed func()) {
	outer := p.scope
	p.scope = newScope(outer)
	for _, f := range p.ofClass.Fields {
		known := false // as a parameter, say, which hides the member
		for s := outer; s != nil && s != p.ofClass.class.inner; s = s.outer {
			known = known || s.names[f.Name] != nil
		}
		if !known {
			p.scope.names[f.Name] = &symbol{name: f.Name, member: true}
		}
	}
	return func() { p.scope = outer }
}

// typeDecltypeAuto is decltype(auto), until the expression is seen whose decltype it is.
var typeDecltypeAuto = &Type{Kind: autoKind, Name: "decltype(auto)"}

// declaredType is the decltype of x, which was read from the tokens [start, end).
func (p *parser) declaredType(x Expr, start, end int) *Type {
	if isBad(x) {
		return typeBad
	}
	if !p.toks[start].Is("(") || !p.toks[end-1].Is(")") {
		if t := p.declaredName(x, start, end); t != nil {
			return t
		}
	}
	return p.expressionType(x)
}

// expressionType is decltype((x)): the type and how its value is held.
func (p *parser) expressionType(x Expr) *Type {
	switch {
	case p.lvalue(x):
		return p.placeType(x).referredTo(toLvalue)
	case p.given(x):
		return x.T().referredTo(toTemporary)
	}
	if _, assigns := x.(*Assign); assigns { // its left side
		return x.T().plain().referredTo(toLvalue)
	}
	return x.T().plain()
}

// declaredName is the type with which the variable or the member is declared that x names, nil if it is none.
func (p *parser) declaredName(x Expr, start, end int) *Type {
	simple := p.toks[end-1].Kind == token.Ident && !p.toks[start].Is("*") && !p.toks[start].Is("&") && !p.toks[start].Is("++") &&
		!p.toks[start].Is("--")
	if !simple {
		return nil
	}
	switch y := x.(type) {
	case *Ident:
		return y.Type
	case *Member:
		return y.Field.Type
	case *Lit:
		return p.placeType(y)
	case *Unary:
		switch z := y.X.(type) {
		case *Ident: // a variable that is a reference
			if p.fn != nil && y.Op == "*" {
				if i := slices.Index(p.fn.Params, z.Var); i >= 0 && p.info(p.fn).bindings[i] == toTemporary {
					return y.Type.referredTo(toTemporary)
				} else if i >= 0 && p.info(p.fn).owned[i] {
					return y.Type
				}
			}
			if y.Op == "*" && end-start > 0 && z.Var.Name == p.toks[end-1].Text {
				return y.Type.referredTo(toLvalue)
			}
		case *Member:
			if y.Op == "*" && z.Field.ref {
				return y.Type.referredTo(toLvalue)
			}
		}
	}
	return nil
}

// deduceVoid makes void of the result auto of a function that returns without a value.
func (p *parser) deduceVoid() {
	if p.fn != nil && p.fn.Result.Kind == autoKind {
		p.info(p.fn).deduces, p.fn.Result = p.fn.Result, typeVoid
	}
}

// deduceResult gives a function whose result is auto, auto & or decltype(auto) the type that the returned x says, which was
// read from the tokens [start, end). All returns must agree.
func (p *parser) deduceResult(t *token.Token, x Expr, start, end int) {
	fn, info := p.fn, p.info(p.fn)
	if isAuto(fn.Result) {
		info.deduces = fn.Result
	}
	if info.deduces == nil || isBad(x) || fn.Kernel {
		return
	}
	result, how := info.deduces, byValue
	switch {
	case result.Name == typeDecltypeAuto.Name:
		result = p.declaredType(x, start, end)
		how = result.refers
		result = result.referredTo(byValue)
	case info.reference && (!isAuto(fn.Result) || p.lvalue(x) || !info.moved): // auto & or auto &&
		if how = toLvalue; !p.lvalue(x) && info.moved {
			how = toTemporary
		}
		result, _ = withoutAuto(result.Elem, p.placeType(x))
	case info.reference:
		how = toTemporary
		result, _ = withoutAuto(result.Elem, x.T())
	default:
		value := p.plainName(p.rvalue(x)).T().plain()
		if result, _ = withoutAuto(result, value); result != nil {
			result = result.plain()
		}
	}
	if result == nil {
		p.Errorf(t.Pos, t.End, "%q is declared as a pointer, %s, and cannot take a value of type %s", fn.Name, info.deduces, x.T())
		fn.Result = typeBad
		return
	}
	if how != byValue {
		info.reference, info.moved, result = true, how == toTemporary, pointerTo(result)
	}
	switch {
	case isAuto(fn.Result):
		fn.Result = result
	case !sameTarget(fn.Result, result) && fn.Result.Kind != badKind:
		p.Errorf(t.Pos, t.End, "%q returns %s here and %s before: write the type of its result", fn.Name, result, fn.Result)
	}
}
