package cuda

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// What belongs to a struct and not to its objects stands in a scope of its own, which
// methods see and which others name by S:: – types, enumerators, constants and static
// methods.

// structBody reads { … } of t, which word began, and of whose layout something is said before it.
func (p *parser) structBody(t *Type, word *token.Token, said structLayout) {
	said = said.and(p.behindBody())
	t.pack = cmp.Or(said.pack, word.Pack)
	t.class.inner = newScope(p.scope)
	t.class.inner.of = t
	for name, sym := range t.class.inherited {
		t.class.inner.names[name] = sym
	}
	t.complete = true
	func() {
		defer func(outer *scope, of *Type) { p.scope, p.ofClass = outer, of }(p.scope, p.ofClass)
		p.scope, p.ofClass = t.class.inner, t
		p.members(t, word.Is("class"))
	}()
	p.tableOfVirtuals(t)
	t.layout(said.align)
	p.packedBits(word, t)
	t.laidOut()
	if len(t.class.pending) > 0 {
		p.methods(t)
	}
	p.inheritConstructors(t)
	p.addVirtuals(t)
	p.file.Structs = append(p.file.Structs, t)
}

// tableOfVirtuals makes room for the pointer to the table of virtual functions, which the first struct with one has.
func (p *parser) tableOfVirtuals(t *Type) {
	polymorphic := func(b *Type) bool { return len(b.Fields) > 0 && b.Fields[0].Name == virtualTable }
	if _, has := t.within(polymorphic); has {
		return
	}
	if slices.ContainsFunc(t.class.pending, func(m pending) bool { return p.virtualHead(m.from) }) {
		t.Fields = slices.Insert(t.Fields, 0, Field{Name: virtualTable, Type: typeULong})
	}
}

// virtualTable is the name of that pointer, which no source can write.
const virtualTable = "virtual functions"

// classWide reads a member that is not a part of the objects: a type, or a static member;
// false if the member ahead is none.
func (p *parser) classWide(t *Type) bool {
	switch {
	case p.aliasAhead():
		p.aliasTemplate()
	case p.is("template") && p.at(1).Is("<") && p.memberTemplateAhead():
		p.memberClassTemplate()
	case p.is("template") && p.at(1).Is("<") && p.variableTemplateAhead(p.templateEnd()):
		p.variableTemplate()
	case p.is("using") && p.at(2).Is("="):
		p.usingDecl()
	case p.is("using"):
		p.usingMember(t)
	case p.is("typedef"):
		p.localDecl()
	case p.is("static_assert"):
		p.staticAssert()
	case p.staticAhead() && !p.methodAhead():
		p.staticMember(t)
	default:
		return false
	}
	return true
}

// staticAhead tells whether static is among the words that begin the member.
func (p *parser) staticAhead() bool {
	for n := 0; specWords[p.at(n).Text] || baseWords[p.at(n).Text]; n++ {
		if p.at(n).Is("static") {
			return true
		}
	}
	return false
}

// staticMember reads static const int N = 4;
func (p *parser) staticMember(t *Type) {
	s := p.specs("a member of " + quoteName(t.Name))
	s.static = false
	for {
		at := *p.peek()
		if p.variableMember(t, &s) {
			if !p.accept(",") {
				break
			}
			continue
		}
		v := p.variable(&s, Auto)
		if p.sharedByAll(v) {
			v.Storage, v.Name = Device, p.scope.whole(v.Name)
			p.file.Globals = append(p.file.Globals, v)
		} else if v != nil && v.Value == nil && v.Type.Kind != badKind && (v.Init == nil || !isBad(v.Init)) {
			p.Errorf(at.Pos, at.End, "static member %q must be a constant number, as in static constexpr int N = 4; arrays, and what changes, are variables at file scope", v.Name)
		}
		if !p.accept(",") {
			break
		}
	}
	p.semicolon("the member")
}

// sharedByAll tells whether a static member is a table: one variable of the device for all objects.
func (p *parser) sharedByAll(v *Var) bool {
	return v != nil && v.Init != nil && !isBad(v.Init) && !p.wholeFile &&
		(v.Type.Kind == Array && isConst(v.Type) || v.Type.Kind == Struct && v.Type.Const) && constantInit(v.Init)
}

