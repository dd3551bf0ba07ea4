package cuda

import "strings"

// A lookout is what the parser notes on its way when it reads a text for its names.
type lookout struct {
	seen     bool // the end of the text was reached
	names    []Name
	only     bool // names are all that can stand there: members
	target   Pos
	declared *symbol // at target
	parser   *parser
}

// look reads a text up to its end.
func look(src string, opt Options, target Pos) *lookout {
	r := newReporter("", src)
	l := &lookout{target: target}
	if len(src) > maxSource {
		return l
	}
	toks, macros := preprocess(r, src, opt.Defines)
	if len(toks) == 0 {
		return l
	}
	p := newParser(r, withGroups(toks, true))
	p.macros, p.look, l.parser = macros, l, p
	p.file = &File{Source: src}
	p.unit()
	p.peek()
	return l
}

// atEnd tells whether a text that is read for its names ends here.
func (p *parser) atEnd() bool { return p.look != nil && p.at(0).kind == tEOF }

// reached notes the names that are visible where the text ends, once.
func (l *lookout) reached(p *parser) {
	if l.seen {
		return
	}
	l.seen = true
	depth := 0
	for s := p.scope; s != nil; s = s.outer {
		for name, sym := range s.names {
			if n, ok := p.nameOf(name, sym); ok {
				n.depth = depth
				l.names = append(l.names, n)
			}
		}
		depth++
	}
}

// lookInside reads the method in which the text ends, with what the struct has before.
func (p *parser) lookInside(t *Type) {
	t.layout(0)
	t.class.pending = append(t.class.pending, pending{from: p.i})
	p.methods(t)
}

// closedAhead tells whether the body of the function ahead has its "}".
func (p *parser) closedAhead() bool {
	depth := 0
	for i := p.i; i < len(p.toks)-1; i++ {
		t := &p.toks[i]
		step := braceStep(t)
		if depth += step; depth == 0 && (step < 0 || t.is(";")) {
			return true
		}
	}
	return false
}

// members notes the members of a value of type t, behind which the text ends.
func (l *lookout) members(p *parser, t *Type) {
	if l.seen {
		return
	}
	l.seen, l.only = true, true
	if t.Kind == Pointer {
		t = t.Elem
	}
	if t.Kind != Struct {
		return
	}
	for i := range t.Fields {
		l.names = append(l.names, p.memberName(t, &t.Fields[i]))
	}
	if t.class == nil {
		return
	}
	for name, methods := range t.class.methods {
		if !strings.HasPrefix(name, "operator") {
			l.names = append(l.names, p.overloads(name, methods, "method"))
		}
	}
}

// enumerators notes the values of an enum class.
func (l *lookout) enumerators(t *Type) {
	if l.seen {
		return
	}
	l.seen, l.only = true, true
	for _, name := range t.Enum.names {
		l.names = append(l.names, Name{Name: name, Kind: "constant", Declarations: []string{t.Name + "::" + name + " = " + itoa(int(t.Enum.values[name].Value.I))}})
	}
}

// declare notes a symbol that is declared where the lookout waits for one; what an
// instance of a template declares there has other types.
func (l *lookout) declare(p *parser, t *token, sym *symbol) {
	if t.pos == l.target && p.deep == 0 && l.declared == nil {
		sym.name, sym.pos = t.text, t.pos
		l.declared = sym
	}
}
