package cuda

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A lambda becomes what it is in C++: a struct that holds what is captured, with a method
// operator(). What is captured by reference is a pointer there.

// capture is a variable of the function around a lambda.
type capture struct {
	name token.Token
	sym  *symbol
	ref  bool
	init Expr    // [name = init]
	pack *symbol // the pack of [name...] that sym belongs to
}

// lambda reads [captures](parameters) { … }.
func (p *parser) lambda() Expr {
	open := p.next()
	if p.fn == nil {
		p.fail(open, "a lambda is only supported inside a function; write a __device__ function")
	}
	all, named := p.captureList()
	onDevice := p.lambdaSpace()
	p.lambdas++ // which one of a template's instances it is, too
	t := &Type{Kind: Struct, Name: "lambda " + itoa(p.lambdas) + " on line " + itoa(open.Pos.Line), class: p.newClass()}
	t.class.inner = newScope(p.scope)
	t.class.scope = newScope(p.scope)
	this := &Var{Pos: open.Pos, Name: "this", Storage: Param}
	fn := &Func{Pos: open.Pos, Name: t.Name + "::operator()", Result: typeAuto, Params: []*Var{this}}
	info := p.info(fn)
	info.owner, info.defined, info.host = t, true, p.onHost() && !onDevice
	t.class.lambda, t.class.info, t.class.around = true, info, p.fn

	outer := p.scope
	if params := p.genericParams(); params != nil {
		return p.genericLambda(open, t, params, all, named)
	}
	heads := newScope(t.class.scope)
	p.scope = heads
	errs := len(p.Errs)
	if p.is("(") {
		p.parameters(fn)
	}
	for _, v := range fn.Params {
		if v.Type != nil && isAuto(v.Type) { // which was reported
			v.Type = typeBad
		}
	}
	mutable := false
	for p.is("mutable") || p.is("constexpr") || spaceWords[p.peek().Text] {
		mutable = p.next().Is("mutable") || mutable
	}
	p.trailing(fn)
	p.scope = outer
	if !p.is("{") {
		p.unexpected("the body of the lambda")
	}

	value := &InitList{Typed: Typed{open.Pos, t}}
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
	if len(p.Errs) > errs && isAuto(fn.Result) {
		fn.Result = typeBad
	}
	p.scope = outer
	return value
}

// spaceWords say where the body of a lambda runs.
var spaceWords = token.Words("__device__ __host__")

// lambdaSpace reads those words between the captures and the parameters, where nvcc has them, and tells whether a GPU runs the body.
func (p *parser) lambdaSpace() (device bool) {
	for spaceWords[p.peek().Text] {
		device = p.next().Is("__device__") || device
	}
	return device
}

// The names of the members of a lambda that hold the object around it, which no source can write.
const (
	capturedThis = "this"
	capturedCopy = "*this"
)

const noThis = "the lambda does not capture this: write [this], or [=] or [&], or [*this] for a copy of the object"

// captureList reads what stands between [ and ]: "=" or "&" for all that is used, and names.
func (p *parser) captureList() (all string, named []capture) {
	for more := !p.is("]"); more; more = p.accept(",") {
		by := p.accept("&")
		switch {
		case p.is("="):
			p.next()
			all = "="
		case p.is("this") || p.is("*") && p.at(1).Is("this"):
			name := *p.next()
			if name.Is("*") {
				p.next()
			}
			if p.self(name.Pos) == nil {
				p.fail(&name, "there is no this to capture outside of methods")
			}
			name.Text = map[string]string{"this": capturedThis, "*": capturedCopy}[name.Text]
			named = append(named, capture{name: name})
		case by && (p.is("]") || p.is(",")):
			all = "&"
		default:
			name := p.name("the captured variable")
			if p.is("=") || p.is("{") || p.is("(") {
				x := p.captureValue()
				if isBad(x) {
					panic(bailout{})
				}
				named = append(named, capture{name: name, ref: by, init: x})
				continue
			}
			sym := p.find(&name)
			if sym != nil && sym.packed && p.accept("...") {
				for _, one := range sym.pack {
					named = append(named, capture{name: name, sym: one, ref: by, pack: sym})
				}
				continue
			}
			if sym == nil || sym.v == nil && sym.lambda == nil {
				p.fail(&name, "a lambda cannot capture %q: it is not a local variable%s", name.Text, token.DidYouMean(name.Text, p.scope.visible()))
			}
			named = append(named, capture{name: name, sym: sym, ref: by})
		}
	}
	p.expect("]", "after what the lambda captures")
	return all, named
}

// captureValue reads = x, {x} or (x).
func (p *parser) captureValue() Expr {
	open := p.next()
	x := p.assignment()
	if !open.Is("=") {
		p.expect(map[string]string{"{": "}", "(": ")"}[open.Text], "after the value that is captured")
	}
	return x
}

