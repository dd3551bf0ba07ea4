package cuda

import "slices"

// A lambda becomes what it is in C++: a struct that holds what is captured, with a method
// operator(). What is captured by reference is a pointer there.

// capture is a variable of the function around a lambda.
type capture struct {
	name token
	sym  *symbol
	ref  bool
	init Expr // [name = init]
}

// lambda reads [captures](parameters) { … }.
func (p *parser) lambda() Expr {
	open := p.next()
	if p.fn == nil {
		p.fail(open, "a lambda is only supported inside a function; write a __device__ function")
	}
	all, named := p.captureList()
	p.lambdas++ // which one of a template's instances it is, too
	t := &Type{Kind: Struct, Name: "lambda " + itoa(p.lambdas) + " on line " + itoa(open.pos.Line), class: p.newClass()}
	t.class.inner = newScope(p.scope)
	t.class.scope = newScope(p.scope)
	this := &Var{Pos: open.pos, Name: "this", Storage: Param}
	fn := &Func{Pos: open.pos, Name: t.Name + "::operator()", Result: typeAuto, Params: []*Var{this}}
	info := p.info(fn)
	info.owner, info.defined = t, true
	t.class.lambda, t.class.info = true, info

	outer := p.scope
	if params := p.genericParams(); params != nil {
		return p.genericLambda(open, t, params, all, named)
	}
	heads := newScope(t.class.scope)
	p.scope = heads
	errs := len(p.errs)
	if p.is("(") {
		p.parameters(fn)
	}
	for _, v := range fn.Params {
		if v.Type != nil && isAuto(v.Type) { // which was reported
			v.Type = typeBad
		}
	}
	mutable := false
	for p.is("mutable") || p.is("constexpr") || p.is("__device__") || p.is("__host__") {
		mutable = p.next().is("mutable") || mutable
	}
	p.trailing(fn)
	p.scope = outer
	if !p.is("{") {
		p.unexpected("the body of the lambda")
	}

	value := &InitList{Typed: Typed{open.pos, t}}
	for _, c := range p.captured(t.class.scope, all, named) {
		value.Elems = append(value.Elems, p.capture(t, c))
	}
	t.layout(0)
	t.complete = true
	this.Type = pointerTo(t.qualified(!mutable, false))
	t.class.methods["operator()"] = []*Func{fn}
	p.scope = heads
	p.made = append(p.made, fn)
	p.define(fn)
	if len(p.errs) > errs && isAuto(fn.Result) {
		fn.Result = typeBad
	}
	p.scope = outer
	return value
}

// captureList reads what stands between [ and ]: "=" or "&" for all that is used, and names.
func (p *parser) captureList() (all string, named []capture) {
	for more := !p.is("]"); more; more = p.accept(",") {
		by := p.accept("&")
		switch {
		case p.is("=") || p.is("this") || p.is("*"):
			if !p.is("=") {
				p.fail(p.peek(), "a lambda cannot capture this; copy the member into a variable before")
			}
			p.next()
			all = "="
		case by && (p.is("]") || p.is(",")):
			all = "&"
		default:
			name := p.name("the captured variable")
			if p.accept("=") {
				x := p.assignment()
				if isBad(x) {
					panic(bailout{})
				}
				named = append(named, capture{name: name, ref: by, init: x})
				continue
			}
			sym := p.find(&name)
			if sym == nil || sym.v == nil {
				p.fail(&name, "a lambda cannot capture %q: it is not a local variable%s", name.text, didYouMean(name.text, p.scope.visible()))
			}
			named = append(named, capture{name: name, sym: sym, ref: by})
		}
	}
	p.expect("]", "after what the lambda captures")
	return all, named
}

// captured adds to the named captures the variables of the function that the body ahead
// uses: all of them by [=] or [&]. Without either others are out of reach within the body.
func (p *parser) captured(within *scope, all string, named []capture) []capture {
	depth := 0
	for n := 0; p.at(n).kind != tEOF; n++ {
		t := p.at(n)
		if depth += braceStep(t); depth == 0 {
			break
		}
		sym := p.find(t)
		if t.kind != tIdent || n > 0 && (p.at(n-1).is(".") || p.at(n-1).is("->") || p.at(n-1).is("::")) || !p.local(sym) ||
			slices.ContainsFunc(named, func(c capture) bool { return c.sym == sym || c.init != nil && c.name.text == t.text }) {
			continue
		}
		if all != "" {
			named = append(named, capture{name: *t, sym: sym, ref: all == "&"})
		} else {
			within.names[t.text] = &symbol{name: t.text, pos: sym.pos, outside: true}
		}
	}
	return named
}

