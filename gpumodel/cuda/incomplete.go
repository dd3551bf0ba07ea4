package cuda

import "warpbook.dev/gpumodel/cuda/token"

// A struct may be named before its definition is read, struct S; or struct S *p, and within it. Its type is then completed by the
// definition. Types that differ from it in their qualifiers alone are copies, which are completed with it.

// copied notes that u is such a copy of t.
func (t *Type) copied(u *Type) {
	if t.Kind == Struct && t.class != nil && !t.class.laidOut {
		t.class.copies = append(t.class.copies, u)
	}
}

// laidOut completes the copies of t, whose definition has been read.
func (t *Type) laidOut() {
	t.class.laidOut = true
	for _, u := range t.class.copies {
		c, v, refers := u.Const, u.Volatile, u.refers
		*u = *t
		u.Const, u.Volatile, u.refers = c, v, refers
	}
	t.class.copies = nil
}

// announced declares a struct of the host without its definition.
func (p *parser) announced(name *token.Token, within *scope) *Type {
	t := &Type{Kind: Struct, Name: within.whole(name.Text), Align: 1, class: p.newClass()}
	outer := p.scope
	p.scope = within
	p.declare(*name, &symbol{typ: t})
	p.scope = outer
	return t
}

// unfinishedType is the type that the definition ahead completes, nil if the name has none.
func (p *parser) unfinishedType(name string) *Type {
	sym := p.scope.names[name]
	if sym == nil {
		return nil
	}
	t := sym.typ
	if sym.tag != nil {
		t = sym.tag
	}
	if t == nil || t.Kind != Struct || t.class == nil || t.complete || t.class.of != nil {
		return nil
	}
	return t
}
