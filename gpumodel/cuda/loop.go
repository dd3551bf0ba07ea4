package cuda

// loopBody reads a loop's statement.
func (p *parser) loopBody(what string) Stmt {
	p.loops++
	s := p.substatement(what, false)
	p.loops--
	return s
}

func (p *parser) forStmt(unroll int) Stmt {
	s := &For{Pos: p.next().pos, Unroll: unroll}
	p.expect("(", "after for")
	p.push()
	defer p.pop()
	switch {
	case p.accept(";"):
	case p.startsDecl():
		s.Init = p.forDecl()
	default:
		x := p.expression()
		s.Init = &ExprStmt{x.Position(), x}
		p.forPart("the first part of for")
	}
	if !p.is(";") {
		s.Cond = p.truth(p.expression())
	}
	p.forPart("the condition of for")
	if !p.is(")") {
		s.Post = p.expression()
	}
	p.expect(")", "after the last part of for")
	s.Body = p.loopBody("for loop")
	return s
}

// forPart takes the ";" between the parts of a for.
func (p *parser) forPart(what string) {
	if p.is(",") {
		p.fail(p.peek(), "the parts of a for are separated by %q, not %q", ";", ",")
	}
	p.expect(";", "after "+what)
}

func (p *parser) forDecl() Stmt {
	t := p.peek()
	for n := 0; n < 16 && !p.at(n).is(";") && !p.at(n).is("("); n++ {
		if p.at(n).is(":") {
			p.fail(t, "for over a range is not supported; count with an index")
		}
	}
	if s := p.localDecl(); s != nil {
		return s
	}
	return nil
}

func (p *parser) whileStmt(unroll int) Stmt {
	pos := p.next().pos
	c := p.condition("while")
	return &For{Pos: pos, Cond: c, Body: p.loopBody("while loop"), Unroll: unroll}
}

func (p *parser) doStmt() Stmt {
	s := &DoWhile{Pos: p.next().pos}
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
	if len(t.args) > 0 {
		factor = p.unrollFactor(t)
	}
	switch next := p.peek(); {
	case next.is("for"):
		return p.forStmt(factor)
	case next.is("while"):
		return p.whileStmt(factor)
	case next.is("do"):
		return p.doStmt()
	default:
		p.notef(t.pos, "#pragma unroll has no effect: no loop follows it")
		return nil
	}
}

// unrollFactor evaluates the argument, which may be a macro, a constant or a template parameter.
func (p *parser) unrollFactor(t *token) int {
	toks, i := p.toks, p.i
	last := t.args[len(t.args)-1]
	p.toks, p.i = append(t.args[:len(t.args):len(t.args)], token{kind: tEOF, pos: last.end, end: last.end}), 0
	defer func() { p.toks, p.i = toks, i }()
	n, ok := p.constInt("the factor of #pragma unroll")
	if ok && (n < 1 || n > 1<<16) {
		p.errorf(t.args[0].pos, last.end, "#pragma unroll needs a factor of at least 1, got %d", n)
	}
	if p.peek().kind != tEOF {
		p.unexpected("the end of the line")
	}
	return int(max(1, n))
}

func (p *parser) branch() Stmt {
	t := p.next()
	s := &Branch{Pos: t.pos, Continue: t.text == "continue"}
	switch {
	case s.Continue && p.loops == 0:
		p.errorf(t.pos, t.end, `"continue" outside a loop`)
	case !s.Continue && p.loops+p.switches == 0:
		p.errorf(t.pos, t.end, `"break" outside a loop or switch`)
	}
	p.semicolon(`"` + t.text + `"`)
	return s
}

// switchStmt reads a switch whose labels stand in its own braces.
func (p *parser) switchStmt() Stmt {
	s := &Switch{Pos: p.next().pos}
	p.expect("(", "after switch")
	x := p.rvalue(p.expression())
	p.expect(")", "after the value of switch")
	if !isBad(x) && !x.T().integral() {
		p.errorf(x.Position(), Pos{}, "switch needs an integer, not %s", x.T())
	}
	s.X = p.cast(x, promote(x.T()), true)
	label := promote(x.T())
	if x.T().scoped() {
		label = x.T()
	}
	open := p.expect("{", "after switch (…)")
	p.push()
	defer p.pop()
	p.switches++
	p.open = append(p.open, open.pos)
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
	return s
}

// labels reads one or more labels of type label.
func (p *parser) labels(s *Switch, label *Type, seen map[int64]int) *Case {
	c := &Case{Pos: p.peek().pos}
	for p.is("case") || p.is("default") {
		t := p.next()
		if t.text == "default" {
			for _, other := range append(s.Cases, c) {
				if other.Default {
					p.errorf(t.pos, t.end, "this switch has a default label already")
				}
			}
			c.Default = true
		} else if v, ok := p.caseValue(label); ok {
			if line, again := seen[v]; again {
				p.errorf(t.pos, p.prev().end, "case %d is already on line %d", v, line)
			}
			seen[v] = t.pos.Line
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
		p.errorf(x.Position(), Pos{}, "a case label must be a constant known at compile time%s", constHint(x))
		return 0, false
	}
	return lit.Value.I, !isBad(x)
}