// local tells whether a symbol is a variable that lives in a thread.
func (p *parser) local(sym *symbol) bool {
	return sym != nil && !sym.bad && sym.v != nil && (sym.v.Storage == Auto || sym.v.Storage == Param) && sym.v.Value == nil && sym.v.Type.Kind != badKind
}

// capture makes a member of a variable, and returns its value.
func (p *parser) capture(t *Type, c capture) Expr {
	x := c.init
	if x == nil {
		x = p.use(&c.name, c.sym)
	}
	if c.ref && c.init != nil && !p.lvalue(x) {
		p.fail(&c.name, "the captured reference %q needs a variable", c.name.text)
	}
	if c.init != nil && !c.ref {
		x = p.plainName(p.rvalue(x))
	}
	sym := &symbol{name: c.name.text, pos: c.name.pos, member: true, ref: c.ref}
	t.class.scope.names[c.name.text] = sym
	of := x.T()
	switch {
	case isBad(x):
	case c.ref:
		x = p.pointTo(x)
		of = pointerTo(of)
	case of.Kind == Array:
		p.fail(&c.name, "a lambda cannot capture array %q by value; write [&]", c.name.text)
	default:
		of = of.plain()
		x = p.copyOf(p.rvalue(x), of)
	}
	t.Fields = append(t.Fields, Field{Name: c.name.text, Type: of})
	return x
}

// genericParams are the parameters of the template that operator() of the lambda ahead is, one for each auto among
// what it takes; nil if there is none.
func (p *parser) genericParams() (params []TemplateParam) {
	if !p.is("(") {
		return nil
	}
	depth := 0
	for n := 0; p.at(n).kind != tEOF; n++ {
		switch t := p.at(n); {
		case t.is("("):
			depth++
		case t.is(")"):
			if depth--; depth == 0 {
				return params
			}
		case t.is("auto"):
			params = append(params, TemplateParam{Name: "auto of parameter " + itoa(len(params)+1), Typename: true})
		}
	}
	return params
}

// genericLambda is a lambda with auto among its parameters: operator() is a template, of the tokens from here on.
func (p *parser) genericLambda(open *token, t *Type, params []TemplateParam, all string, named []capture) Expr {
	word := func(text string, kind tokenKind) token {
		return token{kind: kind, text: text, pos: open.pos, end: open.end}
	}
	toks := []token{word("__device__", tIdent), word("auto", tIdent), word("operator", tIdent), word("(", tPunct), word(")", tPunct)}
	start, mutable := p.i, false
	p.skipBalanced()
	for n, i := 0, start; i < p.i; i++ {
		tok := p.toks[i]
		if tok.is("auto") {
			tok.text = params[n].Name
			n++
		}
		toks = append(toks, tok)
	}
	for p.is("mutable") || p.is("constexpr") || p.is("__device__") || p.is("__host__") {
		mutable = p.next().is("mutable") || mutable
	}
	if !mutable {
		toks = append(toks, word("const", tIdent))
	}
	for !p.is("{") && p.peek().kind != tEOF && !p.is(";") {
		toks = append(toks, *p.next())
	}
	if !p.is("{") {
		p.unexpected("the body of the lambda")
	}
	value := &InitList{Typed: Typed{open.pos, t}}
	for _, c := range p.captured(t.class.scope, all, named) {
		value.Elems = append(value.Elems, p.capture(t, c))
	}
	t.layout(0)
	t.complete = true
	body := p.i
	if !p.skipBalanced() {
		p.fail(open, "the lambda is never closed")
	}
	toks = append(toks, p.toks[body:p.i]...)
	toks = append(toks, token{kind: tEOF, pos: p.prev().end, end: p.prev().end})

	outer := p.state
	within := p.suspended()
	p.state = state{scope: newScope(t.class.scope)}
	for _, tp := range params {
		p.scope.names[tp.Name] = &symbol{name: tp.Name, typ: &Type{Kind: paramKind, Name: tp.Name}}
	}
	p.toks, p.i = toks, 0
	var h *methodHead
	p.heads++
	p.guard(func() { h = p.readHead(t) }, func() {})
	p.heads--
	within()
	p.state = outer
	if h == nil {
		return bad(open.pos)
	}
	h.fn.Template = &Template{Params: params, File: p.file, body: &templateBody{p: p, toks: toks, instances: map[string]*Func{},
		special: map[string]bool{}, owner: t, scope: t.class.scope, used: true}}
	p.info(h.fn).defined = true
	t.class.methods["operator()"] = []*Func{h.fn}
	return value
}
