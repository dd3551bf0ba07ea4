package cuda

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// funcInfo is what the parser knows of a function beyond its tree.
type funcInfo struct {
	refs     map[int]bool    // parameters that are references: their Var is a pointer
	defaults map[*Var]Expr   // default arguments
	bindings map[int]binding // of the parameters that are declared as references
	// owned are the parameters that are objects of the caller: it makes and destroys them, and passes their address.
	owned   map[int]bool
	defined bool
	// constexpr marks a function whose calls may be constants, and host one that is
	// not marked for the device: it may be used by kernels or not.
	constexpr, host bool
	explicit        bool   // a conversion operator that only a cast or a condition calls
	space           string // the namespace that it stands in
	// owner is the struct whose method or constructor it is. An empty constructor leaves the object as it is.
	owner       *Type
	constructor bool
	empty       bool
	static      bool // a method without this
	pack        int  // of a template: the number of the parameter that is a pack, from 1 on
	wanted      bool // called, but not defined so far
	virtual     bool
	pure        bool    // virtual, and left to the structs that derive
	deleted     bool    // must not be called
	qualifier   binding // of a method that is only for objects with or without a name
	// body reads the body of a method of a class template, which happens at its first use.
	body func()
	// reference marks a result that is one: the function returns a pointer. moved marks one that is a &&.
	reference, moved bool
	variadic         bool  // with …: the last parameter is a pointer to the arguments behind the others
	device           bool  // marked __device__ or __global__
	deduces          *Type // the declared result with auto, once a return has said what that is
}

// method tells whether the first parameter is this.
func (info *funcInfo) method() bool { return info.owner != nil && !info.constructor && !info.static }

func (p *parser) info(fn *Func) *funcInfo {
	if p.infos[fn] == nil {
		p.infos[fn] = &funcInfo{refs: map[int]bool{}, defaults: map[*Var]Expr{}, bindings: map[int]binding{}, owned: map[int]bool{}}
	}
	return p.infos[fn]
}

// function reads parameters and body; start is where its first token stands.
func (p *parser) function(start int, s *specs, d declarator) {
	fn := &Func{Pos: d.name.Pos, Name: d.name.Text, Kernel: s.global, Result: d.typ.plain(), MaxThreads: s.maxThreads, MaxRegisters: s.maxRegisters,
		MinBlocks: s.minBlocks, Library: d.name.Library,
		C: p.behindLinkage(start) && p.toks[start-1].Text == `"C"` || slices.Contains(p.braces, externC)}
	if d.space != nil {
		defer func(outer *scope) { p.scope = outer }(p.scope)
		p.scope = d.space
	}
	p.checkHead(s, &d, fn)
	p.qualify(fn, s, &d)
	p.push()
	p.parameters(fn)
	p.trailing(fn)
	if p.is(";") {
		p.pop()
		p.next()
		if fn = p.declareFunc(d.name, fn); fn.Kernel {
			p.kernelsDeclared = append(p.kernelsDeclared, fn)
		}
		return
	}
	if !p.is("{") {
		p.semicolonOrBody(fn)
	}
	inner := p.scope
	p.scope = inner.outer
	fn = p.declareFunc(d.name, fn)
	p.info(fn).defined = true
	p.record(fn)
	p.scope = inner
	if p.onShelf() {
		p.info(fn).body = p.bodyAtFirstUse(fn)
		p.made = append(p.made, fn)
		p.pop()
		return
	}
	p.define(fn)
	p.pop()
	fn.Source = p.sourceOf(start)
}

// qualify keeps what the words before a function say.
func (p *parser) qualify(fn *Func, s *specs, d *declarator) {
	info := p.info(fn)
	info.constexpr, info.host, info.device = s.constexpr, !s.device && !s.global, s.device || s.global
	info.space = p.scope.nearestSpace().space.title
	p.resultReference(fn, d)
}

