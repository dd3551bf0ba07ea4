package cuda

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A function pointer is a number: that of a function of the file whose address is taken, or 0. So
// it lives in registers, in arrays and in memory like any number. A call through one whose value is
// known is a call of the function. Any other is the call of a dispatcher, a function of ours
// for each type of functions that compares the number with those of all functions of that type
// and calls the one it is of; a number that is none of theirs is a fault of the kernel.
//
// Dispatchers get their bodies when the whole file is read, and again when a template's instance
// takes the address of another function ([File.Hold]).

// FunctionPointers is what a dispatcher of this file stands for.
const FunctionPointers = "calls through function pointers"

// A funcName is the name of a function that is not called: a pointer to it, once it is known
// which of the overloads is meant. No finished tree has one.
type funcName struct {
	Typed
	p        *parser
	name     token.Token
	funcs    []*Func
	explicit []templateArg
	builtins []Builtin
}

// typeOverloads is the type of a name that stands for several functions.
var typeOverloads = &Type{Kind: Function, Name: "an overloaded function"}

// functionType is the type of fn.
func (p *parser) functionType(fn *Func) *Type {
	info := p.info(fn)
	t := &Type{Kind: Function, Elem: fn.Result, reference: info.reference, refs: info.refs}
	for _, v := range fn.Params {
		t.Params = append(t.Params, v.Type.plain())
	}
	return t
}

// sameFunction compares the types of two functions.
func sameFunction(a, b *Type) bool {
	if a.Elem == nil || b.Elem == nil || len(a.Params) != len(b.Params) || a.reference != b.reference || !sameTarget(a.Elem, b.Elem) {
		return false
	}
	for i := range a.Params {
		if a.refs[i] != b.refs[i] || !sameTarget(a.Params[i], b.Params[i]) {
			return false
		}
	}
	return true
}

// alikeFunction tells whether a call through a pointer to a function of type b works for one of type a, whose pointers point to
// something else: programs of the host cast int (*)(data *) to int (*)(void *).
func alikeFunction(a, b *Type) bool {
	alike := func(x, y *Type) bool { return Same(x, y) || x.Kind == Pointer && y.Kind == Pointer }
	if a.Elem == nil || b.Elem == nil || len(a.Params) != len(b.Params) || a.reference != b.reference || !alike(a.Elem, b.Elem) {
		return false
	}
	for i := range a.Params {
		if a.refs[i] != b.refs[i] || !alike(a.Params[i], b.Params[i]) {
			return false
		}
	}
	return true
}

// functionText is the type as C writes it, with what stands between result and parameters.
func (t *Type) functionText(inner string) string {
	if t.Elem == nil {
		return t.Name
	}
	var params []string
	for i, u := range t.Params {
		if t.refs[i] {
			params = append(params, u.Elem.String()+"&")
		} else {
			params = append(params, u.String())
		}
	}
	result := t.Elem.String()
	if t.reference {
		result = t.Elem.Elem.String() + "&"
	}
	return fmt.Sprintf("%s %s(%s)", result, inner, strings.Join(params, ", "))
}

// pointerToFunction is the type of pointers to functions of type t.
func pointerToFunction(t *Type) *Type { return &Type{Kind: FuncPointer, Elem: t} }

// functionSuffix reads (T, U) behind a declarator: base is what such a function returns.
func (p *parser) functionSuffix(d *declarator) func(*Type) *Type {
	p.expect("(", "")
	t := &Type{Kind: Function, refs: map[int]bool{}}
	if p.is("void") && p.at(1).Is(")") {
		p.next()
	}
	for more := !p.is(")"); more; more = p.accept(",") {
		if p.is("...") {
			p.fail(p.peek(), "functions with … are not supported")
		}
		end := p.patternEnd()
		if end < 0 {
			p.functionParameter(t)
			continue
		}
		t.expand = p.eachElement(end, func() { p.functionParameter(t) })
		p.i = end + 1
	}
	p.expect(")", "after the parameters")
	p.accept("noexcept")
	reference := d.ref
	return func(base *Type) *Type {
		of := *t
		if of.Elem = base; reference {
			of.Elem, of.reference = pointerTo(base), true
		}
		return &of
	}
}

