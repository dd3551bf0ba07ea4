package cuda

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// localWords are the storage classes that a variable inside a function may have.
var localWords = token.Words("constexpr static extern typedef __shared__")

// localDecl reads a declaration inside a function, ";" included, and returns its
// statement; nil if it declares nothing that lives.
func (p *parser) localDecl() Stmt {
	pos := p.peek().Pos
	s := p.specs("the variable")
	for i := range s.words {
		if t := &s.words[i]; !localWords[t.Text] {
			p.fail(t, "%s cannot be used inside a function", t.Text)
		}
	}
	if p.prototypeAhead(&s) {
		p.localPrototype(&s)
		return nil
	}
	d := &Decl{Pos: pos}
	var before []Stmt // declarations, and what static variables and large arrays begin with: the next declarator may read these
	if p.bindingAhead(&s) {
		d.Vars = append(d.Vars, p.binding(&s)...)
		p.semicolon("the declaration")
		return d
	}
	if p.is(";") && s.typ.Union && s.typ.unnamed() {
		d.Vars = append(d.Vars, p.unnamedUnion(&s))
	}
	if !p.is(";") {
		for {
			if v := p.variable(&s, Auto); v != nil {
				d.Vars = append(append(d.Vars, p.early...), v)
				p.early = nil
				if begins := p.begins(v); len(begins) > 0 {
					before = append(append(before, d), begins...)
					d = &Decl{Pos: pos}
				}
			}
			if !p.accept(",") {
				break
			}
			if n := len(d.Vars); n > 0 && p.is(d.Vars[n-1].Name) && !p.at(1).Is("=") {
				p.fail(p.peek(), "%q is declared already; the parts of a for are separated by %q", d.Vars[n-1].Name, ";")
			}
		}
	}
	p.endOfDecl()
	switch {
	case len(before) == 0 && len(d.Vars) == 0:
		return nil
	case len(before) == 0:
		return d
	case len(d.Vars) > 0:
		before = append(before, d)
	}
	return &Block{Pos: pos, End: pos, Stmts: before}
}

// begins are the statements that set a variable that was declared, where its own initialiser does not.
func (p *parser) begins(v *Var) []Stmt {
	stmts := p.late
	p.late = nil
	if first := p.staticBegins(v); first != nil {
		stmts = append(stmts, first)
	}
	return append(stmts, p.largeBegins(v)...)
}

// unnamedUnion declares a union without a name, whose members are used like variables.
func (p *parser) unnamedUnion(s *specs) *Var {
	v := &Var{Pos: s.at.Pos, Name: s.typ.Name, Type: s.typ}
	if s.shared {
		v.Storage = Shared
	}
	whole := &Ident{Typed{v.Pos, v.Type}, v}
	for i := range s.typ.Fields {
		f := &s.typ.Fields[i]
		name := token.Token{Kind: token.Ident, Text: f.Name, Pos: s.at.Pos, End: s.at.End}
		p.declare(name, &symbol{part: &Member{Typed{v.Pos, f.Type}, whole, f}})
	}
	return v
}

// endOfDecl takes the ";" of a declaration and explains lost brackets.
func (p *parser) endOfDecl() {
	t, last := p.peek(), p.prev()
	if last.Kind == token.Ident && (t.Kind == token.Number || t.Kind == token.Ident) && t.Pos.Line == last.Pos.Line && !t.Is(";") {
		word := t.Text
		if t.Macro != "" {
			word = t.Macro
		}
		p.fail(t, "expected %q after %q but found %s; an array is written %s[%s]", ";", last.Text, t, last.Text, word)
	}
	if p.is("]") {
		p.fail(t, `"]" without a "[" before it`)
	}
	p.semicolon("the declaration")
}

