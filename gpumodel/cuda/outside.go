package cuda

import "warpbook.dev/gpumodel/cuda/token"

// A method that is defined outside its struct is read as if it stood within: its tokens
// without the S:: before the name.

// An outsideMethod is one of a class template: each instance reads it. It is a static member if static is its name.
type outsideMethod struct {
	params []TemplateParam // as this definition calls those of the class
	toks   []token.Token
	static string
}

// outsideName finds the S:: of a method that is defined from token i on: [from, name) are its
// tokens. The names are left out that no struct has.
func (p *parser) outsideName(i int) (from, name int, ok bool) {
	name = -1
	for ; name < 0; i++ {
		if i+1 >= len(p.toks) {
			return 0, 0, false
		}
		switch t, after := &p.toks[i], &p.toks[i+1]; {
		case t.Kind == token.EOF || t.Is(";") || t.Is("{") || t.Is("}") || t.Is("="):
			return 0, 0, false
		case t.Is("operator"):
			name = i
		case t.Is("<"):
			saved := p.i
			p.i = i
			i = p.angleEnd() - 1
			p.i = saved
		case after.Is("(") && bracketed[t.Text]:
			saved := p.i
			p.i = i + 1
			p.skipBalanced()
			i = p.i - 1
			p.i = saved
		case after.Is("(") && t.Kind == token.Ident && !keywords[t.Text]:
			if name = i; p.toks[max(0, i-1)].Is("~") {
				name--
			}
		case t.Is("("):
			return 0, 0, false
		}
	}
	from = p.qualifiedFrom(name)
	return from, name, from < name
}

// qualifiedFrom is the token at which the name of token i begins: the first of A::B<T>::, or i.
func (p *parser) qualifiedFrom(i int) int {
	for i > 0 && p.toks[i-1].Is("::") {
		i--
		if i > 0 && p.toks[i-1].Is(">") {
			for depth := 0; i > 0; {
				i--
				if p.toks[i].Is(">") {
					depth++
				} else if p.toks[i].Is("<") {
					if depth--; depth == 0 {
						break
					}
				}
			}
		}
		if i > 0 && p.toks[i-1].Kind == token.Ident {
			i--
		}
	}
	return i
}

// bracketed are the words before a "(" that is not that of the parameters.
var bracketed = token.Words("__launch_bounds__ __maxnreg__ __block_size__ __align__ alignas __attribute__ decltype")

// classNamed is the struct or the class template that the tokens [i, end) name: A::B:: or S<T>::.
func (p *parser) classNamed(i, end int) (*Type, *classTemplate) {
	sym := p.find(&p.toks[i])
	for ; sym != nil && sym.namespace && i+2 < end; i += 2 {
		putSpaceBefore(&p.toks[i+2], sym.inner)
		sym = p.find(&p.toks[i+2])
	}
	switch {
	case sym == nil:
		return nil, nil
	case sym.template != nil:
		return nil, sym.template
	case sym.typ == nil || sym.typ.Kind != Struct || sym.typ.class == nil:
		return nil, nil
	}
	t := sym.typ
	for i += 2; i+1 < end; i += 2 {
		if sym = t.named(p.toks[i].Text); sym == nil || sym.typ == nil || sym.typ.Kind != Struct || sym.typ.class == nil {
			return nil, nil
		}
		t = sym.typ
	}
	return t, nil
}

// defineOutside reads a method that is defined outside its struct; false if none begins here.
// Of a template, end is where its parameters end.
func (p *parser) defineOutside(end int) bool {
	from, name, ok := p.outsideName(max(end, p.i))
	if !ok {
		return false
	}
	t, ct := p.classNamed(from, name)
	if t == nil && ct == nil || t != nil && t.class.scope == nil {
		return false
	}
	start := p.i
	var params []TemplateParam
	if ct != nil {
		if end == 0 || end <= p.i+3 {
			p.fail(&p.toks[from], "a method of one instance of %q cannot be defined alone: specialise the struct", ct.name)
		}
		params = p.templateHead()
		start = p.i
		if len(params) != len(ct.params) {
			p.fail(&p.toks[from], "template %q has %s, got %d", ct.name, token.Count(len(ct.params), "parameter"), len(params))
		}
	}
	p.i = start
	last := len(p.toks) - 1
	if p.completion == nil || p.closedAhead() {
		p.passMethod()
		last = p.i
	}
	toks := append(append([]token.Token{}, p.toks[start:from]...), p.toks[name:last]...)
	toks = append(toks, token.Token{Kind: token.EOF, Pos: p.toks[last-1].End, End: p.toks[last-1].End})
	p.attachTo(t, ct, &outsideMethod{params: params, toks: toks})
	return true
}

// attachTo gives m to t, or to all instances of ct.
func (p *parser) attachTo(t *Type, ct *classTemplate, m *outsideMethod) {
	if ct == nil {
		p.attach(t, m)
		return
	}
	ct.outside = append(ct.outside, m)
	for _, t := range ct.instances {
		if t.Kind == Struct && t.complete && !t.class.specialised {
			p.attach(t, m)
		}
	}
}

// attach gives a method of t, which is declared there, its body, and a static member its value.
func (p *parser) attach(t *Type, m *outsideMethod) {
	if m.static != "" {
		p.attachStatic(t, m)
		return
	}
	defer p.suspended()()
	p.toks, p.i = m.toks, 0
	p.state = state{scope: newScope(t.class.scope)}
	p.bindParams(p.scope, m.params, t.class.args)
	p.scope = newScope(p.scope)
	p.guardTop(func() {
		if p.is("template") {
			p.methodTemplate(t, &pending{})
			return
		}
		if name := p.methodName(0); p.ofHost() {
			if !t.class.host[name] && t.class.methods[name] != nil {
				p.fail(&p.toks[0], "the struct declares %q with __device__: write it here, too", name)
			}
			return
		}
		h := p.readHead(t)
		fn := p.joined(t, h)
		if p.info(fn).body = p.atFirstUse(t, fn, p.scope, m.toks, p.i); m.params == nil || p.info(fn).wanted {
			p.readBody(fn)
		}
	}, func() {})
}

// joined is the method of t that is declared with the head h, which gets the parameters of its definition.
func (p *parser) joined(t *Type, h *methodHead) *Func {
	fn, info := h.fn, p.info(h.fn)
	for _, old := range h.listOf(t.class) {
		was, params := p.info(old), fn.Params
		if was.static && !info.static { // the word stands in the struct alone
			params = params[1:]
		}
		if !p.sameMethod(h, old, &Func{Params: params, Result: fn.Result}) {
			continue
		}
		if was.defined {
			p.fail(&h.name, "function %q is defined twice; the first time on line %d", fn.Name, old.Pos.Line)
		}
		for i, v := range old.Params {
			if x := was.defaults[v]; x != nil {
				info.defaults[params[i]] = x
			}
		}
		info.static, info.virtual, info.constexpr, info.wanted = was.static, was.virtual, was.constexpr || info.constexpr, was.wanted
		info.defined = true
		old.Pos, old.Params, p.infos[old] = fn.Pos, params, info
		p.made = append(p.made, old)
		return old
	}
	hint := "declare it in the struct"
	if len(h.listOf(t.class)) > 0 {
		hint = "the struct declares it with others, or with const behind them"
	}
	p.fail(&h.name, "%s has no method %q with these parameters: %s", t.plain(), h.name.Text, hint)
	return nil
}
