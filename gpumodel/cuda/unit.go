package cuda

import "sort"

// unit parses the whole source. Device code is checked; host code is skipped unless it is to be compiled.
func (p *parser) unit() {
	p.findFunctions()
	for p.peek().kind != tEOF {
		start := p.i
		p.guardTop(func() { p.external() }, func() { p.skipExternal(start) })
	}
}

// guardTop runs f, which reads a declaration at file scope. A syntax error panics with bailout; then sync skips to the next declaration. It
// also recovers from lost braces, where the next function begins inside another one.
func (p *parser) guardTop(f, sync func()) {
	saved := p.state
	saved.scope = p.space()
	depth, heads := p.depth, p.heads
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		p.state, p.depth, p.noGreater, p.heads, p.inPack = saved, depth, false, heads, false
		switch r.(type) {
		case bailout:
			sync()
		case lostBrace: // the next function begins here
		default:
			panic(r)
		}
	}()
	f()
}

// skipExternal skips the rest of a declaration that began at token start.
func (p *parser) skipExternal(start int) {
	depth := 0
	for i := start; i < p.i; i++ {
		depth += braceStep(&p.toks[i])
	}
	for {
		t := p.peek()
		if t.kind == tEOF || p.i > start && depth <= 0 && (t.is("__global__") || t.is("template") || t.is("__device__") && t.bol) {
			return
		}
		depth += braceStep(t)
		p.next()
		if depth <= 0 && (t.is("}") || t.is(";")) {
			p.accept(";")
			return
		}
	}
}

// external reads one declaration at file scope.
func (p *parser) external() {
	t := p.peek()
	if t.kind == tPragma {
		p.next()
		return
	}
	if t.is("inline") && p.at(1).is("namespace") {
		p.namespaceDecl()
		return
	}
	switch t.text {
	case ";":
		p.next()
	case "}":
		p.next()
		if len(p.braces) == 0 {
			p.errorf(t.pos, t.end, `"}" without a "{" before it`)
			return
		}
		p.closeSpace()
	case "using", "namespace":
		p.usingDecl()
	case "static_assert":
		p.staticAssert()
	case "template":
		p.template()
	case "typedef":
		p.typedef()
	case "extern":
		if p.at(1).kind == tString {
			p.next()
			language := p.next()
			switch opens := p.accept("{"); {
			case opens && language.text == `"C"`:
				p.braces = append(p.braces, externC)
			case opens:
				p.braces = append(p.braces, 0)
			}
			return
		}
		p.declaration()
	case "struct", "class", "union", "enum":
		p.structure()
	case "if", "else", "for", "while", "do", "switch", "case", "return", "break", "continue", "goto":
		p.fail(t, `%q is outside any function; look for a ";" before a "{", or for a "}" too many`, t.text)
	default:
		if p.isTexture() {
			p.textures()
			return
		}
		if t.kind != tIdent && !t.is("::") && !(t.is("[") && p.at(1).is("[")) {
			p.noDeclaration(t)
		}
		p.declaration()
	}
}

// noDeclaration reports a token that cannot begin a declaration at file scope.
func (p *parser) noDeclaration(t *token) {
	if p.i > 0 && t.is("{") && p.prev().is(";") {
		p.fail(p.prev(), `this ";" ends the declaration before its body: delete it`)
	}
	p.unexpected("a declaration")
}

// qualifiers tells which CUDA words stand in the declaration that begins here, up to its body.
func (p *parser) qualifiers() map[string]bool {
	found := map[string]bool{}
	depth := 0
	for n := 0; ; n++ {
		t := p.at(n)
		switch {
		case t.kind == tEOF, depth == 0 && (t.is(";") || t.is("{") || t.is("=")):
			return found
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		case depth == 0 && t.kind == tIdent && cudaWords[t.text]:
			found[t.text] = true
		}
	}
}

var cudaWords = words("__global__ __device__ __shared__ __constant__ __managed__")

// declaration reads a function or variables at file scope, or skips host code.
func (p *parser) declaration() {
	q := p.qualifiers()
	switch {
	case p.guideAhead(p.i):
		p.guide()
	case p.hosted && p.defineStatic(0):
	case p.defineOutside(0):
	case len(q) > 0:
		p.deviceDecl()
	case p.python():
	case p.hosted:
		if !p.constants() {
			p.deviceDecl()
		}
	case p.misspelt():
	case p.constexprFunction():
	case !p.constants():
		p.skipHost()
	}
}

// python reports a text in the notebooks' other language.
func (p *parser) python() bool {
	t := p.peek()
	if (t.is("import") || t.is("from") || t.is("def")) && p.at(1).kind == tIdent {
		p.fail(t, "%q is Python, not CUDA C; a function of the device is written __device__ float name(float x) { … }", t.text)
	}
	return false
}