// variable reads one declarator with its initialiser and declares it.
func (p *parser) variable(s *specs, storage Storage) *Var {
	if v := p.variableLength(s, storage); v != nil {
		return v
	}
	d := p.declarator(s.typ, "the variable", true)
	if s.constexpr && !d.ref {
		d.typ = d.typ.qualified(true, false)
	}
	if s.typedef {
		if d.params >= 0 {
			d.typ = p.functionSuffix(&d)(d.typ)
		}
		if strings.HasPrefix(d.typ.Name, anonymous) || strings.HasPrefix(d.typ.Name, anonymousEnum) {
			d.typ.Name = d.name.Text
		}
		p.declare(d.name, &symbol{typ: d.named()})
		return nil
	}
	if p.hosted && d.typ.Kind == Function && d.params < 0 {
		p.functionOfType(s, &d)
		return nil
	}
	v := &Var{Pos: d.name.Pos, Name: d.name.Text, Type: d.typ, Storage: storage}
	v.Host = p.hosted && storage == Device && !s.device
	if s.shared {
		v.Storage = Shared
	}
	if arrayOfAuto(v.Type) {
		p.Errorf(d.name.Pos, d.name.End, "the elements of array %q cannot be auto: write their type", v.Name)
		v.Type = typeBad
	}
	if base, _ := v.Type.dims(); base.Kind == placeholderKind || base.Kind == Pointer && base.Elem.Kind == placeholderKind {
		if d.ref || v.Type.Kind != placeholderKind {
			p.fail(&s.at, "%q is a template: write its arguments, %s<…>", s.at.Text, s.at.Text)
		}
		return p.deducedVariable(s, d, v)
	}
	if d.ref {
		return p.reference(s, d, v)
	}
	if v.Type.Kind == autoKind && v.Type.Name == typeDecltypeAuto.Name {
		return p.declaredAsValue(s, d, v)
	}
	auto := isAuto(v.Type)
	if !auto {
		known, only := p.linked(s, &d, v)
		if v = known; only {
			return nil
		}
	}
	sym := &symbol{v: v}
	if !auto {
		p.checkVariable(s, d, v, p.is("="))
		p.declare(d.name, sym) // before the initialiser, as in C
	}
	p.initialise(s, d, v)
	if auto {
		if v.Init != nil && !isBad(v.Init) {
			p.checkVariable(s, d, v, true)
		}
		p.declare(d.name, sym)
	}
	sym.bad = v.Type.Kind == badKind
	if s.typ == nil || !s.static {
		if v.Init != nil {
			v.Init = p.finished(v.Init)
		}
		p.lives(&d.name, v)
	}
	return v
}

// deducedVariable reads what follows the name of a variable whose type is that of a template without its arguments.
func (p *parser) deducedVariable(s *specs, d declarator, v *Var) *Var {
	at := *p.peek()
	x, of := p.deducedObject(&d.name, v.Type.class.of)
	v.Type = of.qualified(v.Type.Const, v.Type.Volatile)
	if !isBad(x) {
		p.checkVariable(s, d, v, true)
	}
	p.declare(d.name, &symbol{v: v, bad: isBad(x)})
	if v.Storage == Shared && !isBad(x) {
		p.Errorf(at.Pos, at.End, "__shared__ variable %q cannot have an initialiser; let a thread assign it, then call __syncthreads()", v.Name)
		return v
	}
	v.Init = x
	p.initialised(s, v)
	if !s.static {
		v.Init = p.finished(v.Init)
		p.lives(&d.name, v)
	}
	return v
}

// checkVariable checks a variable's type against its storage, and makes static what is static in a function. valued says that it has an
// initialiser.
func (p *parser) checkVariable(s *specs, d declarator, v *Var, valued bool) {
	name := &d.name
	elem, _ := v.Type.dims()
	switch {
	case p.checkAbstract(name, elem):
		v.Type = typeBad
	case elem.Kind == Void || elem.Kind == Function:
		p.Errorf(name.Pos, name.End, "%q cannot have type %s", v.Name, v.Type)
		v.Type = typeBad
	case s.static && !s.shared && v.Storage == Auto && !s.constexpr && (!(elem.Const && valued) || p.onHost()) && p.fn != nil &&
		(!p.wholeFile || p.onHost()):
		v.Storage, v.Host = Device, p.onHost() // one for all threads, as nvcc has it
		p.file.Globals = append(p.file.Globals, v)
	case s.static && !s.shared && v.Storage == Auto && !s.constexpr && !(elem.Const && valued):
		p.Errorf(s.at.Pos, s.at.End, "static variable %q of an instance that is made for a launch is not supported; declare it __device__ at file scope", v.Name)
	case s.extern && s.shared && !(v.Type.Kind == Array && v.Type.Len < 0):
		p.Notef(name.Pos, "extern __shared__ %q has a size of its own, as nvcc reads it: the launch's third argument adds nothing to it", v.Name)
	case v.Type.Kind == Array && v.Type.Len < 0 && s.shared && !s.extern:
		p.Errorf(name.Pos, name.End, "__shared__ array %q needs a size, or extern for the launch's third argument", v.Name)
	case v.Type.Kind == Array && v.Type.Len < 0 && !s.shared && !p.is("=") && !p.is("{") && !p.declaresExtern(s, v):
		p.Errorf(name.Pos, name.End, "array %q needs a size", v.Name)
	case s.extern && !s.shared && v.Storage == Auto:
		p.Errorf(s.at.Pos, s.at.End, "extern variables inside a function are not supported")
	case s.extern && s.shared:
		p.linkShared(name, v)
	}
}