// resultReference makes the result of a function a pointer if it is a reference.
func (p *parser) resultReference(fn *Func, d *declarator) {
	if d.ref && fn.Result.Kind != badKind {
		info := p.info(fn)
		info.reference, info.moved, fn.Result = true, d.temporary, pointerTo(d.typ)
	}
}

// define reads the body of fn; its parameters are in scope.
func (p *parser) define(fn *Func) {
	outer := p.state
	p.state = state{scope: p.scope, fn: fn}
	fn.Body = p.body()
	p.endMain(fn)
	p.destroyFrom(fn.Body, 0)
	p.settleReturns()
	p.checkLabels()
	returned := p.returns
	p.state = outer
	p.checkResult(fn, returned)
}

// checkResult demands a value from a function that promises one.
func (p *parser) checkResult(fn *Func, returned bool) {
	switch {
	case isAuto(fn.Result) && !returned:
		fn.Result = typeVoid
	case fn.Kernel || fn.Result.Kind == Void || fn.Result.Kind == badKind:
	case !returned:
		p.Notef(fn.Pos, "function %q promises %s but never returns a value", fn.Name, fn.Result)
	case !ends(fn.Body):
		p.Notef(fn.Pos, "function %q can reach its end without returning a value", fn.Name)
	}
}

// ends tells whether control never passes the end of s.
func ends(s Stmt) bool {
	switch s := s.(type) {
	case *Return, *Goto:
		return true
	case *ExprStmt:
		x := s.X
		if u, ok := x.(*Until); ok {
			x = u.X
		}
		_, throws := x.(*Throw)
		return throws
	case *Try:
		return ends(s.Body) && !slices.ContainsFunc(s.Catches, func(c *Catch) bool { return !ends(c.Body) })
	case *Block:
		return len(s.Stmts) > 0 && ends(s.Stmts[len(s.Stmts)-1])
	case *If:
		if lit, ok := s.Cond.(*Lit); ok {
			return lit.Value.I != 0 && ends(s.Then) || lit.Value.I == 0 && s.Else != nil && ends(s.Else)
		}
		return s.Else != nil && ends(s.Then) && ends(s.Else)
	case *For:
		return s.Cond == nil || alwaysTrue(s.Cond)
	case *DoWhile:
		return ends(s.Body) || alwaysTrue(s.Cond)
	case *Switch:
		hasDefault := false
		for _, c := range s.Cases {
			hasDefault = hasDefault || c.Default
		}
		n := len(s.Cases)
		return hasDefault && n > 0 && len(s.Cases[n-1].Body) > 0 && ends(s.Cases[n-1].Body[len(s.Cases[n-1].Body)-1])
	}
	return false
}

func alwaysTrue(x Expr) bool {
	lit, ok := x.(*Lit)
	return ok && lit.Value.I != 0
}

// checkHead checks a function's result and qualifiers.
func (p *parser) checkHead(s *specs, d *declarator, fn *Func) {
	name := &d.name
	switch {
	case s.global && s.device:
		p.Errorf(s.at.Pos, s.at.End, "%q cannot be both __global__ and __device__", fn.Name)
	case s.shared || s.constant:
		p.Errorf(s.at.Pos, s.at.End, "%q is a function; __shared__ and __constant__ are for variables", fn.Name)
	case s.global && fn.Result.Kind != Void:
		p.Errorf(name.Pos, name.End, "kernel %q must return void, not %s; results go to memory through pointer parameters", fn.Name, fn.Result)
		fn.Result = typeVoid
	case s.explicit && !strings.Contains(fn.Name, "::"):
		p.Errorf(name.Pos, name.End, "explicit is for constructors, not for function %q", fn.Name)
	case fn.Result.Kind == Function:
		p.Errorf(name.Pos, name.End, "function %q cannot return a function; return a pointer to one", fn.Name)
		fn.Result = typeBad
	case fn.Result.Kind == Array:
		p.Errorf(name.Pos, name.End, "function %q cannot return an array", fn.Name)
	case s.maxRegisters > 0 && !s.global:
		p.Errorf(s.at.Pos, s.at.End, "__maxnreg__ is for kernels")
	case s.maxRegisters > 0 && s.maxThreads > 0:
		p.Errorf(s.at.Pos, s.at.End, "a kernel has __launch_bounds__ or __maxnreg__, not both: delete one")
	case s.maxThreads > 0 && !s.global:
		p.Errorf(s.at.Pos, s.at.End, "__launch_bounds__ is for kernels")
	}
	if isBuiltin(fn.Name) && fn.Template == nil && fn.Kernel {
		p.Notef(fn.Pos, "kernel %q hides the built-in function of that name", fn.Name)
	}
}

