package cuda

// usingDecl reads using namespace N; using T = type; namespace A = B; and namespace N {.
func (p *parser) usingDecl() {
	start := p.i
	t := p.next()
	switch {
	case t.is("namespace") && p.is("{"):
		p.next()
		p.namespaces++
		return
	case t.is("using") && p.accept("namespace"):
		p.skipTo(";")
	case t.is("using") && p.at(1).is("="):
		name := p.name("the type")
		p.next()
		p.declare(name, &symbol{typ: p.functionTypeID()})
	case t.is("using"): // using std::cout;
		p.skipTo(";")
		p.blankHost(start, p.i+1)
	default:
		p.namespace()
		if p.namespaces > 0 && p.prev().is("{") {
			return
		}
	}
	p.semicolon(quoteName(t.text))
}

// namespace reads the name after the word, and = alias or {.
func (p *parser) namespace() {
	name := p.name("the namespace")
	sym := &symbol{name: name.text, pos: name.pos, namespace: true, host: name.text}
	p.scope.names[name.text] = sym
	for p.accept("::") {
		p.global.names[p.name("the namespace").text] = sym
	}
	if p.accept("{") {
		p.namespaces++
		return
	}
	p.expect("=", "after the name of the namespace")
	target := p.name("the namespace")
	for p.accept("::") {
		target = p.name("the namespace")
	}
	sym.host = target.text
}

func (p *parser) skipTo(text string) {
	for !p.is(text) && p.peek().kind != tEOF {
		p.next()
	}
}

// typedef reads typedef type name; what cannot be read belongs to the host.
func (p *parser) typedef() {
	start := p.i
	if p.quietly(func() { p.localDecl() }) != nil {
		p.i = start
		p.skipHost()
	}
}