// initialise reads what follows a declarator: nothing, = x, (x) or {x}.
func (p *parser) initialise(s *specs, d declarator, v *Var) {
	at := p.peek()
	switch {
	case p.accept("="):
		v.Init = p.initialiser(v.Type, quoteName(v.Name))
	case p.is("{"):
		v.Init = p.initialiser(v.Type, quoteName(v.Name))
	case p.is("("):
		v.Init = p.constructor(v.Type, quoteName(v.Name))
	default:
		p.uninitialised(s, d, v)
		return
	}
	if v.Storage == Shared {
		p.Errorf(at.Pos, at.End, "__shared__ variable %q cannot have an initialiser; let a thread assign it, then call __syncthreads()", v.Name)
		return
	}
	p.initialised(s, v)
}

func (p *parser) uninitialised(s *specs, d declarator, v *Var) {
	switch {
	case isAuto(v.Type):
		p.Errorf(d.name.Pos, d.name.End, "auto variable %q needs an initialiser", v.Name)
		v.Type = typeBad
	case v.Type.Const && v.Storage == Auto && (v.Type.IsScalar() || v.Type.number()):
		p.Errorf(d.name.Pos, d.name.End, "const variable %q needs an initialiser", v.Name)
	default:
		p.defaultInitialised(d, v)
	}
}

// defaultInitialised gives a struct what its default constructor and its members'
// default values say.
func (p *parser) defaultInitialised(d declarator, v *Var) {
	if v.Type.size3() && v.Storage != Shared && v.Storage != Constant {
		v.Init = ones(d.name.Pos, v.Type)
		return
	}
	x := p.defaultInit(&d.name, v.Type)
	call, _ := x.(*Call)
	if list, ok := x.(*InitList); ok && list.Type.Kind == Array {
		call, _ = list.Elems[0].(*Call)
	}
	switch {
	case x == nil || isBad(x), call != nil && p.info(call.Func).empty:
	case (v.Storage == Device || v.Storage == Constant) && call == nil && !allDefaults(v.Type):
		p.Errorf(d.name.Pos, d.name.End, "%q needs an initialiser, = {…}: not all members of %s have default values", v.Name, v.Type)
	case v.Storage == Shared:
		p.Errorf(d.name.Pos, d.name.End, "__shared__ variable %q cannot have a constructor or default values; let a thread assign it, then call __syncthreads()", v.Name)
	default:
		v.Init = x
	}
}

// initialised takes from the initialiser the type of auto, the length of [] and a constant's value.
func (p *parser) initialised(s *specs, v *Var) {
	if isAuto(v.Type) {
		p.deduceAuto(s, v, v.Init.T().plain())
		v.Init = p.cast(p.copyOf(v.Init, v.Type), v.Type.plain(), true)
	}
	if list, ok := v.Init.(*InitList); ok && v.Type.Kind == Array && v.Type.Len < 0 {
		v.Type = list.Type
	}
	lit, ok := v.Init.(*Lit)
	if ok && v.Type.Const && !v.Type.Volatile && (v.Type.number() || v.Type.Kind == FuncPointer) && !isBad(lit) {
		v.Value = &lit.Value
	} else if s.constexpr && !isBad(v.Init) && v.Type.number() && !ok {
		p.Errorf(v.Init.Position(), token.Pos{}, "constexpr variable %q needs a constant initialiser", v.Name)
	}
}

// reference declares T& r = x: a pointer to x that every use dereferences.
func (p *parser) reference(s *specs, d declarator, v *Var) *Var {
	at := p.expect("=", "and the variable that the reference "+quoteName(v.Name)+" stands for")
	return p.referTo(s, d, v, p.assignment(), at)
}

