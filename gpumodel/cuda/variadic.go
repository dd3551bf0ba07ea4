package cuda

// Functions of the host with … ([parser.dots]): their last parameter is one that nobody has written, a pointer to the
// arguments behind the others, 8 bytes each. That is what va_list is (library/c/stdlib.cuh).

// restName is that parameter.
const restName = "__rest"

// dots makes fn a function with …, which is read here.
func (p *parser) dots(fn *Func) {
	t := p.next()
	if !p.hosted || p.info(fn).device {
		p.fail(t, "functions of the device with … are not supported")
	}
	if !p.is(")") {
		p.fail(p.peek(), "expected %q behind … but found %s", ")", p.peek())
	}
	v := &Var{Pos: t.pos, Name: restName, Type: pointerTo(typeULong), Storage: Param}
	fn.Params = append(fn.Params, v)
	info := p.info(fn)
	info.variadic = true
	info.defaults[v] = &Lit{Typed: Typed{t.pos, v.Type}}
	name := token{kind: tIdent, text: restName, pos: t.pos, end: t.end}
	p.declare(name, &symbol{v: v})
}

// rest is the pointer to the arguments of a function with … behind those that it names.
func (p *parser) rest(t *token, args []Expr) Expr {
	list := &InitList{Typed: Typed{t.pos, &Type{Kind: Struct, Name: "the arguments behind …"}}}
	for i, a := range args {
		if a = p.rvalue(a); a.T().Kind == Struct {
			p.errorf(t.pos, t.end, "a %s cannot be passed through …: pass a pointer to it", a.T())
			return bad(t.pos)
		}
		if a = p.vararg(a); isBad(a) {
			return a
		}
		switch {
		case a.T().IsInteger() && a.T().IsUnsigned():
			a = p.cast(a, typeULong, true)
		case a.T().IsInteger():
			a = p.cast(a, typeLong, true)
		}
		list.Type.Fields = append(list.Type.Fields, Field{Name: "_" + itoa(i), Type: a.T().plain()})
		list.Elems = append(list.Elems, a)
	}
	list.Type.layout(8)
	return p.cast(&Unary{Typed: Typed{t.pos, pointerTo(list.Type)}, Op: "&", X: list}, pointerTo(typeULong), false)
}