// misspelt reports _global_ and its like.
func (p *parser) misspelt() bool {
	t := p.peek()
	if t.kind != tIdent || p.at(1).kind != tIdent || p.scope.find(t.text) != nil || keywords[t.text] {
		return false
	}
	near := nearest(t.text, []string{"__global__", "__device__", "__constant__", "__shared__"})
	if near == "" {
		return false
	}
	p.fail(t, "unknown word %q (did you mean %q?)", t.text, near)
	return true
}

// deviceDecl reads a declaration with a CUDA qualifier.
func (p *parser) deviceDecl() {
	start := p.i
	s := p.specs("the declaration")
	if p.is(";") && !s.global {
		p.next()
		return
	}
	at := p.i
	d := p.declarator(s.typ, "the declaration", true)
	if p.i = d.params; d.params >= 0 && p.parametersAhead() {
		p.function(start, &s, d)
		return
	}
	p.i = at
	p.fileVariables(&s)
}

// parametersAhead tells whether a "(" begins the parameters of a function rather than the values of a variable, dim3 block(512).
func (p *parser) parametersAhead() bool {
	t := p.at(1)
	if !p.hosted || t.is(")") || t.is("...") || t.is("[") {
		return true
	}
	p.next()
	defer func() { p.i-- }()
	if p.startsType() {
		return true
	}
	sym := p.find(t) // what is unknown is rather a type that is
	return t.kind == tIdent && sym == nil && !isBuiltin(t.text) && !keywords[t.text]
}

// operatorWord reads operator and the operator's tokens.
func (p *parser) operatorWord() token {
	name := *p.next()
	if p.is("new") || p.is("delete") {
		name.text += " " + p.next().text
		if p.is("[") && p.at(1).is("]") {
			name.text += p.next().text + p.next().text
		}
		return name
	}
	switch {
	case (p.is("(") || p.is("[")) && (p.at(1).is(")") || p.at(1).is("]")):
		name.text += p.next().text + p.next().text
	case p.peek().kind == tString && p.at(1).kind == tIdent: // operator""s
		name.text += p.next().text + p.next().text
	case p.is("->") && p.at(1).is("*"):
		name.text += p.next().text + p.next().text
	case p.peek().kind == tPunct:
		name.text += p.next().text
	}
	return name
}

// operatorName is operatorWord before the parameters of the operator.
func (p *parser) operatorName() token {
	name := p.operatorWord()
	if !p.is("(") {
		p.fail(p.peek(), "expected the parameters of an operator but found %s", p.peek())
	}
	return name
}

// fileVariables reads __device__, __constant__ and __shared__ variables at file scope.
func (p *parser) fileVariables(s *specs) {
	storage := Device
	switch {
	case s.global:
		p.fail(&s.at, "__global__ marks kernels, not variables; a variable of the device is __device__")
	case s.shared:
		storage = Shared
	case s.constant:
		storage = Constant
	}
	for {
		p.fileVariable(s, storage)
		if !p.accept(",") {
			break
		}
	}
	p.endOfDecl()
}

// fileVariable reads one of them, behind the type.
func (p *parser) fileVariable(s *specs, storage Storage) {
	v := p.variable(s, storage)
	if v == nil {
		return
	}
	p.spaceOf[v] = p.scope.nearestSpace().space.title
	v.Managed = s.managed
	if v.Host {
		p.ofTheHost(v)
	}
	p.checkGlobal(v)
	if storage != Shared {
		p.file.Globals = append(p.file.Globals, v)
		p.checkConstants(v)
	}
}

// findFunctions notes where functions are declared, to explain uses that come too early.
func (p *parser) findFunctions() {
	p.later = map[string]Pos{}
	depth := 0
	for i := 0; i+1 < len(p.toks); i++ {
		t := &p.toks[i]
		depth += braceStep(t)
		if depth == 0 && t.kind == tIdent && p.toks[i+1].is("(") && i > 0 && !keywords[t.text] {
			if before := p.toks[i-1]; before.kind == tIdent || before.is("*") {
				if _, ok := p.later[t.text]; !ok {
					p.later[t.text] = t.pos
				}
			}
		}
	}
}

// finish checks what only the whole file shows.
func (p *parser) finish() {
	if len(p.braces) > 0 && len(p.errs) == 0 {
		t := p.peek()
		p.errorf(t.pos, t.end, `a "}" is missing at the end of the source`)
	}
	p.distinguish()
	p.tryTemplates()
	p.inTemplates()
	p.dispatch()
	p.checkExterns()
	p.checkCalls()
	p.checkDeclared()
	p.noteGone()
}

func sortedNotes(notes []Note) []Note {
	sort.SliceStable(notes, func(i, j int) bool { return before(notes[i].Pos, notes[j].Pos) })
	return notes
}