// declaredAsValue declares decltype(auto) v = x.
func (p *parser) declaredAsValue(s *specs, d declarator, v *Var) *Var {
	at := p.expect("=", "and the value of "+quoteName(v.Name))
	start := p.i
	x := p.assignment()
	t := p.declaredType(x, start, p.i)
	v.Type = t.referredTo(byValue)
	if t.refers != byValue {
		d.temporary = t.refers == toTemporary
		return p.referTo(s, d, v, x, at)
	}
	if !isBad(x) {
		v.Init = p.finished(p.convert(x, v.Type, quoteName(v.Name)))
	}
	p.declare(d.name, &symbol{v: v, bad: isBad(x)})
	p.lives(&d.name, v)
	return v
}

// referTo declares v as a reference to x.
func (p *parser) referTo(s *specs, d declarator, v *Var, x Expr, at *token.Token) *Var {
	if isAuto(v.Type) && !isBad(x) {
		p.deduceAuto(s, v, x.T())
	}
	sym := &symbol{v: v, ref: true}
	switch {
	case isBad(x):
		sym.bad = true
	case p.lvalue(x) && (Same(x.T(), v.Type) || x.T().derives(v.Type)):
		v.Init = p.bind(x, v.Type, quoteName(v.Name))
		v.Type = pointerTo(v.Type)
	case v.Type.Const || d.temporary: // the value lives as long as its name
		sym.ref = false
		v.Init = p.convert(x, v.Type, quoteName(v.Name))
	default:
		p.Errorf(at.Pos, at.End, "reference %q of type %s& cannot refer to a value of type %s", v.Name, v.Type, x.T())
		sym.bad = true
	}
	p.declare(d.name, sym)
	if sym.bad {
		return nil
	}
	if v.Init = p.finished(v.Init); !sym.ref {
		p.lives(&d.name, v)
	}
	return v
}

// initialiser reads an expression or a list and converts it to t.
func (p *parser) initialiser(t *Type, what string) Expr {
	if p.is("{") {
		return p.initList(t, what)
	}
	x := p.assignment()
	switch {
	case isBad(x) || t.Kind == badKind:
		return bad(x.Position())
	case isAuto(t):
		return p.plainName(p.rvalue(x))
	case t.Kind == Array:
		if s, ok := x.(*StringLit); ok && t.Elem.character() {
			return p.charArray(s, t, what)
		}
		p.Errorf(x.Position(), token.Pos{}, "array %s needs its initial values in braces: {…}", what)
		return bad(x.Position())
	}
	return p.convert(x, t, what)
}

// charArray is char s[] = "text".
func (p *parser) charArray(s *StringLit, t *Type, what string) Expr {
	text := s.Value + "\x00"
	n := t.Len
	if n < 0 {
		n = len(text)
	}
	if len(s.Value) > n {
		p.Errorf(s.Pos, token.Pos{}, "string of %d characters does not fit into %s of type %s", len(s.Value), what, t)
		return bad(s.Pos)
	}
	list := &InitList{Typed: Typed{s.Pos, &Type{Kind: Array, Elem: t.Elem, Len: n}}}
	for i := 0; i < min(n, len(text)); i++ {
		char := &Lit{Typed{s.Pos, typeChar}, Const{I: int64(int8(text[i]))}}
		list.Elems = append(list.Elems, p.cast(char, t.Elem.plain(), true))
	}
	return list
}

// initList reads {a, b, …} for t.
func (p *parser) initList(t *Type, what string) Expr {
	p.enter()
	defer p.leave()
	open := p.expect("{", "")
	if t.constructed() {
		p.i--
		x := p.bracedList()
		if isBad(x) {
			return x
		}
		return p.fromBraces(open, t.plain(), x.(*braced).elems)
	}
	if t.listElement() != nil {
		p.i--
		if x := p.bracedList(); isBad(x) || implicit(x, t) != impossible {
			return p.convert(x, t, what)
		}
		p.fail(open, "the values of the list cannot all become a %s", t.listElement())
	}
	t = t.listed()
	if t.Kind == Array && t.Elem.character() && p.peek().Kind == token.String { // {"text"}
		x := p.initialiser(t, what)
		p.accept(",")
		p.expect("}", "after the text of "+what)
		return x
	}
	list := &InitList{Typed: Typed{open.Pos, t}}
	if isAuto(t) { // auto n{x} is auto n = x; auto n = {x} is a list
		if p.at(-2).Is("=") {
			p.fail(open, "auto needs one value, not a list in braces")
		}
		x := p.assignment()
		if p.is(",") {
			p.fail(open, "auto needs one value, not a list in braces")
		}
		p.expect("}", "after the value of "+what)
		if isBad(x) {
			return x
		}
		return p.plainName(p.rvalue(x))
	}
	for !p.is("}") {
		if p.expanded(func() { p.nextElement(list, t, what) }) {
			if !p.accept(",") {
				break
			}
			continue
		}
		if p.is(".") && t.Kind == Struct && !t.Union {
			p.designated(list, t)
		} else if p.is(".") || p.is("[") {
			p.fail(p.peek(), "only the members of a struct can be named here, .x = 1; list the values in order")
		}
		p.nextElement(list, t, what)
		if !p.accept(",") {
			break
		}
	}
	p.expect("}", "after the initial values of "+what)
	return p.closeList(list, t)
}

