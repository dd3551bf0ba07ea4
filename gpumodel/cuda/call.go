package cuda

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// callAhead tells whether a call follows the name t: "(", or "<…>(" after a template.
func (p *parser) callAhead(t *token.Token) bool {
	if p.is("<") {
		return p.isTemplate(t) || p.isFetch(t.Text) || p.find(t) == nil && strings.HasPrefix(t.Text, "tex") && refusedWord(t.Text)
	}
	if t := p.objectType(p.find(t)); t != nil && (t.method("operator()") != nil || t.Kind == FuncPointer) {
		return false
	}
	return p.is("(") || p.is("<<<")
}

// call reads the arguments of t(…) or t<…>(…) and builds the call.
func (p *parser) call(t *token.Token) Expr {
	sym := p.ofDevice(t, p.find(t))
	if p.is("<<<") {
		return p.nestedLaunch(t, sym, nil)
	}
	if t.Library && strings.HasPrefix(t.Text, System) || p.onHost() && sym == nil && variadic[t.Text] > 0 {
		return p.systemCall(t)
	}
	if heap := t.Is("malloc") || t.Is("free"); heap && (sym == nil || sym.host != "") && p.fn != nil || t.Library && t.Is(Fault) {
		args, ok := p.arguments(t)
		switch {
		case !ok:
			return bad(t.Pos)
		case heap:
			return p.heapCall(t, args)
		}
		return p.faultCall(t, args)
	}
	if runtimeTexts[t.Text] != "" && (sym == nil || sym.host != "") && p.fn != nil && p.is("(") {
		return p.runtimeCall(t)
	}
	if sym == nil && !isBuiltin(t.Text) && !(t.Library && t.Text == shuffleAny) && !p.inSpace(t.Text) {
		p.unknownFunction(t)
	}
	if sym != nil && sym.v != nil && !sym.bad {
		p.hollow = p.hollow || onTrial(sym.v.Type)
		p.fail(t, "%q is a variable and cannot be called%s", t.Text, starHint(sym.v.Type))
	}
	var explicit []templateArg
	if p.is("<") {
		explicit = p.templateArgs()
		if p.is("<<<") {
			return p.nestedLaunch(t, sym, explicit)
		}
		if !p.is("(") && sym != nil && sym.funcs != nil {
			return p.nameOfFunctions(t, sym, explicit)
		}
	}
	args, ok := p.arguments(t)
	if ok && t.Within == nil && explicit == nil && p.inSpace(t.Text) && (sym == nil || sym.funcs != nil && !sym.method) {
		if sym = p.associated(t.Text, sym, args); sym == nil { // a friend of an instance that an argument has made
			sym = p.find(t)
		}
		if sym == nil && !isBuiltin(t.Text) {
			p.unknownFunction(t)
		}
	}
	switch {
	case !ok || sym != nil && sym.bad:
		return bad(t.Pos)
	case sym == nil && !isBuiltin(t.Text) && p.inSpace(t.Text): // which was reported
		return bad(t.Pos)
	case sym != nil && sym.host != "":
		p.hostUse(t, sym)
		return bad(t.Pos)
	case sym != nil && sym.method:
		return p.invoke(t, p.self(t.Pos), sym.funcs, explicit, args)
	case sym != nil && sym.funcs != nil:
		return p.userCall(t, sym, explicit, args)
	case t.Text == "printf":
		return p.printf(t, args)
	case t.Text == "assert":
		return p.assert(t, args)
	case t.Text == "__trap" || t.Text == "__brkpt":
		return p.trap(t, args)
	case t.Text == "__ldg", t.Text == "__ldcg":
		return p.ldg(t, args)
	case t.Text == shuffleAny && t.Library:
		return p.shuffleAny(t, args)
	case p.isFetch(t.Text):
		return p.fetch(t, fetches[t.Text], explicit, args)
	}
	return p.builtinCall(t, args)
}

