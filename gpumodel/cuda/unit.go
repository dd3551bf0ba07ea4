package cuda

import "sort"

// unit reads the whole text: device code is checked, host code is skipped.
func (p *parser) unit() {
	p.findFunctions()
	for p.peek().kind != tEOF {
		start := p.i
		p.guardTop(func() { p.external() }, func() { p.skipExternal(start) })
	}
}

// guardTop is guard for a declaration at file scope; it also recovers lost braces.
func (p *parser) guardTop(f, sync func()) {
	saved := p.state
	saved.scope = p.global
	depth := p.depth
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		p.state, p.depth, p.noGreater = saved, depth, false
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

// skipExternal passes the rest of a declaration that began at start.
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
	switch t.text {
	case ";":
		p.next()
	case "}":
		p.next()
		if p.namespaces == 0 {
			p.errorf(t.pos, t.end, `"}" without a "{" before it`)
			return
		}
		p.namespaces--
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
			p.next()
			if p.accept("{") {
				p.namespaces++
			}
			return
		}
		p.declaration()
	case "struct", "class", "union", "enum":
		p.structure()
	default:
		p.declaration()
	}
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
	case len(q) > 0:
		p.deviceDecl()
	case p.misspelt():
	case !p.constants():
		p.skipHost()
	}
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
	if p.is(";") {
		p.next()
		return
	}
	if p.is("operator") {
		p.function(start, &s, p.operatorName(&s))
		return
	}
	at := p.i
	d := p.declarator(s.typ, "the declaration", true)
	if d.params >= 0 {
		p.i = d.params
		p.function(start, &s, d)
		return
	}
	p.i = at
	p.fileVariables(&s)
}

// operatorName reads operator and the operator's tokens.
func (p *parser) operatorName(s *specs) declarator {
	d := declarator{name: *p.next(), typ: s.typ}
	for !p.is("(") && p.peek().kind == tPunct {
		d.name.text += p.next().text
	}
	d.params = p.i
	return d
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
		if v := p.variable(s, storage); v != nil {
			p.checkGlobal(v)
			if storage != Shared {
				p.file.Globals = append(p.file.Globals, v)
			}
		}
		if !p.accept(",") {
			break
		}
	}
	p.endOfDecl()
}

// checkGlobal demands constant initialisers at file scope.
func (p *parser) checkGlobal(v *Var) {
	if v.Init != nil && !isBad(v.Init) && !constantInit(v.Init) {
		p.errorf(v.Pos, Pos{v.Pos.Line, v.Pos.Col + len(v.Name)}, "the initial value of %q must be constant", v.Name)
	}
}

func constantInit(x Expr) bool {
	switch x := x.(type) {
	case *Lit:
		return true
	case *InitList:
		for _, e := range x.Elems {
			if !constantInit(e) {
				return false
			}
		}
		return true
	case *Call:
		for _, a := range x.Args {
			if !constantInit(a) {
				return false
			}
		}
		return x.Func == nil
	}
	return false
}

// constants reads const and constexpr numbers, which kernels may use without a
// qualifier; false if the declaration is something else.
func (p *parser) constants() bool {
	start, marked := p.i, false
	for n := 0; ; n++ {
		t := p.at(n)
		if t.is("const") || t.is("constexpr") {
			marked = true
		}
		if t.kind == tEOF || t.is("(") || t.is("{") || t.is(";") {
			return false
		}
		if t.is("=") {
			break
		}
	}
	if !marked || !p.startsType() {
		return false
	}
	if p.quietly(func() { p.constantDecl() }) == nil {
		return true
	}
	p.i = start
	return false
}

// constantDecl reads const int N = 32, M = N/2;
func (p *parser) constantDecl() {
	s := p.specs("the constant")
	for {
		v := p.variable(&s, Auto)
		if v == nil || v.Value == nil {
			panic(bailout{})
		}
		if !p.accept(",") {
			break
		}
	}
	if !p.accept(";") {
		panic(bailout{})
	}
}

// quietly runs f; if it fails, it returns the errors and keeps neither these nor
// its notes and declarations.
func (p *parser) quietly(f func()) ErrorList {
	errs, notes, structs := p.errs, len(p.notes), len(p.file.Structs)
	saved := p.state
	p.scope = newScope(saved.scope)
	inner := p.scope
	p.errs = nil
	failed := false
	p.guard(f, func() { failed = true })
	found := p.errs
	p.errs, p.state = errs, saved
	if failed || len(found) > 0 {
		p.notes, p.file.Structs = p.notes[:notes], p.file.Structs[:structs]
		if found == nil {
			found = ErrorList{}
		}
		return found
	}
	for name, sym := range inner.names {
		t := token{text: name, pos: sym.pos, end: Pos{sym.pos.Line, sym.pos.Col + len(name)}}
		p.declare(t, sym)
	}
	return nil
}

// usingDecl reads using namespace N; using T = type; namespace A = B; and namespace N {.
func (p *parser) usingDecl() {
	t := p.next()
	switch {
	case t.is("namespace") && p.is("{"):
		p.next()
		p.namespaces++
		return
	case t.is("using") && p.accept("namespace"):
		if p.peek().is("cooperative_groups") {
			p.usingGroups = true
		}
		p.skipTo(";")
	case t.is("using") && p.at(1).is("="):
		name := p.name("the type")
		p.next()
		p.declare(name, &symbol{typ: p.typeID()})
	case t.is("using"): // using std::cout;
		p.skipTo(";")
	default:
		p.namespace()
		if p.namespaces > 0 && p.prev().is("{") {
			return
		}
	}
	p.semicolon(quoteName(t.text))
}

// namespace reads the name after the word, and = alias or {.
func (p *parser) namespace() {
	name := p.name("the namespace")
	sym := &symbol{name: name.text, pos: name.pos, namespace: true, host: name.text}
	p.scope.names[name.text] = sym
	for p.accept("::") {
		p.global.names[p.name("the namespace").text] = sym
	}
	if p.accept("{") {
		p.namespaces++
		return
	}
	p.expect("=", "after the name of the namespace")
	target := p.name("the namespace")
	for p.accept("::") {
		target = p.name("the namespace")
	}
	sym.host = target.text
}

func (p *parser) skipTo(text string) {
	for !p.is(text) && p.peek().kind != tEOF {
		p.next()
	}
}

// typedef reads typedef type name; what cannot be read belongs to the host.
func (p *parser) typedef() {
	start := p.i
	if p.quietly(func() { p.localDecl() }) != nil {
		p.i = start
		p.skipHost()
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
	if p.namespaces > 0 && len(p.errs) == 0 {
		t := p.peek()
		p.errorf(t.pos, t.end, `a "}" is missing at the end of the text`)
	}
	p.tryTemplates()
	p.checkCalls()
}

func sortedNotes(notes []Note) []Note {
	sort.SliceStable(notes, func(i, j int) bool { return before(notes[i].Pos, notes[j].Pos) })
	return notes
}
