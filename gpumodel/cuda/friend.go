package cuda

// friendClass reads friend class X; – false if no such member is ahead.
func (p *parser) friendClass(t *Type) bool {
	n := 0
	for ; p.at(n).is("template"); n++ {
		start := p.i
		p.i += n + 1
		n = p.angleEnd() - start - 1
		p.i = start
	}
	if !p.at(n).is("friend") {
		return false
	}
	for ; !p.at(n).is(";"); n++ {
		if p.at(n).is("(") || p.at(n).is("{") || p.at(n).kind == tEOF {
			return false
		}
	}
	for p.i += n; p.prev().kind != tIdent; p.i-- { // friend struct S<T>;
	}
	t.class.friends[p.prev().text] = true
	for !p.accept(";") {
		p.next()
	}
	return true
}

// friendAhead tells whether friend is among the words that begin the member.
func (p *parser) friendAhead() bool {
	if p.is("template") && p.at(1).is("<") {
		defer func(start int) { p.i = start }(p.i)
		p.passTemplateHead()
	}
	for n := 0; specWords[p.at(n).text] || baseWords[p.at(n).text]; n++ {
		if p.at(n).is("friend") {
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
	for !p.is("(") && p.peek().kind != tEOF {
		p.next()
	}
	name := p.prev().text
	if p.prev().is(">") || p.prev().kind == tPunct { // friend bool operator==<T>(…), f<T>(…)
		for p.i > from && !p.prev().is("<") && !p.prev().is("operator") {
			p.i--
		}
		name = p.at(-2).text
	}
	p.i = from
	if op := p.operatorAhead(); op != "" {
		name = op
	}
	t.class.friends[name] = true
	for n := 0; !p.at(n).is("{"); n++ {
		if host || p.at(n).is(";") || p.at(n).kind == tEOF { // which is declared elsewhere
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
	fn := &Func{Pos: d.name.pos, Name: d.name.text, Result: d.typ.plain(), Library: d.name.library}
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
		if !p.toks[i].is("friend") {
			continue
		}
		for ; i < p.i && !p.toks[i].is("(") && !p.toks[i].is(";"); i++ {
		}
		if name := p.toks[i-1]; p.toks[i].is("(") && name.kind == tIdent {
			p.inSpaces[name.text] = true
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
	for n := 0; !p.at(n).is("(") && p.at(n).kind != tEOF; n++ {
		if p.at(n).is("operator") {
			name := "operator"
			for n++; p.at(n).kind == tPunct && (!p.at(n).is("(") || name == "operator") && !p.at(n).is("<<<"); n++ {
				if name += p.at(n).text; p.at(n).is("(") {
					return "operator()"
				}
			}
			return name
		}
	}
	return ""
}
