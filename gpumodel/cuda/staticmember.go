package cuda

import (
	"cmp"

	"warpbook.dev/gpumodel/cuda/token"
)

// A static member of a class that a program declares without a value, static int count;, is a variable of the host. Its definition
// stands outside, int S::count = 0;, further down or in another source. Such a variable is awaited, as one that is declared extern is
// (externs.go). A member that is inline is defined where it stands.

// variableMember reads the static member ahead, if it is such a variable.
func (p *parser) variableMember(t *Type, s *specs) bool {
	if p.hosted && p.fn == nil && s.constexpr && p.pointerMember(s) { // static constexpr const char *name = "…";
		own := *s
		own.constexpr = false
		s = &own
	} else if !p.hosted || p.fn != nil || s.constexpr || !p.declaresMember(s) && !s.inline() {
		return false
	}
	s.extern = true
	name := p.nameOfStatic(s)
	p.fileVariable(s, Device)
	if sym := p.scope.names[name]; sym != nil && sym.v != nil {
		p.structOf[sym.v] = t
	}
	return true
}

// inline tells whether a member is defined in its class though it is not a constant.
func (s *specs) inline() bool {
	for i := range s.words {
		if s.words[i].Is("inline") {
			return true
		}
	}
	return false
}

// nameOfStatic is the name in the declarator ahead.
func (p *parser) nameOfStatic(s *specs) string {
	defer func(start int) { p.i = start }(p.i)
	d := p.declarator(s.typ, "the member", true)
	return d.name.Text
}

// declaresMember tells whether the declarator ahead has no value.
func (p *parser) declaresMember(s *specs) bool {
	defer func(start int) { p.i = start }(p.i)
	p.declarator(s.typ, "the member", true)
	return !p.hasValue()
}

// pointerMember tells whether the declarator ahead is a pointer that has a value.
func (p *parser) pointerMember(s *specs) bool {
	defer func(start int) { p.i = start }(p.i)
	d := p.declarator(s.typ, "the member", true)
	return d.typ.Kind == Pointer && p.hasValue()
}

// staticName finds the S:: of a static member that is defined from token i on: [from, name) are its tokens.
func (p *parser) staticName(i int) (from, name int, ok bool) {
	defer func(start int) { p.i = start }(p.i)
	for ; ; i++ {
		switch t := &p.toks[i]; {
		case t.Kind == token.EOF || t.Is("}") || t.Is("operator"):
			return 0, 0, false
		case t.Is("<"):
			p.i = i
			i = p.angleEnd() - 1
		case t.Is(";") || t.Is("=") || t.Is("{") || t.Is("(") || t.Is("["):
			if name = i - 1; name < 2 || p.toks[name].Kind != token.Ident || !p.toks[name-1].Is("::") {
				return 0, 0, false
			}
			from = p.qualifiedFrom(name)
			return from, name, from < name
		}
		if i+1 >= len(p.toks) {
			return 0, 0, false
		}
	}
}

// defineStatic reads the definition of a static member outside its class; false if none begins here. Of a template, end is where
// its parameters end.
func (p *parser) defineStatic(end int) bool {
	from, name, ok := p.staticName(max(end, p.i))
	if !ok {
		return false
	}
	t, ct := p.classNamed(from, name)
	if t == nil && ct == nil || t != nil && !p.awaitsMember(t, p.toks[name].Text) {
		return false
	}
	var params []TemplateParam
	if ct != nil {
		if end <= p.i+3 {
			return false
		}
		params = p.templateHead()
	}
	start := p.i
	for p.i = name; !p.is(";") && p.peek().Kind != token.EOF; {
		if !p.is("(") && !p.is("[") && !p.is("{") {
			p.next()
		} else if !p.skipBalanced() {
			break
		}
	}
	p.semicolon("the member")
	toks := append(append([]token.Token{}, p.toks[start:from]...), p.toks[name:p.i]...)
	toks = append(toks, token.Token{Kind: token.EOF, Pos: p.prev().End, End: p.prev().End})
	p.attachTo(t, ct, &outsideMethod{params: params, toks: toks, static: p.toks[name].Text})
	return true
}

// awaitsMember tells whether t has a static member of that name without a definition.
func (p *parser) awaitsMember(t *Type, name string) bool {
	sym := t.named(name)
	if sym == nil || sym.v == nil {
		return false
	}
	_, awaited := p.awaited[sym.v]
	return awaited
}

// attachStatic gives a static member of t its value.
func (p *parser) attachStatic(t *Type, m *outsideMethod) {
	if !p.awaitsMember(t, m.static) {
		return
	}
	defer p.suspended()()
	p.toks, p.i = m.toks, 0
	// A class without methods, or with an error before they were read, has no scope for them.
	p.state = state{scope: newScope(cmp.Or(t.class.scope, t.class.inner))}
	p.bindParams(p.scope, m.params, t.class.args)
	p.scope = newScope(p.scope)
	within := p.scope
	within.names[m.static] = t.named(m.static)
	p.guardTop(func() {
		s := p.specs("the member")
		p.fileVariables(&s)
		t.class.inner.names[m.static] = within.names[m.static]
	}, func() {})
}