// objectType is the type of the variable or member that a symbol is, or nil.
func (p *parser) objectType(sym *symbol) *Type {
	switch {
	case sym == nil:
	case sym.lit != nil:
		return sym.lit.Type
	case sym.v != nil && sym.ref:
		return sym.v.Type.Elem
	case sym.v != nil:
		return sym.v.Type
	case sym.member:
		object := p.self(token.Pos{})
		if sym.lambda != nil {
			object = p.object(token.Pos{})
		}
		if object == nil {
			return nil
		}
		owner := object.T().owner(sym.name)
		if owner == nil || owner.field(sym.name) == nil {
			return nil
		}
		f := owner.field(sym.name)
		t := f.Type
		if sym.ref || f.ref { // captured by a lambda
			t = t.Elem
		}
		return t
	}
	return nil
}

func isBuiltin(name string) bool {
	_, ok := builtins()[name]
	return ok || name == "__ldg" || name == "__ldcg" || fetches[name].dims > 0
}

func starHint(t *Type) string {
	switch {
	case t.IsArithmetic():
		return `; a product needs "*"`
	case t.Kind == Pointer || t.Kind == Array:
		return "; an element is written with [ ]"
	}
	return ""
}

// unknownFunction reports a call of something that was never declared.
func (p *parser) unknownFunction(t *token.Token) {
	defer p.formal(len(p.Errs))
	p.refuse(t)
	if later, ok := p.later[t.Text]; ok && p.Before(later, t.Pos) {
		// its declaration was wrong, which is reported there
	} else if ok {
		p.Errorf(t.Pos, t.End, "function %q is used before its declaration on line %d; move it up, or declare it first", t.Text, later.Line)
	} else if why := NotModelled(t.Text); p.hosted && why != "" {
		p.Errorf(t.Pos, t.End, "%s is not available: %s", t.Text, why)
	} else {
		p.Errorf(t.Pos, t.End, "undeclared function %q%s", t.Text, p.suggest(t))
	}
	p.scope.names[t.Text] = &symbol{name: t.Text, pos: t.Pos, bad: true}
}

// arguments reads (a, b, …); false if one of them was reported.
func (p *parser) arguments(t *token.Token) (args []Expr, ok bool) {
	open := p.expect("(", "after "+quoteName(t.Text))
	greater := p.noGreater
	p.noGreater = false
	ok = true
	for more := !p.is(")"); more; more = p.accept(",") {
		read := func() {
			var x Expr
			if p.is("{") {
				x = p.bracedList()
			} else {
				x = p.assignment()
			}
			ok = ok && !isBad(x)
			args = append(args, x)
		}
		if !p.expanded(read) {
			read()
		}
	}
	p.noGreater = greater
	if !p.is(")") && p.peek().Kind != token.Illegal {
		p.fail(p.peek(), `expected "," or ")" in the arguments of %q (opened in column %d) but found %s`, t.Text, open.Pos.Col, p.peek())
	}
	p.expect(")", "")
	return args, ok
}

// userCall resolves a call of the file's own functions.
func (p *parser) userCall(t *token.Token, sym *symbol, explicit []templateArg, args []Expr) Expr {
	sym = sym.withoutKernels()
	for _, fn := range sym.funcs {
		if fn.Kernel {
			p.Errorf(t.Pos, t.End, "kernel %q cannot be called like a function; launch it%s, or make it __device__", t.Text, p.launchHint(t.Text))
			return bad(t.Pos)
		}
	}
	if len(sym.funcs) == 1 && (!isBuiltin(t.Text) || p.hidesBuiltin(sym)) {
		fn := sym.funcs[0]
		if fn.Template != nil {
			fn = p.instantiateCall(t, fn, explicit, args)
		}
		if fn == nil || !p.arity(t, fn, len(args)) {
			return bad(t.Pos)
		}
		return p.finishCall(t, fn, args)
	}
	return p.overloadCall(t, sym, explicit, args)
}