// parameters reads (type name, …) and declares them.
func (p *parser) parameters(fn *Func) {
	p.expect("(", "before the parameters of "+quoteName(fn.Name))
	if p.is("void") && p.at(1).Is(")") {
		p.next()
	}
	for more := !p.is(")"); more; more = p.accept(",") {
		p.guard(func() {
			if !p.parameterPack(fn) {
				p.parameter(fn)
			}
		}, p.skipParameter)
	}
	if !p.is(")") {
		p.unexpected(`"," or ")" in the parameters of ` + quoteName(fn.Name))
	}
	p.next()
}

// skipParameter passes what is left of a parameter whose type is wrong. Of
// other mistakes the rest of the list means nothing.
func (p *parser) skipParameter() {
	for !p.is(",") && !p.is(")") {
		switch t := p.peek(); {
		case t.Kind == token.EOF || t.Is(";") || t.Is("{") || t.Is("}") || t.Kind == token.Illegal:
			panic(bailout{})
		case t.Is("(") || t.Is("["):
			p.skipBalanced()
		default:
			p.next()
		}
	}
}

func (p *parser) parameter(fn *Func) {
	if p.is("...") {
		p.dots(fn)
		return
	}
	at := *p.peek()
	s := p.specs("a parameter of " + quoteName(fn.Name))
	d := p.declarator(s.typ, "the parameter", false)
	i := len(fn.Params)
	if d.params >= 0 {
		d.typ = p.functionSuffix(&d)(d.typ)
		d.ref = false
	}
	t := d.typ
	if t.Kind == Function {
		t = pointerToFunction(t)
	}
	if t.Kind == Array && !d.ref {
		t = &Type{Kind: Pointer, Elem: t.Elem}
	}
	v := &Var{Pos: d.name.Pos, Name: d.name.Text, Type: t, Storage: Param}
	if v.Name == "" {
		v.Pos = at.Pos
	}
	sym := &symbol{v: v}
	p.plainly(&s, "a parameter of "+quoteName(fn.Name))
	switch {
	case t.Kind == Void:
		p.Errorf(at.Pos, at.End, "a parameter of %q cannot have type void", fn.Name)
		sym.bad = true
	case isAuto(t):
		p.Errorf(at.Pos, at.End, "a parameter cannot be auto; write its type, or template <typename T> and T")
		sym.bad = true
	case d.ref && fn.Kernel:
		p.Errorf(d.name.Pos, d.name.End, "a kernel's parameter cannot be a reference: it lives on the host; pass a pointer or a value")
	case d.ref && (d.temporary || !isConst(t) || t.Kind == Array || t.polymorphic() || t.managed() || t.isBase()):
		p.info(fn).refs[i] = true
		v.Type, sym.ref = pointerTo(t), true
	case !d.ref && !fn.Kernel && t.managed():
		p.info(fn).refs[i], p.info(fn).owned[i] = true, true
		v.Type, sym.ref = pointerTo(t), true
	}
	if d.ref {
		p.info(fn).bindings[i] = bindingOf(&d, t)
	}
	fn.Params = append(fn.Params, v)
	if p.accept("=") {
		var x Expr
		if p.heads > 0 { // each instance reads it
			x = &Lit{Typed: Typed{p.peek().Pos, typeBad}}
			p.skipDefault()
		} else if p.is("{") {
			x = p.bracedList()
		} else {
			x = p.assignment()
		}
		if p.heads == 0 && !p.info(fn).refs[i] { // else each call converts it
			x = p.convert(x, v.Type, "the default of "+quoteName(v.Name))
		}
		p.info(fn).defaults[v] = x
	} else if len(p.info(fn).defaults) > 0 {
		p.Errorf(at.Pos, at.End, "parameter %d of %q needs a default too: the parameter before it has one", i+1, fn.Name)
	}
	if v.Name != "" {
		p.declare(d.name, sym)
	}
}

