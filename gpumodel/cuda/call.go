package cuda

import (
	"fmt"
	"strings"
)

// callAhead tells whether a call follows the name t: "(", or "<…>(" after a template.
func (p *parser) callAhead(t *token) bool {
	if p.is("<") {
		return p.isTemplate(t.text)
	}
	return p.is("(") || p.is("<<<")
}

// call reads the arguments of t(…) or t<…>(…) and builds the call.
func (p *parser) call(t *token) Expr {
	if p.is("<<<") {
		p.launchInside(t)
	}
	sym := p.scope.find(t.text)
	if sym == nil && !isBuiltin(t.text) {
		p.unknownFunction(t)
	}
	if sym != nil && sym.v != nil && !sym.bad {
		p.fail(t, "%q is a variable and cannot be called%s", t.text, starHint(sym.v.Type))
	}
	var explicit []templateArg
	if p.is("<") {
		explicit = p.templateArgs()
	}
	args, ok := p.arguments(t)
	switch {
	case !ok || sym != nil && sym.bad:
		return bad(t.pos)
	case sym != nil && sym.host != "":
		p.hostUse(t, sym)
		return bad(t.pos)
	case sym != nil && sym.funcs != nil:
		return p.userCall(t, sym, explicit, args)
	case t.text == "printf":
		return p.printf(t, args)
	case t.text == "assert":
		return p.assert(t, args)
	case t.text == "__ldg":
		return p.ldg(t, args)
	}
	return p.builtinCall(t, args)
}

func isBuiltin(name string) bool {
	_, ok := builtins()[name]
	return ok || name == "__ldg"
}

func starHint(t *Type) string {
	if t.IsArithmetic() {
		return `; a product needs "*"`
	}
	return ""
}

// unknownFunction reports a call of something that was never declared.
func (p *parser) unknownFunction(t *token) {
	p.refuse(t)
	if later, ok := p.later[t.text]; ok && before(later, t.pos) {
		// its declaration was wrong, which is reported there
	} else if ok {
		p.errorf(t.pos, t.end, "function %q is used before its declaration on line %d; move it up, or declare it first", t.text, later.Line)
	} else {
		p.errorf(t.pos, t.end, "undeclared function %q%s", t.text, p.suggest(t))
	}
	p.scope.names[t.text] = &symbol{name: t.text, pos: t.pos, bad: true}
}

// arguments reads (a, b, …); false if one of them was reported.
func (p *parser) arguments(t *token) (args []Expr, ok bool) {
	open := p.expect("(", "after "+quoteName(t.text))
	greater := p.noGreater
	p.noGreater = false
	ok = true
	for !p.is(")") {
		x := p.assignment()
		ok = ok && !isBad(x)
		args = append(args, x)
		if !p.accept(",") {
			break
		}
	}
	p.noGreater = greater
	if !p.is(")") && p.peek().kind != tIllegal {
		p.fail(p.peek(), `expected "," or ")" in the arguments of %q (opened in column %d) but found %s`, t.text, open.pos.Col, p.peek())
	}
	p.expect(")", "")
	return args, ok
}

// candidate is an overload with the rank of each argument.
type candidate struct {
	fn    *Func
	b     Builtin
	ranks []rank
}

// better tells whether c beats d: no argument is worse and one is better; an
// ordinary function beats a template's instance.
func (c candidate) better(d candidate) bool {
	better := false
	for i := range c.ranks {
		if c.ranks[i] > d.ranks[i] {
			return false
		}
		better = better || c.ranks[i] < d.ranks[i]
	}
	return better
}

// best is the one candidate that beats all others, or false.
func best(list []candidate) (candidate, bool) {
	for i, c := range list {
		wins := true
		for j, d := range list {
			wins = wins && (i == j || c.better(d))
		}
		if wins {
			return c, true
		}
	}
	return candidate{}, false
}

// builtinCall resolves the overloads of a built-in.
func (p *parser) builtinCall(t *token, args []Expr) Expr {
	overloads := builtins()[t.text]
	var viable []candidate
	for _, b := range overloads {
		if ranks, ok := rankArgs(args, b.Params); ok {
			viable = append(viable, candidate{b: b, ranks: ranks})
		}
	}
	c, ok := p.mixed(viable, args)
	if !ok {
		c, ok = best(viable)
	}
	if !ok {
		p.noOverload(t, args, overloads, len(viable) > 0)
		return bad(t.pos)
	}
	call := &Call{Typed: Typed{t.pos, c.b.Result}, Builtin: t.text}
	for i, a := range args {
		call.Args = append(call.Args, p.convert(a, c.b.Params[i], "argument"))
	}
	return call
}

