package cuda

import "warpbook.dev/gpumodel/cuda/token"

// loopBody reads a loop's statement.
func (p *parser) loopBody(what string) Stmt { return p.loopBodyFrom(what, len(p.objects)) }

// loopBodyFrom reads a loop's statement. Objects from number n on belong to it.
func (p *parser) loopBodyFrom(what string, n int) Stmt {
	kept, keptLoop := p.kept, p.keptLoop
	p.kept, p.keptLoop = n, n
	p.loops++
	s := p.substatement(what, false)
	p.loops--
	p.kept, p.keptLoop = kept, keptLoop
	return s
}

func (p *parser) forStmt(unroll int) Stmt {
	s := &For{Pos: p.next().Pos, Unroll: unroll}
	p.expect("(", "after for")
	p.push()
	defer p.pop()
	objects := len(p.objects)
	switch {
	case p.accept(";"):
	case p.rangeAhead():
		return p.rangeFor(s.Pos, unroll)
	case p.startsDecl():
		s.Init = p.forDecl()
	default:
		x := p.expression()
		s.Init = &ExprStmt{x.Position(), p.finished(p.materialised(x))}
		p.forPart("the first part of for")
	}
	if !p.is(";") {
		s.Cond = p.finished(p.truth(p.tested()))
	}
	p.forPart("the condition of for")
	if !p.is(")") {
		s.Post = p.finished(p.materialised(p.expression()))
	}
	p.expect(")", "after the last part of for")
	s.Body = p.loopBody("for loop")
	return p.destroyAfter(s, objects)
}

// forPart takes the ";" between the parts of a for.
func (p *parser) forPart(what string) {
	if p.is(",") {
		p.fail(p.peek(), "the parts of a for are separated by %q, not %q", ";", ",")
	}
	p.expect(";", "after "+what)
}

func (p *parser) forDecl() Stmt {
	if s := p.localDecl(); s != nil {
		return s
	}
	return nil
}

// rangeAhead tells whether the first part of for is that of one over a range: T x : range.
func (p *parser) rangeAhead() bool {
	depth := 0
	for n := 0; ; n++ {
		switch t := p.at(n); {
		case t.Is("(") || t.Is("[") || t.Is("{"):
			depth++
		case t.Is(")") || t.Is("]") || t.Is("}"):
			if depth--; depth < 0 {
				return false
			}
		case depth == 0 && t.Is(":"):
			return true
		case t.Kind == token.EOF || t.Is(";") || t.Is("?"):
			return false
		}
	}
}

// rangeFor reads T x : range) body: a loop over the elements of an array, or from begin() to
// end() of a struct, in which x is declared anew for each.
func (p *parser) rangeFor(pos token.Pos, unroll int) Stmt {
	s := p.specs("the variable")
	var d declarator
	var names []token.Token
	if p.bindingAhead(&s) {
		names, d.ref, d.temporary = p.bindingNames()
		d.name, d.typ = names[0], s.typ
	} else {
		d = p.declarator(s.typ, "the variable", true)
	}
	p.expect(":", "after the variable of for")
	at := *p.peek()
	var whole *Var
	var all Expr
	if p.is("{") {
		whole, all = p.listedRange()
	} else {
		all = p.expression()
	}
	p.expect(")", "after the range of for")
	if isBad(all) {
		p.declare(d.name, &symbol{bad: true})
		return p.loopBody("for loop")
	}
	objects := len(p.objects)
	init := &Decl{Pos: pos}
	if whole != nil {
		init.Vars = append(init.Vars, whole)
		p.lives(&at, whole)
	}
	if !p.lvalue(all) && all.T().Kind == Struct { // it lives as long as the loop
		whole := &Var{Pos: at.Pos, Name: "range", Type: all.T().plain(), Init: p.finished(all)}
		init.Vars = append(init.Vars, whole)
		p.lives(&at, whole)
		all = &Ident{Typed{at.Pos, whole.Type}, whole}
	}
	first, last := p.rangeOf(&at, all)
	i := &Var{Pos: pos, Name: "element of the range", Type: first.T().plain(), Init: p.finished(first)}
	id := &Ident{Typed{pos, i.Type}, i}
	init.Vars = append(init.Vars, i)
	loop := &For{Pos: pos, Unroll: unroll, Init: init}
	var value Expr
	if i.Type.Kind == Pointer {
		value = &Unary{Typed: Typed{pos, i.Type.Elem}, Op: "*", X: id}
		loop.Cond, loop.Post = &Binary{Typed{pos, typeBool}, "!=", id, last}, &IncDec{Typed{pos, i.Type}, "++", true, id}
	} else {
		value = p.iterator(loop, i, last, &at)
	}
	if isBad(value) {
		p.declare(d.name, &symbol{bad: true})
		return p.loopBody("for loop")
	}
	elem := value.T()
	v := &Var{Pos: d.name.Pos, Name: d.name.Text, Type: d.typ}
	if isAuto(v.Type) {
		p.deduceAuto(&s, v, elem.plain())
		if d.ref {
			v.Type = elem.qualified(s.isconst, false)
		}
	}
	sym := &symbol{v: v}
	if d.ref && (p.lvalue(value) || !isConst(v.Type) && !d.temporary) {
		value = p.bind(value, v.Type, quoteName(v.Name))
		v.Type, sym.ref = pointerTo(v.Type), true
	} else {
		value = p.convert(value, v.Type, quoteName(v.Name))
	}
	v.Init = value
	var elements []*Var
	if names != nil {
		v.Name = "parts of a value"
		elements = p.nameParts(names, v, sym.ref)
	} else {
		p.declare(d.name, sym)
	}
	inner := len(p.objects)
	if v.Init = p.finished(v.Init); !sym.ref {
		p.lives(&d.name, v)
	}
	body := p.loopBodyFrom("for loop", inner)
	b := &Block{Pos: body.Position(), End: body.Position(), Stmts: []Stmt{&Decl{d.name.Pos, append([]*Var{v}, elements...)}, body}}
	p.destroyFrom(b, inner)
	loop.Body = b
	return p.destroyAfter(loop, objects)
}

