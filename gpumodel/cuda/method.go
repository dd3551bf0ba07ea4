package cuda

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// Methods are read when their struct is complete: first all heads, then the bodies. One that
// is defined outside, int S::f() { … }, is read as if it stood within: without the S::
// (outside.go).

// pending is a method whose members may not all be known: its tokens are read
// when the struct is complete.
type pending struct {
	from    int // where its declaration begins
	private bool
	friend  bool // a function that only stands there
	// What the head says:
	fn    *Func
	scope *scope // of the parameters
	body  int
}

// A methodHead is what stands before the body of a method.
type methodHead struct {
	fn                      *Func
	name                    token.Token
	specs                   specs
	constructor, conversion bool
	destructor              bool
	defaulted               bool // = default
}

// postpone passes a method.
func (p *parser) postpone(c *class, private bool) {
	c.pending = append(c.pending, pending{from: p.i, private: private, friend: p.friendAhead()})
	p.passMethod()
}

// passMethod passes a method, or its declaration.
func (p *parser) passMethod() {
	for p.is("template") && p.at(1).Is("<") {
		p.next()
		p.i = p.angleEnd()
	}
	for !p.is("(") && p.peek().Kind != token.EOF {
		if p.next().Is("operator") && p.is("(") {
			p.skipBalanced()
		}
	}
	p.skipBalanced()
	for !p.is("{") && !p.is(";") && p.peek().Kind != token.EOF {
		if p.accept(":") {
			p.skipInitialisers()
			break
		}
		p.next()
	}
	if !p.accept(";") {
		if open := p.peek(); !p.skipBalanced() {
			p.Errorf(open.Pos, open.End, `this "{" is never closed; a "}" is missing`)
			panic(lostBrace{})
		}
	}
}

// skipInitialisers passes a(x), b{y} of a constructor.
func (p *parser) skipInitialisers() {
	for p.peek().Kind == token.Ident || p.is("::") {
		for p.next(); p.is("<") || p.is("::") || p.prev().Is("::"); {
			if p.is("<") {
				p.i = p.angleEnd()
			} else {
				p.next()
			}
		}
		if !p.is("(") && !p.is("{") || !p.skipBalanced() {
			p.unexpected("the member's value in ( )")
		}
		if !p.accept(",") {
			return
		}
	}
}

// methods reads the methods of a complete struct, first all heads, then the bodies.
func (p *parser) methods(t *Type) {
	end, outer, c := p.i, p.state, t.class
	c.scope = newScope(c.inner)
	t.inheritNames(c.scope, outer.scope.posOf(t.Name))
	for _, b := range t.Bits {
		c.scope.names[b.Name] = &symbol{name: b.Name, pos: outer.scope.posOf(t.Name), member: true}
	}
	for _, f := range t.Fields {
		c.scope.names[f.Name] = &symbol{name: f.Name, pos: outer.scope.posOf(t.Name), member: true}
	}
	for _, m := range c.pending {
		p.i = m.from
		p.noteSpecial(t)
	}
	for i := range c.pending {
		m := &c.pending[i]
		p.i, p.scope, p.ofClass = m.from, newScope(c.scope), t
		p.guard(func() { p.declareMethod(t, m) }, func() { m.fn, c.broken[p.methodName(m.from)] = nil, true })
		m.scope, m.body = p.scope, p.i
	}
	p.ofClass = nil
	for _, m := range c.pending {
		if p.i = m.body; m.fn == nil || p.is(";") {
			continue
		}
		p.scope = m.scope
		p.info(m.fn).defined = true
		p.made = append(p.made, m.fn)
		if (t.class.of != nil || p.onShelf()) && !m.friend {
			p.info(m.fn).body = p.atFirstUse(t, m.fn, m.scope, p.toks, m.body)
			continue
		}
		p.guard(func() { p.defineMethod(t, m.fn) }, func() {})
	}
	c.pending = nil
	p.i, p.state = end, outer
}

// defineMethod reads the body of a method of t.
func (p *parser) defineMethod(t *Type, fn *Func) {
	switch {
	case fn.Object != nil:
		p.defineConstructor(t, fn)
	case t.class.destructor == fn:
		p.defineDestructor(t, fn)
	default:
		p.define(fn)
	}
}