// functionOfType declares a function by the name of its type: typedef void F(int); F f;
func (p *parser) functionOfType(s *specs, d *declarator) {
	t := d.typ
	if len(t.refs) > 0 || t.reference {
		p.Errorf(d.name.Pos, d.name.End, "%q cannot be declared by a type of functions with references, %s: write its parameters", d.name.Text, t)
		return
	}
	fn := &Func{Pos: d.name.Pos, Name: d.name.Text, Result: t.Elem.plain(), Params: vars(t.Params), Library: d.name.Library}
	p.qualify(fn, s, d)
	p.declareFunc(d.name, fn)
}

// functionParameter reads a parameter in the type of a function.
func (p *parser) functionParameter(t *Type) {
	s := p.specs("a parameter")
	p.plainly(&s, "a parameter")
	of := p.declarator(s.typ, "the parameter", false)
	if of.params >= 0 {
		of.typ = p.functionSuffix(&of)(of.typ)
	}
	u := of.typ.plain()
	switch {
	case u.Kind == Array && !of.ref:
		u = pointerTo(u.Elem)
	case u.Kind == Function:
		u = pointerToFunction(u)
	case of.ref && (!isConst(of.typ) || u.Kind == Array || u.polymorphic() || u.managed() || u.isBase()):
		u = pointerTo(of.typ)
		t.refs[len(t.Params)] = true
	}
	t.Params = append(t.Params, u)
}

// functionTypeID is typeID, which may also be that of a function: int(float).
func (p *parser) functionTypeID() *Type {
	t := p.typeID()
	if p.functionTypeAhead() {
		return p.functionSuffix(&declarator{})(t)
	}
	return t
}

// functionTypeAhead tells whether (T, U), the parameters of a function, come next.
func (p *parser) functionTypeAhead() bool {
	if !p.is("(") {
		return false
	}
	start := p.i
	defer func() { p.i = start }()
	p.next()
	if sym := p.find(p.peek()); sym != nil && sym.packed && p.at(1).Is("...") {
		return true
	}
	return p.is(")") || p.startsType()
}

// nameOfFunctions is the name of functions as an expression.
func (p *parser) nameOfFunctions(t *token.Token, sym *symbol, explicit []templateArg) Expr {
	x := &funcName{Typed: Typed{t.Pos, typeOverloads}, p: p, name: *t, explicit: explicit}
	if sym == nil || sym.funcs == nil {
		x.builtins = builtins()[t.Text]
		if len(x.builtins) == 1 {
			x.Type = p.functionType(p.wrapper(x.builtins[0]))
		}
		return x
	}
	x.funcs = sym.funcs
	for _, fn := range x.funcs {
		if fn.Kernel && !p.onHost() {
			p.Errorf(t.Pos, t.End, "kernel %q can be launched, but no pointer to it can be used in kernels", t.Text)
			return bad(t.Pos)
		}
	}
	if fn := x.only(); fn != nil {
		x.Type = p.functionType(fn)
	} else if len(p.Errs) > 0 && x.explicit != nil && len(x.funcs) == 1 {
		return bad(t.Pos)
	}
	return x
}

// only is the function that the name means whatever is wanted of it, nil if that has to decide.
func (x *funcName) only() *Func {
	switch {
	case len(x.funcs) == 0 && len(x.builtins) == 1:
		return x.p.wrapper(x.builtins[0])
	case len(x.funcs) != 1:
		return nil
	case x.funcs[0].Template == nil:
		return x.funcs[0]
	case x.explicit == nil:
		return nil
	}
	bound, err := x.p.deduce(x.funcs[0], x.explicit, nil)
	if err != nil {
		return nil
	}
	return x.p.instance(&x.name, x.funcs[0], bound)
}

// as is the function of type t that the name means, nil if there is none.
func (x *funcName) as(t *Type) *Func {
	if fn := x.only(); fn != nil {
		if sameFunction(x.p.functionType(fn), t) {
			return fn
		}
		return nil
	}
	for _, fn := range x.funcs {
		if fn.Template == nil && x.explicit == nil && sameFunction(x.p.functionType(fn), t) {
			return fn
		}
	}
	for _, fn := range x.funcs {
		if fn.Template == nil || len(fn.Params) != len(t.Params) {
			continue
		}
		args := make([]Expr, len(t.Params))
		for i, u := range t.Params {
			if t.refs[i] {
				u = u.Elem
			}
			args[i] = &Ident{Typed{x.Pos, u}, &Var{Type: u}}
		}
		if c, ok := x.p.tryInstantiate(fn, x.explicit, args); ok && sameFunction(x.p.functionType(c.fn), t) {
			return x.p.settled(&x.name, c)
		}
	}
	for _, b := range x.builtins {
		if fn := x.p.wrapper(b); sameFunction(x.p.functionType(fn), t) {
			return fn
		}
	}
	return nil
}