// classAhead is the struct that is named by the S:: that begins here, and how many tokens
// that takes; nil if there is none.
func (p *parser) classAhead() (*Type, int) {
	if p.is("decltype") && p.heads == 0 {
		start := p.i
		p.i++
		if p.skipBalanced(); !p.is("::") {
			p.i = start
			return nil, 0
		}
		p.i = start
		t := p.decltype()
		n := p.i - start + 1
		p.i = start
		return t, n
	}
	n := p.qualifier()
	name := p.at(n)
	if name.Kind != token.Ident || !p.at(n+1).Is("::") && !p.at(n+1).Is("<") {
		return nil, 0
	}
	sym := p.before(name)
	if sym == nil {
		return nil, 0
	}
	t, end := sym.typ, n+1
	if (sym.template != nil || sym.alias != nil) && p.at(end).Is("<") {
		start := p.i
		p.i += n
		end = p.angleEnd() - start
		if closed := start + end; closed >= len(p.toks) || !p.toks[closed].Is("::") || p.closesOuter(p.i, closed) {
			p.i = start
			return nil, 0
		}
		at := *p.next()
		if args := p.templateArgs(); sym.alias != nil {
			t = p.aliasType(&at, sym.alias, args)
		} else {
			t = p.classType(&at, sym.template, args)
		}
		p.i = start
	}
	if t == nil || !p.at(end).Is("::") || t.Enum != nil {
		return nil, 0
	}
	end++
	for t.Kind == Struct {
		inner, n := p.innerAhead(t, end)
		if inner == nil {
			break
		}
		t, end = inner, n
	}
	return t, end
}

// innerAhead is the struct within t that is named, n tokens ahead, before another ::, and how many tokens stand before what
// follows that; nil if there is none.
func (p *parser) innerAhead(t *Type, n int) (*Type, int) {
	if p.at(n).Is("template") {
		n++
	}
	name := *p.at(n)
	sym := t.named(name.Text)
	switch {
	case sym == nil:
	case sym.template != nil && p.at(n+1).Is("<"):
		start := p.i
		defer func() { p.i = start }()
		p.i += n + 1
		from := p.i
		if end := p.angleEnd(); end >= len(p.toks) || !p.toks[end].Is("::") || p.closesOuter(from, end) {
			return nil, 0
		}
		if made := p.classType(&name, sym.template, p.templateArgs()); made.Kind == Struct {
			return made, p.i + 1 - start
		}
	case sym.typ != nil && sym.typ.Kind == Struct && p.at(n+1).Is("::"):
		return sym.typ, n + 2
	}
	return nil, 0
}

// closesOuter tells whether the brackets of the tokens [i, end) close one more than they open, by a >>.
func (p *parser) closesOuter(i, end int) bool {
	depth := 0
	for i < end {
		step := 0
		step, i = p.stepAngles(i)
		depth += step
	}
	return depth < 0
}

// named is what a name means behind S::, but for methods; nil if it means nothing.
func (t *Type) named(name string) *symbol {
	if t.class == nil || t.class.inner == nil {
		return nil
	}
	return t.class.inner.names[name]
}

// typeInClass is the type that S::name begins here, and how many tokens that takes.
func (p *parser) typeInClass() (*Type, int) {
	t, n := p.classAhead()
	if t == nil {
		return nil, 0
	}
	name := p.at(n).Text
	if t.Kind == paramKind || t.open() { // in the head of a template: which type that is its argument will say
		if t.Kind == paramKind || p.is("typename") || p.prev().Is("typename") {
			return p.typeOfParam(t, n)
		}
		return nil, 0
	}
	sym := t.named(name)
	if sym == nil || sym.typ == nil || sym.template != nil && p.at(n+1).Is("<") || sym.typ.Enum != nil && p.at(n+1).Is("::") {
		return nil, 0
	}
	return sym.typ, n + 1
}

// open tells whether t is a struct whose arguments depend on the parameters of a template.
func (t *Type) open() bool {
	return t.Kind == Struct && t.class != nil && t.class.of != nil && (dependent(t.class.args) || t.class.of.param != "")
}

// typeOfParam is the type that a name, n tokens ahead, has in a t that only the arguments will tell.
func (p *parser) typeOfParam(t *Type, n int) (*Type, int) {
	name := t.String()
	for {
		if p.at(n).Is("template") {
			n++
		}
		name += "::" + p.at(n).Text
		n++
		if p.at(n).Is("<") && p.at(n-2).Is("template") {
			start := p.i
			p.i += n
			n = p.angleEnd() - start
			p.i = start
		}
		if !p.at(n).Is("::") {
			return &Type{Kind: paramKind, Name: name}, n
		}
		n++
	}
}

// namesType reports a name after typename that is not a type.
func (p *parser) namesType() {
	if of, n := p.classAhead(); of != nil && of.Kind != paramKind && !of.open() {
		member, _ := p.memberTemplate()
		if t, _ := p.typeInClass(); t == nil && member == nil {
			p.hollow = p.hollow || onTrial(of)
			p.fail(p.at(n), "%s has no type %q", of.plain(), p.at(n).Text)
		}
	}
}