// skipDefault passes the default of a parameter.
func (p *parser) skipDefault() {
	for !p.is(",") && !p.is(")") && p.peek().Kind != token.EOF {
		switch t := p.peek(); {
		case t.Is("<") && p.opensArguments(p.prev()):
			p.i = p.angleEnd()
		case t.Is("(") || t.Is("[") || t.Is("{"):
			p.skipBalanced()
		default:
			p.next()
		}
	}
}

// trailing reads what may stand between the parameters and the body.
func (p *parser) trailing(fn *Func) {
	for {
		switch t := p.peek(); {
		case t.Is("const"):
			p.fail(t, "only a method can have const after its parameters; delete it")
		case t.Is("noexcept"), t.Is("throw") && p.hosted:
			if p.next(); p.is("(") {
				p.skipBalanced()
			}
		case t.Is("__attribute__"):
			p.next()
			p.skipBalanced()
		case t.Is("__launch_bounds__"):
			p.next()
			var s specs
			p.launchBounds(&s)
			fn.MaxThreads, fn.MinBlocks = s.maxThreads, s.minBlocks
		case t.Is("__maxnreg__"):
			p.next()
			var s specs
			p.maxRegisters(&s)
			fn.MaxRegisters = s.maxRegisters
		case t.Is("->"):
			p.next()
			d := p.castType()
			fn.Result = d.typ
			p.resultReference(fn, &d)
		default:
			return
		}
	}
}

// semicolonOrBody reports a body without its "{" and puts one there, if the
// body begins on a line of its own.
func (p *parser) semicolonOrBody(fn *Func) {
	t, last := p.peek(), p.prev()
	if !t.BOL || t.Kind != token.Ident || cudaWords[t.Text] && !t.Is("__shared__") {
		p.unexpected(`the "{" of function ` + quoteName(fn.Name))
	}
	p.Errorf(last.End, token.Pos{}, `missing "{" after the parameters of %q`, fn.Name)
	p.toks = slices.Insert(p.toks, p.i, token.Token{Kind: token.Punct, Text: "{", Pos: last.End, End: last.End})
}

// declareFunc enters fn, or returns the earlier declaration that it completes.
func (p *parser) declareFunc(t token.Token, fn *Func) *Func {
	if p.completion != nil {
		p.completion.declare(p, &t, &symbol{funcs: []*Func{fn}})
	}
	if p.scope.space != nil && p.scope != p.global {
		p.inSpaces[t.Text] = true
	}
	sym := p.scope.names[t.Text]
	if sym == nil || sym.bad || sym.host != "" || sym.funcs == nil && sym.library && !t.Library || p.hosted && sym.isTag() {
		f := &symbol{name: t.Text, pos: t.Pos, funcs: []*Func{fn}, home: p.scope, library: t.Library}
		if sym != nil && sym.isTag() {
			f.tag = sym.typ
		}
		p.scope.names[t.Text] = f
		return fn
	}
	if sym.funcs == nil {
		p.Errorf(t.Pos, t.End, "%q is declared twice; the first time on line %d", t.Text, sym.pos.Line)
		return fn
	}
	for i, old := range sym.funcs {
		if old.Template != nil || fn.Template != nil || !sameParams(old, fn) || !p.sameBindings(old, fn) {
			continue
		}
		if old.Library && !fn.Library && p.hosted { // a program may have a function of that name of its own, or declare what it does not include
			if p.is("{") {
				sym.funcs[i] = fn
				return fn
			}
			return old
		}
		p.redeclare(t, old, fn)
		return old
	}
	sym.funcs = append(sym.funcs, fn)
	return fn
}