func rankArgs(args []Expr, params []*Type) ([]rank, bool) {
	if len(args) != len(params) {
		return nil, false
	}
	ranks := make([]rank, len(args))
	for i, a := range args {
		ranks[i] = implicit(a, params[i])
		if ranks[i] == impossible {
			return nil, false
		}
	}
	return ranks, true
}

// mixed picks among several overloads that of the arguments' common type, integers
// counting as double in floating functions ([cmath.syn]): pow(x, 2) is a double.
// min and max of an integer and a float stay ambiguous, as with nvcc.
func (p *parser) mixed(viable []candidate, args []Expr) (candidate, bool) {
	if len(viable) < 2 || len(args) == 0 {
		return candidate{}, false
	}
	t := args[0].T()
	floating := true
	for _, c := range viable {
		floating = floating && c.b.Params[0].IsFloat()
	}
	anyFloat, anyInt := false, false
	for _, a := range args {
		if !a.T().IsArithmetic() {
			return candidate{}, false
		}
		t = common(t, a.T())
		anyFloat = anyFloat || a.T().IsFloat()
		anyInt = anyInt || a.T().IsInteger()
	}
	if floating && anyInt {
		t = typeDouble
	} else if anyFloat && anyInt {
		return candidate{}, false
	}
	for _, c := range viable {
		if c.b.Params[0].Kind == t.Kind && c.b.Params[len(args)-1].Kind == t.Kind {
			return c, true
		}
	}
	return candidate{}, false
}

// noOverload says which arguments there were and which are allowed.
func (p *parser) noOverload(t *token, args []Expr, overloads []Builtin, ambiguous bool) {
	got := argTypes(args)
	switch {
	case ambiguous:
		p.errorf(t.pos, t.end, "call of %s(%s) is ambiguous: give both arguments the same type, by a suffix (0.0f) or a cast", t.text, got)
	case len(overloads) == 1:
		b := overloads[0]
		if len(args) != len(b.Params) {
			p.errorf(t.pos, t.end, "%s takes %s, got %d: %s", t.text, count(len(b.Params), "argument"), len(args), b)
			return
		}
		for i, a := range args {
			p.convert(a, b.Params[i], fmt.Sprintf("argument %d of %s", i+1, t.text))
		}
	default:
		lists := make([]string, 0, len(overloads))
		for _, b := range overloads {
			_, list, _ := strings.Cut(b.String(), "(")
			lists = append(lists, "("+list)
		}
		p.errorf(t.pos, t.end, "%s does not take (%s); it takes %s", t.text, got, strings.Join(lists, ", "))
	}
}

func argTypes(args []Expr) string {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = a.T().String()
	}
	return strings.Join(names, ", ")
}

// userCall resolves a call of the file's own functions.
func (p *parser) userCall(t *token, sym *symbol, explicit []templateArg, args []Expr) Expr {
	for _, fn := range sym.funcs {
		if fn.Kernel {
			p.errorf(t.pos, t.end, "kernel %q cannot be called like a function; launch it from the notebook, or make it __device__", t.text)
			return bad(t.pos)
		}
	}
	if len(sym.funcs) == 1 {
		fn := sym.funcs[0]
		if fn.Template != nil {
			fn = p.instantiateCall(t, fn, explicit, args)
		}
		if fn == nil || !p.arity(t, fn, len(args)) {
			return bad(t.pos)
		}
		return p.finishCall(t, fn, args)
	}
	return p.overloadCall(t, sym, explicit, args)
}

// arity checks the number of arguments against the parameters.
func (p *parser) arity(t *token, fn *Func, n int) bool {
	most := len(fn.Params)
	least := most - len(p.info(fn).defaults)
	if n >= least && n <= most {
		return true
	}
	want := count(most, "argument")
	if least < most {
		want = fmt.Sprintf("%d to %s", least, want)
	}
	p.errorf(t.pos, t.end, "function %q takes %s, got %d: %s", fn.Name, want, n, signature(fn))
	return false
}

