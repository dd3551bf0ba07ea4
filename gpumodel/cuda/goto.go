package cuda

import "warpbook.dev/gpumodel/cuda/token"

// Labels belong to their function, and goto may come before its label.

// A gotoStmt is a goto whose label may still be missing.
type gotoStmt struct {
	name    token.Token
	jump    *Goto
	objects int // that live there
}

// label is the label of that name, made by whichever comes first.
func (p *parser) label(name string) *Label {
	if p.marks == nil {
		p.marks = map[string]*Label{}
	}
	if p.marks[name] == nil {
		p.marks[name] = &Label{Name: name}
	}
	return p.marks[name]
}

// labelAhead tells whether name: is ahead.
func (p *parser) labelAhead() bool {
	t := p.peek()
	return t.Kind == token.Ident && p.at(1).Is(":") && !keywords[t.Text]
}

// labelled reads name: and the statement behind it.
func (p *parser) labelled() Stmt {
	t := p.next()
	p.next()
	l := p.label(t.Text)
	if l.Pos != (token.Pos{}) {
		p.Errorf(t.Pos, t.End, "label %q stands on line %d already", t.Text, l.Pos.Line)
	}
	l.Pos = t.Pos
	if p.fn == nil {
		p.fail(t, "a label is only allowed inside a function")
	}
	if len(p.objects) > 0 {
		p.Errorf(t.Pos, t.End, "label %q cannot stand where an object with a destructor lives: put the object into braces of its own", t.Text)
	}
	b := &Block{Pos: t.Pos, End: t.Pos, Stmts: []Stmt{l}}
	if p.is("}") { // allowed since C++23, and in C23
		return b
	}
	if s := p.statement(); s != nil {
		b.Stmts = append(b.Stmts, s)
	}
	return b
}

// gotoStatement reads goto name;
func (p *parser) gotoStatement() Stmt {
	t := p.next()
	name := p.name("a label")
	p.semicolon("goto")
	l := p.label(name.Text)
	l.Backward = l.Backward || l.Pos != (token.Pos{})
	g := &Goto{Pos: t.Pos, To: l}
	p.gotos = append(p.gotos, gotoStmt{name, g, len(p.objects)})
	return p.leaving(g, 0) // no objects are alive at a label
}

// checkLabels reports labels that a function does not have.
func (p *parser) checkLabels() {
	for _, g := range p.gotos {
		if g.jump.To.Pos == (token.Pos{}) {
			var names []string
			for name, l := range p.marks {
				if l.Pos != (token.Pos{}) {
					names = append(names, name)
				}
			}
			p.Errorf(g.name.Pos, g.name.End, "there is no label %q in this function%s", g.name.Text, token.DidYouMean(g.name.Text, names))
		}
	}
}
