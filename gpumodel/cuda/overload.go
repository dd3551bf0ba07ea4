package cuda

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// Overload resolution ([over.match]) has three steps here. Viable candidates are collected: functions whose parameters take the arguments,
// instances of templates whose arguments can be deduced (only the head is read, tryInstantiate), and built-in functions. Each argument is
// ranked by the conversion that it needs (convert.go). The best candidate must beat all others.
//
// Functions and templates are resolved apart. The best template wins only if it is better than the best function, because at equal
// ranks C++ prefers a function that is not a template. Only the winner's body is read.

// A candidate is a viable overload with the rank of each argument.
type candidate struct {
	fn       *Func // nil for a built-in function
	b        Builtin
	ranks    []rank
	variadic bool            // from a template with a pack
	of       *Func           // the template, if fn is the head of an instance
	bound    []templateArg   // its arguments
	patterns []*Type         // types of the template's parameters, before they are bound
	bindings map[int]binding // how fn's reference parameters bind, by index
	method   bool            // an operator that is a method
}

// better reports whether c beats d: no argument ranks worse and one ranks better. If all rank the same, a closer binding of a reference
// decides, then a template without a pack, then the more special template.
func (c candidate) better(d candidate) bool {
	better := false
	for i := range c.ranks {
		if c.ranks[i] > d.ranks[i] {
			return false
		}
		better = better || c.ranks[i] < d.ranks[i]
	}
	for i := range c.ranks { // references that differ in how they bind
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

// moreSpecial reports whether template d accepts all that c accepts, but not the other way round: partial ordering of templates
// ([temp.func.order]).
func (c candidate) moreSpecial(d candidate) bool {
	n := min(len(c.ranks), len(c.patterns), len(d.patterns))
	if c.of == nil || d.of == nil {
		return false
	}
	if n == 0 {
		return includes(c.of.Template.atoms, d.of.Template.atoms)
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
	if !fits(d.patterns, c.patterns) {
		return false
	}
	return !fits(c.patterns, d.patterns) || includes(c.of.Template.atoms, d.of.Template.atoms)
}

// best returns the candidate that beats all others; false if there is none, and then the call is ambiguous.
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

// builtinCall resolves a call of a built-in function and converts its arguments.
func (p *parser) builtinCall(t *token.Token, args []Expr) Expr {
	if list, ok := listArgument(t, args); ok {
		return p.extreme(t, list)
	}
	if call := p.vectorAtomic(t, args); call != nil {
		return call
	}
	overloads := builtins()[t.Text]
	var viable []candidate
	for _, b := range overloads {
		if ranks, ok := rankArgs(args, b.Params); ok {
			viable = append(viable, candidate{b: b, ranks: ranks})
		}
	}
	c, ok := best(viable)
	if m, mixed := p.mixed(viable, args); mixed && !strings.HasPrefix(t.Text, "__") { // an intrinsic has its types as they stand
		c, ok = m, true
	}
	if !ok {
		p.noOverload(t, args, overloads, len(viable) > 0)
		return bad(t.Pos)
	}
	call := &Call{Typed: Typed{t.Pos, c.b.Result}, Builtin: t.Text}
	for i, a := range args {
		call.Args = append(call.Args, p.convert(a, c.b.Params[i], "argument"))
	}
	p.checkWidth(t, call)
	if t.Is("cudaDeviceSynchronize") && p.fn != nil && p.fn.Kernel {
		p.deviceWaits = append(p.deviceWaits, callSite{pos: t.Pos, end: t.End})
	}
	if lit := foldExtreme(call); lit != nil {
		return lit
	}
	return p.mathCall(t, call, c.b.Params)
}

// listArgument returns the list of min({a, b, c}) or max({a, b, c}).
func listArgument(t *token.Token, args []Expr) (*braced, bool) {
	if len(args) != 1 || !t.Is("min") && !t.Is("max") {
		return nil, false
	}
	list, ok := args[0].(*braced)
	return list, ok && len(list.elems) > 0
}

// extreme returns min or max of a list. All values must have the same type.
func (p *parser) extreme(t *token.Token, list *braced) Expr {
	x := p.rvalue(list.elems[0])
	of := x.T().plain()
	for _, e := range list.elems[1:] {
		if e = p.rvalue(e); !Same(e.T(), of) {
			p.Errorf(t.Pos, t.End, "the values of %s({…}) must have one type, and here are %s and %s", t.Text, of, e.T())
			return bad(t.Pos)
		}
		if x = p.builtinCall(t, []Expr{x, e}); isBad(x) {
			return x
		}
		x = p.cast(x, of, true)
	}
	return x
}

// foldExtreme returns the value of min or max of two integer constants, nil for any other call.
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

// checkWidth checks the width of a shuffle if it is a constant.
func (p *parser) checkWidth(t *token.Token, call *Call) {
	last := len(call.Args) - 1
	least := 2
	if strings.HasSuffix(t.Text, "_sync") {
		least++ // the mask
	}
	if !strings.HasPrefix(t.Text, "__shfl") || last < least {
		return
	}
	if w, ok := call.Args[last].(*Lit); ok && (w.Value.I < 1 || w.Value.I > 32 || w.Value.I&(w.Value.I-1) != 0) {
		p.Errorf(t.Pos, t.End, "the width of %s is 1, 2, 4, 8, 16 or 32, got %d", t.Text, w.Value.I)
	}
}

// rankArgs returns the rank of each argument for parameters of these types; false if one cannot be converted.
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

// mixed chooses, among built-in overloads, the one for the arguments' common type. In floating-point functions an integer counts as double
// ([cmath.syn]): pow(x, 2) is a double. min and max of an integer and a float stay ambiguous, as with nvcc.
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

// noOverload reports the argument types of a call and those that are allowed.
func (p *parser) noOverload(t *token.Token, args []Expr, overloads []Builtin, ambiguous bool) {
	got := argTypes(args)
	switch {
	case ambiguous:
		p.Errorf(t.Pos, t.End, "call of %s(%s) is ambiguous: give both arguments the same type, by a suffix (0.0f) or a cast", t.Text, got)
	case len(overloads) == 1:
		b := overloads[0]
		if len(args) != len(b.Params) {
			p.Errorf(t.Pos, t.End, "%s takes %s, got %d: %s", t.Text, token.Count(len(b.Params), "argument"), len(args), b)
			return
		}
		for i, a := range args {
			p.convert(a, b.Params[i], fmt.Sprintf("argument %d of %s", i+1, t.Text))
		}
	default:
		lists := make([]string, 0, len(overloads))
		for _, b := range overloads {
			_, list, _ := strings.Cut(b.String(), "(")
			lists = append(lists, "("+list)
		}
		p.Errorf(t.Pos, t.End, "%s does not take (%s); it takes %s", t.Text, got, strings.Join(lists, ", "))
	}
}

func argTypes(args []Expr) string {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = a.T().String()
	}
	return strings.Join(names, ", ")
}

// overloadCall resolves a call of a name with several functions, templates or built-in overloads. A function of the user hides a built-in
// one with the same parameters.
func (p *parser) overloadCall(t *token.Token, sym *symbol, explicit []templateArg, args []Expr) Expr {
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
	for _, b := range builtins()[t.Text] {
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
	if !ok && len(viable)+len(templates) == 0 {
		if call := p.vectorAtomic(t, args); call != nil {
			return call
		}
	}
	if !ok {
		why := "no overload of %q takes (%s)"
		if len(viable)+len(templates) > 0 {
			why = "several overloads of %q take (%s) equally well; cast an argument"
		}
		p.Errorf(t.Pos, t.End, why, t.Text, argTypes(args))
		return bad(t.Pos)
	}
	fn := p.settled(t, c)
	if fn == nil {
		return bad(t.Pos)
	}
	return p.finishCall(t, fn, args)
}

// concerns reports whether an operator function may be considered for these operands. If no operand is of a class, it must
// take the enum of one of them ([over.match.oper]).
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

// hides reports whether one of the user's functions has the parameters of b.
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

// rankCall returns the ranks of the arguments of a call of fn; false if it is not viable. Arguments may be missing where parameters have
// defaults.
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

// overloaded resolves an operator to a method of its first operand or to an operator function, and returns the call; nil if
// none is viable, and then the built-in operator is meant ([over.match.oper]).
func (p *parser) overloaded(op *token.Token, args ...Expr) Expr {
	name := "operator" + op.Text
	t := *op
	t.Text = name
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
		p.Errorf(t.Pos, t.End, "several overloads of %q take (%s) equally well; cast an argument", name, argTypes(args))
		return bad(t.Pos)
	case c.method:
		return p.invoke(&t, args[0], methods, nil, args[1:])
	}
	fn := p.settled(&t, c)
	if fn == nil {
		return bad(t.Pos)
	}
	return p.finishCall(&t, fn, args)
}

// operatorMethods returns the viable methods of the first operand, functions and templates apart, and all methods of that name.
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

// objectRank returns the rank of a method's object: r, or a conversion if the method is a base's.
func (p *parser) objectRank(t *Type, fn *Func, r rank) rank {
	if t.derives(p.info(fn).owner) {
		return conversion
	}
	return r
}
