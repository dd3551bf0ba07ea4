package cuda

import "warpbook.dev/gpumodel/cuda/token"

// A declaration is specifiers (spec.go: static const int) and declarators (*p[3]), separated by commas. A declarator mirrors the use of the
// name, so its type is built inside out: the parts nearest to the name apply last. declaratorPart therefore returns a function from the
// base type to the declared type.

// A declarator is a declared name with its type.
type declarator struct {
	name token.Token
	typ  *Type // the type referred to, if ref is set
	ref  bool
	// temporary is set for &&, which binds to temporaries.
	temporary bool
	// params is the index of the "(" of a function's parameters, -1 if there is none.
	params int
	// space is the namespace before the name of a function that is defined outside of it.
	space *scope
	// special asks for template arguments behind the name, which are args.
	special bool
	args    []templateArg
}

// declarator reads *, &, a name and brackets around the base type.
func (p *parser) declarator(base *Type, what string, needName bool) declarator {
	d := declarator{params: -1}
	wrap := p.declaratorPart(&d, what, needName)
	d.typ = wrap(base)
	if d.typ.refers != byValue { // T, T & or T && of a T that is a reference
		d.temporary = d.typ.refers == toTemporary && (!d.ref || d.temporary)
		d.ref, d.typ = true, d.typ.referredTo(byValue)
	}
	if d.ref && d.typ.Kind == Function { // which is as good as a pointer that stays as it is
		d.ref, d.typ = false, &Type{Kind: FuncPointer, Elem: d.typ, Const: true}
	}
	return d
}

// declaratorPart reads a declarator and returns the function from a base type to the declared type. In int (*p)[3] the part in
// parentheses is read first but applied last.
func (p *parser) declaratorPart(d *declarator, what string, needName bool) func(*Type) *Type {
	p.enter()
	defer p.leave()
	prefix := p.pointers(d)
	inner := func(t *Type) *Type { return t }
	switch t := p.peek(); {
	case t.Is("(") && (p.at(1).Is("*") || p.at(1).Is("&") || p.at(1).Kind == token.Ident && p.at(2).Is(")") &&
		(needName || !p.functionTypeAhead())):
		p.next()
		result := d.ref // of the function, if that is one
		d.ref = false
		inner = p.declaratorPart(d, what, needName)
		if d.params >= 0 {
			p.fail(t, "name the type of the function pointer that this function returns: using F = float (*)(float); F %s(…)", d.name.Text)
		}
		p.expect(")", "in the declarator of "+what)
		if p.is("(") {
			outer := declarator{ref: result} // a & within the parentheses is of the pointer
			suffix, of := p.functionSuffix(&outer), inner
			inner = func(t *Type) *Type { return of(suffix(t)) }
		} else {
			d.ref = d.ref || result
		}
	case t.Is("operator"):
		d.name = p.operatorName()
	case needName && p.spaceBeforeName(d):
	case t.Kind == token.Ident && !keywords[t.Text]:
		d.name = *p.next()
	case needName:
		d.name = p.name(what)
	}
	if p.is("::") {
		if sym := p.scope.find(d.name.Text); sym != nil && (sym.template != nil || sym.typ != nil && sym.typ.Kind == Struct) {
			p.fail(&d.name, "what belongs to a struct is defined within it; only methods can be defined outside")
		}
	}
	if d.special && p.is("<") {
		d.args = p.templateArgs()
	}
	if p.is("(") && d.name.Text != "" {
		d.params = p.i
	}
	dims, lengths := p.brackets(d)
	return func(t *Type) *Type {
		t = prefix(t)
		for i := len(dims) - 1; i >= 0; i-- {
			t = &Type{Kind: Array, Elem: t, Len: dims[i], length: lengths[i]}
		}
		return inner(t)
	}
}

