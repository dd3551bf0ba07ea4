package cuda

import "warpbook.dev/gpumodel/cuda/token"

// A list in braces makes a std::initializer_list: an array without a name, which lives as long as the full expression, and a
// pointer to its first element with their number. A class that has a constructor for such a list is made by that from braces,
// if each value can become an element ([over.match.list]).

// listElement is the T of std::initializer_list<T>, nil for other types.
func (t *Type) listElement() *Type {
	if t.Kind != Struct || t.class == nil || t.class.of == nil || t.class.of.whole != standard+"::initializer_list" || len(t.class.args) != 1 {
		return nil
	}
	return t.class.args[0].typ
}

// listParameter is the type of a constructor's parameter that is a std::initializer_list, nil if t has no such constructor.
func (t *Type) listParameter() (*Type, *Func) {
	if t.Kind != Struct || t.class == nil {
		return nil, nil
	}
	for _, fn := range t.class.constructors {
		info := t.class.p.info(fn)
		if fn.Template != nil || len(fn.Params) == 0 || len(fn.Params)-len(info.defaults) > 1 {
			continue
		}
		if of := referred(fn.Params[0], info, 0).plain(); of.listElement() != nil {
			return of, fn
		}
	}
	return nil, nil
}

// listable tells whether each value can become an element of a list.
func listable(elems []Expr, of *Type) bool {
	for _, e := range elems {
		if implicit(e, of) == impossible {
			return false
		}
	}
	return true
}

// fromBraces is an object of a class with constructors that values in braces make.
func (p *parser) fromBraces(at *token.Token, of *Type, elems []Expr) Expr {
	list, fn := of.listParameter()
	byDefault := false
	for _, c := range of.class.constructors {
		byDefault = byDefault || c.Template == nil && len(c.Params) == len(p.info(c).defaults)
	}
	if list == nil || !listable(elems, list.listElement()) || len(elems) == 0 && byDefault || len(elems) == 1 && Same(elems[0].T(), of) {
		return p.construct(at, of, elems)
	}
	x := p.listOf(at, list, elems)
	if isBad(x) {
		return x
	}
	return p.finishCall(at, fn, []Expr{x})
}

// listOf is a std::initializer_list of these values.
func (p *parser) listOf(at *token.Token, list *Type, elems []Expr) Expr {
	of, n := list.listElement(), len(elems)
	pointer := pointerTo(of.qualified(true, false))
	count := &Lit{Typed{at.Pos, typeULong}, Const{I: int64(n)}}
	if n == 0 {
		return &InitList{Typed{at.Pos, list.plain()}, []Expr{&Lit{Typed: Typed{at.Pos, pointer}}, count}}
	}
	room := p.classType(at, p.standardSymbol("__listed").template, []templateArg{{typ: of.plain()}, {val: count}})
	if room.Kind == badKind {
		return bad(at.Pos)
	}
	values := &InitList{Typed: Typed{at.Pos, room.Fields[0].Type}}
	for _, e := range elems {
		if e = p.convert(e, of.plain(), "an element of the list"); isBad(e) {
			return e
		}
		values.Elems = append(values.Elems, e)
	}
	array := p.pointTo(&InitList{Typed{at.Pos, room}, []Expr{values}})
	return &InitList{Typed{at.Pos, list.plain()}, []Expr{p.cast(array, pointer, false), count}}
}

// matchList collects what the values of a list say of the parameters in std::initializer_list<T>.
func (p *parser) matchList(t *Type, x Expr, found map[string][]templateArg) {
	list, ok := x.(*braced)
	if !ok || t.listElement() == nil {
		return
	}
	for _, e := range list.elems {
		p.match(t.listElement(), p.rvalue(e).T().plain(), found)
	}
}
