package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// usingMember reads using B::f in struct t: the methods of that name of its base B stand beside those of t, or using B::B,
// by which t has constructors like those of B.
func (p *parser) usingMember(t *Type) {
	p.next()
	for more := true; more; more = p.accept(",") {
		read := func() { p.memberUsed(t) }
		if !p.expanded(read) {
			read()
		}
	}
	p.semicolon("using")
}

// memberUsed reads B::f.
func (p *parser) memberUsed(t *Type) {
	p.accept("typename")
	of, n := p.classAhead()
	if of == nil || of.Kind != Struct {
		p.fail(p.peek(), "using within a struct names a type, as in using value_type = float, or a member of a base, as in using Base::f")
	}
	if !t.derives(of) {
		p.fail(p.peek(), "%s is not a base of %s", of.plain(), t)
	}
	p.i += n
	before := p.at(-2).Text
	if p.is("operator") {
		name := p.operatorWord()
		p.takeMember(t, of, &name, before)
		return
	}
	name := p.name("the member")
	p.takeMember(t, of, &name, before)
}

// takeMember is using of::name in t; before is the name that stands before ::.
func (p *parser) takeMember(t, of *Type, name *token.Token, before string) {
	methods := of.method(name.Text)
	switch {
	case name.Text == of.ownName() || name.Text == before:
		i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.isBase() && Same(f.Type, of) })
		if i < 0 {
			p.fail(name, "%s is not a direct base of %s: only constructors of these can be taken over", of, t)
		}
		t.class.inherits = append(t.class.inherits, &t.Fields[i])
	case methods != nil:
		t.class.methods[name.Text] = append(t.class.methods[name.Text], methods...)
	case of.owner(name.Text) == nil && of.named(name.Text) == nil:
		p.Errorf(name.Pos, name.End, "%s has no member %q%s", of.plain(), name.Text, token.DidYouMean(name.Text, of.methodNames()))
	}
}

// withObject are the arguments of a method with the address of the part of the object that has it: a base may.
func (p *parser) withObject(fn *Func, args []Expr) []Expr {
	info := p.info(fn)
	if !info.method() || len(args) == 0 || args[0].T().Kind != Pointer || !args[0].T().Elem.derives(info.owner) {
		return args
	}
	object := &Unary{Typed: Typed{args[0].Position(), args[0].T().Elem}, Op: "*", X: args[0]}
	return append([]Expr{p.pointTo(toBase(object, info.owner))}, args[1:]...)
}

// ownerOf is t, or the base of it that has method fn if t has none of that name itself.
func (p *parser) ownerOf(t *Type, fn *Func) *Type {
	if owner := p.info(fn).owner; t.derives(owner) && t.class.methods[shortName(fn)] == nil {
		return owner
	}
	return t
}

// inheritConstructors gives t constructors like those of the bases that using names, but for those that t declares itself,
// and those without arguments and for copies, which are the compiler's ([class.inhctor.init], [namespace.udecl]).
func (p *parser) inheritConstructors(t *Type) {
	c := t.class
	own := slices.Clone(c.constructors)
	for _, f := range c.inherits {
		if b := f.Type.class; len(own) == 0 && (len(b.constructors) == 0 || slices.ContainsFunc(b.constructors, func(fn *Func) bool {
			return len(fn.Params) == len(p.info(fn).defaults)
		})) {
			p.implicitConstructor(t)
		}
		for _, fn := range f.Type.class.constructors {
			copies := len(fn.Params) > 0 && Same(referred(fn.Params[0], p.info(fn), 0), f.Type)
			if len(fn.Params) == 0 || copies || slices.ContainsFunc(own, func(old *Func) bool {
				return old.Template == nil && fn.Template == nil && sameParams(old, fn)
			}) {
				continue
			}
			w := p.inheritor(t, fn)
			c.constructors = append(c.constructors, w)
			if slices.Contains(f.Type.class.converting, fn) {
				c.converting = append(c.converting, w)
			}
		}
	}
}

// implicitConstructor gives t the constructor without parameters.
func (p *parser) implicitConstructor(t *Type) {
	fn := &Func{Name: t.Name + "::" + t.ownName(), Result: t}
	if len(p.toks) > 0 {
		fn.Pos = p.prev().Pos
	}
	fn.Object = &Var{Pos: fn.Pos, Name: t.Name, Type: t}
	info := p.info(fn)
	info.owner, info.constructor = t, true
	p.defaulted(t, fn)
	t.class.constructors = append(t.class.constructors, fn)
}

// inheritor is the constructor of t that takes what constructor fn of a base takes, and makes that base with it.
func (p *parser) inheritor(t *Type, fn *Func) *Func {
	was := p.info(fn)
	w := &Func{Pos: fn.Pos, Name: t.Name + "::" + t.ownName(), Result: t, Library: fn.Library}
	if fn.Template != nil {
		body := *fn.Template.body.(*templateBody)
		body.instances, body.heads, body.inherits, body.derived = map[string]*Func{}, nil, fn, t
		w.Params, w.Template = fn.Params, &Template{Params: fn.Template.Params, File: fn.Template.File, body: &body}
		p.infos[w] = was
		return w
	}
	w.Object = &Var{Pos: fn.Pos, Name: t.Name, Type: t}
	info := p.info(w)
	info.refs, info.bindings, info.owned, info.constexpr, info.deleted = was.refs, was.bindings, was.owned, was.constexpr, was.deleted
	info.owner, info.constructor, info.defined = t, true, true
	call := &Call{Typed: Typed{fn.Pos, fn.Result}, Func: fn}
	for _, v := range fn.Params {
		own := &Var{Pos: v.Pos, Name: v.Name, Type: v.Type, Storage: Param}
		if x := was.defaults[v]; x != nil {
			info.defaults[own] = x
		}
		w.Params = append(w.Params, own)
		call.Args = append(call.Args, &Ident{Typed{v.Pos, own.Type}, own})
	}
	info.body = func() {
		defer p.suspended()()
		p.readBody(fn)
		was.wanted = was.wanted || !was.defined
		p.state = state{scope: newScope(t.class.inner)}
		p.toks, p.i = emptyBody(fn.Pos), 0
		p.guardTop(func() {
			p.constructing(t, w, func() map[string]Expr { return map[string]Expr{basePrefix + fn.Result.Name: call} })
		}, func() {})
		p.calls[w] = append(p.calls[w], callSite{callee: fn, pos: fn.Pos})
	}
	p.made = append(p.made, w)
	return w
}