func sameParams(a, b *Func) bool {
	if len(a.Params) != len(b.Params) {
		return false
	}
	for i := range a.Params {
		if !sameTarget(a.Params[i].Type, b.Params[i].Type) {
			return false
		}
	}
	return true
}

// sameBindings tells whether the references among the parameters of two functions take the same.
func (p *parser) sameBindings(a, b *Func) bool {
	x, y := p.info(a), p.info(b)
	for i := range a.Params {
		if (x.bindings[i] == toTemporary) != (y.bindings[i] == toTemporary) || x.refs[i] != y.refs[i] {
			return false
		}
	}
	return x.qualifier == y.qualifier
}

// sameTarget is Same, but what pointers point to must be const alike: f(int *) and f(const int *)
// are two functions.
func sameTarget(a, b *Type) bool {
	if !Same(a, b) {
		return false
	}
	for ; a.Kind == Pointer || a.Kind == Array; a, b = a.Elem, b.Elem {
		if a.Elem.Const != b.Elem.Const || a.Elem.Volatile != b.Elem.Volatile {
			return false
		}
	}
	return true
}

// redeclare joins a declaration with an earlier one of the same function.
func (p *parser) redeclare(t token.Token, old, fn *Func) {
	switch {
	case p.info(old).defined && p.is("{"):
		p.Errorf(t.Pos, t.End, "function %q is defined twice; the first time on line %d", fn.Name, old.Pos.Line)
	case !Same(old.Result, fn.Result):
		p.Errorf(t.Pos, t.End, "function %q returns %s here and %s on line %d", fn.Name, fn.Result, old.Result, old.Pos.Line)
	case old.Kernel != fn.Kernel:
		p.Errorf(t.Pos, t.End, "function %q is a kernel in one declaration and not in the other (line %d)", fn.Name, old.Pos.Line)
	}
	defaults, info := p.info(old).defaults, p.info(fn)
	for i, v := range old.Params {
		if x := defaults[v]; x != nil && info.defaults[fn.Params[i]] == nil {
			info.defaults[fn.Params[i]] = x
		}
	}
	if info.defined = p.info(old).defined; !info.defined || p.is("{") {
		p.infos[old] = info
		old.Pos, old.Params = fn.Pos, fn.Params
	} else {
		for i, v := range fn.Params {
			if x := info.defaults[v]; x != nil {
				p.info(old).defaults[old.Params[i]] = x
			}
		}
	}
	old.MaxThreads, old.MinBlocks = max(old.MaxThreads, fn.MaxThreads), max(old.MinBlocks, fn.MinBlocks)
	old.MaxRegisters = max(old.MaxRegisters, fn.MaxRegisters)
}

// record lists a function in the file.
func (p *parser) record(fn *Func) {
	if fn.Library {
		return
	}
	if fn.Kernel {
		// an overload
		if slices.ContainsFunc(p.file.Kernels, func(k *Func) bool { return k.Name == fn.Name && p.info(k).space == p.info(fn).space }) {
			types := make([]string, len(fn.Params))
			for i, v := range fn.Params {
				types[i] = v.Type.String()
			}
			fn.Name += "(" + strings.Join(types, ", ") + ")"
		}
		p.file.Kernels = append(p.file.Kernels, fn)
	} else {
		p.file.Funcs = append(p.file.Funcs, fn)
	}
}

// sourceOf is the user's text from token start to the last token read.
func (p *parser) sourceOf(start int) string {
	first, last := &p.toks[start], p.prev()
	text := p.file.TextOf(first)
	if first.Off < 0 || first.In != last.In || last.Limit > len(text) || first.Off > last.Limit {
		return ""
	}
	return text[first.Off:last.Limit]
}