// wrapper is a function that calls a built-in one, which has no address itself.
func (p *parser) wrapper(b Builtin) *Func {
	key := b.String()
	if fn := p.wrappers[key]; fn != nil {
		return fn
	}
	fn := &Func{Name: b.Name, Result: b.Result, Library: true}
	call := &Call{Typed: Typed{Type: b.Result}, Builtin: b.Name}
	for i, t := range b.Params {
		v := &Var{Name: string(rune('a' + i)), Type: t, Storage: Param}
		fn.Params = append(fn.Params, v)
		call.Args = append(call.Args, &Ident{Typed{Type: t}, v})
	}
	fn.Body = &Block{Stmts: []Stmt{&Return{X: call}}}
	if b.Result.Kind == Void {
		fn.Body = &Block{Stmts: []Stmt{&ExprStmt{X: call}}}
	}
	p.info(fn).defined = true
	if p.wrappers == nil {
		p.wrappers = map[string]*Func{}
	}
	p.wrappers[key] = fn
	return fn
}

// pointer is the value of a pointer to fn.
func (p *parser) pointer(pos token.Pos, fn *Func) Expr {
	if fn.Kernel {
		return p.kernelPointer(pos, fn)
	}
	p.readBody(fn)
	if info := p.info(fn); !info.defined {
		info.wanted = true
	}
	i := slices.Index(p.addressed, fn)
	if i < 0 {
		i = len(p.addressed)
		p.addressed = append(p.addressed, fn)
	}
	if p.fn != nil {
		p.calls[p.fn] = append(p.calls[p.fn], callSite{callee: fn, pos: pos})
	}
	return &Lit{Typed{pos, pointerToFunction(p.functionType(fn))}, Const{I: int64(i + 1)}}
}

// pointerTo is a pointer of type to that the name x stands for.
func (x *funcName) pointerAs(to *Type) Expr {
	fn := x.as(to.Elem)
	if fn == nil {
		return bad(x.Pos)
	}
	return x.p.pointer(x.Pos, fn)
}

// decayName is a name as a pointer, if it means one function alone.
func (p *parser) decayName(x *funcName) Expr {
	if fn := x.only(); fn != nil {
		return p.pointer(x.Pos, fn)
	}
	return x
}

// plainName is x as an expression that nothing converts any more.
func (p *parser) plainName(x Expr) Expr {
	name, ok := x.(*funcName)
	if !ok {
		return x
	}
	if x = p.decayName(name); x == Expr(name) {
		p.Errorf(name.Pos, name.name.End, "%q names several functions: cast to the type of the one that is meant, (%s)%s", name.name.Text,
			"float (*)(float)", name.name.Text)
		return bad(name.Pos)
	}
	return x
}

// functionOf returns the function that a constant pointer names; nil for null and for anything that is not a pointer.
func (p *parser) functionOf(x Expr) *Func {
	lit, ok := x.(*Lit)
	if !ok || lit.Type.Kind != FuncPointer || lit.Value.I < 1 || lit.Value.I > int64(len(p.addressed)) {
		return nil
	}
	return p.addressed[lit.Value.I-1]
}

// functionRank grades the conversion of x to a function pointer.
func functionRank(x Expr, to *Type) rank {
	from := x.T()
	if name, ok := x.(*funcName); ok {
		if name.as(to.Elem) != nil {
			return exact
		}
		return impossible
	}
	if lit, ok := x.(*Lit); ok && (from == typeNull || from.IsInteger() && from.Enum == nil && from.Kind != Bool && lit.Value.I == 0) {
		return conversion
	}
	if from.Kind == FuncPointer && sameFunction(from.Elem, to.Elem) {
		return exact
	}
	if from.plainLambda() && sameLambda(from, to.Elem) {
		return conversion
	}
	return impossible
}

