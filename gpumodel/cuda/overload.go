package cuda

import (
	"fmt"
	"slices"
	"strings"
)

// candidate is an overload with the rank of each argument.
type candidate struct {
	fn       *Func
	b        Builtin
	ranks    []rank
	variadic bool  // of a template with a pack
	of       *Func // the template that fn is the head of an instance of, with these arguments
	bound    []templateArg
	patterns []*Type         // the types of the template's parameters
	bindings map[int]binding // of fn
	method   bool            // an operator that is a method
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
	for i := range c.ranks { // references that differ in what they take
		x, y := c.bindings[i], d.bindings[i]
		if better || x == byValue || y == byValue || x == y {
			continue
		}
		if y > x {
			return false
		}
		better = true
	}
	return better || d.variadic && !c.variadic || d.variadic == c.variadic && c.moreSpecial(d)
}

// moreSpecial tells whether what template c takes, d takes too, and not the other way round.
func (c candidate) moreSpecial(d candidate) bool {
	n := min(len(c.ranks), len(c.patterns), len(d.patterns))
	if c.of == nil || d.of == nil || n == 0 {
		return false
	}
	fits := func(patterns, types []*Type) bool {
		found := map[string][]templateArg{}
		for i := range n {
			if !patterns[i].fits(types[i], found) {
				return false
			}
		}
		for _, list := range found {
			if slices.ContainsFunc(list, func(a templateArg) bool { return !a.same(list[0]) }) {
				return false
			}
		}
		return true
	}
	return fits(d.patterns, c.patterns) && !fits(c.patterns, d.patterns)
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
	if list, ok := listArgument(t, args); ok {
		return p.extreme(t, list)
	}
	overloads := builtins()[t.text]
	var viable []candidate
	for _, b := range overloads {
		if ranks, ok := rankArgs(args, b.Params); ok {
			viable = append(viable, candidate{b: b, ranks: ranks})
		}
	}
	c, ok := best(viable)
	if m, mixed := p.mixed(viable, args); mixed && !strings.HasPrefix(t.text, "__") { // an intrinsic has its types as they stand
		c, ok = m, true
	}
	if !ok {
		p.noOverload(t, args, overloads, len(viable) > 0)
		return bad(t.pos)
	}
	call := &Call{Typed: Typed{t.pos, c.b.Result}, Builtin: t.text}
	for i, a := range args {
		call.Args = append(call.Args, p.convert(a, c.b.Params[i], "argument"))
	}
	p.checkWidth(t, call)
	if t.is("cudaDeviceSynchronize") && p.fn != nil && p.fn.Kernel {
		p.deviceWaits = append(p.deviceWaits, callSite{pos: t.pos, end: t.end})
	}
	if lit := foldExtreme(call); lit != nil {
		return lit
	}
	return p.mathCall(t, call, c.b.Params)
}

// listArgument is the list of min({a, b, c}) and max({a, b, c}).
func listArgument(t *token, args []Expr) (*braced, bool) {
	if len(args) != 1 || !t.is("min") && !t.is("max") {
		return nil, false
	}
	list, ok := args[0].(*braced)
	return list, ok && len(list.elems) > 0
}

// extreme is the least or the greatest value of a list, whose values have one type.
func (p *parser) extreme(t *token, list *braced) Expr {
	x := p.rvalue(list.elems[0])
	of := x.T().plain()
	for _, e := range list.elems[1:] {
		if e = p.rvalue(e); !Same(e.T(), of) {
			p.errorf(t.pos, t.end, "the values of %s({…}) must have one type, and here are %s and %s", t.text, of, e.T())
			return bad(t.pos)
		}
		if x = p.builtinCall(t, []Expr{x, e}); isBad(x) {
			return x
		}
		x = p.cast(x, of, true)
	}
	return x
}

// foldExtreme is min or max of two constants, nil for all other calls.
func foldExtreme(call *Call) *Lit {
	if call.Builtin != "min" && call.Builtin != "max" {
		return nil
	}
	a, ok := call.Args[0].(*Lit)
	b, ok2 := call.Args[1].(*Lit)
	if !ok || !ok2 || !call.Type.IsInteger() {
		return nil
	}
	less, _ := foldBinary("<", call.Type, a.Value, b.Value)
	if (less.I != 0) == (call.Builtin == "min") {
		return &Lit{Typed{call.Pos, call.Type}, a.Value}
	}
	return &Lit{Typed{call.Pos, call.Type}, b.Value}
}

