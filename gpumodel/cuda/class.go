package cuda

import (
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A class is what a struct of the file has besides its members' types: methods are
// functions whose first parameter is this, constructors functions that return the
// struct.
type class struct {
	p            *parser
	methods      map[string][]*Func
	constructors []*Func
	converting   []*Func         // constructors that convert a value implicitly
	defaults     map[string]Expr // default member initialisers, by member
	private      map[string]bool
	host         map[string]bool // methods without __device__
	destructor   *Func
	destroys     bool // it is or will be there
	special      [specialCount]declaredAs
	implicit     [specialCount]*Func // those that the compiler writes, once they are used
	conversions  []*Func             // operator T
	inherited    map[string]*symbol  // of its bases' scopes
	broken       map[string]bool     // methods whose heads were reported
	inner        *scope              // names for S::, except static methods
	scope        *scope              // the members' names, as methods see them
	pending      []pending
	of           *classTemplate // of an instance, with its arguments
	args         []templateArg
	toks         []token.Token // of an instance: those of the template or of its specialisation
	specialised  bool
	friends      map[string]bool // functions and structs that may use private members
	lambda       bool
	around       *Func     // the function that a lambda stands in
	base         bool      // other structs derive from it
	inherits     []*Field  // bases whose constructors it takes over
	number       int       // by which objects with virtual functions are known
	info         *funcInfo // of a lambda's operator()
	laidOut      bool      // its members are known
	copies       []*Type   // until then: types that differ in their qualifiers alone
}

func (p *parser) newClass() *class {
	return &class{p: p, methods: map[string][]*Func{}, defaults: map[string]Expr{}, private: map[string]bool{}, host: map[string]bool{},
		broken: map[string]bool{}, friends: map[string]bool{},
		inherited: map[string]*symbol{}}
}

// constructed tells whether values of t are made by constructors.
func (t *Type) constructed() bool {
	return t.Kind == Struct && t.class != nil && len(t.class.constructors) > 0
}

// ownName is what t's constructors are called.
func (t *Type) ownName() string {
	if t.class.of != nil {
		return t.class.of.name
	}
	return t.Name[strings.LastIndex(t.Name, ":")+1:]
}

// method are the methods of a name, nil if t has none.
func (t *Type) method(name string) []*Func {
	if t.Kind != Struct || t.class == nil {
		return nil
	}
	if methods := t.class.methods[name]; methods != nil {
		return methods
	}
	if b := t.owner(name); b != nil && b != t {
		return b.class.methods[name]
	}
	return nil
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
	if !p.is("struct") && !p.is("class") && !p.is("union") {
		return false
	}
	n := 1
	for ; !p.at(n).Is("{"); n++ {
		if t := p.at(n); t.Kind == token.EOF || t.Is(";") || t.Is("=") || t.Is("(") && p.at(n-1).Text != "__align__" && p.at(n-1).Text != "alignas" {
			return false
		}
	}
	for depth := 0; p.at(n).Kind != token.EOF; n++ {
		if p.at(n).Is("__device__") {
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
		case t.Is("operator") || t.Is("~"):
			return true
		case t.Is("decltype"):
			start := p.i
			p.i += n + 1
			p.skipBalanced()
			n, p.i = p.i-start-1, start
		case t.Is("("):
			if p.at(n+1).Is("*") && !p.at(n-1).Is("operator") { // float (*f)(float);
				return false
			}
			if before := p.at(n - 1); before.Kind == token.Ident && !keywords[before.Text] {
				return true
			} else if !before.Is("__align__") && !before.Is("alignas") && !before.Is("__launch_bounds__") && !before.Is("__maxnreg__") &&
				!before.Is("__block_size__") {
				return false
			}
		case t.Is("<") && p.at(n-1).Is("template"):
			start := p.i
			p.i += n
			n = p.angleEnd() - start - 1
			p.i = start
		case t.Is("friend"):
			return true
		case t.Kind == token.EOF || t.Is(";") || t.Is("=") || t.Is("{") || t.Is("}") || t.Is(":"):
			return false
		}
	}
}

// methodName is the name of the method that begins at token i.
func (p *parser) methodName(i int) string {
	for ; i+1 < len(p.toks) && (!p.toks[i+1].Is("(") || p.toks[i].Is("decltype")); i++ {
	}
	return p.toks[i].Text
}

// virtualHead tells whether the method that begins at token i is declared virtual.
func (p *parser) virtualHead(i int) bool {
	for ; i < len(p.toks) && !p.toks[i].Is("("); i++ {
		if p.toks[i].Is("virtual") {
			return true
		}
	}
	return false
}

// overrides tells whether a base of t has a virtual method of that name.
func (p *parser) overrides(t *Type, name string) bool {
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.isBase() && slices.ContainsFunc(f.Type.method(name), func(fn *Func) bool { return p.info(fn).virtual }) {
			return true
		}
	}
	return false
}

