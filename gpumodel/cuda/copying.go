package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// Copies and moves of objects. A class has four special functions for them; those that it does not declare, or
// leaves to the compiler, copy or assign member by member. Where that is the same as copying bytes there is no
// function: an object is then copied as C does it.

// A special is one of these functions.
type special uint8

const (
	copyConstructor special = iota
	moveConstructor
	copyAssignment
	moveAssignment
	specialCount
)

// declaredAs is how a class declares a special function.
type declaredAs uint8

const (
	undeclared declaredAs = iota
	defaulted             // = default
	deleted               // = delete
	forHost               // with a body, without __device__
	provided
)

// A binding is what a reference among the parameters takes.
type binding uint8

const (
	byValue     binding = iota
	toConst             // const T &
	toLvalue            // T &
	toTemporary         // T &&
)

func bindingOf(d *declarator, t *Type) binding {
	switch {
	case d.temporary:
		return toTemporary
	case isConst(t):
		return toConst
	}
	return toLvalue
}

// noteSpecial notes the special function that may be declared ahead, before the heads of methods are read:
// they depend on it.
func (p *parser) noteSpecial(t *Type) {
	if p.is("template") || p.is("friend") {
		return
	}
	if p.destructorAhead() {
		t.class.destroys = t.class.destroys || !p.emptyDestructor() && !p.ofHost()
		return
	}
	if of, ok := p.specialAhead(t); ok {
		t.class.special[of] = p.declaredAhead()
	}
}

// specialAhead tells which special function of t is declared ahead.
func (p *parser) specialAhead(t *Type) (of special, ok bool) {
	n := 0
	for ; !p.at(n).Is("("); n++ {
		if p.at(n).Kind == token.EOF || p.at(n).Is(";") || p.at(n).Is("{") {
			return 0, false
		}
	}
	own := t.ownName()
	assigns := n > 1 && p.at(n-1).Is("=") && p.at(n-2).Is("operator")
	if !assigns && !p.at(n-1).Is(own) {
		return 0, false
	}
	if n++; p.at(n).Is("const") {
		n++
	}
	if !p.at(n).Is(own) {
		return 0, false
	}
	if n++; p.at(n).Is("<") {
		start := p.i
		p.i += n
		n = p.angleEnd() - start
		p.i = start
	}
	if p.at(n).Is("const") {
		n++
	}
	switch {
	case p.at(n).Is("&&"):
		of = moveConstructor
		n++
	case p.at(n).Is("&"):
		of = copyConstructor
		n++
	case !assigns:
		return 0, false
	}
	if p.at(n).Kind == token.Ident {
		n++
	}
	if assigns {
		of += copyAssignment
	}
	return of, p.at(n).Is(")") || p.at(n).Is("=")
}

// declaredAhead is how the function ahead is declared.
func (p *parser) declaredAhead() declaredAs {
	switch word := p.withoutBody(); {
	case word == "default":
		return defaulted
	case word == "delete":
		return deleted
	case p.ofHost():
		return forHost
	}
	return provided
}

// withoutBody is default or delete, if that stands in the place of the body of the method ahead.
func (p *parser) withoutBody() string {
	start := p.i
	defer func() { p.i = start }()
	for !p.is("(") && !p.is(";") && p.peek().Kind != token.EOF {
		if p.next().Is("operator") && p.is("(") {
			p.skipBalanced()
		}
	}
	p.skipBalanced()
	for ; !p.is("{") && !p.is(";") && !p.is(":") && p.peek().Kind != token.EOF; p.next() {
		if p.is("=") && (p.at(1).Is("default") || p.at(1).Is("delete")) {
			return p.at(1).Text
		}
	}
	return ""
}

// leftToCompiler tells whether the method ahead is a special function that = default leaves to the compiler.
func (p *parser) leftToCompiler(t *Type) bool {
	of, ok := p.specialAhead(t)
	return ok && t.class.special[of] == defaulted
}