// withoutKernels are the functions of a name, where kernels have it as well.
func (sym *symbol) withoutKernels() *symbol {
	kernel := func(fn *Func) bool { return fn.Kernel }
	if !slices.ContainsFunc(sym.funcs, kernel) {
		return sym
	}
	if rest := slices.DeleteFunc(slices.Clone(sym.funcs), kernel); len(rest) > 0 {
		others := *sym
		others.funcs = rest
		return &others
	}
	return sym
}

// arity checks the number of arguments against the parameters.
func (p *parser) arity(t *token.Token, fn *Func, n int) bool {
	most, least := len(fn.Params), len(fn.Params)-len(p.info(fn).defaults)
	if p.info(fn).method() { // this is not written
		n, most, least = n-1, most-1, least-1
	}
	if n >= least && (n <= most || p.info(fn).variadic) {
		return true
	}
	if p.info(fn).variadic { // the parser has added the last parameter
		most--
	}
	want := token.Count(most, "argument")
	if least < most {
		want = fmt.Sprintf("%d to %s", least, want)
	}
	p.Errorf(t.Pos, t.End, "function %q takes %s, got %d: %s", fn.Name, want, n, p.written(fn))
	return false
}

// written is the signature as it is called: without this.
func (p *parser) written(fn *Func) string {
	switch info := p.info(fn); {
	case info.method():
		return signature(&Func{Name: fn.Name, Result: fn.Result, Params: fn.Params[1:]})
	case fn.Object != nil:
		return strings.TrimPrefix(signature(fn), fn.Result.String()+" ")
	}
	return signature(fn)
}

// signature is a function's head as C writes it.
func signature(fn *Func) string {
	names := make([]string, len(fn.Params))
	for i, v := range fn.Params {
		names[i] = strings.TrimSpace(v.Type.String() + " " + v.Name)
	}
	return fmt.Sprintf("%s %s(%s)", fn.Result, fn.Name, strings.Join(names, ", "))
}

// finishCall converts the arguments and records the call.
func (p *parser) finishCall(t *token.Token, fn *Func, args []Expr) Expr {
	info := p.info(fn)
	if info.deleted {
		p.Errorf(t.Pos, t.End, "%s is deleted (line %d) and cannot be called", p.written(fn), fn.Pos.Line)
		return bad(t.Pos)
	}
	p.readBody(fn) // which tells the type of auto
	values, ok := p.passedAll(fn, args)
	if !ok {
		return bad(t.Pos)
	}
	call := &Call{Typed: Typed{t.Pos, fn.Result}, Func: fn, Args: values}
	if fn.Result.Kind == badKind {
		return bad(t.Pos)
	}
	if isAuto(fn.Result) {
		p.Errorf(t.Pos, t.End, "the result type of %q is not known yet: write it instead of auto", fn.Name)
		return bad(t.Pos)
	}
	if !info.defined {
		info.wanted = true
	}
	p.callsGone(t, fn)
	if info.constexpr && fn.Body != nil {
		if lit := p.constantCall(call); lit != nil {
			return lit
		}
	}
	if p.fn != nil {
		p.calls[p.fn] = append(p.calls[p.fn], callSite{callee: fn, pos: t.Pos, end: t.End})
	}
	if info.reference {
		x := &Unary{Typed: Typed{t.Pos, fn.Result.Elem}, Op: "*", X: call}
		if info.moved {
			return moved(x)
		}
		return x
	}
	return call
}

// passed is the pointer that parameter i, which is a reference to a t or an object of the caller, gets for x.
func (p *parser) passed(x Expr, t *Type, info *funcInfo, i int, what string) Expr {
	switch {
	case isBad(x):
		return x
	case info.owned[i] || info.bindings[i] == toTemporary && !p.glvalue(x):
		if x = p.convert(x, t.plain(), what); isBad(x) {
			return x
		}
		return &Unary{Typed: Typed{x.Position(), pointerTo(t)}, Op: "&", X: p.materialised(x)}
	}
	return p.bind(x, t, what)
}

