package cuda

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// An Enum is an enumeration: a type of its own, of an integer kind. Those of enum
// class convert to numbers by a cast alone, and their names stand behind Color::.
type Enum struct {
	Class  bool
	fixed  bool     // its type is written, or it is an enum class
	scope  *scope   // in which it stands
	names  []string // of the enumerators, in order
	values map[string]*Lit
}

// scoped tells whether t is an enum class.
func (t *Type) scoped() bool { return t.Enum != nil && t.Enum.Class }

// enum reads enum [class] E [: type] { A, B = 3 }, or a use of enum E.
func (p *parser) enum() *Type {
	e := &Enum{values: map[string]*Lit{}, scope: p.scope}
	if p.is("class") || p.is("struct") {
		p.next()
		e.Class = true
	}
	name := token.Token{Pos: p.peek().Pos, End: p.peek().End}
	if p.peek().Kind == token.Ident {
		name = p.name("the enum")
		if !p.is("{") && !p.is(":") {
			return p.namedEnum(&name, e.Class)
		}
	}
	if e.Class && name.Text == "" {
		p.unexpected("the name of the enum class")
	}
	t := &Type{Kind: Int, Name: name.Text, Enum: e}
	if t.Name == "" {
		t.Name = anonymousEnum + itoa(name.Pos.Line)
	} else {
		p.declare(name, &symbol{typ: t})
		t.Name = p.scope.whole(t.Name)
	}
	fixed := e.Class
	if p.accept(":") {
		at := p.peek()
		under := p.typeID()
		if !under.IsInteger() || under.Enum != nil {
			p.fail(at, "the underlying type of an enum must be an integer, not %s", under)
		}
		fixed, t.Kind = true, under.Kind
	}
	e.fixed = fixed
	p.enumerators(t, fixed)
	return t
}

// underlying is the integer type of an enum, or what it will be in the head of a template.
func (p *parser) underlying(t *Type, at *token.Token) *Type {
	switch {
	case t.Kind == paramKind || t.open():
		return &Type{Kind: paramKind, Name: at.Text + " of " + t.String()}
	case t.Enum == nil:
		p.fail(at, "%s is not an enum, and has no underlying type", t)
	case t.Kind == Int && !t.Enum.fixed: // of the smallest values
		least := slices.MinFunc(append([]*Lit{{}}, slices.Collect(maps.Values(t.Enum.values))...),
			func(a, b *Lit) int { return cmp.Compare(a.Value.I, b.Value.I) })
		if least.Value.I >= 0 {
			return typeUInt
		}
	}
	return &Type{Kind: t.Kind}
}

// namedEnum is enum E, E being declared already.
func (p *parser) namedEnum(name *token.Token, class bool) *Type {
	sym := p.find(name)
	switch {
	case sym == nil || sym.typ == nil:
		p.fail(name, "unknown enum %q", name.Text)
	case sym.typ.Enum == nil:
		p.fail(name, "%q is %s, not an enum (declared on line %d)", name.Text, sym.typ, sym.pos.Line)
	case class:
		p.fail(name, "write enum %s, or just %s: class belongs only in the definition", name.Text, name.Text)
	}
	return sym.typ
}

// enumerators reads { A, B = 3 }. Between the braces an enumerator is a number; then
// all are of type t, whose kind is int where the values fit and nothing else is said.
func (p *parser) enumerators(t *Type, fixed bool) {
	e := t.Enum
	within := &Type{Kind: t.Kind}
	outer := p.scope
	p.push()
	inner := p.scope
	var places []token.Token
	p.expect("{", "after enum")
	for v := int64(0); !p.is("}"); v++ {
		name := p.name("the enumerator")
		if p.accept("=") {
			v, _ = p.constInt("the value of " + quoteName(name.Text))
		}
		sym := &symbol{lit: &Lit{Typed{name.Pos, within}, Const{I: v}}}
		p.declare(name, sym)
		switch {
		case inner.names[name.Text] != sym: // a second one of the name
		case fixed && truncate(t.Kind, v) != v:
			p.Errorf(name.Pos, name.End, "%s is %d, which %s cannot hold", name.Text, v, within)
		default:
			e.names, e.values[name.Text], places = append(e.names, name.Text), sym.lit, append(places, name)
			if !fixed {
				t.Kind = max(t.Kind, kindFor(v))
			}
		}
		if !p.accept(",") {
			break
		}
	}
	p.scope = outer
	for i, name := range e.names {
		lit := e.values[name]
		lit.Type = t
		if !e.Class {
			p.declare(places[i], &symbol{lit: lit})
		}
	}
	p.expect("}", "after the enumerators")
}

// kindFor is the integer kind for the value of an enumerator.
func kindFor(v int64) Kind {
	switch {
	case truncate(Int, v) == v:
		return Int
	case truncate(UInt, v) == v:
		return UInt
	}
	return Long
}

// enumAhead is the enum whose enumerator begins here, as Color::Red, and how many
// tokens stand before the enumerator; nil if there is none.
func (p *parser) enumAhead() (*Type, int) {
	n := p.qualifier()
	if t := p.at(n); t.Kind == token.Ident && p.at(n+1).Is("::") {
		if sym := p.before(t); sym != nil && sym.typ != nil && sym.typ.Enum != nil {
			return sym.typ, n + 2
		}
	}
	return nil, 0
}

// enumerator reads Color::Red.
func (p *parser) enumerator(t *Type, n int) Expr {
	p.i += n
	if p.atEnd() {
		p.completion.enumerators(t)
	}
	name := p.peek()
	if name.Kind != token.Ident {
		p.unexpected("an enumerator of " + t.Name)
	}
	p.next()
	lit := t.Enum.values[name.Text]
	if lit == nil { // the library's enumerators have the namespace in their names: cuda::thread_scope_block
		if space := strings.LastIndex(t.Name, "::"); space > 0 {
			lit = t.Enum.values[t.Name[:space+2]+name.Text]
		}
	}
	if lit == nil {
		hint := token.DidYouMean(name.Text, t.Enum.names)
		if hint == "" {
			hint = "; it has " + strings.Join(t.Enum.names, ", ")
		}
		p.Errorf(name.Pos, name.End, "%s has no enumerator %q%s", t.plain(), name.Text, hint)
		return bad(name.Pos)
	}
	return &Lit{Typed{name.Pos, t.plain()}, lit.Value}
}

// enumWith is the name of an enum class in scope that has an enumerator name.
func (p *parser) enumWith(name string) string {
	var found []string
	for s := p.scope; s != nil; s = s.outer {
		for _, sym := range s.names {
			if sym.typ != nil && sym.typ.scoped() && sym.typ.Enum.values[name] != nil {
				found = append(found, sym.name)
			}
		}
	}
	if found == nil {
		return ""
	}
	return slices.Min(found)
}

// enumRank grades a conversion from or to an enum: numbers become enums by a cast
// alone, and an enum class becomes a number likewise.
func enumRank(from, to *Type) rank {
	switch {
	case from.Enum == to.Enum:
		return exact
	case to.Enum != nil || from.scoped() || !to.IsArithmetic():
		return impossible
	case to.Kind == promote(from).Kind:
		return promotion
	}
	return conversion
}