// signature is a function's head as C writes it.
func signature(fn *Func) string {
	names := make([]string, len(fn.Params))
	for i, v := range fn.Params {
		names[i] = v.Type.String() + " " + v.Name
	}
	return fmt.Sprintf("%s %s(%s)", fn.Result, fn.Name, strings.Join(names, ", "))
}

// overloadCall picks among several functions of one name.
func (p *parser) overloadCall(t *token, sym *symbol, explicit []templateArg, args []Expr) Expr {
	var viable, templates []candidate
	for _, fn := range sym.funcs {
		if fn.Template == nil && explicit != nil {
			continue
		}
		inst := fn
		if fn.Template != nil {
			if inst = p.tryInstantiate(fn, explicit, args); inst == nil {
				continue
			}
		}
		ranks, ok := p.rankCall(inst, args)
		switch {
		case ok && fn.Template != nil:
			templates = append(templates, candidate{fn: inst, ranks: ranks})
		case ok:
			viable = append(viable, candidate{fn: inst, ranks: ranks})
		}
	}
	c, ok := best(viable)
	if d, ok2 := best(templates); ok2 && (!ok || d.better(c)) {
		c, ok = d, true
	}
	if !ok {
		why := "no overload of %q takes (%s)"
		if len(viable)+len(templates) > 0 {
			why = "several overloads of %q take (%s) equally well; cast an argument"
		}
		p.errorf(t.pos, t.end, why, t.text, argTypes(args))
		return bad(t.pos)
	}
	return p.finishCall(t, c.fn, args)
}

func (p *parser) rankCall(fn *Func, args []Expr) ([]rank, bool) {
	info := p.info(fn)
	if len(args) > len(fn.Params) || len(args) < len(fn.Params)-len(info.defaults) {
		return nil, false
	}
	types := make([]*Type, len(args))
	for i := range args {
		types[i] = fn.Params[i].Type
		if info.refs[i] {
			types[i] = types[i].Elem
		}
	}
	return rankArgs(args, types)
}

// finishCall converts the arguments and records the call.
func (p *parser) finishCall(t *token, fn *Func, args []Expr) Expr {
	info := p.info(fn)
	call := &Call{Typed: Typed{t.pos, fn.Result}, Func: fn}
	for i, v := range fn.Params {
		what := fmt.Sprintf("argument %d (%q) of %s", i+1, v.Name, fn.Name)
		switch {
		case i >= len(args):
			call.Args = append(call.Args, info.defaults[v])
		case info.refs[i]:
			call.Args = append(call.Args, p.bind(args[i], v.Type.Elem, what))
		default:
			call.Args = append(call.Args, p.convert(args[i], v.Type, what))
		}
	}
	for _, a := range call.Args {
		if isBad(a) {
			return bad(t.pos)
		}
	}
	if fn.Result.Kind == autoKind {
		p.errorf(t.pos, t.end, "the result type of %q is not known yet: write it instead of auto", fn.Name)
		return bad(t.pos)
	}
	if p.fn != nil {
		p.calls[p.fn] = append(p.calls[p.fn], callSite{fn, t.pos, t.end})
	}
	return call
}

// overloaded looks for the user's operator functions; nil if none fits.
func (p *parser) overloaded(op *token, args ...Expr) Expr {
	sym := p.global.names["operator"+op.text]
	if sym == nil || sym.funcs == nil {
		return nil
	}
	t := *op
	t.text = "operator" + op.text
	for _, fn := range sym.funcs {
		if _, ok := p.rankCall(fn, args); ok || fn.Template != nil {
			return p.overloadCall(&t, sym, nil, args)
		}
	}
	return nil
}

// ldg is a load through the read-only cache: *p.
func (p *parser) ldg(t *token, args []Expr) Expr {
	if len(args) != 1 || p.rvalue(args[0]).T().Kind != Pointer {
		p.errorf(t.pos, t.end, "__ldg takes one pointer, got (%s)", argTypes(args))
		return bad(t.pos)
	}
	return p.dereference(t, p.rvalue(args[0]))
}

// assert builds assert(x).
func (p *parser) assert(t *token, args []Expr) Expr {
	if len(args) != 1 {
		p.errorf(t.pos, t.end, "assert takes 1 argument, got %d", len(args))
		return bad(t.pos)
	}
	return &Call{Typed: Typed{t.pos, typeVoid}, Builtin: "assert", Args: []Expr{p.toBool(args[0])}}
}
