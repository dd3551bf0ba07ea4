package cuda

import "warpbook.dev/gpumodel/cuda/token"

// A variableTemplate is template <…> constexpr T name = value; its tokens are read for each set of arguments.
type variableTemplate struct {
	name      string
	params    []TemplateParam
	toks      []token.Token
	scope     *scope // in which it stands
	instances map[string]*symbol
	special   []*specialClass
	concept   []token.Token // the constraint whose value it is, of a concept
}

// variableTemplateAhead tells whether a variable is declared from token i on, behind the parameters of a template.
func (p *parser) variableTemplateAhead(i int) bool {
	saved := p.i
	defer func() { p.i = saved }()
	for p.i = i; p.peek().Kind != token.EOF; p.next() {
		switch t := p.peek(); {
		case t.Is("<") && p.prev().Kind == token.Ident:
			p.i = p.angleEnd() - 1
		case t.Is("=") || t.Is("{"):
			return p.prev().Kind == token.Ident && !keywords[p.prev().Text] || p.prev().Is(">")
		case t.Is("(") && bracketed[p.prev().Text]:
			p.skipBalanced()
			p.i--
		case t.Is("(") || t.Is(";") || t.Is("operator") || t.Is("struct") || t.Is("class") || t.Is("using") || t.Is("union") || t.Is("friend"):
			return false
		}
	}
	return false
}

// templateEnd is the token behind template <…>.
func (p *parser) templateEnd() int {
	p.i++
	defer func() { p.i-- }()
	return p.angleEnd()
}

// nameBefore is the name of the variable that is declared from token i on.
func (p *parser) nameBefore(i int) string {
	for ; i+1 < len(p.toks); i++ {
		if after := &p.toks[i+1]; after.Is("=") || after.Is("{") || after.Is("<") && p.variableNamed(&p.toks[i]) != nil {
			return p.toks[i].Text
		}
	}
	return ""
}

// variableTemplate reads template <…> and a variable, or what it is for some arguments.
func (p *parser) variableTemplate() {
	p.i += 2
	outer := p.scope
	p.scope = newScope(outer)
	params := p.templateParams()
	start := p.i
	for !p.at(1).Is("=") && !p.at(1).Is("{") && !(p.at(1).Is("<") && p.variableNamed(p.peek()) != nil) && p.peek().Kind != token.EOF {
		p.next()
	}
	name := p.name("the variable")
	vt := p.variableNamed(&name)
	var args []templateArg
	head := p.toks[start:p.i:p.i]
	if p.is("<") && vt != nil {
		args = p.templateArgs()
	}
	p.scope = outer
	value := p.i
	for !p.is(";") && p.peek().Kind != token.EOF { // requires { … } has semicolons
		if p.is("{") {
			p.skipBalanced()
		} else {
			p.next()
		}
	}
	whole := p.toks[value:p.i:p.i]
	toks := append(append(head, p.toks[value:p.i]...), token.Token{Kind: token.Punct, Text: ";", Pos: p.peek().Pos, End: p.peek().End},
		token.Token{Kind: token.EOF, Pos: p.peek().End, End: p.peek().End})
	p.semicolon("the variable")
	if args != nil {
		vt.special = append(vt.special, &specialClass{params: params, args: args, toks: toks})
		return
	}
	vt = &variableTemplate{name: name.Text, params: params, toks: toks, scope: p.scope, instances: map[string]*symbol{}}
	if len(head) > 1 && head[0].Is("concept") && len(whole) > 1 {
		vt.concept = whole[1:]
	}
	p.declare(name, &symbol{variable: vt})
}

// variableNamed is the template of variables of a name, nil if there is none.
func (p *parser) variableNamed(t *token.Token) *variableTemplate {
	if sym := p.find(t); sym != nil {
		return sym.variable
	}
	return nil
}

// variableInstance reads the arguments behind the name of a template of variables, and refers to the variable.
func (p *parser) variableInstance(t *token.Token, vt *variableTemplate) Expr {
	args := p.completed(t, vt.name, vt.params, p.templateArgs())
	key := instanceKey(args)
	if dependent(args) { // in the head of a template: any value
		p.dependents++
		return &Lit{Typed{t.Pos, typeInt}, Const{I: 1}}
	}
	if vt.concept != nil {
		inner := newScope(vt.scope)
		p.bindParams(inner, vt.params, args)
		return &Lit{Typed{t.Pos, typeBool}, Const{I: b2i(p.holds(inner, vt.concept))}}
	}
	sym := vt.instances[key]
	if sym == nil {
		sym = p.readVariable(t, vt, args)
		vt.instances[key] = sym
	}
	if sym.bad {
		return bad(t.Pos)
	}
	return p.use(t, sym)
}

// readVariable reads the kept tokens with the parameters bound.
func (p *parser) readVariable(t *token.Token, vt *variableTemplate, args []templateArg) *symbol {
	if p.deep >= maxInstances {
		p.fail(t, "templates instantiate one another more than %d deep at %s", maxInstances, vt.name)
	}
	defer p.suspended()()
	p.state = state{scope: newScope(vt.scope)}
	params := vt.params
	p.toks, p.i = vt.toks, 0
	var best *specialClass
	for _, s := range vt.special {
		if values, ok := s.fits(flat(args)); ok && s.better(best) {
			best, params, args, p.toks = s, s.params, values, s.toks
		}
	}
	p.bindParams(p.scope, params, args)
	errs := len(p.Errs)
	var v *Var
	p.guardTop(func() {
		s := p.specs("the variable")
		s.constexpr = s.constexpr || s.isconst
		s.typ = s.typ.qualified(true, false)
		p.push()
		v = p.variable(&s, Auto)
		p.semicolon("the variable")
	}, func() {})
	if v == nil || v.Value == nil {
		if len(p.Errs) == errs {
			p.Errorf(t.Pos, t.End, "template variable %q must be a constant number, as in template <typename T> constexpr int N = sizeof(T)",
				vt.name)
		}
		return &symbol{bad: true}
	}
	p.within(vt.name, errs)
	return &symbol{name: vt.name, pos: t.Pos, v: v}
}
