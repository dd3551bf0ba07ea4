package cuda

import (
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// ident is the use of a name that no "(" follows.
func (p *parser) ident(t *token.Token) Expr {
	sym := p.find(t)
	switch {
	case sym == nil && len(builtins()[t.Text]) > 0:
		return p.nameOfFunctions(t, sym, nil)
	case sym == nil && isBuiltin(t.Text):
		p.Errorf(t.Pos, t.End, "%q is a function: call it with (…)", t.Text)
		return bad(t.Pos)
	case sym == nil:
		p.undeclared(t)
		return bad(t.Pos)
	case sym.bad:
		return bad(t.Pos)
	case sym.outside:
		p.Errorf(t.Pos, t.End, "the lambda does not capture %q: write [=] for copies of what it uses, or [&] for the variables themselves",
			t.Text)
		return bad(t.Pos)
	case sym.host != "":
		p.hostUse(t, sym)
		return bad(t.Pos)
	case sym.lit != nil:
		if sym.param {
			p.dependents++
		}
		return &Lit{Typed{t.Pos, sym.lit.Type}, sym.lit.Value}
	case sym.part != nil:
		return p.partAt(t, sym.part)
	case sym.member:
		if sym.lambda != nil {
			return p.memberOfLambda(t, sym)
		}
		object := p.self(t.Pos)
		if object != nil {
			if b := object.T().owner(t.Text); b == nil || b.field(t.Text) == nil && b.bits(t.Text) == nil {
				p.Errorf(t.Pos, t.End, "member %q belongs to an object that is not at hand here", t.Text)
				return bad(t.Pos)
			}
			return p.fieldOf(object, object.T(), t)
		}
		if p.inLambda() {
			p.Errorf(t.Pos, t.End, noThis)
			return bad(t.Pos)
		}
		p.Errorf(t.Pos, t.End, "member %q needs an object", t.Text)
		return bad(t.Pos)
	case sym.funcs != nil && sym.method && !p.static(sym.funcs):
		p.Errorf(t.Pos, t.End, "%q is a method: call it with (…)", t.Text)
		return bad(t.Pos)
	case sym.funcs != nil:
		return p.nameOfFunctions(t, sym, nil)
	case sym.packed:
		p.Errorf(t.Pos, t.End, "%q is a parameter pack, and what holds it needs ... behind it: f(%s...)", t.Text, t.Text)
		return bad(t.Pos)
	case sym.template != nil:
		p.fail(t, "%q is a template: write its arguments, %s<…>", t.Text, t.Text)
	case sym.v == nil:
		p.Errorf(t.Pos, t.End, "%q is not a variable", t.Text)
		return bad(t.Pos)
	}
	return p.use(t, sym)
}

// use refers to a variable; a constant's value stands for it.
func (p *parser) use(t *token.Token, sym *symbol) Expr {
	if v := p.references[sym.v]; v != nil && p.onHost() {
		return &Ident{Typed{t.Pos, v.Type}, v}
	}
	id := &Ident{Typed{t.Pos, sym.v.Type}, sym.v}
	if use, awaited := p.awaited[sym.v]; awaited && use == nil {
		p.awaited[sym.v] = t
	}
	switch {
	case sym.v.Type.Kind == badKind || isAuto(sym.v.Type):
		return bad(t.Pos)
	case sym.v.Type.Kind == Texture && sym.v.Type.Elem != nil && !(p.at(-2).Is("(") && (p.is(",") || p.is(")"))):
		p.Errorf(t.Pos, t.End, "texture reference %q can only be read, with tex1Dfetch, tex1D or tex2D", t.Text)
		return bad(t.Pos)
	case sym.ref:
		return &Unary{Typed: Typed{t.Pos, sym.v.Type.Elem}, Op: "*", X: id}
	case sym.v.Value != nil:
		lit := &Lit{Typed{t.Pos, sym.v.Type.plain()}, *sym.v.Value}
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

func (p *parser) hostUse(t *token.Token, sym *symbol) {
	if len(sym.why) > 0 {
		for _, e := range sym.why {
			p.Errorf(e.At, e.At.After(e.Width), "%s", e.Msg)
		}
		return
	}
	p.Errorf(t.Pos, t.End, "%s %q of the host code (line %d) cannot be used here: %s", sym.host, t.Text, sym.pos.Line, hostAdvice[sym.host])
}

// undeclared reports an unknown name once per function.
func (p *parser) undeclared(t *token.Token) {
	defer p.formal(len(p.Errs))
	if whole := t.Text + "_" + p.peek().Text; p.peek().Kind == token.Ident && p.known(whole) {
		p.Errorf(t.Pos, p.next().End, `the "_" is missing: write %s`, whole)
		return
	}
	if name := p.enumWith(t.Text); name != "" {
		p.Errorf(t.Pos, t.End, "%q is an enumerator of enum class %s: write %s::%s", t.Text, name, name, t.Text)
	} else if !p.refused(t) {
		n := len(p.Errs)
		p.Errorf(t.Pos, t.End, "undeclared identifier %q%s", t.Text, p.suggest(t))
		for _, e := range p.Errs[n:] {
			e.Undeclared = true
		}
	}
	p.scope.names[t.Text] = &symbol{name: t.Text, pos: t.Pos, bad: true}
}

// known tells whether a name means anything here.
func (p *parser) known(name string) bool {
	return p.scope.find(name) != nil || p.macros[name] != nil || isBuiltin(name)
}

// suggest is the near name that t may mean.
func (p *parser) suggest(t *token.Token) string {
	if near := p.elsewhere(t.Text); near != "" {
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
	return token.DidYouMean(t.Text, append(names, "true", "false", "nullptr", "return", "__shared__", "for", "while", "printf", "assert"))
}

// specials are the built-in variables: their number of components.
var specials = map[string]*Type{
	"threadIdx": namedTypes["uint3"], "blockIdx": namedTypes["uint3"],
	"blockDim": namedTypes["dim3"], "gridDim": namedTypes["dim3"], "warpSize": typeInt,
}

// special reads threadIdx.x and its like. Slides lose the dot: that is told apart.
func (p *parser) special(t *token.Token) Expr {
	typ := specials[t.Text]
	if typ == typeInt {
		return &Special{Typed: Typed{t.Pos, typeInt}, Name: t.Text}
	}
	c := p.peek()
	if c.Kind == token.Ident && len(c.Text) == 1 && strings.Contains("xyz", c.Text) && c.Pos.Line == t.Pos.Line {
		p.next()
		p.Errorf(t.End, token.Pos{}, `the "." is missing between %s and %s: write %s.%s`, t.Text, c.Text, t.Text, c.Text)
		return bad(t.Pos)
	}
	if !p.is(".") {
		return p.wholeSpecial(t, typ)
	}
	p.next()
	if p.atEnd() {
		p.completion.members(p, typ)
	}
	c = p.next()
	dim := strings.Index("xyz", c.Text)
	if c.Kind != token.Ident || len(c.Text) != 1 || dim < 0 {
		p.Errorf(c.Pos, c.End, "%s has the components x, y and z, but no %s", t.Text, c)
		return bad(t.Pos)
	}
	return &Special{Typed{t.Pos, typeUInt}, t.Text, dim}
}

// wholeSpecial is threadIdx as a value of three components.
func (p *parser) wholeSpecial(t *token.Token, typ *Type) Expr {
	call := &Call{Typed: Typed{t.Pos, typ}, Builtin: "make_" + typ.Name}
	for dim := range 3 {
		call.Args = append(call.Args, &Special{Typed{t.Pos, typeUInt}, t.Text, dim})
	}
	return call
}
