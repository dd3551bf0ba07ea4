package cuda

import (
	"sort"

	"warpbook.dev/gpumodel/cuda/token"
)

// unit parses the whole source. Device code is checked; host code is skipped unless it is to be compiled.
func (p *parser) unit() {
	p.findFunctions()
	for p.peek().Kind != token.EOF {
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
		if t.Kind == token.EOF || p.i > start && depth <= 0 && (t.Is("__global__") || t.Is("template") || t.Is("__device__") && t.BOL) {
			return
		}
		depth += braceStep(t)
		p.next()
		if depth <= 0 && (t.Is("}") || t.Is(";")) {
			p.accept(";")
			return
		}
	}
}

// external reads one declaration at file scope.
func (p *parser) external() {
	t := p.peek()
	if t.Kind == token.Pragma {
		p.next()
		return
	}
	if t.Is("inline") && p.at(1).Is("namespace") {
		p.namespaceDecl()
		return
	}
	switch t.Text {
	case ";":
		p.next()
	case "}":
		p.next()
		if len(p.braces) == 0 {
			p.Errorf(t.Pos, t.End, `"}" without a "{" before it`)
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
		if p.at(1).Kind == token.String {
			p.next()
			language := p.next()
			switch opens := p.accept("{"); {
			case opens && language.Text == `"C"`:
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
		p.fail(t, `%q is outside any function; look for a ";" before a "{", or for a "}" too many`, t.Text)
	default:
		if p.isTexture() {
			p.textures()
			return
		}
		if t.Kind != token.Ident && !t.Is("::") && !(t.Is("[") && p.at(1).Is("[")) {
			p.noDeclaration(t)
		}
		p.declaration()
	}
}

// noDeclaration reports a token that cannot begin a declaration at file scope.
func (p *parser) noDeclaration(t *token.Token) {
	if p.i > 0 && t.Is("{") && p.prev().Is(";") {
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
		case t.Kind == token.EOF, depth == 0 && (t.Is(";") || t.Is("{") || t.Is("=")):
			return found
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth--
		case depth == 0 && t.Kind == token.Ident && cudaWords[t.Text]:
			found[t.Text] = true
		}
	}
}

var cudaWords = token.Words("__global__ __device__ __shared__ __constant__ __managed__")

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
	if (t.Is("import") || t.Is("from") || t.Is("def")) && p.at(1).Kind == token.Ident {
		p.fail(t, "%q is Python, not CUDA C; a function of the device is written __device__ float name(float x) { … }", t.Text)
	}
	return false
}

// misspelt reports _global_ and its like.
func (p *parser) misspelt() bool {
	t := p.peek()
	if t.Kind != token.Ident || p.at(1).Kind != token.Ident || p.scope.find(t.Text) != nil || keywords[t.Text] {
		return false
	}
	near := token.Nearest(t.Text, []string{"__global__", "__device__", "__constant__", "__shared__"})
	if near == "" {
		return false
	}
	p.fail(t, "unknown word %q (did you mean %q?)", t.Text, near)
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
	if !p.hosted || t.Is(")") || t.Is("...") || t.Is("[") {
		return true
	}
	p.next()
	defer func() { p.i-- }()
	if p.startsType() {
		return true
	}
	sym := p.find(t) // what is unknown is rather a type that is
	return t.Kind == token.Ident && sym == nil && !isBuiltin(t.Text) && !keywords[t.Text]
}

// operatorWord reads operator and the operator's tokens.
func (p *parser) operatorWord() token.Token {
	name := *p.next()
	if p.is("new") || p.is("delete") {
		name.Text += " " + p.next().Text
		if p.is("[") && p.at(1).Is("]") {
			name.Text += p.next().Text + p.next().Text
		}
		return name
	}
	switch {
	case (p.is("(") || p.is("[")) && (p.at(1).Is(")") || p.at(1).Is("]")):
		name.Text += p.next().Text + p.next().Text
	case p.peek().Kind == token.String && p.at(1).Kind == token.Ident: // operator""s
		name.Text += p.next().Text + p.next().Text
	case p.is("->") && p.at(1).Is("*"):
		name.Text += p.next().Text + p.next().Text
	case p.peek().Kind == token.Punct:
		name.Text += p.next().Text
	}
	return name
}

// operatorName is operatorWord before the parameters of the operator.
func (p *parser) operatorName() token.Token {
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
	p.later = map[string]token.Pos{}
	depth := 0
	for i := 0; i+1 < len(p.toks); i++ {
		t := &p.toks[i]
		depth += braceStep(t)
		if depth == 0 && t.Kind == token.Ident && p.toks[i+1].Is("(") && i > 0 && !keywords[t.Text] {
			if before := p.toks[i-1]; before.Kind == token.Ident || before.Is("*") {
				if _, ok := p.later[t.Text]; !ok {
					p.later[t.Text] = t.Pos
				}
			}
		}
	}
}

// finish checks what only the whole file shows.
func (p *parser) finish() {
	if len(p.braces) > 0 && len(p.Errs) == 0 {
		t := p.peek()
		p.Errorf(t.Pos, t.End, `a "}" is missing at the end of the source`)
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

func sortedNotes(notes []token.Note) []token.Note {
	sort.SliceStable(notes, func(i, j int) bool { return token.Before(notes[i].Pos, notes[j].Pos) })
	return notes
}