// declareMethod reads a method up to its body and enters it; m.fn stays nil for one of the host, and for a template.
func (p *parser) declareMethod(t *Type, m *pending) {
	switch {
	case m.friend:
		p.friend(t, m)
		return
	case p.is("template"):
		p.methodTemplate(t, m)
		return
	case p.emptyDestructor() || p.leftToCompiler(t):
		return
	case p.ofHost():
		t.class.host[p.methodName(m.from)] = true
		return
	}
	h := p.readHead(t)
	if h == nil {
		return
	}
	p.info(h.fn).virtual = p.virtualHead(m.from) || p.overrides(t, h.name.Text)
	p.info(h.fn).pure = p.prev().Text == "0"
	m.fn = h.fn
	if h.defaulted && h.fn != nil {
		m.fn = nil
		p.defaulted(t, h.fn)
	}
	p.enterMethod(t, h, m.private)
}

// readHead reads what stands before the body of a method of t; nil for one that is not for the device.
func (p *parser) readHead(t *Type) *methodHead {
	c := t.class
	h := &methodHead{}
	var d declarator
	operator := p.conversionAhead()
	h.conversion, h.destructor = operator >= 0, p.destructorAhead()
	switch {
	case h.conversion:
		h.specs, d = p.conversionHead(operator)
	case h.destructor:
		h.specs, d = p.destructorHead(t)
	default:
		h.specs = p.specs("a member of " + quoteName(t.Name))
		h.constructor = p.is("(") && h.specs.typ.Kind == Struct && h.specs.typ.class == c
		if h.constructor {
			d = declarator{name: *p.prev(), typ: t, params: p.i}
		} else {
			d = p.declarator(h.specs.typ, "the method", true)
		}
	}
	s := &h.specs
	if d.params < 0 {
		p.unexpected("the parameters of a method in ( )")
	}
	p.i = d.params
	if !p.hosted && !s.device && !s.constexpr && !s.global && c.methods[d.name.Text] == nil && !h.constructor {
		c.host[d.name.Text] = true
		return nil
	}
	switch {
	case s.global:
		p.fail(&s.at, "a kernel cannot be a member of a struct")
	case s.explicit && !h.constructor && !h.conversion:
		p.fail(&s.at, "explicit is for constructors")
	}
	if strings.HasPrefix(d.name.Text, "operator new") || strings.HasPrefix(d.name.Text, "operator delete") {
		s.static = true
	}
	fn := &Func{Pos: d.name.Pos, Name: t.Name + "::" + d.name.Text, Result: d.typ.plain(), Library: d.name.Library}
	h.fn, h.name = fn, d.name
	p.info(fn).host = p.hosted && !s.device
	p.checkHead(s, &d, fn)
	p.qualify(fn, s, &d)
	info := p.info(fn)
	info.owner, info.static, info.explicit = t, s.static && !h.constructor, s.explicit && h.conversion
	if info.constructor = h.constructor; h.constructor {
		fn.Object = &Var{Pos: d.name.Pos, Name: t.Name, Type: t}
	} else if !s.static {
		fn.Params = []*Var{{Pos: d.name.Pos, Name: "this", Type: &Type{Kind: Pointer, Elem: t, Const: true}, Storage: Param}}
	}
	p.parameters(fn)
	if p.is("const") && !h.constructor && !s.static {
		p.next()
		fn.Params[0].Type.Elem = t.qualified(true, false)
	}
	switch {
	case !info.method():
	case p.accept("&"):
		info.qualifier = toLvalue
	case p.accept("&&"):
		info.qualifier = toTemporary
	}
	p.trailing(fn)
	for p.is("override") || p.is("final") {
		if word := p.next(); word.Is("override") && !p.overrides(t, h.name.Text) {
			p.Errorf(word.Pos, word.End, "%q overrides nothing: no base of %s has a virtual method of this name", fn.Name, t)
		}
	}
	if p.is("=") {
		if p.at(1).Text == "0" { // another struct has it
			p.i += 2
		} else if p.at(1).Is("default") {
			p.i += 2
			if h.constructor && len(fn.Params) == 0 {
				h.defaulted = true
				return h
			}
			return nil
		} else if p.at(1).Is("delete") {
			info.deleted = true
			p.i += 2
		} else {
			p.fail(p.peek(), "= %s is not supported; remove the declaration", p.at(1).Text)
		}
	}
	return h
}

// sameMethod tells whether two methods of one name cannot stand side by side.
func (p *parser) sameMethod(h *methodHead, old, fn *Func) bool {
	return old.Template == nil && sameParams(old, fn) && sameThis(old, fn) && p.sameBindings(old, h.fn) &&
		(!h.conversion || sameTarget(old.Result, fn.Result))
}

