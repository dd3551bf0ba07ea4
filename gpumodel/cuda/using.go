package cuda

import "warpbook.dev/gpumodel/cuda/token"

// usingDecl reads using namespace N; using T = type; using N::f; using enum E; and what begins with namespace.
func (p *parser) usingDecl() {
	if p.is("namespace") {
		p.namespaceDecl()
		return
	}
	start := p.i
	p.next()
	switch {
	case p.accept("namespace"):
		if space := p.spaceAhead(); space != nil {
			p.scope.use(space)
		} else { // of a library, or of the host
			p.skipTo(";")
		}
	case p.accept("enum"):
		p.usingEnum()
	case p.at(1).Is("="):
		name := p.name("the type")
		p.next()
		p.declare(name, &symbol{typ: p.functionTypeID()})
	case p.usingName():
	default: // using std::cout;
		p.skipTo(";")
		p.blankHost(start, p.i+1)
	}
	p.semicolon(quoteName(p.toks[start].Text))
}

// usingName reads N::f, M::g, names of namespaces of the source; false if there is no such name.
func (p *parser) usingName() bool {
	for {
		start := p.i
		p.accept("typename")
		n := p.qualifier()
		t := p.at(n)
		if n == 0 || t.Within == nil || t.Kind != token.Ident {
			p.i = start
			return false
		}
		if p.i += n; t.Is("operator") {
			name := p.operatorWord()
			t = &name
		} else {
			p.i++
		}
		sym := p.find(t)
		if sym == nil {
			p.noSuchName(t)
		}
		p.takeOver(*t, sym)
		if !p.accept(",") {
			return true
		}
	}
}

// takeOver declares here what another scope means by a name. Functions are added to those of the name.
func (p *parser) takeOver(t token.Token, sym *symbol) {
	old := p.scope.names[t.Text]
	if old != nil && old.with(sym, p.scope) == old {
		return
	}
	if old != nil && old.funcs != nil && sym.funcs != nil {
		p.scope.names[t.Text] = old.with(sym, p.scope)
		return
	}
	here := *sym
	here.home = p.scope
	p.declare(t, &here)
}

// usingEnum reads E of using enum E, which declares the enumerators here.
func (p *parser) usingEnum() {
	at := *p.peek()
	if !p.startsType() {
		p.noType("using enum")
	}
	t := p.typeName(true)
	if t == nil || t.Enum == nil {
		p.fail(&at, "using enum needs an enum, and %q is none", at.Text)
	}
	for _, name := range t.Enum.names {
		lit := t.Enum.values[name]
		name := token.Token{Kind: token.Ident, Text: name, Pos: at.Pos, End: at.End}
		if old := p.scope.names[name.Text]; old != nil && old.lit == lit {
			continue
		}
		p.declare(name, &symbol{lit: lit})
	}
}

func (p *parser) skipTo(text string) {
	for !p.is(text) && p.peek().Kind != token.EOF {
		p.next()
	}
}

// typedef reads typedef type name; what cannot be read belongs to the host.
func (p *parser) typedef() {
	start := p.i
	if p.hosted {
		p.localDecl()
		return
	}
	if p.quietly(func() { p.localDecl() }) != nil {
		p.i = start
		p.skipHost()
	}
}
