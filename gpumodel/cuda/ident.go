package cuda

import "strings"

// ident is the use of a name that no "(" follows.
func (p *parser) ident(t *token) Expr {
	sym := p.find(t)
	switch {
	case sym == nil && len(builtins()[t.text]) > 0:
		return p.nameOfFunctions(t, sym, nil)
	case sym == nil && isBuiltin(t.text):
		p.errorf(t.pos, t.end, "%q is a function: call it with (…)", t.text)
		return bad(t.pos)
	case sym == nil:
		p.undeclared(t)
		return bad(t.pos)
	case sym.bad:
		return bad(t.pos)
	case sym.outside:
		p.errorf(t.pos, t.end, "the lambda does not capture %q: write [=] for copies of what it uses, or [&] for the variables themselves",
			t.text)
		return bad(t.pos)
	case sym.host != "":
		p.hostUse(t, sym)
		return bad(t.pos)
	case sym.lit != nil:
		if sym.param {
			p.dependents++
		}
		return &Lit{Typed{t.pos, sym.lit.Type}, sym.lit.Value}
	case sym.part != nil:
		return p.partAt(t, sym.part)
	case sym.member:
		if sym.lambda != nil {
			return p.memberOfLambda(t, sym)
		}
		object := p.self(t.pos)
		if object != nil {
			if b := object.T().owner(t.text); b == nil || b.field(t.text) == nil && b.bits(t.text) == nil {
				p.errorf(t.pos, t.end, "member %q belongs to an object that is not at hand here", t.text)
				return bad(t.pos)
			}
			return p.fieldOf(object, object.T(), t)
		}
		if p.inLambda() {
			p.errorf(t.pos, t.end, noThis)
			return bad(t.pos)
		}
		p.errorf(t.pos, t.end, "member %q needs an object", t.text)
		return bad(t.pos)
	case sym.funcs != nil && sym.method && !p.static(sym.funcs):
		p.errorf(t.pos, t.end, "%q is a method: call it with (…)", t.text)
		return bad(t.pos)
	case sym.funcs != nil:
		return p.nameOfFunctions(t, sym, nil)
	case sym.packed:
		p.errorf(t.pos, t.end, "%q is a parameter pack, and what holds it needs ... behind it: f(%s...)", t.text, t.text)
		return bad(t.pos)
	case sym.template != nil:
		p.fail(t, "%q is a template: write its arguments, %s<…>", t.text, t.text)
	case sym.v == nil:
		p.errorf(t.pos, t.end, "%q is not a variable", t.text)
		return bad(t.pos)
	}
	return p.use(t, sym)
}

// use refers to a variable; a constant's value stands for it.
func (p *parser) use(t *token, sym *symbol) Expr {
	if v := p.references[sym.v]; v != nil && p.onHost() {
		return &Ident{Typed{t.pos, v.Type}, v}
	}
	id := &Ident{Typed{t.pos, sym.v.Type}, sym.v}
	if use, awaited := p.awaited[sym.v]; awaited && use == nil {
		p.awaited[sym.v] = t
	}
	switch {
	case sym.v.Type.Kind == badKind || isAuto(sym.v.Type):
		return bad(t.pos)
	case sym.v.Type.Kind == Texture && sym.v.Type.Elem != nil && !(p.at(-2).is("(") && (p.is(",") || p.is(")"))):
		p.errorf(t.pos, t.end, "texture reference %q can only be read, with tex1Dfetch, tex1D or tex2D", t.text)
		return bad(t.pos)
	case sym.ref:
		return &Unary{Typed: Typed{t.pos, sym.v.Type.Elem}, Op: "*", X: id}
	case sym.v.Value != nil:
		lit := &Lit{Typed{t.pos, sym.v.Type.plain()}, *sym.v.Value}
		p.constVar[lit] = id
		return lit
	}
	return id
}

// hostAdvice says what to do instead of using a thing of the host code.
var hostAdvice = map[string]string{
	"function":         "kernels call only __device__ functions; put __device__ before it",
	"variable":         "kernels see parameters, __device__ and __constant__ variables, and constants; pass it as a parameter",
	"class":            "only plain data can be used in kernels, and methods and constructors with __device__",
	"derived class":    "only plain data can be used in kernels, and methods and constructors with __device__",
	"union":            "only unions of plain data can be used in kernels",
	"function pointer": "only pointers to functions whose result and parameters kernels know can be used in kernels",
	"template":         "put __device__ before it",
	"type":             "only types that this file defines as plain data can be used in kernels",
	"namespace":        "it is neither a value nor a type; write :: and one of its names behind it",
}