// designated reads .name = before a value; members that are left out have their default values.
func (p *parser) designated(list *InitList, t *Type) {
	p.next()
	name := p.name("the member")
	i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name.Text })
	switch {
	case i < 0:
		p.fail(&name, "%s has no member %q", t, name.Text)
	case i < len(list.Elems):
		p.fail(&name, "member %q is named behind one that follows it: name members in their order", name.Text)
	}
	for n := len(list.Elems); n < i; n++ {
		f := &t.Fields[n]
		var x Expr
		if t.class != nil {
			x = t.class.defaults[f.Name]
		}
		if x == nil {
			x = p.defaultInit(&name, f.Type)
		}
		if x == nil {
			x = zero(name.Pos, f.Type)
		}
		list.Elems = append(list.Elems, x)
	}
	if !p.is("{") {
		p.expect("=", "after ."+name.Text)
	}
}

// values reads the next value of a list, or those that a pack stands for.
func (p *parser) values(args []Expr) []Expr {
	read := func() {
		if p.is("{") {
			args = append(args, p.bracedList())
			return
		}
		args = append(args, p.assignment())
	}
	if !p.expanded(read) {
		read()
	}
	return args
}

// nextElement reads the next value of a list for t.
func (p *parser) nextElement(list *InitList, t *Type, what string) {
	at := p.peek()
	et := elementType(t, len(list.Elems))
	if et == nil {
		p.Errorf(at.Pos, at.End, "too many values for %s of type %s", what, t)
		et = typeBad
	}
	if t.Kind == Struct && len(list.Elems) < len(t.Fields) && t.Fields[len(list.Elems)].ref {
		list.Elems = append(list.Elems, p.bind(p.assignment(), et.Elem, "an element of "+what))
		return
	}
	list.Elems = append(list.Elems, p.element(et, what))
}

// element reads a value of a list, whose braces may be left out ([dcl.init.aggr]):
// then it takes as many values of the list as it needs.
func (p *parser) element(t *Type, what string) Expr {
	aggregate := t.Kind == Array && t.Len > 0 && !(t.Elem.character() && p.peek().Kind == token.String) || t.Kind == Struct && !t.constructed()
	if !aggregate || p.is("{") {
		return p.initialiser(t, "an element of "+what)
	}
	var first Expr
	if t.Kind == Struct {
		first = p.assignment()
		if implicit(first, t) != impossible || !first.T().IsScalar() {
			return p.convert(first, t, "an element of "+what)
		}
	}
	return p.elided(t, first, what)
}

// elided reads the values of an aggregate without braces; the first may be read already.
func (p *parser) elided(t *Type, first Expr, what string) Expr {
	t = t.listed()
	list := &InitList{Typed: Typed{p.peek().Pos, t}}
	for {
		et := elementType(t, len(list.Elems))
		switch {
		case first == nil:
			list.Elems = append(list.Elems, p.element(et, what))
		case et.Kind == Array || et.Kind == Struct:
			list.Elems = append(list.Elems, p.elided(et, first, what))
		default:
			list.Elems = append(list.Elems, p.convert(first, et, "an element of "+what))
		}
		first = nil
		if elementType(t, len(list.Elems)) == nil || !p.is(",") || p.at(1).Is("}") {
			return p.closeList(list, t)
		}
		p.next()
	}
}

// closeList makes {x} of a scalar x, and counts the elements of T a[] = {…}.
func (p *parser) closeList(list *InitList, t *Type) Expr {
	switch {
	case t.Kind == badKind:
		return bad(list.Pos)
	case t.Kind == Array && t.Len < 0:
		list.Type = &Type{Kind: Array, Elem: t.Elem, Len: max(1, len(list.Elems))}
		return list
	case t.packs != nil:
		return p.packed(list)
	case t.size3() && len(list.Elems) < 3:
		list.Elems = append(list.Elems, ones(list.Pos, t).(*InitList).Elems[len(list.Elems):]...)
		return list
	case t.Kind == Struct:
		return p.withDefaults(&token.Token{Pos: list.Pos, End: list.Pos}, list, true)
	case t.Kind == Array:
		return list
	case len(list.Elems) == 0:
		return zero(list.Pos, t)
	}
	return list.Elems[0]
}