// posOf is where a name was declared.
func (s *scope) posOf(name string) token.Pos {
	if sym := s.find(name); sym != nil {
		return sym.pos
	}
	return token.Pos{}
}

// ofHost tells whether the method ahead is for the host.
func (p *parser) ofHost() bool {
	if p.hosted || p.withoutBody() != "" {
		return false
	}
	for n := 0; !p.at(n).Is("(") && p.at(n).Kind != token.EOF; n++ {
		if t := p.at(n); t.Is("__device__") || t.Is("constexpr") || t.Is("__global__") {
			return false
		}
	}
	return true
}

// emptyBody tells whether the function whose name is token i does nothing.
func (p *parser) emptyBody(i int) bool {
	for ; i+1 < len(p.toks); i++ {
		if t := &p.toks[i]; t.Is("{") {
			return p.toks[i+1].Is("}")
		} else if t.Is("=") || t.Is(";") {
			return t.Is("=")
		}
	}
	return false
}

// sameThis tells whether both methods are const or neither.
func sameThis(a, b *Func) bool {
	return len(a.Params) == 0 || a.Params[0].Name != "this" || a.Params[0].Type.Elem.Const == b.Params[0].Type.Elem.Const
}

// referred returns the type of a parameter; for a reference, the type that it refers to.
func referred(v *Var, info *funcInfo, i int) *Type {
	if info.refs[i] {
		return v.Type.Elem
	}
	return v.Type
}

// defineConstructor reads : a(x), b(y) { … }. The function's first statements make the
// object and set its members in their order, and it returns the object.
func (p *parser) defineConstructor(t *Type, fn *Func) {
	p.constructing(t, fn, func() map[string]Expr { return p.memberValues(t) })
}

// constructing is defineConstructor with the values of members.
func (p *parser) constructing(t *Type, fn *Func, given func() map[string]Expr) {
	outer := p.state
	p.state = state{scope: p.scope, fn: fn}
	object := fn.Object
	start := []Stmt{&Decl{fn.Pos, []*Var{object}}}
	values := given()
	if object.Init = values[delegated]; object.Init != nil {
		object.Init = p.finished(object.Init)
	}
	for i := range t.Fields {
		if object.Init != nil { // another constructor has done it
			break
		}
		f := &t.Fields[i]
		x := values[f.Name]
		if f.Type.unnamed() {
			start = append(start, p.setParts(&Member{Typed{fn.Pos, f.Type}, &Ident{Typed{fn.Pos, t}, object}, f}, values)...)
			continue
		}
		if x == nil {
			x = t.class.defaults[f.Name]
		}
		if x == nil {
			x = p.defaultInit(&token.Token{Pos: fn.Pos, End: fn.Pos}, f.Type)
		}
		if x == nil && f.ref {
			p.Errorf(fn.Pos, token.Pos{}, "reference %q needs an object: %s(…) : %s(x) { … }", f.Name, t.ownName(), f.Name)
		}
		if x == nil || isBad(x) {
			continue
		}
		id := &Ident{Typed{x.Position(), t}, object}
		member := &Member{Typed{x.Position(), f.Type}, id, f}
		start = append(start, &ExprStmt{x.Position(), &Assign{Typed: Typed{x.Position(), f.Type}, L: member, R: p.finished(x), Begins: true}})
	}
	start = append(start, p.setBits(t, object, values)...)
	if object.Init == nil {
		start = append(start, p.setTables(t, object, fn.Pos)...)
	}
	if !p.is("{") {
		p.unexpected("the body of the constructor")
	}
	body := p.body()
	p.destroyFrom(body, 0)
	p.checkLabels()
	p.info(fn).empty = len(body.Stmts) == 0 && len(start) == 1 && len(fn.Params) == 0 && object.Init == nil
	body.Stmts = append(append(start, body.Stmts...), &Return{fn.Pos, &Ident{Typed{fn.Pos, t}, object}})
	fn.Body = body
	p.state = outer
}

