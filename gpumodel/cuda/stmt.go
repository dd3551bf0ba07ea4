package cuda

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// block reads { … } with a scope of its own.
func (p *parser) block() *Block {
	p.push()
	defer p.pop()
	return p.body()
}

// body reads { … } in the current scope.
func (p *parser) body() *Block {
	open := p.expect("{", "")
	b := &Block{Pos: open.Pos}
	p.open = append(p.open, open.Pos)
	objects := len(p.objects)
	for !p.is("}") {
		p.endInside(open)
		if s := p.guarded(); s != nil {
			b.Stmts = append(b.Stmts, s)
		}
	}
	p.open = p.open[:len(p.open)-1]
	b.End = p.peek().Pos
	p.next()
	p.destroyFrom(b, objects)
	return b
}

// lostBrace is the panic that leaves a function whose braces do not match.
type lostBrace struct{}

// endInside reports a function that ends before its braces are closed.
func (p *parser) endInside(open *token.Token) {
	t := p.peek()
	if t.Kind != token.EOF && !t.Is("__global__") && !(t.Is("__device__") && len(p.open) == 1) {
		return
	}
	if t.Kind == token.EOF && p.prev().Kind != token.Illegal { // a comment without its end takes the "}"
		p.Errorf(open.Pos, open.End, `this "{" is never closed; a "}" is missing`)
	} else if t.Kind != token.EOF {
		p.Errorf(open.Pos, open.End, `this "{" is not closed before %s on line %d; a "}" is missing`, t.Text, t.Pos.Line)
	}
	panic(lostBrace{})
}

// guarded reads a statement; after a syntax error it goes on behind it.
func (p *parser) guarded() (s Stmt) {
	start, open, sc := p.i, len(p.open), p.scope
	loops, switches, objects := p.loops, p.switches, len(p.objects)
	p.guard(func() { s = p.statement() }, func() {
		p.scope, p.open, p.loops, p.switches = sc, p.open[:open], loops, switches
		p.objects, p.temps = p.objects[:min(objects, len(p.objects))], nil
		p.skipStatement(start)
		p.buryFrom(start)
	})
	return s
}

// buryFrom declares the name that a broken declaration at start would have
// declared, so that its uses are not reported as well.
func (p *parser) buryFrom(start int) {
	for i := start + 1; i < min(max(start+8, p.i), len(p.toks)-1) && !p.toks[i-1].Is("{"); i++ {
		t := &p.toks[i]
		if t.Kind == token.Ident && p.declares(i) && !keywords[t.Text] && p.scope.find(t.Text) == nil {
			p.scope.names[t.Text] = &symbol{name: t.Text, pos: t.Pos, bad: true}
			return
		}
	}
}

// declares tells whether token i looks like a declared name: = follows it, or it
// stands behind a type.
func (p *parser) declares(i int) bool {
	before, after := &p.toks[i-1], &p.toks[i+1]
	behindType := before.Kind == token.Ident && (!keywords[before.Text] || baseWords[before.Text]) || before.Is(">")
	return after.Is("=") || behindType && (after.Is("(") || after.Is("[") || after.Is(";"))
}

// skipStatement passes what is left of a statement that began at start.
func (p *parser) skipStatement(start int) {
	braces, parens := 0, 0
	step := func(t *token.Token) {
		braces += braceStep(t)
		if braces == 0 && t.Is("(") {
			parens++
		} else if braces == 0 && t.Is(")") {
			parens--
		}
	}
	for i := start; i < p.i; i++ {
		step(&p.toks[i])
	}
	for {
		t := p.peek()
		if t.Kind == token.EOF || t.Is("__global__") || braces <= 0 && (t.Is("}") || p.i > start && startsStatement(t)) {
			return
		}
		step(t)
		p.next()
		if t.Kind == token.Illegal && p.peek().BOL { // a string without its end took the ";"
			return
		}
		if braces <= 0 && (t.Is(";") || t.Is("}") && parens <= 0) {
			return
		}
	}
}

func braceStep(t *token.Token) int {
	switch {
	case t.Is("{"):
		return 1
	case t.Is("}"):
		return -1
	}
	return 0
}

// angleStep is how many angle brackets a token opens, less those that it closes.
func angleStep(t *token.Token) int {
	switch {
	case t.Is("<"):
		return 1
	case t.Is(">"):
		return -1
	case t.Is(">>"):
		return -2
	}
	return 0
}