// passedAll converts the arguments of a call to the types of the parameters; ok is false if one of them is wrong.
func (p *parser) passedAll(fn *Func, args []Expr) (values []Expr, ok bool) {
	info := p.info(fn)
	first := 1
	if info.method() {
		first = 0
	}
	for i, v := range fn.Params {
		what := fmt.Sprintf("argument %d (%q) of %s", i+first, v.Name, fn.Name)
		switch {
		case info.variadic && i == len(fn.Params)-1 && i < len(args):
			values = append(values, p.rest(&token.Token{Pos: args[i].Position(), End: args[i].Position()}, args[i:]))
		case i >= len(args) && info.defaults[v] == nil: // that it needs one has been told
			return nil, false
		case i >= len(args) && !info.refs[i]:
			values = append(values, info.defaults[v])
		case info.refs[i]:
			x := info.defaults[v]
			if i < len(args) {
				x = args[i]
			}
			values = append(values, p.passed(x, v.Type.Elem, info, i, what))
		default:
			values = append(values, p.convert(args[i], v.Type, what))
		}
	}
	for _, a := range values {
		if isBad(a) {
			return nil, false
		}
	}
	return values, true
}

// ldg is a load through the read-only cache, __ldg, or past the L1, __ldcg: *p.
func (p *parser) ldg(t *token.Token, args []Expr) Expr {
	if len(args) != 1 || p.rvalue(args[0]).T().Kind != Pointer {
		p.Errorf(t.Pos, t.End, "%s takes one pointer, got (%s)", t.Text, argTypes(args))
		return bad(t.Pos)
	}
	x := p.dereference(t, p.rvalue(args[0]))
	if u, ok := x.(*Unary); ok {
		u.ReadOnly, u.PastL1 = t.Text == "__ldg", t.Text == "__ldcg"
	}
	return x
}

// shuffleAny is the function by which the library exchanges values of any type between lanes: the kind of the
// shuffle (0 to 3: from a lane, up, down, xor), the mask, the value, the lane and the width. Each number in the
// value is a shuffle of its own.
const shuffleAny = "__shfl_any"

func (p *parser) shuffleAny(t *token.Token, args []Expr) Expr {
	if len(args) != 5 {
		panic("BUG: " + shuffleAny)
	}
	for i, a := range args {
		if i == 2 {
			args[i] = p.rvalue(a)
		} else {
			args[i] = p.convert(p.rvalue(a), typeUInt, "the argument")
		}
	}
	value := args[2].T()
	if value.Kind == Struct || value.IsArithmetic() || value.Kind == Pointer || value.Kind == Half {
		return &Call{Typed: Typed{t.Pos, value.plain()}, Builtin: shuffleAny, Args: args}
	}
	p.Errorf(t.Pos, t.End, "lanes cannot exchange values of type %s", value)
	return bad(t.Pos)
}

// trap builds __trap() as a fault of the program's own, and __brkpt() likewise: without a debugger it ends the kernel too.
func (p *parser) trap(t *token.Token, args []Expr) Expr {
	if len(args) != 0 {
		p.Errorf(t.Pos, t.End, "%s takes no arguments, got %d", t.Text, len(args))
		return bad(t.Pos)
	}
	message := &StringLit{Typed: Typed{t.Pos, textPointer}, Value: t.Text + "() was called"}
	return &Call{Typed: Typed{t.Pos, typeVoid}, Builtin: Fault, Args: []Expr{message}}
}

// assert builds assert(x).
func (p *parser) assert(t *token.Token, args []Expr) Expr {
	if len(args) != 1 {
		p.Errorf(t.Pos, t.End, "assert takes 1 argument, got %d", len(args))
		return bad(t.Pos)
	}
	return &Call{Typed: Typed{t.Pos, typeVoid}, Builtin: "assert", Args: []Expr{p.toBool(args[0])}}
}