// unnamed tells whether t is a struct or a union without a name.
func (t *Type) unnamed() bool {
	return t.Kind == Struct && (strings.HasPrefix(t.Name, anonymous) || strings.HasPrefix(t.Name, anonymousUnion))
}

// setParts assigns the values to members of a part without a name.
func (p *parser) setParts(part Expr, values map[string]Expr) (list []Stmt) {
	t := part.T()
	for i := range t.Fields {
		f := &t.Fields[i]
		m := &Member{Typed{part.Position(), f.Type}, part, f}
		x := values[f.Name]
		if x == nil {
			x = t.class.defaults[f.Name]
		}
		switch {
		case f.Type.unnamed():
			list = append(list, p.setParts(m, values)...)
		case x != nil && !isBad(x):
			list = append(list, &ExprStmt{x.Position(), &Assign{Typed: Typed{x.Position(), f.Type}, L: m, R: x}})
		}
	}
	return list
}

// delegated is the value of the whole object among those of its members: another constructor makes it.
const delegated = "the whole object"

// memberValues reads the values between : and the body of a constructor.
func (p *parser) memberValues(t *Type) map[string]Expr {
	values := map[string]Expr{}
	if !p.accept(":") {
		return values
	}
	for {
		name := *p.peek()
		f := t.field(name.Text)
		if base := p.baseAhead(t); base != nil {
			f = base
		} else {
			name = p.name("a member")
		}
		if part := t.owner(name.Text); f == nil && part != nil && part.unnamed() {
			f = part.field(name.Text)
		}
		if b := t.bits(name.Text); f == nil && b != nil {
			if values[b.Name] != nil {
				p.Errorf(name.Pos, name.End, "member %q is initialised twice", b.Name)
			}
			if p.is("{") {
				values[b.Name] = p.initList(b.Type.plain(), quoteName(b.Name))
			} else {
				values[b.Name] = p.constructor(b.Type.plain(), quoteName(b.Name))
			}
			if !p.accept(",") {
				return values
			}
			continue
		}
		if f == nil && name.Text == t.ownName() {
			if len(values) > 0 {
				p.fail(&name, "%s(…) makes the whole object: no member can be initialised beside it", name.Text)
			}
			if p.is("{") {
				values[delegated] = p.initList(t, "the object")
			} else {
				values[delegated] = p.constructor(t, "the object")
			}
			return values
		}
		if f == nil {
			p.fail(&name, "%s has no member %q", t, name.Text)
		}
		if values[f.Name] != nil {
			p.Errorf(name.Pos, name.End, "member %q is initialised twice", f.Name)
		}
		if f.ref {
			values[f.Name] = p.boundMember(f)
		} else if p.is("{") {
			values[f.Name] = p.initList(f.Type.plain(), quoteName(f.Name))
		} else {
			values[f.Name] = p.constructor(f.Type.plain(), quoteName(f.Name))
		}
		if !p.accept(",") {
			return values
		}
	}
}

