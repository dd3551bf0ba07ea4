package cell

// block is a statement with blocks.
func (p *pyReader) block() {
	defer p.deeper()()
	margin := p.peek().at.col
	switch word := p.peek().text; {
	case p.accept("if"):
		p.named()
		p.suite(margin)
		for p.clause(margin, "elif") {
			p.named()
			p.suite(margin)
		}
		if p.clause(margin, "else") {
			p.suite(margin)
		}
	case p.accept("while"):
		p.named()
		p.loopBody(margin)
	case p.accept("for"):
		target := p.targets()
		p.expect("in")
		p.list()
		p.bind(target)
		p.loopBody(margin)
	case p.accept("try"):
		p.needs(word)
		p.try(margin)
	case p.accept("with"):
		p.openWith(margin)
	case p.accept("def"):
		p.def(margin)
	case p.accept("class"):
		p.needs(word)
		p.class(margin)
	case p.accept("async"):
		p.needs(word)
		if !p.peek().is("def", "for", "with") {
			p.fail()
		}
		p.outdented(margin)
	case p.peek().is("@") && p.registered(margin):
	case p.accept("@"):
		p.needs("@")
		p.named()
		p.endLine()
		if !p.peek().is("@", "def", "class", "async") || p.peek().at.col != margin {
			p.fail()
		}
		p.block()
	default:
		p.match(margin)
	}
}

// outdented reads a block whose blocks belong to a statement that begins before it.
func (p *pyReader) outdented(margin int) {
	if p.bad {
		return
	}
	p.tokens[p.i].at.col = margin
	p.block()
}

// suite is a colon and what belongs to it, of a statement that begins in a column.
func (p *pyReader) suite(margin int) {
	defer p.deeper()()
	p.expect(":")
	if p.bad {
		return
	}
	if !p.lineEnds() {
		for p.small(); p.accept(";") && !p.lineEnds(); p.small() {
		}
		p.endLine()
		return
	}
	p.endLine()
	column := p.peek().at.col
	if p.peek().kind == tokEnd || column <= margin {
		p.fail()
		return
	}
	for !p.bad && p.peek().kind != tokEnd && p.peek().at.col > margin {
		if p.peek().at.col != column {
			p.fail()
			return
		}
		if p.compound() {
			p.block()
			continue
		}
		if p.peek().kind == tokMagic {
			p.small()
			continue
		}
		for p.small(); p.accept(";") && !p.lineEnds(); p.small() {
		}
		p.endLine()
	}
}

// clause accepts a word that goes on with a statement.
func (p *pyReader) clause(margin int, word string) bool {
	return p.peek().is(word) && p.peek().at.col == margin && p.accept(word)
}

func (p *pyReader) loopBody(margin int) {
	p.loops++
	p.suite(margin)
	p.loops--
	if p.clause(margin, "else") {
		p.suite(margin)
	}
}

func (p *pyReader) try(margin int) {
	p.suite(margin)
	handled := false
	for p.clause(margin, "except") {
		handled = true
		p.accept("*")
		if p.startsExpr() {
			p.list()
			if name := p.as(""); name != "" {
				p.bound(name)
			}
		}
		p.suite(margin)
	}
	if handled && p.clause(margin, "else") {
		p.suite(margin)
	}
	if p.clause(margin, "finally") {
		handled = true
		p.suite(margin)
	}
	if !handled {
		p.fail()
	}
}

// openWith is a statement with "with". That of one file or process, with open(…) as f:, is a loop over one element in Starlark, whose
// end closes it. Cells have no others.
func (p *pyReader) openWith(margin int) {
	loops, with := p.loops, p.with
	p.loops, p.with = 0, true
	if start := p.i - 1; p.opens() {
		as := p.i
		p.accept("as")
		p.bind(p.primary())
		if !p.bad { // there is a name
			p.stmt.edits = append(p.stmt.edits,
				pyEdit{start, start + 1, "for " + p.tokens[as+1].text + " in"}, pyEdit{as, as + 2, "." + EnterMethod + "()"})
		}
		p.suite(margin)
	} else {
		p.needs("with")
		p.withAny(margin)
	}
	p.loops, p.with = loops, with
}

