package cuda

import (
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// expression reads an expression with the comma operator.
func (p *parser) expression() Expr {
	x := p.assignment()
	for p.is(",") {
		op := p.next()
		y := p.assignment()
		if isBad(x) || isBad(y) {
			x = bad(op.Pos)
			continue
		}
		x, y = p.materialised(p.plainName(x)), p.plainName(p.decay(y))
		x = &Binary{Typed{op.Pos, y.T()}, ",", x, y}
	}
	return x
}

var assignOps = token.Words("= += -= *= /= %= &= |= ^= <<= >>=")

// assignment reads a conditional expression or an assignment to one.
func (p *parser) assignment() Expr {
	p.enter()
	defer p.leave()
	if p.is("{") {
		p.unexpected("an expression")
	}
	if p.is("throw") && p.onHost() {
		return p.throwExpr()
	}
	l := p.conditional()
	op := p.peek()
	if op.Kind != token.Punct || !assignOps[op.Text] {
		return l
	}
	p.next()
	if p.is("{") && op.Text == "=" && !isBad(l) {
		return p.assign(op, l, p.initList(l.T().plain(), "the left side"))
	}
	return p.assign(op, l, p.assignment())
}

// conditional reads c ? a : b or what binds tighter.
func (p *parser) conditional() Expr {
	c := p.binaryExpr(1)
	if !p.is("?") {
		return c
	}
	op := p.next()
	p.maybe++
	a := p.expression()
	p.expect(":", "between the values of ?")
	b := p.assignment()
	p.maybe--
	throwsInstead(a, b)
	throwsInstead(b, a)
	return p.choose(op, c, a, b)
}

// precedence of the binary operators; 0 is none.
var precedence = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6,
	"<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

func (p *parser) binaryExpr(least int) Expr {
	x := p.unaryExpr()
	for {
		op := p.peek()
		prec := precedence[op.Text]
		if op.Kind != token.Punct || prec < least || prec == 0 || (op.Is(">") || op.Is(">>")) && p.noGreater {
			return x
		}
		p.next()
		decides := prec <= precedence["&&"]
		if decides {
			p.maybe++
		}
		y := p.binaryExpr(prec + 1)
		if decides {
			p.maybe--
		}
		x = p.binary(op, x, y)
	}
}

// unaryExpr reads prefix operators, casts, sizeof and what they apply to.
func (p *parser) unaryExpr() Expr {
	p.enter()
	defer p.leave()
	t := p.peek()
	if t.Kind == token.Punct {
		switch t.Text {
		case "-", "+", "!", "~", "*", "&":
			p.next()
			return p.unary(t, p.unaryExpr())
		case "++", "--":
			p.next()
			return p.incDec(t, p.unaryExpr(), true)
		case "(":
			if p.castAhead() {
				return p.cStyleCast()
			}
		}
	}
	switch {
	case t.Kind != token.Ident:
	case t.Text == "new":
		return p.postfix(p.newExpr())
	case t.Text == "delete":
		return p.deleteExpr()
	}
	if t.Is("sizeof") || t.Is("alignof") {
		return p.sizeof()
	}
	return p.postfix(p.primary())
}

// castAhead tells whether "(" begins a cast.
func (p *parser) castAhead() bool {
	i := p.i
	defer func() { p.i = i }()
	p.i++
	if !p.startsType() {
		return false
	}
	end := p.typeEnd()
	after := p.at(end)
	if after.Is("(") && p.at(end+1).Is("*") && (p.at(end+2).Is(")") || p.at(end+2).Is("*")) { // void (*)(int)
		return true
	}
	return !after.Is("(") && !after.Is("{") && !after.Is("::")
}

func (p *parser) cStyleCast() Expr {
	open := p.next()
	d := p.castType()
	t := d.typ
	p.expect(")", "after the type of the cast")
	if p.is("{") {
		return p.initList(t, "the value")
	}
	x := p.unaryExpr()
	if d.ref && p.lvalue(x) { // what stands there, as another type
		return p.castPlace(open, x, &d)
	}
	return p.explicit(open, x, t)
}

// castPlace is what stands at the place of x, as another type.
func (p *parser) castPlace(at *token.Token, x Expr, d *declarator) Expr {
	if !Same(x.T(), d.typ) {
		x = p.dereference(at, p.explicit(at, p.pointTo(x), pointerTo(d.typ)))
	}
	if d.temporary {
		return moved(x)
	}
	return x
}

// sizeof reads sizeof(type), sizeof(x) or sizeof x.
func (p *parser) sizeof() Expr {
	t := p.next()
	if t.Is("sizeof") && p.is("...") {
		return p.sizeofPack(t)
	}
	var typ *Type
	if p.is("(") && p.castAhead() {
		p.next()
		typ = p.typeID()
		p.expect(")", "after the type of "+t.Text)
	} else {
		temps := len(p.temps)
		p.unevaluated++
		x := p.unaryExpr()
		if n := variableSize(x); n != nil {
			p.unevaluated--
			p.temps = p.temps[:temps]
			return n
		}
		if typ = x.T(); typ == textPointer || typ == typeString {
			if text, ok := x.(*StringLit); ok { // an array
				typ = &Type{Kind: Array, Elem: textPointer.Elem, Len: len(text.Value) + 1}
			}
		}
		p.unevaluated--
		p.temps = p.temps[:temps] // it is not evaluated
	}
	if p.heads > 0 && (typ.Kind == paramKind || typ.open()) {
		p.dependents++
		return &Lit{Typed{t.Pos, typeULong}, Const{I: 1}}
	}
	n := typ.Size()
	if t.Text == "alignof" {
		n = typ.Alignment()
	}
	if typ.Kind == badKind {
		return bad(t.Pos)
	}
	if n == 0 || typ.Kind == Void {
		p.Errorf(t.Pos, t.End, "the size of %s is not known here", typ)
	}
	return &Lit{Typed{t.Pos, typeULong}, Const{I: int64(n)}}
}

// constantHere reads __builtin_constant_p(x): 1 if x is a constant without optimisation, 0 if not. x is not evaluated.
func (p *parser) constantHere(t *token.Token) Expr {
	p.expect("(", "after "+t.Text)
	temps := len(p.temps)
	p.unevaluated++
	x := p.expression()
	p.unevaluated--
	p.temps = p.temps[:temps]
	p.expect(")", "after the operand of "+t.Text)
	if isBad(x) {
		return x
	}
	_, text := x.(*StringLit)
	return &Lit{Typed{t.Pos, typeInt}, Const{I: b2i(text || x.T().Kind != Pointer && constantInit(x))}}
}

// postfix reads the indices, members, calls and ++ after x.
func (p *parser) postfix(x Expr) Expr {
	for {
		t := p.peek()
		switch {
		case t.Is("["):
			p.next()
			i := p.subscript(x)
			p.expect("]", "after the index")
			x = p.index(t, x, i)
		case t.Is(".") || t.Is("->"):
			p.next()
			if p.atEnd() {
				p.completion.members(p, x.T())
			}
			x = p.member(t, x)
		case t.Is("++") || t.Is("--"):
			p.next()
			x = p.incDec(t, x, false)
		case t.Is("<<<") && p.onHost() && (x.T().Kind == FuncPointer || x.T().Kind == Function):
			x = p.launchThrough(t, x)
		case t.Is("("):
			if isBad(x) {
				p.skipBalanced()
				continue
			}
			if name, ok := x.(*funcName); ok { // (f)(x)
				args, ok := p.arguments(&name.name)
				if !ok {
					return bad(t.Pos)
				}
				x = p.overloadCall(&name.name, &symbol{funcs: name.funcs}, name.explicit, args)
				continue
			}
			if x = p.decay(x); x.T().Kind == FuncPointer {
				name := token.Token{Kind: token.Ident, Text: "the function pointer", Pos: t.Pos, End: t.End}
				args, ok := p.arguments(&name)
				if !ok {
					return bad(t.Pos)
				}
				x = p.callThrough(&name, x, args)
				continue
			}
			methods := x.T().method("operator()")
			if methods == nil {
				p.fail(t, "a value of type %s cannot be called", x.T())
			}
			name := token.Token{Kind: token.Ident, Text: "operator()", Pos: t.Pos, End: t.End}
			args, ok := p.arguments(&name)
			if !ok {
				return bad(t.Pos)
			}
			x = p.invoke(&name, x, methods, nil, args)
		default:
			return x
		}
	}
}

// subscript reads an index of x and explains a[i, j].
func (p *parser) subscript(x Expr) Expr {
	of := x.T()
	if p.is("]") {
		p.fail(p.peek(), "an index is missing between the brackets")
	}
	greater := p.noGreater
	p.noGreater = false
	if p.is("{") {
		list := p.bracedList()
		p.noGreater = greater
		return list
	}
	i := p.expression()
	p.noGreater = greater
	if b, ok := i.(*Binary); ok && b.Op == "," {
		if of.Kind == Function || of.Kind == FuncPointer {
			p.Errorf(b.Pos, token.Pos{}, "in CUDA C a kernel is launched with kernel<<<blocks, threads>>>(…); only cells write kernel[blocks, threads](…)")
			return bad(b.Pos)
		}
		p.Errorf(b.Pos, token.Pos{}, "a[i, j] takes only j in C; write a[i][j]")
		return bad(b.Pos)
	}
	return i
}

// primary reads a literal, a name, a call or a parenthesis.
func (p *parser) primary() Expr {
	t := p.peek()
	switch t.Kind {
	case token.Number:
		return p.numberLit(p.next())
	case token.Char:
		p.next()
		v, err := token.Character(t.Text)
		if err != nil {
			p.Errorf(t.Pos, t.End, "%s", err)
		}
		return &Lit{Typed{t.Pos, typeChar}, Const{I: v}}
	case token.String:
		if x := p.textWithSuffix(); x != nil {
			return x
		}
		return p.stringLit()
	case token.Ident:
		if p.requiresAhead() {
			return p.requires()
		}
		return p.word()
	case token.Punct:
		switch t.Text {
		case "(":
			return p.parenthesis()
		case "::":
			return p.word()
		case "[":
			return p.lambda()
		case "<":
			if p.at(1).Is("/") {
				p.fail(t, "this is a tag of a web page, not C: delete it")
			}
		case ")", "]", ";", "}", ",":
			p.unexpected("an expression")
		}
		p.noOperator(t)
	}
	p.unexpected("an expression")
	return nil
}

// foreignOperators are operators of other languages, as the two tokens that C sees.
var foreignOperators = map[[2]string]string{
	{"=", "<"}: "<=", {"=", ">"}: ">=", {"<", ">"}: "!=", {"=", "=="}: "==", {"==", "="}: "==", {"&&", "|"}: "||",
}

// noOperator reports the second half of an operator that C does not have.
func (p *parser) noOperator(t *token.Token) {
	last := p.prev()
	if want := foreignOperators[[2]string{last.Text, t.Text}]; want != "" && last.End == t.Pos {
		p.Errorf(last.Pos, t.End, "there is no operator %q: write %q", last.Text+t.Text, want)
		panic(bailout{})
	}
}

func (p *parser) parenthesis() Expr {
	open := p.next()
	greater := p.noGreater
	p.noGreater = false
	if x := p.foldExpression(); x != nil {
		p.noGreater = greater
		return x
	}
	x := p.expression()
	p.noGreater = greater
	if !p.is(")") && p.peek().Kind != token.Illegal {
		p.fail(p.peek(), `expected ")" for the "(" in column %d but found %s`, open.Pos.Col, p.peek())
	}
	p.expect(")", "")
	return x
}

func (p *parser) numberLit(t *token.Token) Expr {
	v, typ, err := number(t.Text)
	if err != nil {
		if x := p.numberWithSuffix(t); x != nil {
			return x
		}
		p.Errorf(t.Pos, t.End, "%s", err)
		return bad(t.Pos)
	}
	return &Lit{Typed{t.Pos, typ}, v}
}

// stringLit joins adjacent literals.
func (p *parser) stringLit() Expr {
	s := &StringLit{Typed: Typed{p.peek().Pos, typeString}}
	if p.onHost() {
		s.Type = textPointer
	}
	var b strings.Builder
	for p.peek().Kind == token.String {
		t := p.next()
		v, err := token.Unquote(t.Text)
		if err != nil {
			p.Errorf(t.Pos, t.End, "%s", err)
		}
		b.WriteString(v)
	}
	s.Value = b.String()
	return s
}

// word reads an expression that begins with a name.
func (p *parser) word() Expr {
	t := p.peek()
	switch t.Text {
	case "true", "false":
		p.next()
		return &Lit{Typed{t.Pos, typeBool}, Const{I: b2i(t.Text == "true")}}
	case "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__":
		if p.onHost() && p.fn != nil {
			p.next()
			return &StringLit{Typed: Typed{t.Pos, textPointer}, Value: p.fn.Name}
		}
	case "nullptr":
		p.next()
		return &Lit{Typed: Typed{t.Pos, typeNull}}
	case "this":
		return p.this(p.next())
	case "__builtin_constant_p":
		if p.at(1).Is("(") {
			return p.constantHere(p.next())
		}
	case "typeid":
		if p.onHost() {
			return p.typeIdentity(p.next())
		}
	case "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast":
		return p.namedCast()
	}
	if t.Is(standard) && p.at(1).Is("::") && (p.at(2).Is("move") && p.at(3).Is("(") && p.oneArgument(3) ||
		p.at(2).Is("forward") && p.at(3).Is("<")) {
		p.i += 2
		return p.passedOn()
	}
	if (t.Is("move") && p.at(1).Is("(") && p.oneArgument(1) || t.Is("forward") && p.at(1).Is("<")) && p.ofStandard(p.find(t)) {
		return p.passedOn()
	}
	if typeTraits[t.Text].holds != nil && p.at(1).Is("(") {
		return p.trait(p.next())
	}
	sym := p.find(t)
	if sym != nil && sym.variable != nil && p.at(1).Is("<") {
		return p.variableInstance(p.next(), sym.variable)
	}
	if sym == nil && specials[t.Text] != nil {
		return p.special(p.next())
	}
	if e, n := p.enumAhead(); e != nil {
		return p.enumerator(e, n)
	}
	inner, _ := p.typeInClass()
	if sym, _ := p.memberTemplate(); inner == nil && sym == nil {
		if of, n := p.classAhead(); of != nil {
			return p.classMember(of, n)
		}
	}
	if p.startsType() && (sym == nil || sym.namespace || sym.typ != nil || sym.template != nil || sym.alias != nil) {
		return p.functionalCast()
	}
	n := p.qualifier()
	if p.i += n; n > 0 && p.atEnd() && p.at(0).Within != nil {
		p.completion.spaceNames(p, spaceBefore(p.at(0)))
	}
	t = p.peek()
	if vt := p.variableNamed(t); vt != nil && p.at(1).Is("<") {
		return p.variableInstance(p.next(), vt)
	}
	if n > 0 && !t.Is("operator") && p.find(t) == nil {
		p.refuse(t)
		if t.Within != nil && t.Kind == token.Ident && (t.Within != p.global || !isBuiltin(t.Text) && specials[t.Text] == nil) {
			p.noSuchName(t)
		}
	}
	if t.Is("operator") && p.at(1).Kind == token.Punct { // operator+(a, b)
		name := p.operatorWord()
		if sym := p.find(&name); sym == nil && !p.inSpace(name.Text) {
			p.fail(&name, "no %s is declared here; for what is built in write the operator itself", name.Text)
		}
		return p.call(&name)
	}
	if t.Kind != token.Ident || keywords[t.Text] || p.at(1).Is("::") {
		p.refuse(t)
		p.unexpected("an expression")
	}
	p.next()
	if p.callAhead(t) {
		return p.call(t)
	}
	return p.ident(t)
}

// oneArgument tells whether the ( at token n holds one argument.
func (p *parser) oneArgument(n int) bool {
	depth := 0
	for ; ; n++ {
		switch t := p.at(n); {
		case t.Kind == token.EOF:
			return false
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			if depth--; depth == 0 {
				return true
			}
		case t.Is(",") && depth == 1:
			return false
		}
	}
}

// passedOn reads std::move(x), which is x as an object that gives up what it holds, or std::forward<T>(x),
// which is that unless T is a reference.
func (p *parser) passedOn() Expr {
	name := *p.next()
	stays := false
	if p.is("<") {
		args := p.templateArgs()
		stays = len(args) == 1 && args[0].typ != nil && args[0].typ.refers == toLvalue
	}
	args, ok := p.arguments(&name)
	if !ok {
		return bad(name.Pos)
	}
	if len(args) != 1 {
		p.fail(&name, "std::%s takes one argument, got %d", name.Text, len(args))
	}
	if stays || !p.lvalue(args[0]) {
		return args[0]
	}
	return moved(args[0])
}

// functionalCast reads T(x), T{x} or T().
func (p *parser) functionalCast() Expr {
	at := *p.peek()
	s := p.specs("the cast")
	s.typ = s.typ.referredTo(byValue)
	if s.typ.Kind == placeholderKind {
		x, _ := p.deducedObject(&at, s.typ.class.of)
		return x
	}
	switch {
	case p.is("{"):
		return p.initList(s.typ, "the value")
	case !p.is("("):
		p.fail(&at, "expected a value but found the type %s", s.typ)
	case s.typ.Kind != Struct && !p.at(1).Is(")"):
		p.next()
		x := p.assignment()
		p.expect(")", "after the value of the cast")
		return p.explicit(&at, x, s.typ)
	}
	if p.checkAbstract(&at, s.typ) {
		p.skipBalanced()
		return bad(at.Pos)
	}
	return p.constructor(s.typ, "a value")
}

// namedCast reads static_cast<T>(x) and its relatives.
func (p *parser) namedCast() Expr {
	t := p.next()
	p.expect("<", "after "+t.Text)
	s := p.specs("the type")
	p.plainly(&s, "this type")
	d := p.declarator(s.typ, "the type", false)
	typ := d.typ
	p.expect(">", "after the type of "+t.Text)
	p.expect("(", "after "+t.Text+"<…>")
	x := p.expression()
	p.expect(")", "after the value of "+t.Text)
	if t.Text == "dynamic_cast" {
		return p.dynamicCast(t, x, typ)
	}
	if d.ref && p.lvalue(x) { // what stands there, as another type
		return p.castPlace(t, x, &d)
	}
	if t.Text == "reinterpret_cast" && !isBad(x) && typ.IsArithmetic() && x.T().IsArithmetic() {
		p.Errorf(t.Pos, t.End, "reinterpret_cast from %s to %s: use static_cast for the value, or __float_as_int and its relatives for the bits", x.T(), typ)
		return bad(t.Pos)
	}
	if from := p.rvalue(x).T(); t.Text != "const_cast" && typ.Kind == Pointer && from.Kind == Pointer && from.Elem.Const && !typ.Elem.Const {
		p.Errorf(t.Pos, t.End, "%s cannot take away const: write %s<const %s>", t.Text, t.Text, typ)
		return bad(t.Pos)
	}
	return p.explicit(t, x, typ)
}

// constInt reads an integer constant expression.
func (p *parser) constInt(what string) (int64, bool) {
	x := p.rvalue(p.conditional())
	lit, ok := x.(*Lit)
	switch {
	case isBad(x):
		return 0, false
	case !ok || lit.Type.Kind == Pointer:
		p.Errorf(x.Position(), token.Pos{}, "%s must be a constant known at compile time%s", what, constHint(x))
		return 0, false
	case !lit.Type.IsInteger():
		p.Errorf(x.Position(), token.Pos{}, "%s must be an integer, not %s", what, lit.Type)
		return 0, false
	}
	return lit.Value.I, true
}

// constHint tells how the variable in x could become a constant.
func constHint(x Expr) string {
	switch x := x.(type) {
	case *Ident:
		if x.Var.Storage == Param {
			return "; " + quoteName(x.Var.Name) + " is a parameter: use #define, a const int, or a template parameter"
		}
		return "; declare " + quoteName(x.Var.Name) + " const with a constant value, or use #define"
	case *Binary:
		if hint := constHint(x.X); hint != "" {
			return hint
		}
		return constHint(x.Y)
	case *Cast:
		return constHint(x.X)
	case *Special:
		return "; " + x.Name + " is known only when the kernel runs: use extern __shared__ memory or #define"
	}
	return ""
}
