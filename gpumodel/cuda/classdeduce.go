package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// The arguments of a class template can be left out where an object is made: P p(1, 2) is P<int>. What the values say of
// them follows from guides ([over.match.class.deduct]): those that the source writes, P(T, T) -> P<T>, and one for each
// constructor. A guide is the template of a function that returns the struct, so the overloads decide as for any
// call.

// placeholder is the type of a template's name without arguments, until the values tell them.
func placeholder(ct *classTemplate) *Type {
	return &Type{Kind: placeholderKind, Name: ct.name, class: &class{of: ct}}
}

// deducible are the things that such a type can stand before.
var deducible = map[string]bool{"the variable": true, "the declaration": true, "the cast": true}

// guideAhead tells whether [explicit] P(…) -> begins at token i, P being a class template.
func (p *parser) guideAhead(i int) bool {
	saved := p.i
	defer func() { p.i = saved }()
	for p.i = i; specWords[p.peek().Text] && !p.is("auto"); p.i++ {
	}
	if p.peek().Kind != token.Ident || !p.at(1).Is("(") {
		return false
	}
	if sym := p.find(p.peek()); sym == nil || sym.template == nil {
		return false
	}
	p.i++
	return p.skipBalanced() && p.is("->")
}

// guide reads [template <…>] P(…) -> P<…>;
func (p *parser) guide() {
	outer := p.scope
	p.scope = newScope(outer)
	var params []TemplateParam
	if p.is("template") {
		p.i += 2
		params = p.templateParams()
	}
	for specWords[p.peek().Text] {
		p.next()
	}
	start := p.i
	ct := p.find(p.peek()).template
	p.skipTo(";")
	toks := slices.Clone(p.toks[start:p.i])
	errs := len(p.Errs)
	fn := p.guideOf(ct, p.scope, params, toks)
	p.scope = outer
	switch {
	case fn != nil:
		ct.guides = append(ct.guides, fn)
	case len(p.Errs) == errs:
		p.fail(&p.toks[start], "this deduction guide must end in -> %s<…>", ct.name)
	}
	p.semicolon("the deduction guide")
}

// guideOf is the function that the tokens P(…) -> P<…> declare, whose parameters are in scope; nil after an error.
func (p *parser) guideOf(ct *classTemplate, within *scope, params []TemplateParam, head []token.Token) *Func {
	at := head[0]
	word := func(text string) token.Token {
		return token.Token{Kind: token.Ident, Text: text, Pos: at.Pos, End: at.End}
	}
	toks := append([]token.Token{word("__device__"), word("auto")}, head...)
	toks[2].Within = nil
	toks = append(toks, token.Token{Kind: token.EOF, Pos: at.End, End: at.End})
	defer p.suspended()()
	p.toks, p.i = toks, 0
	p.state = state{scope: newScope(within)}
	var fn *Func
	p.guardTop(func() {
		p.heads++
		s := p.specs("the guide")
		d := p.functionName(&s)
		fn = &Func{Pos: at.Pos, Name: ct.name, Result: d.typ.plain(), Library: at.Library}
		p.parameters(fn)
		p.trailing(fn)
		p.heads--
		if p.peek().Kind != token.EOF || fn.Result.class == nil || fn.Result.class.of != ct {
			fn = nil
		}
	}, func() { fn = nil })
	if fn == nil {
		return nil
	}
	fn.Template = &Template{Params: params, File: p.file, body: &templateBody{p: p, toks: toks, scope: within.outer, used: true,
		instances: map[string]*Func{}, special: map[string]bool{}}}
	return fn
}

// constructorGuides are the guides that follow from the constructors of a class template.
func (p *parser) constructorGuides(ct *classTemplate) (list []*Func) {
	if ct.toks == nil { // it is declared, and has specialisations alone
		return nil
	}
	defer p.suspended()()
	errs := p.Errs
	p.state = state{scope: newScope(ct.scope)}
	p.toks, p.i = ct.toks, 0
	p.openParams(ct.params)
	within := p.scope
	result := []token.Token{{Kind: token.Punct, Text: "<"}}
	for i, tp := range ct.params {
		if i > 0 {
			result = append(result, token.Token{Kind: token.Punct, Text: ","})
		}
		if result = append(result, token.Token{Kind: token.Ident, Text: tp.Name}); tp.Pack {
			result = append(result, token.Token{Kind: token.Punct, Text: "..."})
		}
	}
	result = append(result, token.Token{Kind: token.Punct, Text: ">"})
	p.guardTop(func() {
		p.skipTo("{")
		for p.next(); !p.is("}") && p.peek().Kind != token.EOF; {
			if fn := p.constructorGuide(ct, within, result); fn != nil {
				list = append(list, fn)
			}
		}
	}, func() {})
	p.Errs = errs
	return list
}

