package cuda

import "warpbook.dev/gpumodel/cuda/token"

// friendClass reads friend class X; – false if no such member is ahead.
func (p *parser) friendClass(t *Type) bool {
	n := 0
	for ; p.at(n).Is("template"); n++ {
		start := p.i
		p.i += n + 1
		n = p.angleEnd() - start - 1
		p.i = start
	}
	if !p.at(n).Is("friend") {
		return false
	}
	for ; !p.at(n).Is(";"); n++ {
		if p.at(n).Is("(") || p.at(n).Is("{") || p.at(n).Kind == token.EOF {
			return false
		}
	}
	for p.i += n; p.prev().Kind != token.Ident; p.i-- { // friend struct S<T>;
	}
	t.class.friends[p.prev().Text] = true
	for !p.accept(";") {
		p.next()
	}
	return true
}

// friendAhead tells whether friend is among the words that begin the member.
func (p *parser) friendAhead() bool {
	if p.is("template") && p.at(1).Is("<") {
		defer func(start int) { p.i = start }(p.i)
		p.passTemplateHead()
	}
	for n := 0; specWords[p.at(n).Text] || baseWords[p.at(n).Text]; n++ {
		if p.at(n).Is("friend") {
			return true
		}
	}
	return false
}

// passTemplateHead passes template <…>.
func (p *parser) passTemplateHead() {
	p.next()
	p.i = p.angleEnd()
}

// friend reads a function that stands in a struct, and is not one of its methods. m.fn stays nil for a declaration.
func (p *parser) friend(t *Type, m *pending) {
	template := p.is("template")
	if template {
		p.passTemplateHead()
	}
	p.accept("friend")
	p.befriends++
	defer func() { p.befriends-- }()
	from, host := p.i, p.ofHost()
	for !p.is("(") && p.peek().Kind != token.EOF {
		p.next()
	}
	name := p.prev().Text
	if p.prev().Is(">") || p.prev().Kind == token.Punct { // friend bool operator==<T>(…), f<T>(…)
		for p.i > from && !p.prev().Is("<") && !p.prev().Is("operator") {
			p.i--
		}
		name = p.at(-2).Text
	}
	p.i = from
	if op := p.operatorAhead(); op != "" {
		name = op
	}
	t.class.friends[name] = true
	for n := 0; !p.at(n).Is("{"); n++ {
		if host || p.at(n).Is(";") || p.at(n).Kind == token.EOF { // which is declared elsewhere
			return
		}
	}
	if template {
		p.friendTemplate(t, m.from)
		return
	}
	s := p.specs("the function")
	d := p.declarator(s.typ, "the function", true)
	if d.params < 0 {
		p.fail(&d.name, "a friend is a function or a struct")
	}
	p.i = d.params
	fn := &Func{Pos: d.name.Pos, Name: d.name.Text, Result: d.typ.plain(), Library: d.name.Library}
	p.checkHead(&s, &d, fn)
	p.qualify(fn, &s, &d)
	p.parameters(fn)
	p.trailing(fn)
	inner := p.scope
	p.scope = t.class.inner.nearestSpace()
	m.fn = p.declareFunc(d.name, fn)
	p.scope = inner
}

// noteFriends notes the names of the functions that are friends of a class template, which is read from token start on: they are
// declared with its instances, of which the first may be made by an argument of their call.
func (p *parser) noteFriends(start int) {
	for i := start; i < p.i; i++ {
		if !p.toks[i].Is("friend") {
			continue
		}
		for ; i < p.i && !p.toks[i].Is("(") && !p.toks[i].Is(";"); i++ {
		}
		if name := p.toks[i-1]; p.toks[i].Is("(") && name.Kind == token.Ident {
			p.inSpaces[name.Text] = true
		}
	}
}

// friendTemplate reads template <…> friend f(…) { … }, which begins at token from: a template of the namespace that is read among the
// names of t.
func (p *parser) friendTemplate(t *Type, from int) {
	p.i = from + 2
	within := p.scope.outer
	p.scope = newScope(within)
	params := p.templateParams()
	p.templateFunc(params, t.class.inner.nearestSpace(), within)
}

// operatorAhead is the name of the operator function ahead, or empty.
func (p *parser) operatorAhead() string {
	for n := 0; !p.at(n).Is("(") && p.at(n).Kind != token.EOF; n++ {
		if p.at(n).Is("operator") {
			name := "operator"
			for n++; p.at(n).Kind == token.Punct && (!p.at(n).Is("(") || name == "operator") && !p.at(n).Is("<<<"); n++ {
				if name += p.at(n).Text; p.at(n).Is("(") {
					return "operator()"
				}
			}
			return name
		}
	}
	return ""
}
