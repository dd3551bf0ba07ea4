package cell

// A pyReader recognises Python in the tokens of a cell. It makes no tree: it tells what each statement of the cell reads, binds
// and imports, and which statement form it has that cells have not. What is no Python makes it bad.
type pyReader struct {
	tokens []token
	i      int
	depth  int
	bad    bool
	events []pyEvent // of the statement that is read
	stmt   *pyStatement
	inside int  // functions and classes around
	loops  int  // around, within the innermost with
	with   bool // a with is around
}

// A pyEdit is what stands for tokens of a cell in Starlark, in the same lines.
type pyEdit struct {
	from, to int // the tokens
	text     string
}

// A pyWithin is an import within a block: its tokens, and its names.
type pyWithin struct {
	from, to int
	imports  []pyImport
}

// A pyEvent is a name that a statement reads or binds, in the order in which it does.
type pyEvent struct {
	name string
	path string // of what is read: "np.random.seed"
	bind bool
	// later says that the name is read when a function is called.
	later   bool
	dropped bool
}

// A pyImport is one name of an import: module is "matplotlib.pyplot", member one of it or "" or "*", name what it is bound to.
type pyImport struct{ module, member, name string }

// A pyStatement is a statement of a cell that stands in no other.
type pyStatement struct {
	from, to int    // its tokens
	word     string // by which it begins: "import", "with"; "" of an expression or an assignment
	magic    bool
	imports  []pyImport
	events   []pyEvent
	forms    []string // statements of Python in it that cells have not: "try", "class"
	edits    []pyEdit
	within   []pyWithin
	makes    []string // the magics that are made of its function: "%%run"
	globals  []string // names that functions in it declare global
}

// readPython returns the statements of a cell, or false if it is not Python.
func readPython(tokens []token) ([]pyStatement, bool) {
	for _, t := range tokens {
		if t.problem != "" {
			return nil, false
		}
	}
	p := &pyReader{tokens: tokens}
	var list []pyStatement
	for !p.bad && p.peek().kind != tokEnd {
		if p.peek().at.col != 1 {
			return nil, false
		}
		if p.peek().kind == tokMagic {
			list = append(list, p.magic())
			continue
		}
		list = append(list, p.statements()...)
	}
	return list, !p.bad
}

func (p *pyReader) peek() token       { return p.tokens[p.i] }
func (p *pyReader) ahead(n int) token { return p.tokens[min(p.i+n, len(p.tokens)-1)] }

// next goes on to the next token. Nothing follows the end of the cell.
func (p *pyReader) next() {
	if p.i < len(p.tokens)-1 {
		p.i++
	}
}

func (p *pyReader) accept(texts ...string) bool {
	if p.peek().is(texts...) {
		p.next()
		return true
	}
	return false
}

func (p *pyReader) expect(text string) {
	if !p.accept(text) {
		p.fail()
	}
}

// fail ends the reading: all that follows sees the end of the cell.
func (p *pyReader) fail() {
	p.bad = true
	p.i = len(p.tokens) - 1
}

// deeper counts what stands inside one another.
func (p *pyReader) deeper() func() {
	if p.depth++; p.depth > maxPyDepth {
		p.fail()
	}
	return func() { p.depth-- }
}

// needs notes a statement form that cells have not.
func (p *pyReader) needs(form string) {
	if p.stmt != nil {
		p.stmt.forms = append(p.stmt.forms, form)
	}
}

// bind turns a target, which has been read as an expression, into names that are bound.
func (p *pyReader) bind(n pyNode) {
	if p.bad {
		return
	}
	switch n.kind {
	case pyName:
		p.events[n.read].dropped = true
		p.bound(n.name)
	case pyStar, pyTuple:
		for _, item := range n.items {
			p.bind(item)
		}
	case pyValue:
		p.fail()
	}
}

func (p *pyReader) bound(name string) {
	if constant(name) {
		p.fail()
	}
	p.events = append(p.events, pyEvent{name: name, bind: true})
}

// scope begins a function; what it returns ends it: what is bound in it is its own.
// later says that what it reads is read when it is called.
func (p *pyReader) scope(later bool) func() { return p.scopeFrom(len(p.events), later) }

func (p *pyReader) scopeFrom(from int, later bool) func() {
	return func() {
		if p.bad {
			return
		}
		own := map[string]bool{}
		for _, e := range p.events[from:] {
			own[e.name] = own[e.name] || e.bind
		}
		kept := p.events[:from]
		for _, e := range p.events[from:] {
			if !own[e.name] && !e.dropped {
				e.later = e.later || later
				kept = append(kept, e)
			}
		}
		p.events = kept
	}
}

// magic is a line that begins with % or !. The code of %time and %timeit is read as such.
func (p *pyReader) magic() pyStatement {
	s := pyStatement{from: p.i, magic: true}
	if code, ok := timedCode(p.peek().text); ok {
		if inner, ok := readPython(lex(code, place{1, 1}, false)); ok {
			for _, stmt := range inner {
				s.events = append(s.events, stmt.events...)
				s.forms = append(s.forms, stmt.forms...)
			}
		}
	}
	p.next()
	s.to = p.i
	return s
}

// statements are those of one line, or one with blocks.
func (p *pyReader) statements() (list []pyStatement) {
	read := func(f func()) {
		s := pyStatement{from: p.i}
		if t := p.peek(); pyKeywords[t.text] && t.kind == tokName || t.is("@") {
			s.word = t.text
		}
		p.stmt, p.events = &s, nil
		f()
		for _, e := range p.events {
			if !e.dropped {
				s.events = append(s.events, e)
			}
		}
		for _, name := range s.globals {
			s.events = append(s.events, pyEvent{name: name, bind: true})
		}
		s.to = p.i
		list = append(list, s)
		p.stmt = nil
	}
	if p.compound() {
		read(p.block)
		return list
	}
	for read(p.small); p.accept(";") && !p.lineEnds(); read(p.small) {
	}
	p.endLine()
	return list
}