// startsStatement is true for words that begin a statement on a line of their own.
func startsStatement(t *token.Token) bool {
	return t.BOL && t.Kind == token.Ident && (baseWords[t.Text] || statementWords[t.Text])
}

var statementWords = token.Words("if for while do switch return break continue __shared__ __syncthreads")

// statement reads one statement; nil if it leaves nothing to execute.
func (p *parser) statement() Stmt {
	p.enter()
	defer p.leave()
	for p.is("[") && p.at(1).Is("[") {
		p.skipBalanced() // an attribute [[…]]
	}
	t := p.peek()
	if t.Kind == token.Pragma && strings.HasPrefix(t.Text, "omp ") {
		return p.parallel()
	}
	if t.Kind == token.Pragma {
		return p.unrolled()
	}
	switch t.Text {
	case "{":
		return p.block()
	case ";":
		p.next()
		return &Empty{t.Pos}
	case "if":
		return p.ifStmt()
	case "for":
		return p.forStmt(0)
	case "while":
		return p.whileStmt(0)
	case "do":
		return p.doStmt(0)
	case "switch":
		return p.switchStmt()
	case "return":
		return p.returnStmt()
	case "break", "continue":
		return p.branch()
	case "goto":
		return p.gotoStatement()
	case "case", "default":
		p.fail(t, "%q outside a switch", t.Text)
	case "else":
		p.fail(t, `"else" without an "if" before it`)
	case "asm", "__asm__", "__asm":
		return p.asm()
	case "try":
		if p.onHost() {
			return p.tryStmt()
		}
	case "using", "namespace":
		p.usingDecl()
		return nil
	case "static_assert":
		p.staticAssert()
		return nil
	}
	if p.labelAhead() {
		return p.labelled()
	}
	if t.Is("extern") && p.functionAhead() {
		s := p.specs("the function")
		p.localPrototype(&s)
		return nil
	}
	if p.startsDecl() {
		return p.localDecl()
	}
	if after := p.at(1); t.Kind == token.Ident && after.Kind == token.Ident && !keywords[t.Text] && !after.BOL && specials[t.Text] == nil {
		if sym := p.find(t); sym == nil || sym.host != "" {
			p.noType("the variable")
		}
	}
	return p.exprStmt()
}

// startsDecl tells a declaration from an expression that begins with a type, like float(x).
func (p *parser) startsDecl() bool {
	if !p.startsType() {
		return false
	}
	n := p.qualifier()
	t := p.at(n)
	if specWords[t.Text] {
		return true
	}
	end := p.typeEnd()
	after := p.at(end)
	return !after.Is("(") && !after.Is("{") && !after.Is("::") || after.Is("(") && p.at(end+1).Is("*")
}

// localPrototype declares a function inside another one: a function of the namespace that these stand in.
func (p *parser) localPrototype(s *specs) {
	start := p.i
	d := p.functionName(s)
	defer func(inner *scope) { p.scope = inner }(p.scope)
	p.scope = p.scope.nearestSpace()
	p.function(start, s, d)
}

// prototypeAhead tells whether a function is declared behind s: int f(int); and int f(); but not float x(y); nor Point p(); which
// beginners mean as an object.
func (p *parser) prototypeAhead(s *specs) bool {
	if !p.onHost() || s.typedef || s.static || s.shared || s.constexpr {
		return false
	}
	n := 0
	for p.at(n).Is("*") || p.at(n).Is("&") || p.at(n).Is("const") {
		n++
	}
	if p.at(n).Kind != token.Ident || keywords[p.at(n).Text] || !p.at(n+1).Is("(") {
		return false
	}
	defer func(i int) { p.i = i }(p.i)
	if p.i += n + 2; p.is(")") {
		return (n > 0 || s.typ.Kind != Struct && !isAuto(s.typ)) && p.at(1).Is(";")
	}
	return p.startsType() && !p.valueOfType()
}

// valueOfType tells whether a value is ahead that begins with its type: float(x), Point{1, 2} and T::count.
func (p *parser) valueOfType() bool {
	t := p.at(p.typeEnd())
	return t.Is("(") || t.Is("{") || t.Is("::")
}

// functionAhead tells whether the declaration ahead is one of a function.
func (p *parser) functionAhead() bool {
	for n := 0; ; n++ {
		switch t := p.at(n); {
		case t.Is("("):
			return p.at(n-1).Kind == token.Ident && !keywords[p.at(n-1).Text]
		case t.Kind == token.EOF || t.Is(";") || t.Is("=") || t.Is("["):
			return false
		}
	}
}