// compareFunctions builds x == y or x != y of function pointers.
func (p *parser) compareFunctions(op *token.Token, x, y Expr) Expr {
	t := x.T()
	if t.Kind != FuncPointer {
		t = y.T()
	}
	if op.Text != "==" && op.Text != "!=" || implicit(x, t) == impossible || implicit(y, t) == impossible {
		hint := ""
		if op.Text == "<<" || op.Text == ">>" {
			hint = "; a kernel is launched with kernel<<<blocks, threads>>>(…)"
		}
		p.Errorf(op.Pos, op.End, "operator %q cannot be applied to %s and %s%s", op.Text, x.T(), y.T(), hint)
		return bad(op.Pos)
	}
	x, y = p.cast(x, t.plain(), true), p.cast(y, t.plain(), true)
	return p.foldBinary(op, &Binary{Typed{op.Pos, typeBool}, op.Text, x, y}, t)
}

// callThrough calls what the pointer x points to.
func (p *parser) callThrough(t *token.Token, x Expr, args []Expr) Expr {
	if fn := p.functionOf(x); fn != nil {
		if !p.arity(t, fn, len(args)) {
			return bad(t.Pos)
		}
		return p.finishCall(t, fn, args)
	}
	if lit, ok := x.(*Lit); ok {
		if lit.Value.I == 0 {
			p.Errorf(t.Pos, t.End, "this function pointer is null here and cannot be called")
		}
		p.hollow = true // the argument of a template that is read for its form alone
		return bad(t.Pos)
	}
	of := x.T().Elem
	if len(args) != len(of.Params) {
		p.Errorf(t.Pos, t.End, "a function of type %s takes %s, got %d", of, token.Count(len(of.Params), "argument"), len(args))
		return bad(t.Pos)
	}
	d := p.dispatcher(of)
	return p.finishCall(t, d, append(slices.Clone(args), x))
}

// dispatcher is the function that calls through pointers to functions of a type. Its last
// parameter is the pointer.
func (p *parser) dispatcher(of *Type) *Func {
	for _, d := range p.dispatchers {
		if sameFunction(d.Params[len(d.Params)-1].Type.Elem, of) {
			return d
		}
	}
	d := &Func{Name: "a function of type " + of.String(), Result: of.Elem, Dispatch: FunctionPointers}
	info := p.info(d)
	info.defined, info.reference = true, of.reference
	for i, t := range of.Params {
		d.Params = append(d.Params, &Var{Name: "argument " + itoa(i+1), Type: t, Storage: Param})
		if of.refs[i] {
			info.refs[i] = true
		}
	}
	d.Params = append(d.Params, &Var{Name: "the function pointer", Type: pointerToFunction(of), Storage: Param})
	d.Body = &Block{}
	p.dispatchers = append(p.dispatchers, d)
	return d
}

// dispatch gives the dispatchers their bodies, where functions have been added.
func (p *parser) dispatch() {
	for p.dispatchPointers() || p.dispatchVirtual() || p.dispatchTagged() { // reading bodies may add more
	}
}

func (p *parser) dispatchPointers() (changed bool) {
	for i := 0; i < len(p.dispatchers); i++ {
		d := p.dispatchers[i]
		of := d.Params[len(d.Params)-1].Type.Elem
		var list []int
		for n, fn := range p.addressed {
			if t := p.functionType(fn); sameFunction(t, of) || p.hosted && alikeFunction(t, of) {
				list = append(list, n)
			}
		}
		if len(d.Body.Stmts) > 0 && len(p.calls[d]) == len(list) {
			continue
		}
		changed = true
		body := p.dispatchBody(d, list)
		p.file.trees.Lock()
		d.Body = body
		p.file.trees.Unlock()
	}
	return changed
}