// constructorGuide passes a member of a class template, and returns the guide of a constructor.
func (p *parser) constructorGuide(ct *classTemplate, within *scope, result []token.Token) (fn *Func) {
	start, params := p.i, ct.params
	scope := newScope(within.outer)
	p.scope = scope
	p.openParams(params)
	if p.is("template") && p.at(1).Is("<") {
		p.i += 2
		p.guard(func() { params = slices.Concat(params, p.templateParams()) }, func() {})
	}
	for specWords[p.peek().Text] {
		p.next()
	}
	if p.is(ct.name) && p.at(1).Is("(") {
		from := p.i
		p.next()
		p.skipBalanced()
		var head []token.Token
		for i := from; i < p.i; i++ { // its own name without arguments is the type
			head = append(head, p.toks[i])
			if i > from && p.toks[i].Is(ct.name) && !p.toks[i+1].Is("<") && !p.toks[i+1].Is("(") {
				head = append(head, result...)
			}
		}
		arrow, name := token.Token{Kind: token.Punct, Text: "->"}, p.toks[from]
		head = append(append(head, arrow, name), result...)
		for i := range head {
			head[i].Pos, head[i].End = name.Pos, name.End
		}
		fn = p.guideOf(ct, scope, params, head)
	}
	p.i, p.scope = start, within
	if p.methodAhead() {
		p.passMethod()
		return fn
	}
	for !p.is(";") && !p.is("}") && p.peek().Kind != token.EOF {
		if p.is(":") && !p.at(1).Is(":") && (p.prev().Is("public") || p.prev().Is("private") || p.prev().Is("protected")) {
			break
		}
		if !p.is("{") && !p.is("(") {
			p.next()
		} else if !p.skipBalanced() {
			break
		}
	}
	if !p.is("}") {
		p.next()
	}
	return fn
}

// deduced is the instance of class template ct that an object made of the arguments is of; nil after an error.
func (p *parser) deduced(t *token.Token, ct *classTemplate, args []Expr) *Type {
	if slices.ContainsFunc(args, isBad) {
		return nil
	}
	if len(args) == 1 && args[0].T().Kind == Struct { // a copy
		var same *Type
		args[0].T().within(func(b *Type) bool {
			if b.class != nil && b.class.of == ct {
				same = b
			}
			return same != nil
		})
		if same != nil {
			return same.plain()
		}
	}
	p.guided(ct)
	var written, implied []candidate
	for _, fn := range ct.guides {
		if c, ok := p.guideFor(fn, args); ok {
			written = append(written, c)
		}
	}
	for _, fn := range ct.implied {
		if c, ok := p.guideFor(fn, args); ok {
			implied = append(implied, c)
		}
	}
	c, ok := best(written)
	if d, found := best(implied); found && (!ok || d.better(c)) {
		c, ok = d, true
	}
	switch {
	case ok:
		return c.fn.Result.plain()
	case len(written)+len(implied) > 0:
		p.Errorf(t.Pos, t.End, "several deduction guides of %q fit (%s) equally well: write its arguments, %s<…>", ct.name, argTypes(args),
			ct.name)
	case allDeduced(ct):
		return p.classType(t, ct, nil)
	default:
		p.Errorf(t.Pos, t.End, "the arguments of template %q do not follow from (%s): write them, %s<…>", ct.name, argTypes(args), ct.name)
	}
	return nil
}

// guided gives a class template the guides that follow from its constructors.
func (p *parser) guided(ct *classTemplate) {
	if !ct.guided {
		ct.guided = true
		ct.implied = p.constructorGuides(ct)
	}
}

// deducedList is the instance that a guide from an initializer_list gives for values in braces, which comes before all others
// ([over.match.list]); nil if there is none.
func (p *parser) deducedList(ct *classTemplate, list *braced) *Type {
	if len(list.elems) == 0 || slices.ContainsFunc(list.elems, isBad) {
		return nil
	}
	if of := list.elems[0].T().class; len(list.elems) == 1 && of != nil && of.of == ct { // a copy
		return nil
	}
	p.guided(ct)
	for _, fn := range slices.Concat(ct.guides, ct.implied) {
		if len(fn.Params) != 1 || fn.Params[0].Type.class == nil {
			continue
		}
		if of := fn.Params[0].Type.class.of; of == nil || of.name != "initializer_list" {
			continue
		}
		if c, ok := p.guideFor(fn, []Expr{list}); ok {
			return c.fn.Result.plain()
		}
	}
	return nil
}

// guideFor is the candidate that a guide is for the arguments.
func (p *parser) guideFor(fn *Func, args []Expr) (c candidate, ok bool) {
	if len(fn.Template.Params) > 0 {
		return p.tryInstantiate(fn, nil, args)
	}
	ranks, ok := p.rankCall(fn, args)
	return candidate{fn: fn, ranks: ranks, bindings: p.info(fn).bindings}, ok
}

// allDeduced tells whether a template needs no arguments.
func allDeduced(ct *classTemplate) bool {
	return !slices.ContainsFunc(ct.params, func(tp TemplateParam) bool { return tp.Default == "" && !tp.Pack })
}

// deducedObject reads (…), {…} or = … behind the name of a template, and makes the object; of is its type, typeBad after
// an error.
func (p *parser) deducedObject(t *token.Token, ct *classTemplate) (x Expr, of *Type) {
	var args []Expr
	braces, copies := false, p.accept("=")
	switch {
	case p.is("{"):
		braces = true
		list, ok := p.bracedList().(*braced)
		if !ok {
			return bad(t.Pos), typeBad
		}
		args, of = list.elems, p.deducedList(ct, list)
	case copies:
		args = []Expr{p.plainName(p.assignment())}
	case p.is("("):
		var ok bool
		if args, ok = p.arguments(t); !ok {
			return bad(t.Pos), typeBad
		}
	}
	if of == nil {
		of = p.deduced(t, ct, args)
	}
	if of == nil || of.Kind == badKind {
		return bad(t.Pos), typeBad
	}
	return p.objectOf(t, of, args, braces), of
}