// codeCopied tells whether a copy of an object of t is more than its bytes.
func (t *Type) codeCopied() bool { return t.hasCode(copyConstructor) }

// hasCode tells whether t, or a part of it, has a special function of its own: to copy and move, or to assign. An object with
// virtual functions has: a copy says itself of which struct it is.
func (t *Type) hasCode(of special) bool {
	switch {
	case t.Kind == Array:
		return t.Elem.hasCode(of)
	case t.Kind != Struct || t.class == nil:
		return false
	}
	own := func(d declaredAs) bool { return d == provided || d == deleted }
	return t.polymorphic() || own(t.class.special[of]) || t.class.special[of] == undeclared && !t.implicitly(of) ||
		own(t.class.special[of+1]) || slices.ContainsFunc(t.Fields, func(f Field) bool { return !f.ref && f.Type.hasCode(of) })
}

// moved is x as an object that gives up what it holds.
func moved(x Expr) Expr {
	if isBad(x) || isConst(x.T()) && x.T().Kind == Struct { // what is const is copied
		return x
	}
	return &Cast{Typed: Typed{x.Position(), x.T()}, X: x, Moved: true}
}

// unmoved is the place that x stands for, though it may be moved from.
func unmoved(x Expr) Expr {
	switch y := x.(type) {
	case *Cast:
		if y.Moved {
			return unmoved(y.X)
		}
	case *Member:
		if inner := unmoved(y.X); inner != y.X {
			m := *y
			m.X = inner
			return &m
		}
	}
	return x
}

// glvalue tells whether x is an object that exists already, whether it has a name or not.
func (p *parser) glvalue(x Expr) bool { return p.lvalue(x) || p.given(x) }

// given tells whether x is such an object, which nobody needs behind the full expression.
func (p *parser) given(x Expr) bool {
	switch x := x.(type) {
	case *Cast:
		return x.Moved
	case *Member:
		return p.given(x.X)
	case *Temp:
		return true
	}
	return false
}

// takes tells whether a reference to a t can take x, which converts to a t.
func (p *parser) takes(x Expr, t *Type, how binding) bool {
	same := Same(x.T(), t) || x.T().derives(t)
	switch {
	case how == byValue || x.T().Kind == badKind || t.Kind == badKind || t.Kind == paramKind:
	case how == toTemporary && same && (p.lvalue(x) || isConst(x.T()) && !isConst(t) && x.T().Kind == Struct):
		return false
	case how == toLvalue && (!p.lvalue(x) || isConst(p.placeType(x)) && !isConst(t)):
		return false
	}
	return true
}

// placeType is the type of the place that x is: that of a constant is const, though its value is not.
func (p *parser) placeType(x Expr) *Type {
	if lit, ok := x.(*Lit); ok && p.constVar[lit] != nil {
		return p.constVar[lit].Type
	}
	return x.T()
}

// copyOf is a new object of type t with the value of x, which is x itself if that is one already.
func (p *parser) copyOf(x Expr, t *Type) Expr {
	if t = t.plain(); isBad(x) || t.Kind != Struct || !t.codeCopied() || !p.glvalue(x) || !Same(x.T(), t) && !x.T().derives(t) {
		return x
	}
	at := token.Token{Kind: token.Ident, Text: t.ownName(), Pos: x.Position(), End: x.Position()}
	list := slices.Clone(t.class.constructors)
	for _, of := range []special{copyConstructor, moveConstructor} {
		if t.implicitly(of) {
			list = append(list, p.implicitSpecial(t, of))
		}
	}
	if fn := p.chosen(&at, list, nil, []Expr{x}); fn != nil {
		return p.finishCall(&at, fn, []Expr{x})
	}
	return bad(x.Position())
}

// implicitly tells whether the compiler writes a special function of t ([class.copy.ctor], [class.copy.assign]).
func (t *Type) implicitly(of special) bool {
	c := t.class
	if c == nil { // a vector of CUDA
		return true
	}
	if c.special[of] != undeclared {
		return c.special[of] == defaulted
	}
	if of == copyConstructor || of == copyAssignment {
		return c.special[moveConstructor] == undeclared && c.special[moveAssignment] == undeclared
	}
	return c.special == [specialCount]declaredAs{} && !c.destroys
}