// listOf are the functions of t among which a method stands.
func (h *methodHead) listOf(c *class) []*Func {
	switch {
	case h.conversion:
		return c.conversions
	case h.constructor:
		return c.constructors
	case h.destructor && c.destructor != nil:
		return []*Func{c.destructor}
	case h.destructor:
		return nil
	}
	return c.methods[h.name.Text]
}

// enterMethod puts a method among those of t.
func (p *parser) enterMethod(t *Type, h *methodHead, private bool) {
	c, fn, info := t.class, h.fn, p.info(h.fn)
	list := slices.DeleteFunc(slices.Clone(h.listOf(c)), func(old *Func) bool { // hidden, though using names it
		return p.info(old).owner != t && p.info(old).method() && info.method() && fn.Template == nil &&
			p.sameMethod(h, old, &Func{Params: append(old.Params[:1:1], fn.Params[1:]...), Result: fn.Result}) && sameThis(old, fn)
	})
	if fn.Template == nil && slices.ContainsFunc(list, func(old *Func) bool { return p.sameMethod(h, old, fn) }) {
		p.Errorf(h.name.Pos, h.name.End, "%q is declared twice with these parameters", fn.Name)
		return
	}
	list = append(list, fn)
	switch n := len(fn.Params); {
	case h.conversion:
		c.conversions = list
	case h.destructor:
		c.destructor = fn
	case !h.constructor:
		c.methods[h.name.Text] = list
		c.scope.names[h.name.Text] = &symbol{name: h.name.Text, pos: h.name.Pos, funcs: list, method: true}
	default:
		c.constructors = list
		copies := n > 0 && Same(referred(fn.Params[0], info, 0), t)
		if !h.specs.explicit && n > 0 && n-len(info.defaults) <= 1 && !copies {
			c.converting = append(c.converting, fn)
		}
	}
	if private {
		c.private[h.name.Text] = true
	}
}

// methodTemplate reads template <…> and a method, and keeps the tokens.
func (p *parser) methodTemplate(t *Type, m *pending) {
	p.i += 2
	within := p.scope
	p.scope = newScope(within)
	params := p.templateParams()
	if p.is("template") {
		p.fail(p.peek(), "one template<…> is enough here")
	}
	start := p.i
	if p.ofHost() {
		t.class.host[p.methodName(start)] = true
		return
	}
	p.heads++
	h := p.readHead(t)
	p.heads--
	if h == nil {
		return
	}
	if h.conversion || h.destructor {
		p.fail(&h.name, "%s cannot be a template here: write one for each type", h.fn.Name)
	}
	body := &templateBody{p: p, instances: map[string]*Func{}, special: map[string]bool{}, owner: t, scope: within.outer, declared: p.is(";")}
	h.fn.Template = &Template{Params: params, File: p.file, body: body}
	if p.accept(":") {
		p.skipInitialisers()
	}
	if !p.is(";") && !p.skipBalanced() {
		p.fail(&h.name, "the method %q is never closed", h.name.Text)
	}
	body.toks = append(p.toks[start:p.i:p.i], token.Token{Kind: token.EOF, Pos: p.prev().End, End: p.prev().End})
	p.info(h.fn).defined = true
	if old := p.declaredMethod(t, h); old != nil {
		*old.Template.body.(*templateBody) = *body
		old.Pos, old.Params, old.Template.Params = h.fn.Pos, h.fn.Params, mergedDefaults(old.Template.Params, params)
		p.infos[old] = p.info(h.fn)
		return
	}
	p.enterMethod(t, h, m.private)
}

// declaredMethod is the template of t that was declared before with the head h, nil if there is none.
func (p *parser) declaredMethod(t *Type, h *methodHead) *Func {
	for _, old := range h.listOf(t.class) {
		if old.Template != nil && old.Template.body.(*templateBody).declared && len(old.Template.Params) == len(h.fn.Template.Params) &&
			len(old.Params) == len(h.fn.Params) && sameThis(old, h.fn) {
			return old
		}
	}
	return nil
}

// methodCallAhead tells whether ( or, behind the name of a template, <…>( follows.
func (p *parser) methodCallAhead(methods []*Func) bool {
	return p.is("(") || p.is("<") && slices.ContainsFunc(methods, func(fn *Func) bool { return fn.Template != nil })
}