func (p *parser) hostUse(t *token, sym *symbol) {
	if len(sym.why) > 0 {
		for _, e := range sym.why {
			p.errorf(e.at, Pos{e.at.Line, e.at.Col + e.Width}, "%s", e.Msg)
		}
		return
	}
	p.errorf(t.pos, t.end, "%s %q of the host code (line %d) cannot be used here: %s", sym.host, t.text, sym.pos.Line, hostAdvice[sym.host])
}

// undeclared reports an unknown name once per function.
func (p *parser) undeclared(t *token) {
	defer p.formal(len(p.errs))
	if whole := t.text + "_" + p.peek().text; p.peek().kind == tIdent && p.known(whole) {
		p.errorf(t.pos, p.next().end, `the "_" is missing: write %s`, whole)
		return
	}
	if name := p.enumWith(t.text); name != "" {
		p.errorf(t.pos, t.end, "%q is an enumerator of enum class %s: write %s::%s", t.text, name, name, t.text)
	} else if !p.refused(t) {
		n := len(p.errs)
		p.errorf(t.pos, t.end, "undeclared identifier %q%s", t.text, p.suggest(t))
		for _, e := range p.errs[n:] {
			e.undeclared = true
		}
	}
	p.scope.names[t.text] = &symbol{name: t.text, pos: t.pos, bad: true}
}

// known tells whether a name means anything here.
func (p *parser) known(name string) bool {
	return p.scope.find(name) != nil || p.macros[name] != nil || isBuiltin(name)
}

// suggest is the near name that t may mean.
func (p *parser) suggest(t *token) string {
	if near := p.elsewhere(t.text); near != "" {
		return near
	}
	names := p.scope.visible()
	for name := range specials {
		names = append(names, name)
	}
	for name := range builtins() {
		names = append(names, name)
	}
	for name := range p.macros {
		names = append(names, name)
	}
	return didYouMean(t.text, append(names, "true", "false", "nullptr", "return", "__shared__", "for", "while", "printf", "assert"))
}

// specials are the built-in variables: their number of components.
var specials = map[string]*Type{
	"threadIdx": namedTypes["uint3"], "blockIdx": namedTypes["uint3"],
	"blockDim": namedTypes["dim3"], "gridDim": namedTypes["dim3"], "warpSize": typeInt,
}

// special reads threadIdx.x and its like. Slides lose the dot: that is told apart.
func (p *parser) special(t *token) Expr {
	typ := specials[t.text]
	if typ == typeInt {
		return &Special{Typed: Typed{t.pos, typeInt}, Name: t.text}
	}
	c := p.peek()
	if c.kind == tIdent && len(c.text) == 1 && strings.Contains("xyz", c.text) && c.pos.Line == t.pos.Line {
		p.next()
		p.errorf(t.end, Pos{}, `the "." is missing between %s and %s: write %s.%s`, t.text, c.text, t.text, c.text)
		return bad(t.pos)
	}
	if !p.is(".") {
		return p.wholeSpecial(t, typ)
	}
	p.next()
	if p.atEnd() {
		p.completion.members(p, typ)
	}
	c = p.next()
	dim := strings.Index("xyz", c.text)
	if c.kind != tIdent || len(c.text) != 1 || dim < 0 {
		p.errorf(c.pos, c.end, "%s has the components x, y and z, but no %s", t.text, c)
		return bad(t.pos)
	}
	return &Special{Typed{t.pos, typeUInt}, t.text, dim}
}

// wholeSpecial is threadIdx as a value of three components.
func (p *parser) wholeSpecial(t *token, typ *Type) Expr {
	call := &Call{Typed: Typed{t.pos, typ}, Builtin: "make_" + typ.Name}
	for dim := range 3 {
		call.Args = append(call.Args, &Special{Typed{t.pos, typeUInt}, t.text, dim})
	}
	return call
}
