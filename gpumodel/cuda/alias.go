package cuda

import "warpbook.dev/gpumodel/cuda/token"

// An aliasTemplate is template <…> using name = type; its tokens are read for each use.
type aliasTemplate struct {
	name   string
	params []TemplateParam
	toks   []token.Token // of the type
	scope  *scope        // in which it stands
}

// aliasAhead tells whether the template ahead is one of these.
func (p *parser) aliasAhead() bool {
	if !p.is("template") || !p.at(1).Is("<") {
		return false
	}
	start := p.i
	p.next()
	p.i = p.angleEnd()
	found := p.is("using")
	p.i = start
	return found
}

// aliasTemplate reads template <…> using name = type;
func (p *parser) aliasTemplate() {
	params := p.templateHead()
	p.next()
	name := p.name("the type")
	p.expect("=", "after "+quoteName(name.Text))
	start := p.i
	p.skipTo(";")
	toks := append(p.toks[start:p.i:p.i], token.Token{Kind: token.EOF, Pos: p.peek().Pos, End: p.peek().End})
	p.semicolon("the type")
	p.declare(name, &symbol{alias: &aliasTemplate{name.Text, params, toks, p.scope}})
}

// memberTemplate is the alias or the template of structs that S::name begins here, and how many tokens stand before its name.
func (p *parser) memberTemplate() (*symbol, int) {
	t, n := p.classAhead()
	if t == nil {
		return nil, 0
	}
	if p.at(n).Is("template") {
		n++
	}
	if sym := t.named(p.at(n).Text); sym != nil && (sym.alias != nil || sym.template != nil) && p.at(n+1).Is("<") {
		return sym, n
	}
	return nil, 0
}

// aliasNamed is the type that begins with the name of an alias n tokens ahead.
func (p *parser) aliasNamed(a *aliasTemplate, n int, take bool) *Type {
	switch {
	case !p.at(n + 1).Is("<"):
		return nil
	case !take:
		return typeBad
	}
	p.i += n
	t := *p.next()
	return p.aliasType(&t, a, p.templateArgs())
}

// aliasType is the type that an alias stands for with these arguments.
func (p *parser) aliasType(t *token.Token, a *aliasTemplate, args []templateArg) *Type {
	args = p.completed(t, a.name, a.params, args)
	if p.deep >= maxInstances {
		p.fail(t, "templates instantiate one another more than %d deep at %s", maxInstances, a.name)
	}
	defer p.suspended()()
	errs := len(p.Errs)
	p.toks, p.i = a.toks, 0
	p.state = state{scope: newScope(a.scope)}
	p.bindParams(p.scope, a.params, args)
	made := typeBad
	p.guardTop(func() {
		made = p.typeID()
		if p.peek().Kind != token.EOF {
			p.unexpected("the end of the type")
		}
	}, func() {})
	if a.toks[0].Library {
		p.blame(t, errs)
	}
	p.within(a.name+"<"+instanceKey(args)+">", errs)
	return made
}