// methodArguments reads (a, b) or <T>(a, b).
func (p *parser) methodArguments(name *token.Token) (explicit []templateArg, args []Expr, ok bool) {
	if p.is("<") {
		explicit = p.templateArgs()
	}
	args, ok = p.arguments(name)
	return explicit, args, ok
}

// invoke calls a method of object.
func (p *parser) invoke(t *token.Token, object Expr, methods []*Func, explicit []templateArg, args []Expr) Expr {
	return p.invokeAs(t, object, methods, explicit, args, false)
}

// invokeAs is invoke; a qualified name means the method itself, though it is virtual.
func (p *parser) invokeAs(t *token.Token, object Expr, methods []*Func, explicit []templateArg, args []Expr, qualified bool) Expr {
	switch static := p.static(methods); {
	case static && (object == nil || !isBad(object)):
		return p.staticCall(t, p.info(methods[0]).owner, methods, explicit, args)
	case object == nil && p.inLambda():
		p.Errorf(t.Pos, t.End, noThis)
		return bad(t.Pos)
	case object == nil:
		p.Errorf(t.Pos, t.End, "method %q needs an object, and static methods have none", methods[0].Name)
		return bad(t.Pos)
	}
	if isBad(object) || slices.ContainsFunc(args, isBad) {
		return bad(t.Pos)
	}
	if !p.lvalue(object) {
		object = p.rvalue(object)
	}
	methods = p.qualifiedFor(object, methods)
	all := append([]Expr{p.pointTo(object)}, args...)
	p.access(t, p.ownerOf(object.T(), methods[0]), t.Text)
	fn := p.methodFor(t, methods, explicit, all)
	if fn == nil {
		return bad(t.Pos)
	}
	if owner := p.info(fn).owner; object.T().derives(owner) {
		object = toBase(object, owner)
		all[0] = p.pointTo(object)
	}
	if !qualified {
		fn = p.virtualCall(object, fn)
	}
	if isConst(object.T()) && !isConst(fn.Params[0].Type.Elem) {
		p.Errorf(t.Pos, t.End, "method %q may change its object, but this object is const: write const after the method's parameters", fn.Name)
		return bad(t.Pos)
	}
	if !p.arity(t, fn, len(all)) {
		return bad(t.Pos)
	}
	return p.finishCall(t, fn, all)
}

// qualifiedFor leaves out the methods that are not for an object with or without a name, as this one is.
func (p *parser) qualifiedFor(object Expr, methods []*Func) []*Func {
	wrong := toTemporary
	if !p.lvalue(object) {
		wrong = toLvalue
	}
	if fits := slices.DeleteFunc(slices.Clone(methods), func(fn *Func) bool { return p.info(fn).qualifier == wrong }); len(fits) > 0 {
		return fits
	}
	return methods
}

// methodFor is the method that takes the arguments, or nil after an error.
func (p *parser) methodFor(t *token.Token, methods []*Func, explicit []templateArg, args []Expr) *Func {
	switch fn := methods[0]; {
	case len(methods) > 1:
		return p.chosen(t, methods, explicit, args)
	case fn.Template != nil:
		return p.instantiateCall(t, fn, explicit, p.withObject(fn, args))
	default:
		return fn
	}
}

// chosen is the overload that takes the arguments best, or nil after an error.
func (p *parser) chosen(t *token.Token, list []*Func, explicit []templateArg, args []Expr) *Func {
	var viable, templates []candidate
	given := args
	for _, fn := range list {
		if fn.Template == nil && explicit != nil {
			continue
		}
		args := p.withObject(fn, given)
		if fn.Template != nil {
			if c, ok := p.tryInstantiate(fn, explicit, args); ok {
				templates = append(templates, c)
			}
		} else if ranks, ok := p.rankCall(fn, args); ok {
			viable = append(viable, candidate{fn: fn, ranks: ranks, bindings: p.info(fn).bindings})
		}
	}
	c, ok := best(viable)
	if d, found := best(templates); found && (!ok || d.better(c)) {
		c, ok = d, true
	}
	if ok {
		return p.settled(t, c)
	}
	why := "no overload of %q takes (%s)"
	if len(viable)+len(templates) > 0 {
		why = "several overloads of %q take (%s) equally well; cast an argument"
	}
	shown := args
	if p.info(list[0]).method() {
		shown = args[1:]
	}
	p.Errorf(t.Pos, t.End, why, list[0].Name, argTypes(shown))
	return nil
}