func (p *pyReader) lineEnds() bool {
	k := p.peek().kind
	return k == tokNewline || k == tokEnd || k == tokMagic
}

func (p *pyReader) endLine() {
	if !p.lineEnds() {
		p.fail()
	}
	if p.peek().kind == tokNewline {
		p.next()
	}
}

// compound reports whether the next statement has blocks.
func (p *pyReader) compound() bool {
	t := p.peek()
	return t.is("if", "while", "for", "try", "with", "def", "class", "async", "@") || t.is("match") && blockWord(p.tokens, p.i)
}

// small is a statement without blocks.
func (p *pyReader) small() {
	t := p.peek()
	switch {
	case t.kind == tokMagic: // in a block
		p.needs(nestedLine)
		p.next()
	case p.accept("break", "continue"):
		if p.with && p.loops == 0 { // it would end the loop that stands for with
			p.needs("with")
		}
	case p.accept("pass"):
	case p.accept("return"):
		if p.inside == 0 {
			p.fail()
		} else if p.startsExpr() {
			p.list()
		}
	case p.accept("raise"):
		p.needs("raise")
		if p.startsExpr() {
			if p.test(); p.accept("from") {
				p.test()
			}
		}
	case p.accept("assert"):
		if p.test(); p.accept(",") {
			p.test()
		}
	case p.accept("del"):
		p.needs("del")
		if n := p.list(); !n.assignable() {
			p.fail()
		}
	case p.accept("global", "nonlocal"):
		p.needs(t.text)
		p.stmt.globals = append(p.stmt.globals, p.words()...)
	case p.accept("import"):
		p.within(p.importModules)
	case p.accept("from"):
		p.within(p.importMembers)
	case t.is("yield"):
		p.yield()
	default:
		p.assignment()
	}
}

// nestedLine stands for a line that begins with % and is in a block.
const nestedLine = "% in a block"

// words are names with commas between them.
func (p *pyReader) words() (names []string) {
	for {
		if !p.word() {
			p.fail()
			return names
		}
		names = append(names, p.peek().text)
		p.next()
		if !p.accept(",") {
			return names
		}
	}
}

// assignment is an expression, or values for targets.
func (p *pyReader) assignment() {
	n := p.list()
	switch {
	case p.accept("+=", "-=", "*=", "/=", "//=", "%=", "**=", "<<=", ">>=", "&=", "|=", "^=", "@="):
		if n.kind != pyName && n.kind != pyPlace {
			p.fail()
		}
		p.value()
		if n.kind == pyName && !p.bad {
			p.bound(n.name)
		}
		return
	case p.accept(":"):
		if n.kind != pyName && n.kind != pyPlace {
			p.fail()
		}
		if p.test(); p.accept("=") {
			p.value()
		}
		p.bind(n)
		return
	}
	var targets []pyNode
	for p.accept("=") {
		if !n.assignable() {
			p.fail()
			return
		}
		targets = append(targets, n)
		n = p.value()
	}
	for _, target := range targets {
		p.bind(target)
	}
}

// value is what stands right of =.
func (p *pyReader) value() pyNode {
	if p.peek().is("yield") {
		p.yield()
		return pyNode{}
	}
	return p.list()
}

// dotted is a name with dots in it.
func (p *pyReader) dotted() (path string) {
	for !p.bad {
		if !p.word() {
			p.fail()
			return ""
		}
		path += p.peek().text
		p.next()
		if !p.accept(".") {
			break
		}
		path += "."
	}
	return path
}

// as is the name that follows as, or the usual one.
func (p *pyReader) as(usual string) string {
	if !p.accept("as") {
		return usual
	}
	if !p.word() {
		p.fail()
		return usual
	}
	p.next()
	return p.tokens[p.i-1].text
}

func (p *pyReader) imported(i pyImport) {
	p.stmt.imports = append(p.stmt.imports, i)
	if i.member != "*" {
		p.bound(i.name)
	}
}

// within notes the names of an import, whose first token is read, and where it stands.
func (p *pyReader) within(read func()) {
	from, known := p.i-1, len(p.stmt.imports)
	read()
	p.stmt.within = append(p.stmt.within, pyWithin{from, p.i, p.stmt.imports[known:]})
}

func (p *pyReader) importModules() {
	for !p.bad {
		path := p.dotted()
		first := firstOf(path)
		if name := p.as(""); name != "" {
			p.imported(pyImport{module: path, name: name})
		} else {
			p.imported(pyImport{module: first, name: first})
		}
		if !p.accept(",") {
			return
		}
	}
}

func (p *pyReader) importMembers() {
	path, dots := "", ""
	for p.peek().is(".", "...") {
		dots += p.peek().text
		p.next()
	}
	if !p.peek().is("import") || dots == "" {
		path = p.dotted()
	}
	path = dots + path
	p.expect("import")
	if p.accept("*") {
		p.imported(pyImport{module: path, member: "*"})
		return
	}
	bracket := p.accept("(")
	for !p.bad {
		if !p.word() {
			p.fail()
			return
		}
		member := p.peek().text
		p.next()
		p.imported(pyImport{module: path, member: member, name: p.as(member)})
		if !p.accept(",") || bracket && p.peek().is(")") {
			break
		}
	}
	if bracket {
		p.expect(")")
	}
}