func (p *parser) exprStmt() Stmt {
	t := p.peek()
	x := p.expression()
	if name, ok := x.(*funcName); ok { // which C++ allows
		p.Errorf(t.Pos, t.End, "%q is a function: call it with (…)", name.name.Text)
		x = bad(t.Pos)
	}
	p.useless(x)
	x = p.finished(p.materialised(x))
	p.semicolon("this statement")
	return &ExprStmt{t.Pos, x}
}

// useless notes a statement that computes a value and drops it.
func (p *parser) useless(x Expr) {
	b, ok := x.(*Binary)
	if !ok || b.Op == "," {
		return
	}
	hint := ""
	if b.Op == "==" {
		hint = `; "=" assigns, "==" compares`
	}
	p.Notef(b.Pos, "this statement has no effect: the value of %q is dropped%s", b.Op, hint)
}

// condition reads ( expression ) as a truth value.
func (p *parser) condition(what string) Expr {
	p.expect("(", "after "+what)
	x := p.tested()
	p.expect(")", "after the condition of "+what)
	return p.finished(p.truth(x))
}

// tested reads the expression of a condition. An error about an assignment in it names "==", too.
func (p *parser) tested() Expr {
	outer := p.testing
	p.testing = true
	defer func() { p.testing = outer }()
	return p.expression()
}

// truth converts x to bool and notes the usual slips.
func (p *parser) truth(x Expr) Expr {
	switch x := x.(type) {
	case *Assign:
		if x.Op == "" {
			p.Notef(x.Pos, `"=" assigns; to compare, write "=="`)
		}
	case *Binary:
		if y, ok := unbool(x.X).(*Binary); ok && relational[x.Op] && relational[y.Op] {
			p.Notef(x.Pos, "a %s b %s c compares the truth of the first with c; write a %s b && b %s c", y.Op, x.Op, y.Op, x.Op)
		}
	}
	return p.toBool(x)
}

var relational = token.Words("< > <= >=")

func unbool(x Expr) Expr {
	if c, ok := x.(*Cast); ok && c.Implicit {
		return c.X
	}
	return x
}

func (p *parser) ifStmt() Stmt {
	s := &If{Pos: p.next().Pos}
	s.Constant = p.accept("constexpr")
	if p.push(); p.is("(") && p.declAfter() {
		defer p.pop()
		objects := len(p.objects)
		d := p.conditionDecl(s)
		p.ifBranches(s)
		b := &Block{Pos: s.Pos, End: s.Pos, Stmts: []Stmt{d, s}}
		p.destroyFrom(b, objects)
		return b
	}
	p.pop()
	s.Cond = p.condition("if")
	p.ifBranches(s)
	return s
}

// declAfter tells whether a declaration follows the "(".
func (p *parser) declAfter() bool {
	p.i++
	defer func() { p.i-- }()
	return p.startsDecl()
}

// conditionDecl reads (int x = f(); x > 0), or (int x = f()) where x is the condition.
func (p *parser) conditionDecl(s *If) *Decl {
	d := &Decl{Pos: p.next().Pos}
	specs := p.specs("the variable")
	if p.bindingAhead(&specs) { // (auto [a, b] = f(); a > b)
		d.Vars = append(d.Vars, p.binding(&specs)...)
		p.expect(";", "and the condition behind the names of the parts")
		x := p.tested()
		p.expect(")", "after the condition of if")
		s.Cond = p.finished(p.truth(x))
		return d
	}
	v := p.variable(&specs, Auto)
	if v == nil || v.Init == nil {
		p.unexpected("the value of the variable")
	}
	d.Vars = append(d.Vars, v)
	var x Expr = &Ident{Typed{v.Pos, v.Type}, v}
	if p.accept(";") {
		x = p.tested()
	}
	p.expect(")", "after the condition of if")
	s.Cond = p.finished(p.truth(x))
	return d
}

// ifBranches reads what follows the condition.
func (p *parser) ifBranches(s *If) {
	lit, known := s.Cond.(*Lit)
	if s.Constant && !known && !isBad(s.Cond) {
		p.Errorf(s.Cond.Position(), token.Pos{}, "the condition of if constexpr must be constant")
	}
	s.Then = p.substatement("if", s.Constant && known && lit.Value.I == 0)
	if p.accept("else") {
		s.Else = p.substatement("else", s.Constant && known && lit.Value.I != 0)
	}
}