// pointers reads a run of *, const, volatile, __restrict__ and &.
func (p *parser) pointers(d *declarator) func(*Type) *Type {
	type level struct{ isconst, isvol, restrict bool }
	var levels []level
	for {
		t := p.peek()
		if t.Kind == token.Ident && p.at(1).Is("::") && p.at(2).Is("*") {
			p.fail(t, "pointers to members are not supported; choose with a switch, or with a template parameter")
		}
		switch {
		case d.ref && (t.Is("*") || t.Is("&")):
			p.fail(t, "a pointer or a reference to a reference does not exist in C++")
		case t.Is("*"):
			levels = append(levels, level{})
		case t.Is("&"):
			d.ref = true
		case t.Is("...") && p.inPack:
		case t.Is("&&"):
			d.ref, d.temporary = true, true
		case t.Is("const") && len(levels) > 0:
			levels[len(levels)-1].isconst = true
		case t.Is("volatile") && len(levels) > 0:
			levels[len(levels)-1].isvol = true
		case isRestrict(t.Text) && t.Kind == token.Ident:
			if len(levels) > 0 {
				levels[len(levels)-1].restrict = true
			}
		default:
			return func(base *Type) *Type {
				for _, l := range levels {
					if base.Kind == Function {
						base = &Type{Kind: FuncPointer, Elem: base, Const: l.isconst, Volatile: l.isvol}
						continue
					}
					base = &Type{Kind: Pointer, Elem: base, Const: l.isconst, Volatile: l.isvol, Restrict: l.restrict}
				}
				return base
			}
		}
		p.next()
	}
}

func isRestrict(word string) bool {
	return word == "__restrict__" || word == "__restrict" || word == "restrict"
}

// brackets reads [N]…; an empty first pair gives -1. Lengths are the names of those that are parameters of a template.
func (p *parser) brackets(d *declarator) (dims []int, lengths []string) {
	total := int64(1)
	for p.is("[") {
		open := p.next()
		if p.accept("]") {
			if len(dims) > 0 {
				p.Errorf(open.Pos, open.End, "only the first [] of %q may be empty", d.name.Text)
			}
			dims, lengths = append(dims, -1), append(lengths, "")
			continue
		}
		length := ""
		if sym := p.scope.find(p.peek().Text); sym != nil && sym.param && p.at(1).Is("]") {
			length = p.peek().Text
		}
		n := p.arraySize(d.name.Text, total)
		total *= max(1, n)
		dims, lengths = append(dims, int(n)), append(lengths, length)
		p.expect("]", "after the size of "+quoteName(d.name.Text))
	}
	return dims, lengths
}

// maxArray bounds an array's number of elements.
const maxArray = 1 << 31

func (p *parser) arraySize(name string, total int64) int64 {
	at := p.peek()
	n, ok := p.constInt("the size of array " + quoteName(name))
	switch {
	case !ok:
		return 1
	case n <= 0:
		p.Errorf(at.Pos, p.prev().End, "array %s has size %d; it must be at least 1", quoteName(name), n)
		return 1
	case n > maxArray/total:
		p.Errorf(at.Pos, p.prev().End, "array %s is too large: more than %d elements", quoteName(name), maxArray)
		return 1
	}
	return n
}

func quoteName(name string) string {
	if name == "" {
		return "an array"
	}
	return `"` + name + `"`
}

// typeID reads a type without a name, as in a cast.
func (p *parser) typeID() *Type {
	d := p.castType()
	return d.named()
}

// named is the type that a name stands for which is declared so: a reference too.
func (d *declarator) named() *Type {
	switch {
	case d.temporary:
		return d.typ.referredTo(toTemporary)
	case d.ref:
		return d.typ.referredTo(toLvalue)
	}
	return d.typ
}

// castType is typeID, with what stands behind the type.
func (p *parser) castType() declarator {
	s := p.specs("the type")
	p.plainly(&s, "this type")
	d := p.declarator(s.typ, "the type", false)
	if d.name.Text != "" {
		p.fail(&d.name, "expected a type but found %q after it", d.name.Text)
	}
	return d
}
