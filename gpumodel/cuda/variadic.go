package cuda

import "warpbook.dev/gpumodel/cuda/token"

// Host functions with … ([parser.dots]) get a hidden last parameter: a pointer to the arguments for …, in words of 8 bytes. va_list is
// this pointer (library/c/stdlib.cuh).
//
// An object of a class takes one or two words there, as in the registers of the System V ABI of x86-64 (3.2.3). A larger object would be
// on the stack, after all arguments in registers: it is an error here. So is a class that is not trivially copyable, as with
// every compiler.

// restName is the name of the hidden parameter.
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
	v := &Var{Pos: t.Pos, Name: restName, Type: pointerTo(typeULong), Storage: Param}
	fn.Params = append(fn.Params, v)
	info := p.info(fn)
	info.variadic = true
	info.defaults[v] = &Lit{Typed: Typed{t.Pos, v.Type}}
	name := token.Token{Kind: token.Ident, Text: restName, Pos: t.Pos, End: t.End}
	p.declare(name, &symbol{v: v})
}

// word is the size of an argument that is passed in a register, in bytes.
const word = 8

// passedAsBytes tells whether the object x can be an argument behind …, and reports why it cannot.
func (p *parser) passedAsBytes(x Expr) bool {
	t := x.T()
	pos, end := extent(x)
	switch {
	case isBad(x):
		return false
	case !t.triviallyCopyable():
		p.Errorf(pos, end, "a %s cannot be passed through …: copying it is more than copying its bytes; pass a member of it, or a pointer to it", t)
	case t.empty():
		p.Errorf(pos, end, "%s cannot be passed through …: it has no members", t)
	case t.Size() > 2*word:
		p.Errorf(pos, end, "a %s of %d bytes cannot be passed through …, only objects of up to %d bytes: pass a pointer to it", t, t.Size(),
			2*word)
	default:
		return true
	}
	return false
}

// rest is the pointer to the arguments of a function with … behind those that it names.
func (p *parser) rest(t *token.Token, args []Expr) Expr {
	list := &InitList{Typed: Typed{t.Pos, &Type{Kind: Struct, Name: "the arguments behind …"}}}
	for i, a := range args {
		if a = p.rvalue(a); a.T().Kind == Struct {
			if !p.passedAsBytes(a) {
				return bad(t.Pos)
			}
		} else if a = p.vararg(a); isBad(a) {
			return a
		}
		switch {
		case a.T().IsInteger() && a.T().IsUnsigned():
			a = p.cast(a, typeULong, true)
		case a.T().IsInteger():
			a = p.cast(a, typeLong, true)
		}
		list.Type.Fields = append(list.Type.Fields, Field{Name: "_" + itoa(i), Type: a.T().plain(), align: word})
		list.Elems = append(list.Elems, a)
	}
	list.Type.layout(word)
	return p.cast(&Unary{Typed: Typed{t.Pos, pointerTo(list.Type)}, Op: "&", X: list}, pointerTo(typeULong), false)
}