// EnterMethod is the method of a file or process that "with" calls: it returns what goes over it alone and closes it at its end.
const EnterMethod = "__enter__"

// opens reads open(…), Popen(…) or subprocess.Popen(…) if "as" and a name follow, and nothing else.
func (p *pyReader) opens() bool {
	end, depth := p.i, 0
	if p.peek().is("subprocess") && p.ahead(1).is(".") {
		end += 2
	}
	if name := p.tokens[min(end, len(p.tokens)-1)]; !name.is("Popen") && (end > p.i || !name.is("open")) || !p.ahead(end+1-p.i).is("(") {
		return false
	}
	end++
	for ; end < len(p.tokens)-1; end++ {
		if t := p.tokens[end]; t.is("(", "[", "{") {
			depth++
		} else if t.is(")", "]", "}") {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if rest := p.tokens[end:]; len(rest) < 4 || !rest[1].is("as") || rest[2].kind != tokName || !rest[3].is(":") {
		return false
	}
	p.test()
	return true
}

// withAny reads what follows with, of any kind.
func (p *pyReader) withAny(margin int) {
	// Brackets around the items cannot be told from those of a tuple before their end; both read the same.
	for !p.bad {
		p.withItem()
		if !p.accept(",") {
			break
		}
	}
	p.suite(margin)
}

func (p *pyReader) withItem() {
	defer p.deeper()()
	start, events := p.i, len(p.events)
	p.test()
	if p.bad && p.tokens[start].is("(") { // with (a as b, c as d):
		p.bad, p.i, p.events = false, start+1, p.events[:events]
		for !p.bad && !p.accept(")") {
			p.withItem()
			if !p.accept(",") {
				p.expect(")")
				break
			}
		}
		return
	}
	if p.accept("as") {
		p.bind(p.primary())
	}
}

func (p *pyReader) def(margin int) {
	if !p.word() {
		p.fail()
		return
	}
	name := p.peek().text
	p.next()
	p.expect("(")
	end := p.scope(true)
	p.params(")", true)
	p.expect(")")
	if p.accept("->") {
		p.test()
	}
	p.inside++
	p.suite(margin)
	p.inside--
	end()
	p.bound(name)
}

// params are those of a function, up to what closes them.
func (p *pyReader) params(closer string, annotations bool) {
	optional, anyOrder := false, false
	for !p.bad && !p.peek().is(closer) {
		if p.accept("/") || p.peek().is("*") && p.ahead(1).is(",") && p.accept("*") {
			anyOrder = anyOrder || p.tokens[p.i-1].is("*")
			p.accept(",")
			continue
		}
		if p.accept("*", "**") {
			anyOrder = true
		}
		if !p.word() {
			p.fail()
			return
		}
		p.bound(p.peek().text)
		p.next()
		if annotations && p.accept(":") {
			p.test()
		}
		if p.accept("=") {
			optional = true
			p.test()
		} else if optional && !anyOrder {
			p.fail()
		}
		if !p.accept(",") {
			return
		}
	}
}

func (p *pyReader) class(margin int) {
	if !p.word() {
		p.fail()
		return
	}
	name := p.peek().text
	p.next()
	if p.accept("(") {
		p.arguments()
	}
	end := p.scope(false)
	p.suite(margin)
	end()
	p.bound(name)
}

func (p *pyReader) match(margin int) {
	p.needs("match")
	p.expect("match")
	p.list()
	p.expect(":")
	p.endLine()
	column := p.peek().at.col
	if column <= margin {
		p.fail()
	}
	for !p.bad && p.clause(column, "case") {
		p.pattern()
		if p.accept("if") {
			p.named()
		}
		p.suite(column)
	}
	if p.peek().at.col > margin && p.peek().kind != tokEnd {
		p.fail()
	}
}

// pattern is what stands behind case. Its names are bound where it is one of these alone.
func (p *pyReader) pattern() {
	for !p.bad && !p.peek().is(":", "if") {
		p.accept("*")
		n := p.disjunction()
		if n.assignable() {
			p.bind(n)
		}
		if name := p.as(""); name != "" {
			p.bound(name)
		}
		if !p.accept(",") {
			return
		}
	}
}