// baseAhead reads the name of a base of t, nil if none is ahead. Within a class template it may stand without arguments.
func (p *parser) baseAhead(t *Type) *Field {
	start := p.i
	of := p.typeName(false)
	if of != nil {
		of = p.typeName(true).plain()
	}
	n := p.qualifier()
	for i := range t.Fields {
		switch f := &t.Fields[i]; {
		case !f.isBase() || f.Type.unnamed():
		case of != nil && Same(of, f.Type):
			return f
		case of == nil && f.Type.class != nil && f.Type.class.of != nil && p.at(n).Is(f.Type.ownName()):
			p.i += n + 1
			return f
		}
	}
	p.i = start
	return nil
}

// boundMember reads (x) or {x} behind the name of a reference.
func (p *parser) boundMember(f *Field) Expr {
	end := ")"
	if p.next().Is("{") {
		end = "}"
	}
	x := p.assignment()
	p.expect(end, "after the object of reference "+quoteName(f.Name))
	return p.bind(x, f.Type.Elem, quoteName(f.Name))
}

// referring tells whether objects of t hold references, which cannot be set anew.
func (t *Type) referring() bool {
	return t.Kind == Struct && slices.ContainsFunc(t.Fields, func(f Field) bool { return f.ref || f.Type.referring() })
}

// self is what this points to, nil outside of methods: in a lambda the object that it captures, if it does.
func (p *parser) self(pos token.Pos) Expr {
	x := p.object(pos)
	if x == nil || !x.T().lambda() {
		return x
	}
	if f := x.T().field(capturedThis); f != nil {
		return &Unary{Typed: Typed{pos, f.Type.Elem}, Op: "*", X: &Member{Typed{pos, f.Type}, x, f}}
	} else if f := x.T().field(capturedCopy); f != nil {
		return &Member{Typed{pos, f.Type.qualified(x.T().Const, false)}, x, f}
	}
	return nil
}

// inLambda tells whether the function that is being read is that of a lambda.
func (p *parser) inLambda() bool {
	return p.fn != nil && p.info(p.fn).owner != nil && p.info(p.fn).owner.lambda()
}

// object is the object of the method that is being read, which may be a lambda; nil outside of methods.
func (p *parser) object(pos token.Pos) Expr {
	if p.fn == nil || p.info(p.fn).owner == nil || p.info(p.fn).static {
		if t := p.ofClass; t != nil && p.unevaluated > 0 { // its type is asked for
			return &Unary{Typed: Typed{pos, t}, Op: "*", X: p.cast(&Lit{Typed{pos, typeInt}, Const{}}, pointerTo(t), false)}
		}
		return nil
	}
	if object := p.fn.Object; object != nil {
		return &Ident{Typed{pos, object.Type}, object}
	}
	this := p.fn.Params[0]
	return &Unary{Typed: Typed{pos, this.Type.Elem}, Op: "*", X: &Ident{Typed{pos, this.Type}, this}}
}

// this reads the pointer to the object.
func (p *parser) this(t *token.Token) Expr {
	object := p.self(t.Pos)
	if object == nil && p.inLambda() {
		p.fail(t, noThis)
	}
	if object == nil {
		p.fail(t, "this can only be used in a method")
	}
	return p.pointTo(object)
}

// pointTo is the address of an object, which may be a value without a name.
func (p *parser) pointTo(x Expr) Expr {
	x = p.materialised(p.place(unmoved(x)))
	if u, ok := x.(*Unary); ok && u.Op == "*" {
		return u.X
	}
	if p.lvalue(x) {
		takeAddress(x)
	}
	return &Unary{Typed: Typed{x.Position(), pointerTo(x.T())}, Op: "&", X: x}
}

// access reports the use of a private member from outside.
func (p *parser) access(t *token.Token, of *Type, name string) {
	if of.class == nil || !of.class.private[name] {
		return
	}
	for fn := p.fn; fn != nil; {
		owner := p.info(fn).owner
		if owner != nil && owner.lambda() { // it may what the function around it may
			fn = owner.class.around
			continue
		}
		name, _, _ := strings.Cut(fn.Name, "<")
		if owner != nil && (owner.class == of.class || of.class.friends[owner.ownName()]) || of.class.friends[name] || of.class.friends[fn.Name] {
			return
		}
		break
	}
	p.Errorf(t.Pos, t.End, "member %q of %s is private: only its methods can use it", name, of.plain())
}