// classMember reads what follows S::, n tokens ahead: a constant, an enumerator or the
// call of a static method.
func (p *parser) classMember(t *Type, n int) Expr {
	p.i += n
	if p.atEnd() {
		p.completion.classNames(p, t)
	}
	if p.is("template") && p.at(1).Kind == token.Ident { // S<T>::template f<U>(…)
		p.next()
	}
	name := p.peek()
	if name.Kind != token.Ident {
		p.unexpected("a name of " + t.Name)
	}
	p.next()
	sym := t.named(name.Text)
	switch methods := t.method(name.Text); {
	case p.heads > 0 && (t.Kind == paramKind || t.open()):
		p.dependents++
		return &Lit{Typed{name.Pos, typeInt}, Const{I: 1}}
	case t.Kind == badKind: // which was reported
	case t.Kind != Struct:
		p.hollow = p.hollow || onTrial(t) || t.Kind == paramKind
		p.fail(name, "%s is not a struct, so it cannot be followed by ::", t.plain())
	case sym != nil && sym.typ != nil: // of an enum: others begin a type
		p.next()
		return p.enumerator(sym.typ, 0)
	case sym != nil && sym.lit != nil:
		return &Lit{Typed{name.Pos, sym.lit.Type}, sym.lit.Value}
	case sym != nil && sym.template != nil:
		p.fail(name, "%q is a template: write its arguments, %s<…>", name.Text, name.Text)
	case sym != nil && sym.variable != nil && p.is("<"):
		return p.variableInstance(name, sym.variable)
	case sym != nil && sym.v != nil:
		return p.use(name, sym)
	case methods != nil && p.methodCallAhead(methods):
		explicit, args, ok := p.methodArguments(name)
		if !ok {
			return bad(name.Pos)
		}
		if self := p.self(name.Pos); self != nil && !p.static(methods) && (Same(self.T(), t) || self.T().derives(t)) {
			return p.invokeAs(name, toBase(self, t), methods, explicit, args, true)
		}
		return p.staticCall(name, t, methods, explicit, args)
	case methods != nil && p.static(methods):
		return p.nameOfFunctions(name, &symbol{funcs: methods}, nil)
	case methods != nil:
		p.Errorf(name.Pos, name.End, "%q is a method: call it with (…)", name.Text)
	case t.owner(name.Text) != nil:
		if self := p.self(name.Pos); self != nil && (Same(self.T(), t) || self.T().derives(t)) {
			return p.fieldOf(toBase(self, t), t, name)
		}
		if p.unevaluated > 0 { // it needs no object: its type is asked for
			null := p.cast(&Lit{Typed{name.Pos, typeInt}, Const{}}, pointerTo(t), false)
			return p.fieldOf(&Unary{Typed: Typed{name.Pos, t}, Op: "*", X: null}, t, name)
		}
		if t.class == nil || !t.class.broken[name.Text] { // which was reported
			p.Errorf(name.Pos, name.End, "member %q belongs to an object: write object.%s", name.Text, name.Text)
		}
	case t.class != nil && t.class.broken[name.Text]:
	default:
		p.Errorf(name.Pos, name.End, "%s has no name %q%s", t.plain(), name.Text, token.DidYouMean(name.Text, t.classNames()))
	}
	if p.is("(") {
		p.skipBalanced()
	}
	return bad(name.Pos)
}

// classNames are the names behind S::.
func (t *Type) classNames() []string {
	if t.class == nil || t.class.inner == nil {
		return nil
	}
	return append(slices.Sorted(maps.Keys(t.class.inner.names)), t.methodNames()...)
}

// staticCall calls a method without an object.
func (p *parser) staticCall(t *token.Token, of *Type, methods []*Func, explicit []templateArg, args []Expr) Expr {
	if i := slices.IndexFunc(methods, func(fn *Func) bool { return !p.info(fn).static }); i >= 0 {
		p.Errorf(t.Pos, t.End, "method %q needs an object: write object.%s(…), or make it static", methods[i].Name, t.Text)
		return bad(t.Pos)
	}
	if slices.ContainsFunc(args, isBad) {
		return bad(t.Pos)
	}
	p.access(t, of, t.Text)
	fn := p.methodFor(t, methods, explicit, args)
	if fn == nil || !p.arity(t, fn, len(args)) {
		return bad(t.Pos)
	}
	return p.finishCall(t, fn, args)
}

// static tells whether all methods are.
func (p *parser) static(methods []*Func) bool {
	return !slices.ContainsFunc(methods, func(fn *Func) bool { return !p.info(fn).static })
}

// classNames notes what a struct's name and :: can be followed by.
func (c *completion) classNames(p *parser, t *Type) {
	if c.seen {
		return
	}
	c.seen, c.only = true, true
	if t.class == nil || t.class.inner == nil {
		return
	}
	for name, sym := range t.class.inner.names {
		if n, ok := p.nameOf(name, sym); ok {
			c.names = append(c.names, n)
		}
	}
	for name, methods := range t.class.methods {
		if p.static(methods) && !strings.HasPrefix(name, "operator") {
			c.names = append(c.names, p.overloads(name, methods, "method"))
		}
	}
}