// substatement reads the statement of an if, else or loop. What if constexpr discards is
// only matched, as in a template: it need not make sense for these arguments.
func (p *parser) substatement(what string, discard bool) Stmt {
	if discard {
		pos := p.peek().Pos
		p.skipOne()
		return &Empty{pos}
	}
	if t := p.peek(); t.Is(";") && t.Pos.Line == p.prev().Pos.Line {
		p.Notef(t.Pos, "%q ends the %s here; what follows is not part of it", ";", what)
	}
	p.push()
	defer p.pop()
	objects := len(p.objects)
	if s := p.statement(); s != nil {
		return p.destroyAfter(s, objects)
	}
	return &Empty{p.prev().Pos}
}

// skipOne passes one statement without reading it.
func (p *parser) skipOne() {
	if p.is("if") {
		p.next()
		p.accept("constexpr")
		p.skipBalanced()
		p.skipOne()
		if p.accept("else") {
			p.skipOne()
		}
		return
	}
	for p.is("for") || p.is("while") || p.is("switch") {
		p.next()
		p.skipBalanced()
	}
	if p.is("{") {
		p.skipBalanced()
		return
	}
	for !p.is(";") && !p.is("}") && p.peek().Kind != token.EOF {
		if !p.is("(") && !p.is("[") && !p.is("{") {
			p.next()
		} else if !p.skipBalanced() {
			return
		}
	}
	p.accept(";")
}

func (p *parser) returnStmt() Stmt {
	t := p.next()
	s := &Return{Pos: t.Pos}
	if !p.is(";") && !p.is("}") {
		s.X = p.returned(t)
	} else if p.fn != nil && p.fn.Object != nil {
		s.X = p.self(t.Pos)
	} else if p.deduceVoid(); p.fn != nil && p.fn.Result.Kind != Void {
		p.Errorf(t.Pos, t.End, "function %q returns %s: this return needs a value", p.fn.Name, p.fn.Result)
	}
	p.semicolon("return")
	if s.X != nil {
		s.X = p.finished(s.X)
	}
	return p.returning(s)
}

// returned reads the value of a return.
func (p *parser) returned(t *token.Token) Expr {
	p.returns = true
	var x Expr
	info := p.info(p.fn)
	if p.fn.Object != nil {
		p.fail(t, "a constructor returns nothing")
	}
	if p.is("{") && p.fn.Result.Kind == Struct {
		x = p.initList(p.fn.Result, "the result")
	} else {
		start := p.i
		x = p.expression()
		p.deduceResult(t, x, start, p.i)
	}
	switch {
	case isBad(x):
	case p.returnsItself(x):
		return x
	case info.reference:
		return p.bind(x, p.fn.Result.Elem, "the result of "+quoteName(p.fn.Name))
	case p.fn.Kernel:
		p.Errorf(t.Pos, t.End, "kernel %q cannot return a value; write it to memory through a pointer parameter", p.fn.Name)
	case p.fn.Result.Kind == Void && x.T().Kind == Void:
	case p.fn.Result.Kind == Void:
		p.Errorf(t.Pos, t.End, "function %q is void and cannot return a value", p.fn.Name)
	default:
		return p.convert(p.ownMoved(x), p.fn.Result, "the result of "+quoteName(p.fn.Name))
	}
	return x
}

// ownMoved is an object of the function that is returned: nobody needs what it holds.
func (p *parser) ownMoved(x Expr) Expr {
	if !x.T().managed() {
		return x
	}
	if id, ok := x.(*Ident); ok && id.Var.Storage == Auto {
		return moved(x)
	}
	if u, ok := x.(*Unary); ok && u.Op == "*" {
		if id, ok := u.X.(*Ident); ok {
			if i := slices.Index(p.fn.Params, id.Var); i >= 0 && p.info(p.fn).owned[i] {
				return moved(x)
			}
		}
	}
	return x
}

// staticAssert checks static_assert(condition, "message");
func (p *parser) staticAssert() {
	t := p.next()
	p.expect("(", "after static_assert")
	x := p.truth(p.conditional())
	msg := ""
	if p.accept(",") && p.peek().Kind == token.String {
		msg = fmt.Sprintf(": %q", p.stringLit().(*StringLit).Value)
	}
	p.expect(")", "after static_assert(…")
	p.semicolon("static_assert(…)")
	lit, ok := x.(*Lit)
	switch {
	case isBad(x):
	case !ok:
		p.Errorf(x.Position(), token.Pos{}, "static_assert needs a constant condition")
	case lit.Value.I == 0:
		p.Errorf(t.Pos, t.End, "static_assert fails%s", msg)
	}
}