// elementType is the type of the i-th value in a list for t, or nil if there is none.
func elementType(t *Type, i int) *Type {
	switch {
	case t.Kind == badKind:
		return t
	case t.Kind == Array && (t.Len < 0 || i < t.Len):
		return t.Elem
	case t.Kind == Struct && i < len(t.Fields) && (!t.Union || i == 0):
		return t.Fields[i].Type
	case t.Kind != Array && t.Kind != Struct && i == 0:
		return t
	}
	return nil
}

// constructor reads (a, b, …) for a variable or a value of type t; missing
// components of dim3 are 1.
func (p *parser) constructor(t *Type, what string) Expr {
	open := p.expect("(", "")
	var args []Expr
	for more := !p.is(")"); more; more = p.accept(",") {
		args = p.values(args)
	}
	p.expect(")", "after the values of "+what)
	for _, a := range args {
		if isBad(a) {
			return bad(open.Pos)
		}
	}
	switch {
	case t.constructed():
		return p.construct(open, t, args)
	case isAuto(t) && len(args) == 1:
		return p.rvalue(args[0])
	case len(args) == 1 && (t.Kind != Struct || Same(args[0].T(), t) || t.Name == "dim3" && args[0].T().Kind == Struct):
		return p.convert(args[0], t, what)
	case t.Kind == Struct && t.Name == "dim3" && len(args) >= 1 && len(args) <= 3:
		list := &InitList{Typed: Typed{open.Pos, t.plain()}}
		for i := range 3 {
			var x Expr = &Lit{Typed{open.Pos, typeUInt}, Const{I: 1}}
			if i < len(args) {
				x = p.convert(args[i], typeUInt, what)
			}
			list.Elems = append(list.Elems, x)
		}
		return list
	case t.Kind == Struct && t.Name == typeHalf2.Name && len(args) == 2:
		list := &InitList{Typed: Typed{open.Pos, t.plain()}}
		for i, a := range args {
			list.Elems = append(list.Elems, p.convert(a, t.Fields[i].Type, what))
		}
		return list
	case t.Kind == Struct && t.ofLibrary() && len(args) > 1: // which has constructors elsewhere
		return p.objectOf(open, t.plain(), args, true)
	case len(args) == 0 && t.size3():
		return ones(open.Pos, t)
	case len(args) == 0 && t.Kind == Struct:
		return p.withDefaults(open, &InitList{Typed: Typed{open.Pos, t.plain()}}, true)
	case len(args) == 0 && !isAuto(t):
		return zero(open.Pos, t)
	}
	p.Errorf(open.Pos, open.End, "%s of type %s cannot be made from %s in parentheses%s", what, t,
		token.Count(len(args), "value"), makeHint(t))
	return bad(open.Pos)
}

// ofLibrary tells whether t is an instance of a template of a library.
func (t *Type) ofLibrary() bool {
	return t.class != nil && t.class.of != nil && len(t.class.of.toks) > 0 && t.class.of.toks[0].Library
}

func makeHint(t *Type) string {
	if t.Kind == Struct && namedTypes[t.Name] != nil {
		return "; write make_" + t.Name + "(…)"
	}
	return ""
}

// size3 tells whether t is dim3, whose numbers are 1 where nothing is said of them.
func (t *Type) size3() bool {
	return t.Kind == Struct && t.Name == "dim3" && Same(t, namedTypes["dim3"])
}

// ones is dim3().
func ones(pos token.Pos, t *Type) Expr {
	one := &Lit{Typed{pos, typeUInt}, Const{I: 1}}
	return &InitList{Typed{pos, t.plain()}, []Expr{one, one, one}}
}

// zero returns the value T(): all bits zero, except for dim3.
func zero(pos token.Pos, t *Type) Expr {
	if t.size3() {
		return ones(pos, t)
	}
	if t.Kind == Struct || t.Kind == Array {
		return &InitList{Typed: Typed{pos, t.plain()}}
	}
	return &Lit{Typed: Typed{pos, t.plain()}}
}