// assignsItself tells whether struct t has an operator= of its own for r: a template is none for another t.
func (p *parser) assignsItself(t *Type, r Expr) bool {
	methods := t.method("operator=")
	if (Same(r.T(), t) || r.T().derives(t)) && t.implicitly(copyAssignment) {
		methods = slices.DeleteFunc(slices.Clone(methods), func(fn *Func) bool { return fn.Template != nil })
	}
	return len(methods) > 0
}

// assignObject is l = r of struct t where that is more than copying bytes, nil where it is not.
func (p *parser) assignObject(op *token.Token, l, r Expr, t *Type) Expr {
	if t.Kind != Struct || !t.managed() && !t.hasCode(copyAssignment) || t.referring() {
		return nil
	}
	if !Same(r.T(), t) && !r.T().derives(t) {
		if r = p.convert(r, t, receiver(l)); isBad(r) {
			return r
		}
	}
	r = p.materialised(r)
	if !t.hasCode(copyAssignment) {
		if r.T().derives(t) {
			r = toBase(unmoved(r), t)
		}
		return &Assign{Typed: Typed{op.Pos, l.T()}, L: l, R: unmoved(r)}
	}
	var list []*Func
	for _, of := range []special{copyAssignment, moveAssignment} {
		if t.implicitly(of) {
			list = append(list, p.implicitSpecial(t, of))
		}
	}
	at := *op
	at.Text = "operator="
	if len(list) == 0 {
		p.Errorf(op.Pos, op.End, "objects of %s cannot be assigned: it declares how they are moved or assigned otherwise, and not this", t)
		return bad(op.Pos)
	}
	return p.invoke(&at, l, list, nil, []Expr{r})
}

// implicitSpecial is a special function of t that the compiler writes.
func (p *parser) implicitSpecial(t *Type, of special) *Func {
	if fn := t.class.implicit[of]; fn != nil {
		return fn
	}
	moves := of == moveConstructor || of == moveAssignment
	from := &Var{Name: "other", Type: pointerTo(t.qualified(!moves, false)), Storage: Param}
	fn := &Func{Name: t.Name + "::" + t.ownName(), Result: t, Params: []*Var{from}}
	t.class.implicit[of] = fn
	info := p.info(fn)
	info.owner, info.defined = t, true
	if n := slices.IndexFunc(p.file.Structs, func(s *Type) bool { return s.class == t.class }); n >= 0 && p.scope != nil {
		fn.Pos = p.scope.posOf(t.ownName())
	}
	p.made = append(p.made, fn)
	outer, deep := p.state, p.depth
	p.state = state{scope: p.global, fn: fn}
	defer func() { p.state, p.depth = outer, deep }()
	how, i := toConst, 0
	if moves {
		how = toTemporary
	}
	var other Expr = &Unary{Typed: Typed{fn.Pos, from.Type.Elem}, Op: "*", X: &Ident{Typed{fn.Pos, from.Type}, from}}
	if moves {
		other = moved(other)
	}
	fn.Body = &Block{Pos: fn.Pos, End: fn.Pos}
	if of == copyConstructor || of == moveConstructor {
		info.constructor = true
		fn.Object = &Var{Pos: fn.Pos, Name: t.Name, Type: t}
		fn.Body.Stmts = p.copyMembers(t, fn, other)
	} else {
		this := &Var{Pos: fn.Pos, Name: "this", Type: &Type{Kind: Pointer, Elem: t, Const: true}, Storage: Param}
		fn.Name, fn.Result, fn.Params, i = t.Name+"::operator=", pointerTo(t), []*Var{this, from}, 1
		info.reference = true
		fn.Body.Stmts = p.assignMembers(t, fn, other)
	}
	info.refs[i], info.bindings[i] = true, how
	return fn
}

