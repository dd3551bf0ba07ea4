package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// What the traits of the standard library ask of the compiler, by the names that other compilers have for it, too.

// A typeTrait takes that many types, any number if that is negative.
type typeTrait struct {
	types int
	holds func(p *parser, t []*Type) bool
}

var typeTraits map[string]typeTrait

func init() { // the functions lead back to the table
	typeTraits = map[string]typeTrait{
		"__is_enum":  {1, func(p *parser, t []*Type) bool { return t[0].Enum != nil && t[0].refers == byValue }},
		"__is_class": {1, func(p *parser, t []*Type) bool { return t[0].Kind == Struct && !t[0].Union && t[0].refers == byValue }},
		"__is_union": {1, func(p *parser, t []*Type) bool { return t[0].Kind == Struct && t[0].Union && t[0].refers == byValue }},
		"__is_empty": {1, func(p *parser, t []*Type) bool {
			return t[0].refers == byValue && !t[0].Union && t[0].empty() && !t[0].polymorphic()
		}},
		"__is_polymorphic": {1, func(p *parser, t []*Type) bool { return t[0].refers == byValue && t[0].polymorphic() }},
		"__is_abstract": {1, func(p *parser, t []*Type) bool {
			return t[0].refers == byValue && t[0].Kind == Struct && p.pure(t[0]) != nil
		}},
		"__is_trivially_copyable": {1, func(p *parser, t []*Type) bool {
			return t[0].refers == byValue && t[0].triviallyCopyable()
		}},
		"__is_base_of": {2, func(p *parser, t []*Type) bool {
			return t[0].Kind == Struct && t[0].refers == byValue && t[1].refers == byValue && (Same(t[0], t[1]) || t[1].derives(t[0].plain()))
		}},
		"__is_same":          {2, func(p *parser, t []*Type) bool { return templateArg{typ: t[0]}.same(templateArg{typ: t[1]}) }},
		"__is_convertible":   {2, func(p *parser, t []*Type) bool { return p.becomes(t[0], t[1]) }},
		"__is_constructible": {-1, func(p *parser, t []*Type) bool { return p.constructible(t[0], t[1:]) }},
	}
}

// triviallyCopyable tells whether objects of t may be copied as bytes ([class.prop]).
func (t *Type) triviallyCopyable() bool {
	base, _ := t.dims()
	return base.Kind != Void && !base.managed() && !base.hasCode(copyAssignment) && !base.polymorphic()
}

// trait reads (T, U) behind the name of one.
func (p *parser) trait(name *token.Token) Expr {
	tt := typeTraits[name.Text]
	p.expect("(", "after "+name.Text)
	var types []*Type
	open := false
	for more := true; more; more = p.accept(",") {
		read := func() {
			t := p.functionTypeID()
			open = open || dependent([]templateArg{{typ: t}}) || t.open()
			types = append(types, t)
		}
		if !p.expanded(read) {
			read()
		}
	}
	p.expect(")", "after the types")
	if n := tt.types; n > 0 && len(types) != n && !open {
		p.fail(name, "%s takes %s, got %d", name.Text, token.Count(n, "type"), len(types))
	}
	if open { // in the head of a template
		p.dependents++
		return &Lit{Typed{name.Pos, typeBool}, Const{I: 1}}
	}
	holds := !slices.ContainsFunc(types, func(t *Type) bool { return t.Kind == badKind }) && tt.holds(p, types)
	return &Lit{Typed{name.Pos, typeBool}, Const{I: b2i(holds)}}
}

// valueOf is a value of type t as std::declval gives it: of a T & an object with a name, else one without.
func (p *parser) valueOf(t *Type) Expr {
	var x Expr = &Ident{Typed{token.Pos{}, t.referredTo(byValue)}, &Var{Type: t.referredTo(byValue), Storage: Param}}
	if t.refers == toLvalue || t.Kind == Array {
		return x
	}
	return moved(x)
}

// becomes reports whether a value of one type converts to another implicitly.
func (p *parser) becomes(from, to *Type) bool {
	if from.Kind == Void || to.Kind == Void {
		return from.Kind == to.Kind
	}
	if to.Kind == Array && to.refers == byValue {
		return false
	}
	x := p.valueOf(from)
	plain := to.referredTo(byValue)
	if to.refers != byValue {
		how := to.refers
		if how == toLvalue && isConst(plain) {
			how = toConst
		}
		if !p.takes(x, plain, how) {
			return false
		}
		if how == toLvalue && !Same(x.T(), plain) && !x.T().derives(plain) {
			return false
		}
	}
	return implicit(x, plain) != impossible
}

// constructible tells whether T x(args…) is possible.
func (p *parser) constructible(t *Type, args []*Type) bool {
	if t.Kind == Void || t.refers != byValue {
		return t.refers != byValue && len(args) == 1 && p.becomes(args[0], t)
	}
	values := make([]Expr, len(args))
	for i, a := range args {
		if a.Kind == Void {
			return false
		}
		values[i] = p.valueOf(a)
	}
	of := t.plain()
	switch {
	case of.Kind == Struct && len(args) == 1 && Same(args[0].referredTo(byValue), of):
		if of.class == nil {
			return true
		}
		how := copyConstructor
		if args[0].refers != toLvalue && of.class.special[moveConstructor] != undeclared {
			how = moveConstructor
		}
		return of.class.special[how] != deleted && (of.class.special[how] != undeclared || of.implicitly(how))
	case of.constructed():
		for _, fn := range of.class.constructors {
			if p.info(fn).deleted {
				continue
			}
			if fn.Template != nil {
				if _, ok := p.tryInstantiate(fn, nil, values); ok {
					return true
				}
			} else if _, ok := p.rankCall(fn, values); ok {
				return true
			}
		}
		return false
	case len(args) == 0:
		return p.pure(of) == nil || of.Kind != Struct
	case len(args) > 1 || of.Kind == Array:
		return false
	}
	return implicit(values[0], of) != impossible || of.number() && values[0].T().number()
}