// captured adds to the named captures the variables of the function that the body ahead
// uses, and the object around: all of them by [=] or [&]. Without either others are out of reach within the body.
func (p *parser) captured(within *scope, all string, named []capture) []capture {
	depth := 0
	object := p.self(token.Pos{})
	for n := 0; p.at(n).Kind != token.EOF; n++ {
		t := p.at(n)
		if depth += braceStep(t); depth == 0 {
			break
		}
		if t.Kind != token.Ident || n > 0 && (p.at(n-1).Is(".") || p.at(n-1).Is("->") || p.at(n-1).Is("::")) {
			continue
		}
		sym := p.scope.find(t.Text)
		if all != "" && object != nil && p.needsThis(t, sym, object.T()) {
			sym = nil
			if !slices.ContainsFunc(named, func(c capture) bool { return c.name.Text == capturedThis || c.name.Text == capturedCopy }) {
				this := *t
				this.Text = capturedThis
				named = append(named, capture{name: this})
			}
		}
		list := []*symbol{sym}
		if sym != nil && sym.packed {
			list = sym.pack
		}
		for _, one := range list {
			if !p.local(one) || slices.ContainsFunc(named, func(c capture) bool { return c.sym == one || c.init != nil && c.name.Text == t.Text }) {
				continue
			}
			if all == "" {
				within.names[t.Text] = &symbol{name: t.Text, pos: sym.pos, outside: true}
				continue
			}
			c := capture{name: *t, sym: one, ref: all == "&"}
			if sym.packed {
				c.pack = sym
			}
			named = append(named, c)
		}
	}
	return named
}

// needsThis tells whether the name t, which means sym, uses the object around a lambda.
func (p *parser) needsThis(t *token.Token, sym *symbol, object *Type) bool {
	switch {
	case t.Is("this"):
		return true
	case sym == nil:
		return false
	case sym.typ != nil: // Base::f
		return Same(sym.typ, object) || object.derives(sym.typ)
	}
	return sym.member && sym.lambda == nil || sym.method && !p.static(sym.funcs)
}

// local tells whether a symbol is a variable that lives in a thread, or what a lambda captures of one.
func (p *parser) local(sym *symbol) bool {
	if sym != nil && sym.lambda != nil && !sym.bad {
		return true
	}
	return sym != nil && !sym.bad && sym.v != nil && (sym.v.Storage == Auto || sym.v.Storage == Param) && sym.v.Value == nil &&
		sym.v.Type.Kind != badKind
}

// capture makes a member of a variable, and returns its value.
func (p *parser) capture(t *Type, c capture) Expr {
	x := c.init
	switch {
	case c.name.Text == capturedThis:
		x = p.pointTo(p.self(c.name.Pos))
		t.Fields = append(t.Fields, Field{Name: capturedThis, Type: x.T().plain()})
		return x
	case c.name.Text == capturedCopy:
		x = p.self(c.name.Pos)
		of := x.T().plain()
		t.Fields = append(t.Fields, Field{Name: capturedCopy, Type: of})
		return p.copyOf(p.rvalue(x), of)
	case x != nil:
	case c.sym.lambda != nil:
		x = p.memberOfLambda(&c.name, c.sym)
	default:
		x = p.use(&c.name, c.sym)
	}
	if c.ref && c.init != nil && !p.lvalue(x) {
		p.fail(&c.name, "the captured reference %q needs a variable", c.name.Text)
	}
	if c.init != nil && !c.ref {
		x = p.plainName(p.rvalue(x))
	}
	name := c.name.Text
	if c.sym != nil && c.sym.lambda != nil {
		name = c.sym.name
	}
	if c.pack != nil { // the members have names that no source can write
		name += " " + itoa(len(t.Fields))
	}
	sym := &symbol{name: name, pos: c.name.Pos, member: true, ref: c.ref, lambda: t}
	if names := t.class.scope.names; c.pack == nil {
		names[c.name.Text] = sym
	} else if old := names[c.name.Text]; old == nil || !old.packed {
		names[c.name.Text] = packSymbol(c.name.Text, []*symbol{sym}, false)
	} else {
		old.pack = append(old.pack, sym)
	}
	of := x.T()
	switch {
	case isBad(x):
	case c.ref:
		x = p.pointTo(x)
		of = pointerTo(of)
	case of.Kind == Array:
		of = of.plain()
		x = p.arrayCopy(x)
	default:
		of = of.plain()
		x = p.copyOf(p.rvalue(x), of)
	}
	t.Fields = append(t.Fields, Field{Name: name, Type: of})
	return x
}

