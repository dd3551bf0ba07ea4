package cuda

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// Structured bindings, auto [a, b] = x, name the parts of a variable that has no name.

// bindingAhead tells whether [a, …], behind auto, is ahead, maybe after & or &&.
func (p *parser) bindingAhead(s *specs) bool {
	return s.typ != nil && isAuto(s.typ) && (p.is("[") || (p.is("&") || p.is("&&")) && p.at(1).Is("["))
}

// bindingNames reads [a, b]; ref tells whether & stands before it, and temporary whether it is &&.
func (p *parser) bindingNames() (names []token.Token, ref, temporary bool) {
	temporary = p.accept("&&")
	ref = p.accept("&") || temporary
	p.expect("[", "")
	for more := true; more; more = p.accept(",") {
		names = append(names, p.name("a part of the value"))
	}
	p.expect("]", "after the names of the parts")
	return names, ref, temporary
}

// binding reads [a, b] = x; behind auto.
func (p *parser) binding(s *specs) []*Var {
	names, ref, temporary := p.bindingNames()
	at := *p.peek()
	if !p.accept("=") && !p.is("{") && !p.is("(") {
		p.unexpected(`"=" and the value whose parts are named`)
	}
	var x Expr
	if open := p.peek(); p.is("{") || p.is("(") {
		p.next()
		x = p.assignment()
		if open.Is("{") {
			p.expect("}", "after the value")
		} else {
			p.expect(")", "after the value")
		}
	} else {
		x = p.assignment()
	}
	v := &Var{Pos: names[0].Pos, Name: "parts of a value", Type: typeBad}
	if !isBad(x) {
		ref = ref && !(temporary && !p.lvalue(x)) // auto &&[a, b] = f() keeps the value
		p.bindVar(s, v, x, ref, &at)
	}
	return append([]*Var{v}, p.nameParts(names, v, ref)...)
}

// bindVar makes v the variable that holds x, or a reference to it.
func (p *parser) bindVar(s *specs, v *Var, x Expr, ref bool, at *token.Token) {
	t := x.T()
	switch {
	case t.Kind != Struct && t.Kind != Array:
		p.Errorf(at.Pos, at.End, "a value of type %s has no parts: only structs and arrays have", t)
	case ref && p.lvalue(x):
		t = t.qualified(s.isconst, false)
		v.Init, v.Type = p.bind(x, t, "the reference"), pointerTo(t)
	case ref && !s.isconst:
		p.Errorf(at.Pos, at.End, "a reference needs a variable, not a value: write auto [...]")
	case t.Kind == Array:
		p.Errorf(at.Pos, at.End, "an array is not copied: write auto &[...]")
	default:
		v.Type = t.plain().qualified(s.isconst, false)
		v.Init = p.copyOf(p.rvalue(x), t)
		p.lives(at, v)
	}
}

// nameParts declares the names of the parts of v, and returns the variables that some of them are.
func (p *parser) nameParts(names []token.Token, v *Var, ref bool) (vars []*Var) {
	var whole Expr = &Ident{Typed{v.Pos, v.Type}, v}
	if ref && v.Type.Kind == Pointer {
		whole = &Unary{Typed: Typed{v.Pos, v.Type.Elem}, Op: "*", X: whole}
	}
	t := whole.T()
	if n := p.tupleSize(t); n >= 0 && (t.Kind != Struct || !p.fieldsDo(t)) {
		return p.nameElements(names, whole, n)
	}
	var parts []Expr
	switch {
	case t.Kind == Array:
		for i := range min(t.Len, len(names)) {
			parts = append(parts, &Index{Typed{v.Pos, t.Elem}, whole, &Lit{Typed{v.Pos, typeInt}, Const{I: int64(i)}}})
		}
	case t.Kind == Struct && !slices.ContainsFunc(t.Fields, func(f Field) bool { return f.isBase() }):
		for i := range t.Fields {
			f := &t.Fields[i]
			parts = append(parts, &Member{Typed{v.Pos, f.Type.qualified(t.Const, false)}, whole, f})
		}
	}
	has := len(parts)
	if t.Kind == Array {
		has = t.Len
	}
	if t.Kind != badKind && has != len(names) {
		p.Errorf(names[0].Pos, names[len(names)-1].End, "%s has %s, got %s", t.plain(), token.Count(has, "part"), token.Count(len(names), "name"))
		t = typeBad
	}
	for i, name := range names {
		sym := &symbol{bad: t.Kind == badKind}
		if !sym.bad {
			sym.part = parts[i]
		}
		p.declare(name, sym)
	}
	return nil
}

