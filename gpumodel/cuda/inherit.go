package cuda

import (
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A base of a struct is its first member, under a name that no source can write; so its
// members and methods are those of that member. One without members takes no room.

const basePrefix = "base "

// bases reads : public B, C behind a struct's name.
func (p *parser) bases(t *Type) {
	if !p.accept(":") {
		return
	}
	for {
		if end := p.packOfBases(); end > 0 {
			p.eachElement(end, func() { p.baseNamed(t) })
			p.i = end + 1
		} else {
			p.baseNamed(t)
		}
		if !p.accept(",") {
			return
		}
	}
}

// packOfBases is where the ... stands behind the base ahead, 0 if it is none for each element of a pack.
func (p *parser) packOfBases() int {
	start := p.i
	defer func() { p.i = start }()
	for ; !p.is("{") && !p.is(",") && !p.is(";") && p.peek().Kind != token.EOF; p.i++ {
		switch {
		case p.is("..."):
			return p.i
		case p.is("<"):
			p.i = p.angleEnd() - 1
		}
	}
	return 0
}

// baseNamed reads one base.
func (p *parser) baseNamed(t *Type) {
	for p.is("public") || p.is("private") || p.is("protected") || p.is("virtual") {
		if p.is("virtual") {
			p.fail(p.peek(), "virtual bases are not supported; make the common part a member")
		}
		p.next()
	}
	at := *p.peek()
	if p.typeName(false) == nil {
		p.noType("a base of " + quoteName(t.Name))
	}
	b := p.typeName(true).plain()
	if b.Kind == badKind {
		panic(bailout{})
	}
	if b.Kind != Struct || b.class == nil || !b.complete {
		p.fail(&at, "%s cannot be a base of %q: only a struct that is defined above can", b, t.Name)
	}
	b.class.base = true
	t.Fields = append(t.Fields, Field{Name: basePrefix + b.Name, Type: b})
	for name, sym := range b.class.inner.names {
		t.class.inherited[name] = sym
	}
}

// isBase tells whether other structs derive from t: a reference to a t may lead to one of these.
func (t *Type) isBase() bool { return t.Kind == Struct && t.class != nil && t.class.base }

// isBase tells whether a member is a base.
func (f *Field) isBase() bool { return strings.HasPrefix(f.Name, basePrefix) }

// within returns the path of bases from t to the one for which ok is true; false if there is none.
func (t *Type) within(ok func(*Type) bool) ([]*Field, bool) {
	if ok(t) {
		return nil, true
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.isBase() {
			if path, found := f.Type.within(ok); found {
				return append([]*Field{f}, path...), true
			}
		}
	}
	return nil, false
}

// derives tells whether base is a base of t, or of one of its bases.
func (t *Type) derives(base *Type) bool {
	if t.Kind != Struct || base.Kind != Struct || t.class == nil || t.class == base.class {
		return false
	}
	_, found := t.within(func(b *Type) bool { return b.class != nil && b.class == base.class })
	return found
}

// owner is t or the base of it that has a member or a method of that name; nil if none has.
func (t *Type) owner(name string) *Type {
	var has *Type
	t.within(func(b *Type) bool {
		if b.field(name) != nil || b.bits(name) != nil || b.class != nil &&
			(b.class.methods[name] != nil || b.class.host[name] || b.class.broken[name]) {
			has = b
		}
		return has != nil
	})
	return has
}

// toBase is the part of object x that is its base.
func toBase(x Expr, base *Type) Expr {
	path, _ := x.T().within(func(b *Type) bool { return Same(b, base) })
	for _, f := range path {
		x = &Member{Typed{x.Position(), f.Type.qualified(x.T().Const, x.T().Volatile)}, x, f}
	}
	return x
}

// inheritNames puts the names of t's bases into the scope of its methods, inner ones last.
func (t *Type) inheritNames(s *scope, pos token.Pos) {
	for i := range t.Fields {
		f := &t.Fields[i]
		if !f.isBase() {
			continue
		}
		f.Type.inheritNames(s, pos)
		for _, g := range f.Type.Fields {
			if !g.isBase() {
				s.names[g.Name] = &symbol{name: g.Name, pos: pos, member: true}
			}
		}
		for _, b := range f.Type.Bits {
			s.names[b.Name] = &symbol{name: b.Name, pos: pos, member: true}
		}
		for name, methods := range f.Type.class.methods {
			s.names[name] = &symbol{name: name, pos: pos, funcs: methods, method: true}
		}
	}
}