// dispatchBody compares the pointer with the functions' numbers, and calls the one it is of.
func (p *parser) dispatchBody(d *Func, list []int) *Block {
	last := len(d.Params) - 1
	callee := d.Params[last]
	is := func(n int64) Expr {
		return &Binary{Typed{Type: typeBool}, "==", &Ident{Typed{Type: callee.Type}, callee}, &Lit{Typed{Type: callee.Type}, Const{I: n}}}
	}
	p.calls[d] = nil
	b := &Block{}
	for _, n := range list {
		fn := p.addressed[n]
		call := &Call{Typed: Typed{Type: fn.Result}, Func: fn}
		for i, v := range d.Params[:last] {
			call.Args = append(call.Args, p.cast(&Ident{Typed{Type: v.Type}, v}, fn.Params[i].Type.plain(), false))
		}
		then := []Stmt{&Return{X: p.cast(call, d.Result, false)}}
		if fn.Result.Kind == Void {
			then = []Stmt{&ExprStmt{X: call}, &Return{}}
		}
		b.Stmts = append(b.Stmts, &If{Cond: is(int64(n + 1)), Then: &Block{Stmts: then}})
		p.calls[d] = append(p.calls[d], callSite{callee: fn, pos: fn.Pos})
	}
	kind := callee.Type.Elem.String()
	null := fault("call through a null pointer to a function of type " + kind)
	b.Stmts = append(b.Stmts, &If{Cond: is(0), Then: null,
		Else: fault("call through a function pointer of value 0x%llx, which is not a function of type "+kind,
			&Ident{Typed{Type: callee.Type}, callee})})
	return b
}

// fault ends the kernel with a message, in which args stand as in printf.
func fault(message string, args ...Expr) Stmt {
	list := []Expr{&StringLit{Typed: Typed{Type: typeString}, Value: message}}
	return &ExprStmt{X: &Call{Typed: Typed{Type: typeVoid}, Builtin: Fault, Args: append(list, args...)}}
}

// Fault is the built-in function that ends a kernel with a message, which is its first argument.
const Fault = "__fault"

// Hold keeps the trees of functions as they are until release is called: an instance of a
// template that is made meanwhile waits.
func (f *File) Hold() (release func()) {
	f.trees.RLock()
	return f.trees.RUnlock
}

// plainLambda tells whether t is a lambda that captures nothing, which is as good as a function.
func (t *Type) plainLambda() bool {
	return t.Kind == Struct && t.lambda() && len(t.Fields) == 0 && len(t.class.methods["operator()"]) == 1 &&
		t.class.methods["operator()"][0].Template == nil
}

// lambda tells whether t is the struct of a lambda.
func (t *Type) lambda() bool { return t.class != nil && t.class.lambda }

// sameLambda compares what a lambda takes and returns with the type of a function.
func sameLambda(lambda, of *Type) bool {
	fn, refs := lambda.class.methods["operator()"][0], map[int]bool{}
	t := &Type{Kind: Function, Elem: fn.Result, reference: lambda.class.info.reference, refs: refs}
	for i, v := range fn.Params[1:] {
		t.Params = append(t.Params, v.Type.plain())
		refs[i] = lambda.class.info.refs[i+1]
	}
	return sameFunction(t, of)
}

// lambdaPointer is a pointer to a function that does what a lambda does that captures nothing.
func (p *parser) lambdaPointer(x Expr) Expr {
	t := x.T().plain()
	fn := p.lambdaFuncs[t.Name]
	if fn == nil {
		of := t.class.methods["operator()"][0]
		fn = &Func{Pos: of.Pos, Name: t.Name, Result: of.Result}
		object := &InitList{Typed: Typed{of.Pos, t}}
		call := &Call{Typed: Typed{of.Pos, of.Result}, Func: of, Args: []Expr{&Unary{Typed: Typed{of.Pos, pointerTo(t)}, Op: "&", X: object}}}
		info := p.info(fn)
		info.defined, info.reference = true, p.info(of).reference
		for i, v := range of.Params[1:] {
			w := &Var{Pos: v.Pos, Name: v.Name, Type: v.Type, Storage: Param}
			if p.info(of).refs[i+1] {
				info.refs[i] = true
			}
			fn.Params = append(fn.Params, w)
			call.Args = append(call.Args, &Ident{Typed{of.Pos, w.Type}, w})
		}
		fn.Body = &Block{Pos: of.Pos, End: of.Pos, Stmts: []Stmt{&Return{of.Pos, call}}}
		if of.Result.Kind == Void {
			fn.Body.Stmts = []Stmt{&ExprStmt{of.Pos, call}}
		}
		p.calls[fn] = []callSite{{callee: of, pos: of.Pos}}
		if p.lambdaFuncs == nil {
			p.lambdaFuncs = map[string]*Func{}
		}
		p.lambdaFuncs[t.Name] = fn
		p.made = append(p.made, fn)
	}
	return p.pointer(x.Position(), fn)
}