// tupleSize is std::tuple_size<T>::value, or -1 if T has none.
func (p *parser) tupleSize(t *Type) int {
	sym := p.standardSymbol("tuple_size")
	if sym == nil || sym.template == nil || t.Kind != Struct {
		return -1
	}
	args := []templateArg{{typ: t.plain()}}
	if s, _ := p.fitting(sym.template, args); s == nil {
		return -1
	}
	size := p.classType(&token.Token{Pos: token.Pos{}}, sym.template, args).named("value")
	if size == nil || size.v == nil && size.lit == nil {
		return -1
	}
	if size.lit != nil {
		return int(size.lit.Value.I)
	}
	return int(size.v.Value.I)
}

// fieldsDo tells whether the members of t are its parts, though std::get knows it: those of a pair.
func (p *parser) fieldsDo(t *Type) bool {
	return t.class.of != nil && t.class.of.whole == standard+"::pair"
}

// nameElements declares names for the elements of a tuple: references to what get<0>(x) and so on are.
func (p *parser) nameElements(names []token.Token, whole Expr, n int) (vars []*Var) {
	if n != len(names) {
		p.Errorf(names[0].Pos, names[len(names)-1].End, "%s has %s, got %s", whole.T().plain(), token.Count(n, "part"),
			token.Count(len(names), "name"))
	}
	for i, name := range names {
		sym := &symbol{bad: true}
		if i < n {
			if x := p.elementOf(&name, whole, i); !isBad(x) {
				sym = &symbol{v: &Var{Pos: name.Pos, Name: name.Text, Type: x.T().plain(), Init: x}}
				if p.lvalue(x) {
					sym.ref, sym.v.Type, sym.v.Init = true, pointerTo(x.T()), p.pointTo(x)
				}
				sym.v.Init = p.finished(sym.v.Init)
				vars = append(vars, sym.v)
			}
		}
		p.declare(name, sym)
	}
	return vars
}

// elementOf is x.get<i>(), or get<i>(x).
func (p *parser) elementOf(name *token.Token, x Expr, i int) Expr {
	at := token.Token{Kind: token.Ident, Text: "get", Pos: name.Pos, End: name.End}
	number := []templateArg{{val: &Lit{Typed{name.Pos, typeInt}, Const{I: int64(i)}}}}
	if methods := x.T().method("get"); methods != nil && methods[0].Template != nil {
		return p.invoke(&at, x, methods, number, nil)
	}
	sym := p.associated("get", p.scope.find("get"), []Expr{x})
	if of := x.T().class.of; sym == nil || of != nil && strings.HasPrefix(of.whole, standard+"::") {
		sym = p.standardSymbol("get")
	}
	return p.overloadCall(&at, sym, number, []Expr{x})
}

// partAt is the use of a part's name.
func (p *parser) partAt(t *token.Token, x Expr) Expr {
	switch x := x.(type) {
	case *Member:
		m := *x
		m.Pos = t.Pos
		if x.Field.ref {
			return &Unary{Typed: Typed{t.Pos, x.Field.Type.Elem}, Op: "*", X: &m}
		}
		return &m
	case *Index:
		i := *x
		i.Pos = t.Pos
		return &i
	}
	return x
}
