package cuda

import (
	"maps"
	"slices"
	"strings"
)

// A class is what a struct of the file has besides its members' types: methods are
// functions whose first parameter is this, constructors functions that return the
// struct.
type class struct {
	methods      map[string][]*Func
	constructors []*Func
	converting   []*Func         // constructors that convert a value implicitly
	defaults     map[string]Expr // default member initialisers, by member
	private      map[string]bool
	host         map[string]bool // methods without __device__
	broken       map[string]bool // methods whose heads were reported
	inner        *scope          // what is named by S::, but for static methods
	scope        *scope          // the members' names, as methods see them
	pending      []pending
	of           *classTemplate // of an instance, with its arguments
	args         []templateArg
}

// pending is a method whose members may not all be known: its tokens are read
// when the struct is complete.
type pending struct {
	from    int // where its declaration begins
	private bool
	// What the head says:
	fn    *Func
	scope *scope // of the parameters
	body  int
}

func newClass() *class {
	return &class{methods: map[string][]*Func{}, defaults: map[string]Expr{}, private: map[string]bool{}, host: map[string]bool{}, broken: map[string]bool{}}
}

// constructed tells whether values of t are made by constructors.
func (t *Type) constructed() bool {
	return t.Kind == Struct && t.class != nil && len(t.class.constructors) > 0
}

// method are the methods of a name, nil if t has none.
func (t *Type) method(name string) []*Func {
	if t.Kind != Struct || t.class == nil {
		return nil
	}
	return t.class.methods[name]
}

// methodNames are the names of t's methods, operators left out.
func (t *Type) methodNames() []string {
	if t.class == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(t.class.methods)), func(name string) bool { return strings.HasPrefix(name, "operator") })
}

// deviceClass tells whether a struct or class with __device__ methods begins here.
func (p *parser) deviceClass() bool {
	if !p.is("struct") && !p.is("class") {
		return false
	}
	n := 1
	for ; !p.at(n).is("{"); n++ {
		if t := p.at(n); t.kind == tEOF || t.is(";") || t.is("=") || t.is("(") && p.at(n-1).text != "__align__" && p.at(n-1).text != "alignas" {
			return false
		}
	}
	for depth := 0; p.at(n).kind != tEOF; n++ {
		if p.at(n).is("__device__") {
			return true
		}
		if depth += braceStep(p.at(n)); depth == 0 {
			return false
		}
	}
	return false
}

// methodAhead tells whether the member that begins here is a function.
func (p *parser) methodAhead() bool {
	for n := 0; ; n++ {
		switch t := p.at(n); {
		case t.is("operator") || t.is("~"):
			return true
		case t.is("("):
			if before := p.at(n - 1); before.kind == tIdent && !keywords[before.text] {
				return true
			} else if !before.is("__align__") && !before.is("alignas") && !before.is("__launch_bounds__") {
				return false
			}
		case t.kind == tEOF || t.is(";") || t.is("=") || t.is("{") || t.is("}") || t.is(":"):
			return false
		}
	}
}

// postpone passes a method.
func (p *parser) postpone(c *class, private bool) {
	if p.fn != nil {
		p.fail(p.peek(), "a struct inside a function cannot have methods here; define it at file scope")
	}
	c.pending = append(c.pending, pending{from: p.i, private: private})
	for !p.is("(") && p.peek().kind != tEOF {
		if p.next().is("operator") && p.is("(") {
			p.skipBalanced()
		}
	}
	p.skipBalanced()
	for !p.is("{") && !p.is(";") && p.peek().kind != tEOF {
		if p.accept(":") {
			p.skipInitialisers()
			break
		}
		p.next()
	}
	if !p.accept(";") {
		if open := p.peek(); !p.skipBalanced() {
			p.errorf(open.pos, open.end, `this "{" is never closed; a "}" is missing`)
			panic(lostBrace{})
		}
	}
}

