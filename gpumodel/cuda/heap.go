package cuda

import (
	"math"
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// The device heap is a CUDA C++ source of the library (library/heap.cuh), which is read when device code first
// uses malloc, free, new or delete. new T(…) is a call of a generated function that takes memory and makes the object
// there, delete one that destroys the object and gives the memory back.

// theHeap is what malloc and new need of a device.
const theHeap = "a heap (malloc, free, new and delete in device code)"

// HeapName is the variable that holds what malloc and new return.
const HeapName = "__heap"

// Library reports whether a variable is declared by the library and not by the user's source.
func (v *Var) Library() bool { return v.own }

// inTemplates reads our own texts before the file is complete, if a template uses one: the
// variables of a file are laid out once.
func (p *parser) inTemplates() {
	for _, fn := range slices.Concat(p.file.Kernels, p.file.Funcs) {
		if fn.Template == nil {
			continue
		}
		body, ok := fn.Template.body.(*templateBody)
		if !ok {
			continue
		}
		first := func(read func(t *token.Token), unread bool, uses func(t token.Token) bool) {
			if i := slices.IndexFunc(body.toks, uses); i >= 0 && unread {
				p.guard(func() { read(&body.toks[i]) }, func() {})
			}
		}
		first(p.readHeap, p.heap == nil, func(t token.Token) bool { return t.Is("new") || t.Is("delete") || t.Is("malloc") || t.Is("free") })
		first(func(t *token.Token) { p.runtimeFunction(t) }, true, func(t token.Token) bool {
			return runtimeTexts[t.Text] != "" && p.runtime[t.Text] == nil
		})
		p.textsOfTemplate(body.toks)
		for i := range body.toks {
			for _, file := range mathOf(body.toks[i].Text) {
				if p.math[file] == nil {
					p.guard(func() { p.readMath(file, &body.toks[i]) }, func() {})
				}
			}
		}
	}
	p.wholeFile = true
}

// heapFunction is malloc or free, as the text of the heap has it.
func (p *parser) heapFunction(name string, at *token.Token) *Func {
	if p.heap[name] == nil && p.wholeFile {
		p.fail(at, "the heap is used here for the first time, and only by an instance of a template: use it once in a function that is not a template, too")
	}
	if p.heap[name] == nil {
		p.readHeap(at)
	}
	return p.heap[name]
}

// readHeap reads the text of the heap.
func (p *parser) readHeap(at *token.Token) {
	p.heap = p.ownText("heap.cuh", at, "malloc", "free")
	for _, fn := range p.heap {
		fn.Dispatch = theHeap
	}
}

// ownText reads a library source when device code first uses one of its functions.
func (p *parser) ownText(file string, at *token.Token, names ...string) map[string]*Func {
	defer p.suspended()()
	defer func(s *scope) { p.taking = s }(p.taking)
	p.taking = nil
	scope, others := newScope(p.global), len(p.file.Globals)
	p.state = state{scope: scope}
	toks := readLibrary(file).Tokens
	p.toks, p.i = make([]token.Token, 0, len(toks)+1), 0
	for _, t := range append(toks, token.Token{Kind: token.EOF}) {
		t.Pos, t.End, t.Off, t.Limit, t.In = at.Pos, at.End, at.Off, at.Off, at.In
		p.toks = append(p.toks, t)
	}
	for p.peek().Kind != token.EOF {
		p.external()
	}
	for _, v := range p.file.Globals[others:] {
		v.own = true
	}
	functions := map[string]*Func{}
	for _, name := range names {
		functions[name] = scope.names[name].funcs[0]
	}
	return functions
}

// heapCall is malloc(n) or free(p) of a source that does not define it itself.
func (p *parser) heapCall(t *token.Token, args []Expr) Expr {
	fn := p.heapFunction(t.Text, t)
	if !p.arity(t, fn, len(args)) {
		return bad(t.Pos)
	}
	return p.finishCall(t, fn, args)
}

// faultCall reads __fault("…", x) in a library source.
func (p *parser) faultCall(t *token.Token, args []Expr) Expr {
	return &Call{Typed: Typed{t.Pos, typeVoid}, Builtin: Fault, Args: args}
}

// A maker collects the parameters of a generated function that new or delete calls.
type maker struct {
	p    *parser
	at   *token.Token
	fn   *Func
	call *Call
}

func (p *parser) maker(t *token.Token, name string, result *Type) *maker {
	m := &maker{p: p, at: t, fn: &Func{Pos: t.Pos, Name: name, Result: result}}
	m.call = &Call{Typed: Typed{t.Pos, result}, Func: m.fn}
	p.info(m.fn).defined = true
	p.made = append(p.made, m.fn)
	return m
}

// param is an argument as the function sees it: constants as they are, objects by their address.
func (m *maker) param(x Expr) Expr {
	if _, ok := x.(*Lit); ok {
		return x
	}
	x = m.p.decay(x)
	gives := false // what it holds
	if cast, ok := x.(*Cast); ok && cast.Moved && x.T().Kind == Struct && m.p.lvalue(unmoved(x)) {
		x, gives = unmoved(x), true
	}
	object := x.T().Kind == Struct && m.p.lvalue(x)
	if object {
		x = m.p.pointTo(x)
	}
	v := &Var{Pos: m.at.Pos, Name: "argument " + itoa(len(m.fn.Params)+1), Type: x.T().plain(), Storage: Param}
	m.fn.Params = append(m.fn.Params, v)
	m.call.Args = append(m.call.Args, x)
	var id Expr = &Ident{Typed{x.Position(), v.Type}, v}
	if object {
		id = &Unary{Typed: Typed{x.Position(), v.Type.Elem}, Op: "*", X: id}
	}
	if gives {
		return moved(id)
	}
	return id
}

// done is the call, once the function has its statements.
func (m *maker) done(list ...Stmt) Expr {
	m.fn.Body = &Block{Pos: m.at.Pos, End: m.at.Pos, Stmts: list}
	if m.p.fn != nil {
		m.p.calls[m.p.fn] = append(m.p.calls[m.p.fn], callSite{callee: m.fn, pos: m.at.Pos, end: m.at.End})
	}
	return m.call
}

// within makes what the function's statements call belong to it.
func (m *maker) within(make func()) {
	outer, temps := m.p.fn, m.p.temps
	m.p.fn, m.p.temps = m.fn, nil
	make()
	m.p.fn, m.p.temps = outer, temps
}

// cookie is the room before an array whose elements are destroyed: their number.
const cookie = 16

// newExpr reads new T, new T(…), new T{…}, new T[n] and new (place) T(…).
func (p *parser) newExpr() Expr {
	t := *p.next()
	if p.fn == nil && !p.onHost() {
		p.fail(&t, "new is only possible inside a function")
	}
	var place Expr
	throws, badAlloc, badLength := true, p.thrownByNew("bad_alloc"), p.thrownByNew("bad_array_new_length")
	if p.is("(") {
		args, ok := p.arguments(&t)
		if !ok || len(args) != 1 {
			p.fail(&t, "new (place) T takes one pointer as its place")
		}
		if sym := p.standardSymbol("nothrow_t"); sym != nil && sym.typ != nil && Same(args[0].T().plain(), sym.typ) {
			throws = false
		} else {
			place = p.convert(args[0], pointerTo(typeVoid), "the place of new")
		}
	}
	s := p.specs("the object of new")
	p.plainly(&s, "the object of new")
	d := declarator{}
	of := p.pointers(&d)(s.typ).plain()
	if of.Kind == badKind || isAuto(of) || of.Kind == Void || p.checkAbstract(&t, of) {
		p.fail(&t, "new cannot make an object of type %s", of)
	}
	m := p.maker(&t, "new "+of.String(), pointerTo(of))
	var count Expr
	if p.accept("[") {
		n := p.rvalue(p.expression())
		p.expect("]", "after the number of elements")
		if isBad(n) || !n.T().IsInteger() {
			return bad(t.Pos)
		}
		count = m.param(p.cast(n, typeULong, true))
		if of = p.elementsOf(of); of.Kind == badKind {
			return bad(t.Pos)
		}
		m.fn.Result = pointerTo(of)
		m.call.Type = m.fn.Result
	}
	result := &Var{Pos: t.Pos, Name: "the new object", Type: pointerTo(of)}
	id := &Ident{Typed{t.Pos, result.Type}, result}
	var object Expr = &Unary{Typed: Typed{t.Pos, of}, Op: "*", X: id}
	i := &Var{Pos: t.Pos, Name: "element", Type: typeULong, Init: &Lit{Typed: Typed{t.Pos, typeULong}}}
	index := &Ident{Typed{t.Pos, typeULong}, i}
	if count != nil {
		object = &Index{Typed{t.Pos, of}, id, index}
	}
	var init Expr
	var first []Expr // of an array, what its first elements begin with
	switch {
	case count != nil && p.is("{"):
		list := p.bracedList()
		if isBad(list) {
			return list
		}
		if first = p.elementsFrom(m, of, list.(*braced).elems); !p.roomFor(&t, count, len(first)) {
			return bad(t.Pos)
		}
		m.within(func() { init = p.finished(p.objectOf(&t, of, nil, true)) })
	case p.is("(") || p.is("{"):
		closing := closer(p.next().Text)
		var args []Expr
		for more := !p.is(closing); more; more = p.accept(",") {
			args = p.values(args)
		}
		p.expect(closing, "after the values of new")
		for n, a := range args {
			if isBad(a) {
				return a
			}
			args[n] = m.param(a)
		}
		m.within(func() { init = p.finished(p.objectOf(&t, of, args, closing == "}")) })
	default:
		m.within(func() {
			if init = p.defaultInit(&t, of); init != nil {
				init = p.finished(init)
			}
		})
	}
	for _, x := range append([]Expr{init}, first...) {
		if x != nil && isBad(x) {
			return x
		}
	}
	bytes := p.bytesOf(&t, of, count)
	if count != nil && of.destructed() {
		bytes = &Binary{Typed{t.Pos, typeULong}, "+", bytes, &Lit{Typed{t.Pos, typeULong}, Const{I: cookie}}}
	}
	raw := place
	if raw != nil {
		raw = m.param(raw)
	} else {
		m.within(func() { raw = p.allocate(&t, of, bytes, count != nil, throws && badAlloc == nil) })
	}
	result.Init = p.cast(raw, result.Type, false)
	list := []Stmt{&Decl{t.Pos, []*Var{result}}}
	if throws && place == nil && badAlloc != nil {
		m.within(func() { list = append(list, p.throwsIfNull(&t, badAlloc, id)) })
	}
	if count != nil && place == nil && p.onHost() {
		m.within(func() {
			if s := p.refusesLength(&t, of, count, badLength); s != nil {
				list = append([]Stmt{s}, list...)
			}
		})
	}
	var then []Stmt
	if count != nil && of.destructed() && place == nil {
		number := p.cast(id, pointerTo(typeULong), false)
		then = append(then,
			&ExprStmt{t.Pos, &Assign{Typed: Typed{t.Pos, typeULong}, L: &Unary{Typed: Typed{t.Pos, typeULong}, Op: "*", X: number}, R: count}},
			&ExprStmt{t.Pos, &Assign{Typed: Typed{t.Pos, result.Type}, L: id, R: p.moved(id, cookie, "+")}})
	}
	if _, constant := count.(*Lit); len(first) > 0 && !constant {
		size := &Lit{Typed{t.Pos, typeULong}, Const{I: int64(len(first))}}
		list = append([]Stmt{&If{Pos: t.Pos, Cond: &Binary{Typed{t.Pos, typeBool}, "<", count, size},
			Then: &ExprStmt{t.Pos, p.faultCall(&t, []Expr{
				&StringLit{Typed: Typed{t.Pos, textPointer}, Value: "new of fewer elements than its list has values"}})}}}, list...)
	}
	for n, x := range first {
		at := &Lit{Typed{t.Pos, typeULong}, Const{I: int64(n)}}
		then = append(then, &ExprStmt{t.Pos, &Assign{Typed: Typed{t.Pos, of}, L: &Index{Typed{t.Pos, of}, id, at}, R: x, Begins: true}})
		i.Init = &Lit{Typed{t.Pos, typeULong}, Const{I: int64(n) + 1}}
	}
	if init != nil {
		var set Stmt = &ExprStmt{t.Pos, &Assign{Typed: Typed{t.Pos, of}, L: object, R: init, Begins: true}}
		if count != nil {
			set = &For{Pos: t.Pos, Init: &Decl{t.Pos, []*Var{i}}, Cond: &Binary{Typed{t.Pos, typeBool}, "<", index, count},
				Post: &IncDec{Typed{t.Pos, typeULong}, "++", true, index}, Body: set}
		}
		then = append(then, set)
	}
	if len(then) > 0 {
		list = append(list, &If{Pos: t.Pos, Cond: p.toBool(id), Then: &Block{Pos: t.Pos, End: t.Pos, Stmts: then}})
	}
	return m.done(append(list, &Return{t.Pos, id})...)
}

// listed is a value of a list, or a list within it, as the function sees it.
func (m *maker) listed(x Expr) Expr {
	list, ok := x.(*braced)
	if !ok {
		return m.param(x)
	}
	own := &braced{Typed: list.Typed}
	for _, e := range list.elems {
		own.elems = append(own.elems, m.listed(e))
	}
	return own
}

// elementsFrom are the elements of an array that the values of a list in braces make.
// All values are computed before the first element is made.
func (p *parser) elementsFrom(m *maker, of *Type, values []Expr) (elems []Expr) {
	for _, x := range values {
		x = m.listed(x)
		m.within(func() {
			if list, ok := x.(*braced); ok {
				x = p.madeOf(list, of)
			} else {
				x = p.objectOf(m.at, of, []Expr{x}, false)
			}
			elems = append(elems, p.finished(x))
		})
	}
	return elems
}

// roomFor reports values of a list that an array of a constant length has no elements for.
func (p *parser) roomFor(t *token.Token, length Expr, values int) bool {
	n, constant := length.(*Lit)
	if constant && n.Value.I < int64(values) {
		p.Errorf(t.Pos, t.End, "too many values for a new array: it has %s, and the list %s", token.Count(int(n.Value.I), "element"),
			token.Count(values, "value"))
		return false
	}
	return true
}

// elementsOf is the element of new T[n][2][3], behind the first brackets: an array of the further lengths, which are constants.
func (p *parser) elementsOf(of *Type) *Type {
	if !p.accept("[") {
		return of
	}
	n, ok := p.constInt("the length of an array within an array of new")
	p.expect("]", "after the number of elements")
	elem := p.elementsOf(of)
	if !ok || elem.Kind == badKind {
		return typeBad
	}
	return &Type{Kind: Array, Elem: elem, Len: int(n)}
}

// allocate takes memory for an object or an array of them: from the operator new of its class, or from the heap. throws says that
// there is always memory behind it.
func (p *parser) allocate(t *token.Token, of *Type, bytes Expr, array, throws bool) Expr {
	if own := of.method("operator new" + brackets(array)); own != nil {
		return p.staticCall(t, p.info(own[0]).owner, own, nil, []Expr{bytes})
	}
	x := p.finishCall(t, p.heapFunction("malloc", t), []Expr{bytes})
	if call, ok := x.(*Call); ok {
		call.New = throws
	}
	return x
}

// refusesLength is what new does in host code if the array's bytes exceed the address space, as with a negative length.
// As GCC does it: more than PTRDIFF_MAX less the room for a number throw an object of type thrown, std::bad_array_new_length, with
// std::nothrow too; where thrown is nil the call of malloc ends the program. Arrays of bytes, and those whose elements are destroyed, ask
// for what is not there instead.
func (p *parser) refusesLength(t *token.Token, of *Type, count Expr, thrown *Type) Stmt {
	size := int64(max(of.Size(), 1))
	most := int64(math.MaxInt64-max(8, of.Alignment())+1) / size
	number := func(n int64) Expr { return &Lit{Typed{t.Pos, typeULong}, Const{I: n}} }
	if n, ok := count.(*Lit); ok {
		if uint64(n.Value.I) > uint64(most) {
			p.Errorf(t.Pos, t.End, "new of an array of %d elements of %d bytes: the length is below 0, or more than an address can count",
				n.Value.I, size)
		}
		return nil
	}
	s := &If{Pos: t.Pos, Cond: &Binary{Typed{t.Pos, typeBool}, ">", count, number(most)}}
	switch {
	case size == 1 || of.destructed(): // the bytes of one more do not wrap
		s.Then = &ExprStmt{t.Pos, &Assign{Typed: Typed{t.Pos, typeULong}, L: count, R: number(most + 1)}}
	case thrown != nil:
		s.Then = p.throwsObject(t, thrown)
	default:
		s.Then = &ExprStmt{t.Pos, p.allocate(t, typeChar, number(-1), true, true)}
	}
	return s
}

// thrownByNew is a type that a new of the host throws; nil if the program has no handler or not the type. The call of malloc ends such
// a program, as an exception that is never caught does.
func (p *parser) thrownByNew(name string) *Type {
	sym := p.standardSymbol(name)
	if !p.onHost() || !p.handles || sym == nil {
		return nil
	}
	return sym.typ
}

// throwsIfNull throws an object of type typ where memory is null.
func (p *parser) throwsIfNull(t *token.Token, typ *Type, memory Expr) Stmt {
	null := p.unary(&token.Token{Kind: token.Punct, Text: "!", Pos: t.Pos, End: t.End}, memory)
	return &If{Pos: t.Pos, Cond: null, Then: p.throwsObject(t, typ)}
}

// throwsObject throws an object of type typ.
func (p *parser) throwsObject(t *token.Token, typ *Type) Stmt {
	return &ExprStmt{t.Pos, p.thrownObject(t, p.construct(t, typ, nil))}
}

// release gives the memory of an object back, or that of an array: to the operator delete of its class, or to the heap.
func (p *parser) release(t *token.Token, of *Type, x Expr, array bool) Expr {
	x = p.cast(x, pointerTo(typeVoid), false)
	if own := of.method("operator delete" + brackets(array)); own != nil {
		return p.staticCall(t, p.info(own[0]).owner, own, nil, []Expr{x})
	}
	return p.finishCall(t, p.heapFunction("free", t), []Expr{x})
}

func brackets(array bool) string {
	if array {
		return "[]"
	}
	return ""
}

// moved is pointer x, by so many bytes further or back.
func (p *parser) moved(x Expr, bytes int64, op string) Expr {
	chars := p.cast(x, pointerTo(typeChar), false)
	return p.cast(&Binary{Typed{x.Position(), chars.T()}, op, chars, &Lit{Typed{x.Position(), typeLong}, Const{I: bytes}}}, x.T(), false)
}

// bytesOf is how many bytes one object or count of them take.
func (p *parser) bytesOf(t *token.Token, of *Type, count Expr) Expr {
	size := &Lit{Typed{t.Pos, typeULong}, Const{I: int64(of.Size())}}
	if count == nil {
		return size
	}
	return &Binary{Typed{t.Pos, typeULong}, "*", count, size}
}

// objectOf is an object of type of that is made from the values in parentheses or braces.
func (p *parser) objectOf(t *token.Token, of *Type, args []Expr, braces bool) Expr {
	switch {
	case of.constructed() && braces:
		return p.fromBraces(t, of, args)
	case of.constructed():
		return p.construct(t, of, args)
	case of.Kind != Struct && len(args) <= 1, of.Kind == Struct && len(args) == 1 && Same(args[0].T(), of):
		if len(args) == 0 {
			return zero(t.Pos, of)
		}
		return p.convert(args[0], of, "the new object")
	case of.Kind == Struct && (braces || len(args) == 0 || of.ofLibrary()):
		x, rest := p.filled(t, of, args)
		if len(rest) > 0 {
			p.Errorf(t.Pos, t.End, "too many values for a new %s", of)
			return bad(t.Pos)
		}
		return x
	}
	p.Errorf(t.Pos, t.End, "a new %s cannot be made from %s in parentheses", of, token.Count(len(args), "value"))
	return bad(t.Pos)
}

// filled is an aggregate of type of that is made from the first values of a list, and those that are left. An element that is
// an aggregate itself takes as many as it needs, if it is not made from one.
func (p *parser) filled(t *token.Token, of *Type, args []Expr) (x Expr, rest []Expr) {
	of = of.listed()
	list := &InitList{Typed: Typed{t.Pos, of}}
	for et := elementType(of, 0); et != nil && len(args) > 0; et = elementType(of, len(list.Elems)) {
		parts := et.Kind == Array || et.Kind == Struct && !et.constructed()
		if _, nested := args[0].(*braced); parts && !nested && implicit(args[0], et) == impossible {
			x, args = p.filled(t, et, args)
		} else {
			x, args = p.convert(args[0], et, "an element of the new object"), args[1:]
		}
		list.Elems = append(list.Elems, x)
	}
	return p.closeList(list, of), args
}

// deleteExpr reads delete x and delete[] x.
func (p *parser) deleteExpr() Expr {
	t := *p.next()
	array := p.is("[") && p.at(1).Is("]")
	if array {
		p.i += 2
	}
	x := p.rvalue(p.unaryExpr())
	if isBad(x) {
		return x
	}
	if x.T().Kind != Pointer || p.fn == nil || x.T().Elem.Kind == Void {
		p.Errorf(t.Pos, t.End, "delete needs a pointer that new returned, not %s", x.T())
		return bad(t.Pos)
	}
	of := x.T().Elem.plain()
	if !array {
		if d := p.destroyer(&t, of); d != nil {
			return p.finishCall(&t, d, []Expr{p.cast(x, pointerTo(of), false)})
		}
	}
	m := p.maker(&t, "delete "+of.String(), typeVoid)
	id := m.param(p.cast(x, pointerTo(of), false))
	var list []Stmt
	m.within(func() {
		raw := id
		if of.destructed() && array {
			raw = p.moved(id, cookie, "-")
			number := &Unary{Typed: Typed{t.Pos, typeULong}, Op: "*", X: p.cast(raw, pointerTo(typeULong), false)}
			i := &Var{Pos: t.Pos, Name: "element", Type: typeULong, Init: number}
			index := &Ident{Typed{t.Pos, typeULong}, i}
			one := &Lit{Typed{t.Pos, typeULong}, Const{I: 1}}
			last := &Binary{Typed{t.Pos, typeULong}, "-", index, one}
			list = append(list, &For{Pos: t.Pos, Init: &Decl{t.Pos, []*Var{i}}, Cond: p.toBool(index),
				Post: &IncDec{Typed{t.Pos, typeULong}, "--", true, index}, Body: p.destroy(&Index{Typed{t.Pos, of}, id, last}, t.Pos)})
		} else if of.destructed() {
			list = append(list, p.destroy(&Unary{Typed: Typed{t.Pos, of}, Op: "*", X: id}, t.Pos))
		}
		list = append(list, &ExprStmt{t.Pos, p.release(&t, of, raw, array)})
		list = []Stmt{&If{Pos: t.Pos, Cond: p.toBool(id), Then: &Block{Pos: t.Pos, End: t.Pos, Stmts: list}}}
	})
	return m.done(list...)
}

// destroyer is the function that deletes an object whose struct may derive from of, nil if none does.
func (p *parser) destroyer(t *token.Token, of *Type) *Func {
	if !of.polymorphic() {
		return nil
	}
	at := *t
	p.heapFunction("free", t)
	act := func(d *Type, object Expr) (list []Stmt) {
		if d.destructed() {
			list = append(list, p.destroy(&Unary{Typed: Typed{Type: d}, Op: "*", X: object}, token.Pos{}))
		}
		return append(list, &ExprStmt{X: p.release(&at, d, object, false)}, &Return{})
	}
	return p.byStruct(t, "delete "+of.String(), of, typeVoid, act, func(word Expr) []Stmt {
		return []Stmt{fault("delete of an object of "+of.String()+" that no constructor on the device has made: its first word is 0x%llx", word)}
	})
}
