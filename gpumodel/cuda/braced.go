package cuda

import "warpbook.dev/gpumodel/cuda/token"

// A braced list as an argument, f({1, 2}), has no type of its own: it makes an object of what the
// parameter is. No finished tree has one.
type braced struct {
	Typed
	elems []Expr
}

var typeBraced = &Type{Kind: Function, Name: "a list in braces"}

// bracedList reads {a, {b, c}}.
func (p *parser) bracedList() Expr {
	p.enter()
	defer p.leave()
	x := &braced{Typed: Typed{p.peek().Pos, typeBraced}}
	p.expect("{", "")
	for more := !p.is("}"); more; more = p.accept(",") && !p.is("}") {
		if p.is("{") {
			x.elems = append(x.elems, p.bracedList())
			continue
		}
		x.elems = p.values(x.elems)
	}
	p.expect("}", "after the values of the list")
	for _, e := range x.elems {
		if isBad(e) {
			return bad(x.Pos)
		}
	}
	return x
}

// rank grades the conversion of a list to a type: each value to that of its member or parameter.
func (x *braced) rank(to *Type) rank {
	fits := func(e Expr, t *Type) bool { return implicit(e, t) != impossible }
	switch {
	case to.listElement() != nil:
		if listable(x.elems, to.listElement()) {
			return byUser
		}
		return impossible
	case to.constructed():
		if list, _ := to.listParameter(); list != nil && listable(x.elems, list.listElement()) {
			return byUser
		}
		for _, fn := range to.class.constructors {
			if fn.Template != nil || len(x.elems) > len(fn.Params) {
				continue
			}
			ok := len(x.elems) == len(fn.Params)
			for i, e := range x.elems {
				t := fn.Params[i].Type
				ok = ok && (fits(e, t) || t.Kind == Pointer && fits(e, t.Elem))
			}
			if ok {
				return byUser
			}
		}
		return impossible
	case to.Kind == Struct || to.Kind == Array && to.Len > 0:
		for i, e := range x.elems {
			if et := elementType(to.listed(), i); et == nil || !fits(e, et) {
				return impossible
			}
		}
		return byUser
	case len(x.elems) == 1 && to.IsScalar():
		return implicit(x.elems[0], to)
	case len(x.elems) == 0 && to.IsScalar(), len(x.elems) == 1 && fits(x.elems[0], to):
		return conversion
	}
	return impossible
}

// madeOf is an object of type of that a list makes.
func (p *parser) madeOf(x *braced, of *Type) Expr {
	at := &token.Token{Pos: x.Pos, End: x.Pos}
	if of.listElement() != nil {
		return p.listOf(at, of, x.elems)
	}
	if of.Kind == Array {
		list := &InitList{Typed: Typed{x.Pos, of.plain()}}
		for _, e := range x.elems {
			list.Elems = append(list.Elems, p.convert(e, of.Elem, "an element of the list"))
		}
		return list
	}
	return p.objectOf(at, of.plain(), x.elems, true)
}