// memberOfLambda is what the lambda that is being read holds of a variable.
func (p *parser) memberOfLambda(t *token.Token, sym *symbol) Expr {
	object := p.object(t.Pos)
	name := *t
	name.Text = sym.name
	x := p.fieldOf(object, object.T(), &name)
	if sym.ref && !isBad(x) {
		return p.dereference(t, x)
	}
	return x
}

// arrayCopy is a list of copies of the elements of an array.
func (p *parser) arrayCopy(x Expr) Expr {
	t := x.T()
	if t.Kind != Array {
		return p.copyOf(x, t)
	}
	if base, _ := t.dims(); t.Size() > maxMade*base.Size() {
		p.fail(&token.Token{Pos: x.Position(), End: x.Position()}, "a lambda cannot capture an array with more than %d elements by value; write [&]", maxMade)
	}
	list := &InitList{Typed: Typed{x.Position(), t.plain()}}
	for i := range t.Len {
		list.Elems = append(list.Elems, p.arrayCopy(&Index{Typed{x.Position(), t.Elem}, x,
			&Lit{Typed{x.Position(), typeInt}, Const{I: int64(i)}}}))
	}
	return list
}

// genericParams are the parameters of the template that operator() of the lambda ahead is: those between < and >, and one
// for each auto among what it takes; nil if there is none.
func (p *parser) genericParams() (params []TemplateParam) {
	if p.is("<") {
		outer := p.scope
		p.scope = newScope(outer)
		p.next()
		params = p.templateParams()
		p.scope = outer
	}
	if !p.is("(") {
		return params
	}
	depth := 0
	for n := 0; p.at(n).Kind != token.EOF; n++ {
		switch t := p.at(n); {
		case t.Is("("):
			depth++
		case t.Is(")"):
			if depth--; depth == 0 {
				return params
			}
		case t.Is("auto"):
			pack := false
			for k := n + 1; p.at(k).Kind == token.Punct && !p.at(k).Is(",") && !p.at(k).Is(")"); k++ {
				pack = pack || p.at(k).Is("...")
			}
			p.variadic = p.variadic || pack
			params = append(params, TemplateParam{Name: "auto of parameter " + itoa(len(params)+1), Typename: true, Pack: pack, scope: p.scope})
		}
	}
	return params
}

// genericLambda is a lambda with auto among its parameters: operator() is a template, of the tokens from here on.
func (p *parser) genericLambda(open *token.Token, t *Type, params []TemplateParam, all string, named []capture) Expr {
	word := func(text string, kind token.Kind) token.Token {
		return token.Token{Kind: kind, Text: text, Pos: open.Pos, End: open.End}
	}
	toks := []token.Token{word("__device__", token.Ident), word("auto", token.Ident), word("operator", token.Ident),
		word("(", token.Punct), word(")", token.Punct)}
	start, mutable := p.i, false
	if p.is("(") {
		p.skipBalanced()
	} else {
		toks = append(toks, word("(", token.Punct), word(")", token.Punct))
	}
	n := slices.IndexFunc(params, func(tp TemplateParam) bool { return strings.HasPrefix(tp.Name, "auto ") })
	for i := start; i < p.i; i++ {
		tok := p.toks[i]
		if tok.Is("auto") && n >= 0 && n < len(params) { // one too many has brackets that do not match, which is told further on
			tok.Text = params[n].Name
			n++
		}
		toks = append(toks, tok)
	}
	for p.is("mutable") || p.is("constexpr") || spaceWords[p.peek().Text] {
		mutable = p.next().Is("mutable") || mutable
	}
	if !mutable {
		toks = append(toks, word("const", token.Ident))
	}
	for !p.is("{") && p.peek().Kind != token.EOF && !p.is(";") {
		toks = append(toks, *p.next())
	}
	if !p.is("{") {
		p.unexpected("the body of the lambda")
	}
	value := &InitList{Typed: Typed{open.Pos, t}}
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
	toks = append(toks, token.Token{Kind: token.EOF, Pos: p.prev().End, End: p.prev().End})

	outer := p.state
	within := p.suspended()
	p.state = state{scope: newScope(t.class.scope)}
	p.openParams(params)
	p.toks, p.i = toks, 0
	var h *methodHead
	p.heads++
	p.guard(func() { h = p.readHead(t) }, func() {})
	p.heads--
	within()
	p.state = outer
	if h == nil {
		return bad(open.Pos)
	}
	h.fn.Template = &Template{Params: params, File: p.file, body: &templateBody{p: p, toks: toks, instances: map[string]*Func{},
		special: map[string]bool{}, owner: t, scope: t.class.scope, used: true}}
	p.info(h.fn).defined = true
	t.class.methods["operator()"] = []*Func{h.fn}
	return value
}