// partOf is member f of object x.
func partOf(x Expr, f *Field) Expr {
	t := f.Type
	if !f.ref {
		t = t.qualified(x.T().Const, x.T().Volatile)
	}
	return &Member{Typed{x.Position(), t}, x, f}
}

// copyMembers are the statements of a constructor that copies or moves other.
func (p *parser) copyMembers(t *Type, fn *Func, other Expr) []Stmt {
	list := []Stmt{&Decl{fn.Pos, []*Var{fn.Object}}}
	id := &Ident{Typed{fn.Pos, t}, fn.Object}
	set := func(to, x Expr) {
		list = append(list, &ExprStmt{fn.Pos, &Assign{Typed: Typed{fn.Pos, to.T()}, L: to, R: x, Begins: true}})
	}
	if t.Union {
		set(id, unmoved(other))
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; !t.Union {
			set(&Member{Typed{fn.Pos, f.Type}, id, f}, unmoved(p.partCopy(partOf(other, f))))
		}
	}
	return append(append(list, p.setTables(t, fn.Object, fn.Pos)...), &Return{fn.Pos, id})
}

// partCopy returns the copy of a member; an array is copied element by element.
func (p *parser) partCopy(x Expr) Expr {
	t := x.T()
	if t.Kind != Array || !t.codeCopied() {
		return p.copyOf(x, t)
	}
	if base, _ := t.dims(); t.Size() > maxMade*base.Size() {
		p.fail(&token.Token{Pos: x.Position(), End: x.Position()}, "an array with more than %d objects cannot be copied with what it is a member of; copy them in a loop", maxMade)
	}
	list := &InitList{Typed: Typed{x.Position(), t.plain()}}
	for i := range t.Len {
		var e Expr = &Index{Typed{x.Position(), t.Elem}, unmoved(x), &Lit{Typed{x.Position(), typeInt}, Const{I: int64(i)}}}
		if p.given(x) {
			e = moved(e)
		}
		list.Elems = append(list.Elems, p.partCopy(e))
	}
	return list
}

// assignMembers are the statements of an operator that assigns the members of other.
func (p *parser) assignMembers(t *Type, fn *Func, other Expr) (list []Stmt) {
	this := fn.Params[0]
	id := &Ident{Typed{fn.Pos, this.Type}, this}
	object := &Unary{Typed: Typed{fn.Pos, t}, Op: "*", X: id}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Name != virtualTable {
			list = append(list, p.assignPart(partOf(object, f), partOf(other, f), fn.Pos))
		}
	}
	return append(list, &Return{fn.Pos, id})
}

// assignPart assigns a member, the elements of an array one after another.
func (p *parser) assignPart(l, r Expr, pos token.Pos) Stmt {
	t := l.T()
	if t.Kind != Array || !t.hasCode(copyAssignment) {
		if t.Kind == Array {
			return &ExprStmt{pos, &Assign{Typed: Typed{pos, t}, L: l, R: unmoved(r)}}
		}
		return &ExprStmt{pos, p.finished(p.assign(&token.Token{Kind: token.Punct, Text: "=", Pos: pos, End: pos}, l, r))}
	}
	i := &Var{Pos: pos, Name: "element", Type: typeInt, Init: &Lit{Typed: Typed{pos, typeInt}}}
	id := &Ident{Typed{pos, typeInt}, i}
	var from Expr = &Index{Typed{pos, r.T().Elem}, unmoved(r), id}
	if p.given(r) {
		from = moved(from)
	}
	return &For{Pos: pos, Init: &Decl{pos, []*Var{i}},
		Cond: &Binary{Typed{pos, typeBool}, "<", id, &Lit{Typed{pos, typeInt}, Const{I: int64(t.Len)}}},
		Post: &IncDec{Typed{pos, typeInt}, "++", true, id},
		Body: p.assignPart(&Index{Typed{pos, t.Elem}, l, id}, from, pos)}
}