// listedRange reads {a, b}, the values of a range: an array of the type that all of them have.
func (p *parser) listedRange() (*Var, Expr) {
	at := *p.peek()
	list, ok := p.bracedList().(*braced)
	if !ok {
		return nil, bad(at.Pos)
	}
	var of *Type
	x := &InitList{Typed: Typed{Pos: at.Pos}}
	for _, e := range list.elems {
		e = p.plainName(p.rvalue(e))
		if of == nil {
			of = e.T().plain()
		}
		if isBad(e) || !Same(e.T(), of) {
			p.Errorf(at.Pos, at.End, "the values of a range {…} must have one type, and here are %s and %s", of, e.T())
			return nil, bad(at.Pos)
		}
		x.Elems = append(x.Elems, p.copyOf(e, of))
	}
	if of == nil {
		p.fail(&at, "a range {…} needs a value")
	}
	x.Type = &Type{Kind: Array, Elem: of.qualified(true, false), Len: len(x.Elems)}
	v := &Var{Pos: at.Pos, Name: "range", Type: x.Type, Init: p.finished(x)}
	return v, &Ident{Typed{at.Pos, v.Type}, v}
}

// iterator completes the loop whose variable i is an object with operators != and ++, and returns *i.
func (p *parser) iterator(loop *For, i *Var, last Expr, at *token.Token) Expr {
	end := &Var{Pos: at.Pos, Name: "end of the range", Type: last.T().plain(), Init: p.finished(last)}
	loop.Init.(*Decl).Vars = append(loop.Init.(*Decl).Vars, end)
	p.lives(at, i)
	p.lives(at, end)
	op := func(text string) *token.Token {
		return &token.Token{Kind: token.Punct, Text: text, Pos: at.Pos, End: at.End}
	}
	id := &Ident{Typed{at.Pos, i.Type}, i}
	loop.Cond = p.finished(p.toBool(p.binary(op("!="), id, &Ident{Typed{at.Pos, end.Type}, end})))
	loop.Post = p.finished(p.incDec(op("++"), id, true))
	if isBad(loop.Cond) || isBad(loop.Post) {
		return bad(at.Pos)
	}
	return p.unary(op("*"), id)
}

// rangeOf are the pointers to the first element of a range and behind the last.
func (p *parser) rangeOf(at *token.Token, all Expr) (first, last Expr) {
	t := all.T()
	if t.Kind == Array && t.Len > 0 {
		first := p.decay(all)
		return first, &Binary{Typed{at.Pos, first.T()}, "+", first, &Lit{Typed{at.Pos, typeLong}, Const{I: int64(t.Len)}}}
	}
	begin, end := t.method("begin"), t.method("end")
	if begin == nil || end == nil {
		p.fail(at, "for over a range needs an array, or a struct with begin() and end(), not %s; count with an index", t)
	}
	first, last = p.invoke(&token.Token{Text: "begin", Pos: at.Pos, End: at.End}, all, begin, nil,
		nil), p.invoke(&token.Token{Text: "end", Pos: at.Pos, End: at.End}, all, end, nil, nil)
	if isBad(first) || isBad(last) {
		panic(bailout{})
	}
	if first.T().Kind != Struct && (first.T().Kind != Pointer || !Same(first.T(), last.T())) {
		p.fail(at, "for over a range: begin() and end() of %s must return pointers, or objects with the operators !=, ++ and *", t)
	}
	return first, last
}

func (p *parser) whileStmt(unroll int) Stmt {
	pos := p.next().Pos
	c := p.condition("while")
	return &For{Pos: pos, Cond: c, Body: p.loopBody("while loop"), Unroll: unroll}
}

func (p *parser) doStmt(unroll int) Stmt {
	s := &DoWhile{Pos: p.next().Pos, Unroll: unroll}
	s.Body = p.loopBody("do loop")
	p.expect("while", "after the body of do")
	s.Cond = p.condition("while")
	p.semicolon("do … while (…)")
	return s
}