// memberOperator is the call of an operator that is a method of the first operand,
// nil if it has none that fits.
func (p *parser) memberOperator(op *token.Token, args []Expr) Expr {
	viable, templates, methods := p.operatorMethods("operator"+op.Text, args)
	if len(viable)+len(templates) == 0 {
		return nil
	}
	t := *op
	t.Text = "operator" + op.Text
	return p.invoke(&t, args[0], methods, nil, args[1:])
}

// construct makes a value of t with one of its constructors.
func (p *parser) construct(t *token.Token, of *Type, args []Expr) Expr {
	of = of.plain()
	if slices.ContainsFunc(args, isBad) {
		return bad(t.Pos)
	}
	if len(args) == 1 && Same(args[0].T(), of) {
		return p.copyOf(p.rvalue(args[0]), of)
	}
	list := of.class.constructors
	if len(list) > 1 || list[0].Template != nil {
		fn := p.chosen(t, list, nil, args)
		if fn == nil {
			return bad(t.Pos)
		}
		return p.finishCall(t, fn, args)
	}
	if !p.arity(t, list[0], len(args)) {
		return bad(t.Pos)
	}
	return p.finishCall(t, list[0], args)
}

// maxMade bounds the structs of an array that are initialised one by one.
const maxMade = 4096

// defaultInit is what a variable of type t without an initialiser begins with: nil
// where that is nothing.
func (p *parser) defaultInit(t *token.Token, of *Type) Expr {
	switch {
	case of.Kind == Array && of.Len > 0:
		x := p.defaultInit(t, of.Elem)
		if x == nil || isBad(x) {
			return x
		}
		if base, _ := of.dims(); of.Size() > maxMade*base.Size() {
			p.Errorf(t.Pos, t.End, "array %q has more than %d structs to initialise; remove constructors and default values, and assign in a loop", t.Text, maxMade)
			return bad(t.Pos)
		}
		return &InitList{Typed{t.Pos, of.plain()}, slices.Repeat([]Expr{x}, of.Len)}
	case of.constructed():
		return p.construct(t, of, nil)
	case of.Kind == Struct && of.class != nil && of.class.host[of.ownName()]:
		p.Errorf(t.Pos, t.End, "the constructor of %s is for the host: put __device__ before it", of.plain())
		return bad(t.Pos)
	case of.Kind == Struct:
		return p.withDefaults(t, &InitList{Typed: Typed{t.Pos, of.plain()}}, false)
	}
	return nil
}

// allDefaults tells whether every member of t has a default value.
func allDefaults(t *Type) bool {
	t, _ = t.dims()
	return t.class != nil && len(t.class.defaults) == len(t.Fields)
}

// unionDefault is withDefaults for a union.
func (p *parser) unionDefault(t *token.Token, list *InitList, wanted bool) Expr {
	if len(list.Elems) == 0 && len(list.Type.class.defaults) > 0 {
		for i, f := range list.Type.Fields {
			if x := list.Type.class.defaults[f.Name]; x != nil && i == 0 {
				list.Elems = []Expr{x}
				return list
			}
		}
		p.Errorf(t.Pos, t.End, "of union %s only the first member can have a default value here", list.Type)
		return bad(t.Pos)
	}
	if !wanted && len(list.Elems) == 0 {
		return nil
	}
	return list
}

// withDefaults completes the list for a struct by the default values of the members
// that it does not name. If there are none it is as it was, or nil if not wanted.
func (p *parser) withDefaults(t *token.Token, list *InitList, wanted bool) Expr {
	of := list.Type
	var rest []Expr
	found := false
	if of.Union { // the first member, or the one with a default value
		return p.unionDefault(t, list, wanted)
	}
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
			x = zero(t.Pos, f.Type)
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