// checkWidth checks the width of a shuffle, if it is known.
func (p *parser) checkWidth(t *token, call *Call) {
	last := len(call.Args) - 1
	least := 2
	if strings.HasSuffix(t.text, "_sync") {
		least++ // the mask
	}
	if !strings.HasPrefix(t.text, "__shfl") || last < least {
		return
	}
	if w, ok := call.Args[last].(*Lit); ok && (w.Value.I < 1 || w.Value.I > 32 || w.Value.I&(w.Value.I-1) != 0) {
		p.errorf(t.pos, t.end, "the width of %s is 1, 2, 4, 8, 16 or 32, got %d", t.text, w.Value.I)
	}
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

// overloadCall picks among several functions of one name.
func (p *parser) overloadCall(t *token, sym *symbol, explicit []templateArg, args []Expr) Expr {
	var viable, templates []candidate
	for _, fn := range sym.funcs {
		if fn.Template == nil && explicit != nil {
			continue
		}
		if fn.Template != nil {
			if c, ok := p.tryInstantiate(fn, explicit, args); ok {
				templates = append(templates, c)
			}
			continue
		}
		if ranks, ok := p.rankCall(fn, args); ok {
			viable = append(viable, candidate{fn: fn, ranks: ranks, bindings: p.info(fn).bindings})
		}
	}
	own := len(viable)
	for _, b := range builtins()[t.text] {
		if p.hidesBuiltin(sym) {
			break
		}
		if ranks, ok := rankArgs(args, b.Params); ok && !hides(viable[:own], b) {
			viable = append(viable, candidate{b: b, ranks: ranks})
		}
	}
	c, ok := best(viable)
	if d, ok2 := best(templates); ok2 && (!ok || d.better(c)) {
		c, ok = d, true
	}
	if own+len(templates) == 0 && len(viable) > 0 || ok && c.fn == nil {
		return p.builtinCall(t, args)
	}
	if !ok {
		why := "no overload of %q takes (%s)"
		if len(viable)+len(templates) > 0 {
			why = "several overloads of %q take (%s) equally well; cast an argument"
		}
		p.errorf(t.pos, t.end, why, t.text, argTypes(args))
		return bad(t.pos)
	}
	fn := p.settled(t, c)
	if fn == nil {
		return bad(t.pos)
	}
	return p.finishCall(t, fn, args)
}

// concerns tells whether an operator function is one for these operands: where none is of a class, it is if it takes
// the enum that one of them is ([over.match.oper]).
func (p *parser) concerns(fn *Func, args []Expr) bool {
	for i, a := range args {
		if t := a.T(); t.Enum == nil && !t.IsArithmetic() {
			return true
		}
		if fn.Template != nil || i >= len(fn.Params) {
			continue
		}
		t := fn.Params[i].Type
		if p.info(fn).refs[i] {
			t = t.Elem
		}
		if a.T().Enum != nil && Same(t, a.T()) {
			return true
		}
	}
	return fn.Template != nil
}

// hides tells whether one of the user's functions has the parameters of b.
func hides(own []candidate, b Builtin) bool {
	for _, c := range own {
		if sameParams(c.fn, &Func{Params: vars(b.Params)}) {
			return true
		}
	}
	return false
}

func vars(types []*Type) []*Var {
	list := make([]*Var, len(types))
	for i, t := range types {
		list[i] = &Var{Type: t}
	}
	return list
}

func (p *parser) rankCall(fn *Func, args []Expr) ([]rank, bool) {
	info := p.info(fn)
	if info.variadic && len(args) >= len(fn.Params) {
		named := len(fn.Params) - 1
		ranks, ok := p.rankCall(fn, args[:named])
		for range args[named:] {
			ranks = append(ranks, ellipsis)
		}
		return ranks, ok
	}
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
	ranks, ok := rankArgs(args, types)
	for i := range ranks {
		ok = ok && p.takes(args[i], types[i], info.bindings[i])
	}
	return ranks, ok
}

// overloaded is the call of the operator function that takes the operands best, a method of the first one or a function; nil if
// none takes them ([over.match.oper]).
func (p *parser) overloaded(op *token, args ...Expr) Expr {
	name := "operator" + op.text
	t := *op
	t.text = name
	viable, templates, methods := p.operatorMethods(name, args)
	sym := p.associated(name, p.scope.nearestSpace().find(name), args)
	if sym != nil {
		for _, fn := range sym.funcs {
			if !p.concerns(fn, args) {
				continue
			}
			if fn.Template != nil {
				if c, ok := p.tryInstantiate(fn, nil, args); ok {
					templates = append(templates, c)
				}
			} else if ranks, ok := p.rankCall(fn, args); ok {
				viable = append(viable, candidate{fn: fn, ranks: ranks, bindings: p.info(fn).bindings})
			}
		}
	}
	if len(viable)+len(templates) == 0 {
		return nil
	}
	c, ok := best(viable)
	if d, found := best(templates); found && (!ok || d.better(c)) {
		c, ok = d, true
	}
	switch {
	case !ok:
		p.errorf(t.pos, t.end, "several overloads of %q take (%s) equally well; cast an argument", name, argTypes(args))
		return bad(t.pos)
	case c.method:
		return p.invoke(&t, args[0], methods, nil, args[1:])
	}
	fn := p.settled(&t, c)
	if fn == nil {
		return bad(t.pos)
	}
	return p.finishCall(&t, fn, args)
}

// operatorMethods are the methods of the first operand that take the operands, among all of that name.
func (p *parser) operatorMethods(name string, args []Expr) (viable, templates []candidate, methods []*Func) {
	x := args[0]
	if methods = x.T().method(name); methods == nil {
		return nil, nil, nil
	}
	given := append([]Expr{&Unary{Typed: Typed{x.Position(), pointerTo(x.T())}, Op: "&", X: x}}, args[1:]...)
	for _, fn := range p.qualifiedFor(x, methods) {
		all := p.withObject(fn, given)
		if fn.Template != nil {
			if c, ok := p.tryInstantiate(fn, nil, all); ok {
				c.method = true
				c.ranks[0] = p.objectRank(x.T(), fn, c.ranks[0])
				templates = append(templates, c)
			}
		} else if ranks, ok := p.rankCall(fn, all); ok {
			ranks[0] = p.objectRank(x.T(), fn, ranks[0])
			viable = append(viable, candidate{fn: fn, ranks: ranks, bindings: p.info(fn).bindings, method: true})
		}
	}
	return viable, templates, methods
}

// objectRank is the rank of the object of a method, r or that of a conversion to a base.
func (p *parser) objectRank(t *Type, fn *Func, r rank) rank {
	if t.derives(p.info(fn).owner) {
		return conversion
	}
	return r
}