// unrolled reads #pragma unroll [N] and the loop it stands before.
func (p *parser) unrolled() Stmt {
	t := p.next()
	factor := -1
	if len(t.Args) > 0 {
		factor = p.unrollFactor(t)
	}
	switch next := p.peek(); {
	case next.Is("for"):
		return p.forStmt(factor)
	case next.Is("while"):
		return p.whileStmt(factor)
	case next.Is("do"):
		return p.doStmt(factor)
	default:
		p.Notef(t.Pos, "#pragma unroll has no effect: no loop follows it")
		return nil
	}
}

// unrollFactor evaluates the argument, which may be a macro, a constant or a template parameter.
func (p *parser) unrollFactor(t *token.Token) int {
	toks, i := p.toks, p.i
	last := t.Args[len(t.Args)-1]
	p.toks, p.i = append(t.Args[:len(t.Args):len(t.Args)], token.Token{Kind: token.EOF, Pos: last.End, End: last.End}), 0
	defer func() { p.toks, p.i = toks, i }()
	n, ok := p.constInt("the factor of #pragma unroll")
	if ok && (n < 1 || n > 1<<16) {
		p.Errorf(t.Args[0].Pos, last.End, "#pragma unroll needs a factor of at least 1, got %d", n)
	}
	if p.peek().Kind != token.EOF {
		p.unexpected("the end of the line")
	}
	return int(max(1, n))
}

func (p *parser) branch() Stmt {
	t := p.next()
	s := &Branch{Pos: t.Pos, Continue: t.Text == "continue"}
	switch {
	case s.Continue && p.loops == 0:
		p.Errorf(t.Pos, t.End, `"continue" outside a loop`)
	case !s.Continue && p.loops+p.switches == 0:
		p.Errorf(t.Pos, t.End, `"break" outside a loop or switch`)
	}
	p.semicolon(`"` + t.Text + `"`)
	if s.Continue {
		return p.leaving(s, min(p.keptLoop, len(p.objects)))
	}
	return p.leaving(s, min(p.kept, len(p.objects)))
}

// switchStmt reads a switch whose labels stand in its own braces.
func (p *parser) switchStmt() Stmt {
	s := &Switch{Pos: p.next().Pos}
	p.expect("(", "after switch")
	x := p.rvalue(p.expression())
	p.expect(")", "after the value of switch")
	if !isBad(x) && !x.T().integral() {
		p.Errorf(x.Position(), token.Pos{}, "switch needs an integer, not %s", x.T())
	}
	s.X = p.finished(p.cast(x, promote(x.T()), true))
	label := promote(x.T())
	if x.T().scoped() {
		label = x.T()
	}
	open := p.expect("{", "after switch (…)")
	p.push()
	defer p.pop()
	p.switches++
	kept, objects := p.kept, len(p.objects)
	p.kept = objects
	p.open = append(p.open, open.Pos)
	seen := map[int64]int{}
	for !p.is("}") {
		p.endInside(open)
		if p.is("case") || p.is("default") {
			s.Cases = append(s.Cases, p.labels(s, label, seen))
		} else if len(s.Cases) == 0 {
			p.fail(p.peek(), "a statement in a switch must follow a case or default label")
		} else if st := p.guarded(); st != nil {
			c := s.Cases[len(s.Cases)-1]
			c.Body = append(c.Body, st)
		}
	}
	p.next()
	p.open = p.open[:len(p.open)-1]
	p.switches--
	p.kept = kept
	if n := len(s.Cases); n > 0 {
		last := &Block{Stmts: s.Cases[n-1].Body, End: p.prev().Pos}
		p.destroyFrom(last, objects)
		s.Cases[n-1].Body = last.Stmts
	}
	return s
}

// labels reads one or more labels of type label.
func (p *parser) labels(s *Switch, label *Type, seen map[int64]int) *Case {
	c := &Case{Pos: p.peek().Pos}
	for p.is("case") || p.is("default") {
		t := p.next()
		if t.Text == "default" {
			for _, other := range append(s.Cases, c) {
				if other.Default {
					p.Errorf(t.Pos, t.End, "this switch has a default label already")
				}
			}
			c.Default = true
		} else if v, ok := p.caseValue(label); ok {
			if line, again := seen[v]; again {
				p.Errorf(t.Pos, p.prev().End, "case %d is already on line %d", v, line)
			}
			seen[v] = t.Pos.Line
			c.Values = append(c.Values, v)
		}
		p.expect(":", "after the label")
	}
	return c
}

// caseValue reads the value of a label.
func (p *parser) caseValue(t *Type) (int64, bool) {
	if !t.scoped() {
		return p.constInt("a case label")
	}
	x := p.convert(p.conditional(), t, "a case label")
	lit, ok := x.(*Lit)
	if !ok {
		p.Errorf(x.Position(), token.Pos{}, "a case label must be a constant known at compile time%s", constHint(x))
		return 0, false
	}
	return lit.Value.I, !isBad(x)
}