// skipInitialisers passes a(x), b{y} of a constructor.
func (p *parser) skipInitialisers() {
	for p.peek().kind == tIdent {
		p.next()
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
	for _, f := range t.Fields {
		c.scope.names[f.Name] = &symbol{name: f.Name, pos: outer.scope.posOf(t.Name), member: true}
	}
	for i := range c.pending {
		m := &c.pending[i]
		p.i, p.scope = m.from, newScope(c.scope)
		p.guard(func() { p.methodHead(t, m) }, func() { m.fn, c.broken[p.methodName(m.from)] = nil, true })
		m.scope, m.body = p.scope, p.i
	}
	for _, m := range c.pending {
		if p.i = m.body; m.fn == nil || p.is(";") {
			continue
		}
		p.scope = m.scope
		p.info(m.fn).defined = true
		p.made = append(p.made, m.fn)
		read := p.define
		if p.info(m.fn).object != nil {
			read = func(fn *Func) { p.defineConstructor(t, fn) }
		}
		if t.class.of != nil {
			p.info(m.fn).body = p.atFirstUse(t, m, read)
			continue
		}
		p.guard(func() { read(m.fn) }, func() {})
	}
	c.pending = nil
	p.i, p.state = end, outer
}

// methodName is the name of the method that begins at token i.
func (p *parser) methodName(i int) string {
	for ; i+1 < len(p.toks) && !p.toks[i+1].is("("); i++ {
	}
	return p.toks[i].text
}

// posOf is where a name was declared.
func (s *scope) posOf(name string) Pos {
	if sym := s.find(name); sym != nil {
		return sym.pos
	}
	return Pos{}
}

// methodHead reads a method up to its body; m.fn stays nil for one of the host.
func (p *parser) methodHead(t *Type, m *pending) {
	c := t.class
	for i := p.i; !p.toks[i].is("("); i++ {
		if p.toks[i].is("~") {
			p.fail(&p.toks[i], "destructors are not supported; nothing is freed in a kernel")
		}
	}
	s := p.specs("a member of " + quoteName(t.Name))
	var d declarator
	constructor := p.is("(") && s.typ.Kind == Struct && s.typ.class == c
	if constructor {
		d = declarator{name: *p.prev(), typ: t, params: p.i}
	} else {
		d = p.declarator(s.typ, "the method", true)
	}
	p.i = d.params
	if !s.device && !s.constexpr && !s.global {
		c.host[d.name.text] = true
		return
	}
	switch {
	case s.global:
		p.fail(&s.at, "a kernel cannot be a member of a struct")
	case d.name.is("operator="):
		p.fail(&d.name, "operator= is not supported; structs are copied member by member")
	case s.explicit && !constructor:
		p.fail(&s.at, "explicit is for constructors")
	}
	fn := &Func{Pos: d.name.pos, Name: t.Name + "::" + d.name.text, Result: d.typ.plain(), Library: d.name.library}
	p.checkHead(&s, &d, fn)
	p.qualify(fn, &s, &d)
	info := p.info(fn)
	info.owner, info.static = t, s.static && !constructor
	if constructor {
		info.object = &Var{Pos: d.name.pos, Name: t.Name, Type: t}
	} else if !s.static {
		fn.Params = []*Var{{Pos: d.name.pos, Name: "this", Type: &Type{Kind: Pointer, Elem: t, Const: true}, Storage: Param}}
	}
	p.parameters(fn)
	if p.is("const") && !constructor && !s.static {
		p.next()
		fn.Params[0].Type.Elem = t.qualified(true, false)
	}
	p.trailing(fn)
	if p.is("=") {
		p.fail(p.peek(), "= %s is not supported; remove the declaration", p.at(1).text)
	}
	m.fn = fn
	list := &c.constructors
	if !constructor {
		named := c.methods[d.name.text]
		list = &named
		defer func() { c.methods[d.name.text] = named }()
	}
	if slices.ContainsFunc(*list, func(old *Func) bool { return sameParams(old, fn) && sameThis(old, fn) }) {
		p.errorf(d.name.pos, d.name.end, "%q is declared twice with these parameters", fn.Name)
		return
	}
	*list = append(*list, fn)
	if m.private {
		c.private[d.name.text] = true
	}
	switch n := len(fn.Params); {
	case !constructor:
		c.scope.names[d.name.text] = &symbol{name: d.name.text, pos: d.name.pos, funcs: *list, method: true}
	case n == 1 && Same(referred(fn.Params[0], info, 0), t):
		p.fail(&d.name, "copy constructors are not supported; structs are copied member by member")
	case !s.explicit && n > 0 && n-len(info.defaults) <= 1 && !info.refs[0]:
		c.converting = append(c.converting, fn)
	}
}

// sameThis tells whether both methods are const or neither.
func sameThis(a, b *Func) bool {
	return len(a.Params) == 0 || a.Params[0].Name != "this" || a.Params[0].Type.Elem.Const == b.Params[0].Type.Elem.Const
}

// referred is the type of a parameter, that of what it refers to for a reference.
func referred(v *Var, info *funcInfo, i int) *Type {
	if info.refs[i] {
		return v.Type.Elem
	}
	return v.Type
}

// defineConstructor reads : a(x), b(y) { … }. The function's first statements make the
// object and set its members in their order, and it returns the object.
func (p *parser) defineConstructor(t *Type, fn *Func) {
	outer := p.state
	p.state = state{scope: p.scope, fn: fn}
	object := p.info(fn).object
	start := []Stmt{&Decl{fn.Pos, []*Var{object}}}
	values := p.memberValues(t)
	for i := range t.Fields {
		f := &t.Fields[i]
		x := values[f.Name]
		if x == nil {
			x = t.class.defaults[f.Name]
		}
		if x == nil {
			x = p.defaultInit(&token{pos: fn.Pos, end: fn.Pos}, f.Type)
		}
		if x == nil || isBad(x) {
			continue
		}
		id := &Ident{Typed{x.Position(), t}, object}
		member := &Member{Typed{x.Position(), f.Type}, id, f}
		start = append(start, &ExprStmt{x.Position(), &Assign{Typed: Typed{x.Position(), f.Type}, L: member, R: x}})
	}
	if !p.is("{") {
		p.unexpected("the body of the constructor")
	}
	body := p.body()
	p.info(fn).empty = len(body.Stmts) == 0 && len(start) == 1 && len(fn.Params) == 0
	body.Stmts = append(append(start, body.Stmts...), &Return{fn.Pos, &Ident{Typed{fn.Pos, t}, object}})
	fn.Body = body
	p.state = outer
}

// memberValues reads the values between : and the body of a constructor.
func (p *parser) memberValues(t *Type) map[string]Expr {
	values := map[string]Expr{}
	if !p.accept(":") {
		return values
	}
	for {
		name := p.name("a member")
		f := t.field(name.text)
		if f == nil {
			p.fail(&name, "%s has no member %q", t, name.text)
		}
		if values[f.Name] != nil {
			p.errorf(name.pos, name.end, "member %q is initialised twice", f.Name)
		}
		if p.is("{") {
			values[f.Name] = p.initList(f.Type.plain(), quoteName(f.Name))
		} else {
			values[f.Name] = p.constructor(f.Type.plain(), quoteName(f.Name))
		}
		if !p.accept(",") {
			return values
		}
	}
}

// self is the object of the method that is being read, nil outside of methods.
func (p *parser) self(pos Pos) Expr {
	if p.fn == nil || p.info(p.fn).owner == nil || p.info(p.fn).static {
		return nil
	}
	if object := p.info(p.fn).object; object != nil {
		return &Ident{Typed{pos, object.Type}, object}
	}
	this := p.fn.Params[0]
	return &Unary{Typed: Typed{pos, this.Type.Elem}, Op: "*", X: &Ident{Typed{pos, this.Type}, this}}
}

// this reads the pointer to the object.
func (p *parser) this(t *token) Expr {
	object := p.self(t.pos)
	if object == nil {
		p.fail(t, "this can only be used in a method")
	}
	return p.pointTo(object)
}

// pointTo is the address of an object, which may be a value without a name.
func (p *parser) pointTo(x Expr) Expr {
	if u, ok := x.(*Unary); ok && u.Op == "*" {
		return u.X
	}
	if p.lvalue(x) {
		takeAddress(x)
	}
	return &Unary{Typed: Typed{x.Position(), pointerTo(x.T())}, Op: "&", X: x}
}

// invoke calls a method of object.
func (p *parser) invoke(t *token, object Expr, methods []*Func, args []Expr) Expr {
	switch static := p.static(methods); {
	case static && (object == nil || !isBad(object)):
		return p.staticCall(t, p.info(methods[0]).owner, methods, args)
	case object == nil:
		p.errorf(t.pos, t.end, "method %q needs an object, and static methods have none", methods[0].Name)
		return bad(t.pos)
	}
	if isBad(object) || slices.ContainsFunc(args, isBad) {
		return bad(t.pos)
	}
	if !p.lvalue(object) {
		object = p.rvalue(object)
	}
	all := append([]Expr{p.pointTo(object)}, args...)
	p.access(t, object.T(), t.text)
	if len(methods) > 1 {
		fn := p.chosen(t, methods, all)
		if fn == nil {
			return bad(t.pos)
		}
		return p.finishCall(t, fn, all)
	}
	fn := methods[0]
	if isConst(object.T()) && !isConst(fn.Params[0].Type.Elem) {
		p.errorf(t.pos, t.end, "method %q may change its object, but this object is const: write const after the method's parameters", fn.Name)
		return bad(t.pos)
	}
	if !p.arity(t, fn, len(all)) {
		return bad(t.pos)
	}
	return p.finishCall(t, fn, all)
}

// chosen is the overload that takes the arguments best, or nil after an error.
func (p *parser) chosen(t *token, list []*Func, args []Expr) *Func {
	var viable []candidate
	for _, fn := range list {
		if ranks, ok := p.rankCall(fn, args); ok {
			viable = append(viable, candidate{fn: fn, ranks: ranks})
		}
	}
	if c, ok := best(viable); ok {
		return c.fn
	}
	why := "no overload of %q takes (%s)"
	if len(viable) > 0 {
		why = "several overloads of %q take (%s) equally well; cast an argument"
	}
	shown := args
	if p.info(list[0]).method() {
		shown = args[1:]
	}
	p.errorf(t.pos, t.end, why, list[0].Name, argTypes(shown))
	return nil
}

// access reports the use of a private member from outside.
func (p *parser) access(t *token, of *Type, name string) {
	if of.class == nil || !of.class.private[name] {
		return
	}
	if p.fn != nil {
		if owner := p.info(p.fn).owner; owner != nil && owner.class == of.class {
			return
		}
	}
	p.errorf(t.pos, t.end, "member %q of %s is private: only its methods can use it", name, of.plain())
}

// memberOperator is the call of an operator that is a method of the first operand,
// nil if it has none that fits.
func (p *parser) memberOperator(op *token, args []Expr) Expr {
	methods := args[0].T().method("operator" + op.text)
	if methods == nil {
		return nil
	}
	all := append([]Expr{p.pointTo(args[0])}, args[1:]...)
	for _, fn := range methods {
		if _, ok := p.rankCall(fn, all); ok {
			t := *op
			t.text = "operator" + op.text
			return p.invoke(&t, args[0], methods, args[1:])
		}
	}
	return nil
}

// construct makes a value of t with one of its constructors.
func (p *parser) construct(t *token, of *Type, args []Expr) Expr {
	of = of.plain()
	if slices.ContainsFunc(args, isBad) {
		return bad(t.pos)
	}
	if len(args) == 1 && Same(args[0].T(), of) {
		return p.rvalue(args[0])
	}
	list := of.class.constructors
	if len(list) > 1 {
		fn := p.chosen(t, list, args)
		if fn == nil {
			return bad(t.pos)
		}
		return p.finishCall(t, fn, args)
	}
	if !p.arity(t, list[0], len(args)) {
		return bad(t.pos)
	}
	return p.finishCall(t, list[0], args)
}

// maxMade bounds the structs of an array that are initialised one by one.
const maxMade = 4096

// defaultInit is what a variable of type t without an initialiser begins with: nil
// where that is nothing.
func (p *parser) defaultInit(t *token, of *Type) Expr {
	switch {
	case of.Kind == Array && of.Len > 0:
		x := p.defaultInit(t, of.Elem)
		if x == nil || isBad(x) {
			return x
		}
		if base, _ := of.dims(); of.Size() > maxMade*base.Size() {
			p.errorf(t.pos, t.end, "array %q has more than %d structs to initialise; remove constructors and default values, and assign in a loop", t.text, maxMade)
			return bad(t.pos)
		}
		return &InitList{Typed{t.pos, of.plain()}, slices.Repeat([]Expr{x}, of.Len)}
	case of.constructed():
		return p.construct(t, of, nil)
	case of.Kind == Struct:
		return p.withDefaults(t, &InitList{Typed: Typed{t.pos, of.plain()}}, false)
	}
	return nil
}

// allDefaults tells whether every member of t has a default value.
func allDefaults(t *Type) bool {
	t, _ = t.dims()
	return t.class != nil && len(t.class.defaults) == len(t.Fields)
}

// withDefaults completes the list for a struct by the default values of the members
// that it does not name. If there are none it is as it was, or nil if not wanted.
func (p *parser) withDefaults(t *token, list *InitList, wanted bool) Expr {
	of := list.Type
	var rest []Expr
	found := false
	for _, f := range of.Fields[min(len(list.Elems), len(of.Fields)):] {
		var x Expr
		if of.class != nil {
			x = of.class.defaults[f.Name]
		}
		if x == nil {
			x = p.defaultInit(t, f.Type)
		}
		if x != nil {
			found = true
		} else {
			x = zero(t.pos, f.Type)
		}
		rest = append(rest, x)
	}
	switch {
	case !found && !wanted:
		return nil
	case !found:
		return list
	}
	list.Elems = append(list.Elems, rest...)
	return list
}
