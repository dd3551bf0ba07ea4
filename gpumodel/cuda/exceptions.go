package cuda

import "warpbook.dev/gpumodel/cuda/token"

// Exceptions of host code. throw makes the object on the heap and identifies its type by a number ([File.Thrown]). Two variables of the
// library (library/exceptions.cuh) hold both while the calls are left one by one; each destroys its objects. So later rooms need no
// unwind tables: package ir tests the variable after each call that may throw.

// A Throw leaves the scopes up to a try that catches its object.
type Throw struct {
	Typed
	X      Expr // pointer to the object; nil throws the one caught last again
	Number int  // number of the type, from 1
}

// A Try is a block and what catches the exceptions in it.
type Try struct {
	Pos     token.Pos
	Body    *Block
	Catches []*Catch
}

// A Catch is the handler of one type, or of all if Type is nil.
type Catch struct {
	Pos  token.Pos
	Type *Type
	At   *Var // the pointer to the object
	Body *Block
}

// Position is that of the word try.
func (s *Try) Position() token.Pos { return s.Pos }

// Takes tells whether the handler catches objects of a type, and how many bytes behind the object's start the part is that it sees.
func (c *Catch) Takes(thrown *Type) (offset int, ok bool) {
	if c.Type == nil || sameTarget(c.Type, thrown) || c.Type.Kind == Pointer && thrown.Kind == Pointer &&
		sameTarget(c.Type.Elem.plain(), thrown.Elem.plain()) {
		return 0, true
	}
	if !thrown.derives(c.Type) {
		return 0, false
	}
	path, _ := thrown.within(func(b *Type) bool { return Same(b, c.Type) })
	for _, f := range path {
		offset += f.Offset
	}
	return offset, true
}

// throwExpr reads throw x, and throw alone.
func (p *parser) throwExpr() Expr {
	t := p.next()
	if p.is(";") || p.is(")") || p.is(",") || p.is(":") {
		return &Throw{Typed: Typed{t.Pos, typeVoid}}
	}
	x := p.plainName(p.decay(p.assignment()))
	if isBad(x) {
		return x
	}
	return p.thrownObject(t, x)
}

// thrownObject throws x.
func (p *parser) thrownObject(t *token.Token, x Expr) Expr {
	at := &token.Token{Kind: token.Ident, Text: "__exception_of", Pos: t.Pos, End: t.End}
	args := []Expr{x}
	fn := p.chosen(at, p.global.names[at.Text].funcs, nil, args)
	if fn == nil {
		return bad(t.Pos)
	}
	return &Throw{Typed: Typed{t.Pos, typeVoid}, X: p.finished(p.finishCall(at, fn, args)), Number: p.thrown(fn.Result.Elem)}
}

// throwsInstead gives a throw that stands for one value of ?: the type of the other.
func throwsInstead(x, other Expr) {
	if s, ok := x.(*Throw); ok && !isBad(other) {
		s.Type = other.T().plain()
	}
}

// thrown is the number of the type of an exception.
func (p *parser) thrown(t *Type) int {
	for i, known := range p.file.Thrown {
		if Same(known, t) {
			return i + 1
		}
	}
	p.file.Thrown = append(p.file.Thrown, t)
	return len(p.file.Thrown)
}

// tryStmt reads try and its handlers.
func (p *parser) tryStmt() Stmt {
	s := &Try{Pos: p.next().Pos}
	s.Body = p.block()
	for p.is("catch") {
		s.Catches = append(s.Catches, p.catch())
	}
	if len(s.Catches) == 0 {
		p.unexpected(`"catch" behind the block of try`)
	}
	return s
}

// catch reads a handler.
func (p *parser) catch() *Catch {
	c := &Catch{Pos: p.next().Pos}
	p.push()
	defer p.pop()
	objects := len(p.objects)
	b := &Block{Pos: c.Pos, End: c.Pos}
	p.expect("(", "after catch")
	if !p.accept("...") {
		if v := p.caught(c); v != nil {
			b.Stmts = append(b.Stmts, &Decl{v.Pos, []*Var{v}})
		}
	}
	p.expect(")", "after what is caught")
	b.Stmts = append(b.Stmts, p.block())
	p.destroyFrom(b, objects)
	c.Body = b
	return c
}

// caught reads the declaration of what a handler catches; nil if it has no name.
func (p *parser) caught(c *Catch) *Var {
	s := p.specs("the exception")
	p.plainly(&s, "the exception")
	d := p.declarator(s.typ, "the exception", false)
	c.Type = d.typ.plain()
	c.At = &Var{Pos: c.Pos, Name: "where the exception is", Type: pointerTo(d.typ)}
	if d.name.Text == "" || c.Type.Kind == badKind {
		return nil
	}
	at := &Ident{Typed{c.Pos, c.At.Type}, c.At}
	v := &Var{Pos: d.name.Pos, Name: d.name.Text, Type: c.At.Type, Init: at}
	if !d.ref {
		v.Type = d.typ
		v.Init = p.finished(p.convert(&Unary{Typed: Typed{c.Pos, d.typ}, Op: "*", X: at}, v.Type, quoteName(v.Name)))
		p.lives(&d.name, v)
	}
	p.declare(d.name, &symbol{v: v, ref: d.ref})
	return v
}

// uncaught makes the start of a program end it where an exception leaves main.
func (p *parser) uncaught(start *Func, at *token.Token) {
	if len(p.file.Thrown) == 0 {
		return
	}
	text := "uncaught.cuh"
	if std := p.global.names[standard]; std != nil && std.inner != nil && std.inner.names["exception"] != nil {
		text = "uncaught_standard.cuh"
	}
	fn := p.ownText(text, at, "__uncaught")["__uncaught"]
	var call Stmt
	outer := p.state
	p.state = state{scope: p.global, fn: start}
	call = &ExprStmt{at.Pos, p.finishCall(at, fn, nil)}
	p.state = outer
	all := &Catch{Pos: at.Pos, Body: &Block{Pos: at.Pos, End: at.Pos, Stmts: []Stmt{call}}}
	start.Body = &Block{Pos: start.Body.Pos, End: start.Body.End, Stmts: []Stmt{&Try{Pos: at.Pos, Body: start.Body, Catches: []*Catch{all}}}}
}
