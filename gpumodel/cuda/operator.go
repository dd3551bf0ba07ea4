package cuda

import "strings"

// unary builds op x.
func (p *parser) unary(op *token, x Expr) Expr {
	if isBad(x) {
		return x
	}
	if name, ok := x.(*funcName); ok && (op.text == "&" || op.text == "*") { // both are the function again
		return name
	}
	if op.text == "&" {
		if x.T().Kind == Struct { // what stands for an element has the address of that
			if y := p.memberOperator(op, []Expr{x}); y != nil {
				return y
			}
		}
		return p.addressOf(op, x)
	}
	x = p.promotedBits(p.rvalue(x))
	t := x.T()
	switch {
	case op.text == "*" && t.Kind == FuncPointer: // a function, which decays again
		return x
	case op.text == "*" && t.Kind == Pointer:
		return p.dereference(op, x)
	case op.text == "!" && t.IsScalar():
		return p.fold(&Unary{Typed: Typed{op.pos, typeBool}, Op: "!", X: p.toBool(x)})
	case op.text == "~" && t.IsInteger(), (op.text == "-" || op.text == "+") && t.IsArithmetic():
		x = p.cast(x, promote(t), true)
		if op.text == "+" {
			return x
		}
		return p.fold(&Unary{Typed: Typed{op.pos, x.T().plain()}, Op: op.text, X: x})
	case op.text == "+" && (t.Kind == Pointer || t.Kind == FuncPointer):
		return x
	case op.text == "+" && t.plainLambda():
		return p.lambdaPointer(x)
	}
	if y := p.overloaded(op, x); y != nil {
		return y
	}
	if op.text == "!" && conversionOf(t, typeBool, true) != nil { // an explicit one, too
		return p.unary(op, p.toBool(x))
	}
	if y := p.unwrapped(x); y != x {
		return p.unary(op, y)
	}
	hint := ""
	switch {
	case t.Kind == Half:
		hint = halfHint
	case op.text == "*":
		hint = `: only a pointer can be dereferenced (C has no operator "**"; a power is powf(x, y))`
	}
	p.errorf(op.pos, op.end, "operator %q cannot be applied to %s%s", op.text, t, hint)
	return bad(op.pos)
}

func (p *parser) addressOf(op *token, x Expr) Expr {
	if lit, ok := x.(*Lit); ok && p.constVar[lit] != nil {
		x = p.constVar[lit]
	}
	x = p.place(x)
	if b := bitsOf(x); b != nil {
		p.errorf(op.pos, op.end, "bit field %q has no address of its own", b.Name)
		return bad(op.pos)
	}
	if !p.lvalue(x) {
		p.errorf(op.pos, op.end, `"&" needs a variable, an array element or a member`)
		return bad(op.pos)
	}
	if u, ok := x.(*Unary); ok && u.Op == "*" { // &*p is p
		return u.X
	}
	takeAddress(x)
	return &Unary{Typed: Typed{op.pos, pointerTo(x.T())}, Op: "&", X: x}
}

func (p *parser) dereference(op *token, x Expr) Expr {
	t := x.T().Elem
	if t.Kind == Void {
		p.errorf(op.pos, op.end, "a void* cannot be dereferenced; cast it to a pointer to the element's type")
		return bad(op.pos)
	}
	if t.row != nil {
		return p.rowAt(x)
	}
	return &Unary{Typed: Typed{op.pos, t}, Op: "*", X: x}
}

// fold evaluates a unary operator on a literal.
func (p *parser) fold(u *Unary) Expr {
	lit, ok := u.X.(*Lit)
	if !ok || isBad(u.X) {
		return u
	}
	return &Lit{Typed{u.Pos, u.Type}, foldUnary(u.Op, u.Type, lit.Value)}
}

// incDec builds ++x, x++, --x or x--.
func (p *parser) incDec(op *token, x Expr, prefix bool) Expr {
	x = p.place(x)
	if isBad(x) || !p.assignable(op, x) {
		return bad(op.pos)
	}
	t := x.T()
	if !t.IsScalar() {
		args := []Expr{x}
		if !prefix { // operator++(x, int)
			args = append(args, &Lit{Typed: Typed{op.pos, typeInt}})
		}
		if y := p.overloaded(op, args...); y != nil {
			return y
		}
	}
	if !t.IsScalar() || t.Kind == Bool || t.Enum != nil || t.Kind == FuncPointer || t.Kind == Pointer && t.Elem.row != nil {
		p.errorf(op.pos, op.end, "operator %q cannot be applied to %s", op.text, t)
		return bad(op.pos)
	}
	return &IncDec{Typed{op.pos, t.plain()}, op.text, prefix, x}
}

// binary builds x op y.
func (p *parser) binary(op *token, x, y Expr) Expr {
	x, y = p.promotedBits(p.rvalue(x)), p.promotedBits(p.rvalue(y))
	if isBad(x) || isBad(y) {
		return bad(op.pos)
	}
	a, b := x.T(), y.T()
	switch {
	case op.text == "&&" || op.text == "||":
		return p.logical(op, p.toBool(x), p.toBool(y))
	case (a.Kind == FuncPointer || b.Kind == FuncPointer) && a.Kind != Struct && b.Kind != Struct:
		return p.compareFunctions(op, x, y)
	case a.Enum != nil || b.Enum != nil:
		if z := p.overloaded(op, x, y); z != nil {
			return z
		}
		if a.scoped() && Same(a, b) && compares[op.text] {
			number := &Type{Kind: a.Kind}
			return p.arithmetic(op, p.cast(x, number, true), p.cast(y, number, true))
		}
	}
	switch {
	case a.IsArithmetic() && b.IsArithmetic():
		return p.arithmetic(op, x, y)
	case a.Kind == Pointer || b.Kind == Pointer:
		if z := p.pointerOp(op, x, y); z != nil {
			return z
		}
	}
	if z := p.overloaded(op, x, y); z != nil {
		return z
	}
	if u, v := p.unwrapped(x), p.unwrapped(y); u != x || v != y {
		return p.binary(op, u, v)
	}
	p.errorf(op.pos, op.end, "operator %q cannot be applied to %s and %s%s", op.text, a, b, operandHint(a, b))
	return bad(op.pos)
}

// halfHint is for those who calculate with halves.
const halfHint = "; #include <cuda_fp16.h> has the operators of halves, for two halves each: x * __float2half(2.0f)"

var compares = words("== != < > <= >=")

func operandHint(a, b *Type) string {
	for _, t := range []*Type{a, b} {
		switch {
		case t.scoped():
			return ": an enum class is not a number; cast it, (int)…"
		case t.Kind == Half || t.Name == typeHalf2.Name:
			return halfHint
		case t.Kind == Struct && t.field("x") != nil:
			return "; calculate with its components .x, .y, …"
		case t.Kind == Pointer:
			return "; did you forget an index [i] or *?"
		case t.Kind == Void:
			return ": a void function has no value"
		}
	}
	return ""
}

func (p *parser) arithmetic(op *token, x, y Expr) Expr {
	t := common(x.T(), y.T())
	result := t
	switch op.text {
	case "<<", ">>":
		return p.shift(op, x, y)
	case "%", "&", "|", "^":
		if t.IsFloat() {
			p.errorf(op.pos, op.end, "operator %q needs integers, not %s and %s%s", op.text, x.T(), y.T(), floatHint[op.text])
			return bad(op.pos)
		}
	case "<", ">", "<=", ">=", "==", "!=":
		result = typeBool
	}
	x, y = p.cast(x, t, true), p.cast(y, t, true)
	return p.foldBinary(op, &Binary{Typed{op.pos, result}, op.text, x, y}, t)
}

var floatHint = map[string]string{"%": "; the remainder of floats is fmodf(x, y)", "^": "; a power is powf(x, y)"}

func (p *parser) shift(op *token, x, y Expr) Expr {
	if !x.T().IsInteger() || !y.T().IsInteger() {
		p.errorf(op.pos, op.end, "operator %q needs integers, not %s and %s", op.text, x.T(), y.T())
		return bad(op.pos)
	}
	x, y = p.cast(x, promote(x.T()), true), p.cast(y, promote(y.T()), true)
	t := x.T().plain()
	if lit, ok := y.(*Lit); ok && (lit.Value.I < 0 || lit.Value.I >= int64(8*t.Size())) {
		p.errorf(op.pos, op.end, "shift by %d: %s has %d bits", lit.Value.I, t, 8*t.Size())
		return bad(op.pos)
	}
	return p.foldBinary(op, &Binary{Typed{op.pos, t}, op.text, x, y}, t)
}

// foldBinary evaluates b if both sides are literals of type t.
func (p *parser) foldBinary(op *token, b *Binary, t *Type) Expr {
	y, ok := b.Y.(*Lit)
	if ok && (b.Op == "/" || b.Op == "%") && t.IsInteger() && y.Value.I == 0 {
		p.errorf(op.pos, op.end, "division by zero")
		return bad(op.pos)
	}
	x, ok2 := b.X.(*Lit)
	if !ok || !ok2 {
		return b
	}
	v, ok := foldBinary(b.Op, t, x.Value, y.Value)
	if !ok {
		return b
	}
	return &Lit{Typed{x.Pos, b.Type}, v}
}

// logical builds && and ||, which a constant left side decides.
func (p *parser) logical(op *token, x, y Expr) Expr {
	if isBad(x) || isBad(y) {
		return bad(op.pos)
	}
	if lit, ok := x.(*Lit); ok {
		if (lit.Value.I != 0) == (op.text == "||") {
			return lit
		}
		return y
	}
	return &Binary{Typed{op.pos, typeBool}, op.text, x, y}
}

// pointerOp builds what is allowed on pointers, or nil.
func (p *parser) pointerOp(op *token, x, y Expr) Expr {
	a, b := x.T(), y.T()
	switch op.text {
	case "+":
		if b.Kind == Pointer {
			x, y, a, b = y, x, b, a
		}
		if !b.IsInteger() || !p.complete(op, a) {
			return nil
		}
		if a.Elem.row != nil {
			return p.rowStep(x, p.offset(y), false)
		}
		return &Binary{Typed{op.pos, a.plain()}, "+", x, p.offset(y)}
	case "-":
		switch {
		case a.Kind == Pointer && b.IsInteger() && a.Elem.row != nil:
			return p.rowStep(x, p.offset(y), true)
		case a.Kind == Pointer && b.IsInteger() && p.complete(op, a):
			return &Binary{Typed{op.pos, a.plain()}, "-", x, p.offset(y)}
		case a.Kind == Pointer && b.Kind == Pointer && Same(a, b) && a.Elem.row == nil && p.complete(op, a):
			return &Binary{Typed{op.pos, typeLong}, "-", x, y}
		}
	case "<", ">", "<=", ">=":
		if a.Kind != Pointer || b.Kind != Pointer {
			return nil
		}
		fallthrough
	case "==", "!=":
		if a.Kind == Struct || b.Kind == Struct { // a class that a pointer can be converted to has operators of its own
			return nil
		}
		if implicit(y, a) != impossible {
			return &Binary{Typed{op.pos, typeBool}, op.text, x, p.cast(y, a.plain(), true)}
		}
		if implicit(x, b) != impossible {
			return &Binary{Typed{op.pos, typeBool}, op.text, p.cast(x, b.plain(), true), y}
		}
	}
	return nil
}

// complete refuses arithmetic on void*.
func (p *parser) complete(op *token, t *Type) bool {
	if t.Elem.Kind == Void {
		p.errorf(op.pos, op.end, "arithmetic on void*: cast it to char* to count bytes")
		return false
	}
	return true
}

// offset is an integer as an index: Int, UInt, Long or ULong.
func (p *parser) offset(x Expr) Expr {
	t := promote(x.T())
	switch t.Kind {
	case LongLong:
		t = typeLong
	case ULongLong:
		t = typeULong
	}
	return p.cast(x, t, true)
}

// choose builds c ? a : b.
func (p *parser) choose(op *token, c, a, b Expr) Expr {
	c, a, b = p.toBool(c), p.rvalue(a), p.rvalue(b)
	if isBad(c) || isBad(a) || isBad(b) {
		return bad(op.pos)
	}
	if !(p.lvalue(a) && p.lvalue(b) && Same(a.T(), b.T())) {
		a, b = p.promotedBits(a), p.promotedBits(b)
	}
	t, s := a.T(), b.T()
	if Same(t, s) && !(p.lvalue(a) && p.lvalue(b)) { // the value is a new object
		a, b = p.copyOf(a, t), p.copyOf(b, s)
	}
	switch {
	case t.Enum != nil && Same(t, s):
	case t.IsArithmetic() && s.IsArithmetic():
		if t.Kind != s.Kind || t.Enum != nil || s.Enum != nil {
			t = common(t, s)
		}
	case implicit(b, t) != impossible:
	case implicit(a, s) != impossible:
		t = s
	case t.Kind == Void && s.Kind == Void:
	case p.hosted && (t.Kind == String || s.Kind == String) && implicit(a, textPointer) != impossible &&
		implicit(b, textPointer) != impossible:
		t = textPointer
	default:
		p.errorf(op.pos, op.end, "the two values of ?: have types %s and %s, which have nothing in common", t, s)
		return bad(op.pos)
	}
	t = t.plain()
	if !Same(a.T(), b.T()) {
		a, b = p.copyOf(a, t), p.copyOf(b, t)
	}
	a, b = p.cast(a, t, true), p.cast(b, t, true)
	if lit, ok := c.(*Lit); ok {
		if lit.Value.I != 0 {
			return a
		}
		return b
	}
	return &Cond{Typed{op.pos, t}, c, a, b}
}

// index builds x[i].
func (p *parser) index(at *token, x, i Expr) Expr {
	if isBad(x) || isBad(i) {
		return bad(x.Position())
	}
	i = p.rvalue(i)
	t := x.T()
	if t.Kind != Struct {
		i = p.unwrapped(i)
	}
	if methods := t.method("operator[]"); methods != nil {
		return p.invoke(&token{text: "operator[]", pos: at.pos, end: at.end}, x, methods, nil, []Expr{i})
	}
	if y := p.unwrapped(x); y != x {
		return p.index(at, y, i)
	}
	if s, ok := x.(*StringLit); ok {
		x = p.decay(s)
		t = x.T()
	}
	if t.Kind != Array && t.Kind != Pointer {
		p.errorf(at.pos, at.end, "a value of type %s has no elements: one index too many, or a pointer is meant%s", t, conversionHint(x, typeInt))
		return bad(x.Position())
	}
	if !i.T().IsInteger() {
		pos, end := extent(i)
		p.errorf(pos, end, "an index must be an integer, not %s%s", i.T(), conversionHint(i, typeInt))
		return bad(x.Position())
	}
	if t.Elem.Kind == Void {
		p.errorf(at.pos, at.end, "a void* has no elements; cast it to a pointer to the element's type")
		return bad(x.Position())
	}
	i = p.offset(i)
	if t.Elem.row != nil {
		return p.rowAt(p.rowStep(x, i, false))
	}
	if lit, ok := i.(*Lit); ok && t.Kind == Array && t.Len >= 0 && (lit.Value.I < 0 || lit.Value.I >= int64(t.Len)) {
		pos, end := extent(i)
		p.errorf(pos, end, "index %d is outside the array of type %s: the last is %d", lit.Value.I, t, t.Len-1)
		return bad(x.Position())
	}
	return &Index{Typed{x.Position(), t.Elem}, x, i}
}

// member builds x.f or x->f; the dot or arrow is taken already.
func (p *parser) member(op *token, x Expr) Expr {
	if p.is("template") && p.at(1).kind == tIdent { // x.template f<int>()
		p.next()
	}
	f := p.peek()
	if f.is("~") && p.at(1).kind == tIdent {
		return p.destroyedByName(op, x)
	}
	if f.kind != tIdent {
		p.unexpected("a member's name after " + quoteName(op.text))
	}
	if f.is("operator") {
		return p.operatorByName(op, x)
	}
	p.next()
	if isBad(x) {
		return x
	}
	if x = p.pointedTo(op, x); isBad(x) {
		return x
	}
	t := x.T()
	if p.is("::") && t.Kind == Struct { // x.Base::f
		p.i--
		if of, n := p.classAhead(); of != nil && (Same(of, t) || t.derives(of)) {
			p.i += n
			x, t, f = toBase(x, of), of.qualified(t.Const, t.Volatile), p.next()
		} else {
			p.i++
		}
	}
	return p.fieldOf(x, t, f)
}

// pointedTo is the object before a dot, or what the pointer before an arrow leads to.
func (p *parser) pointedTo(op *token, x Expr) Expr {
	x = p.rvalue(x)
	for op.text == "->" && x.T().Kind == Struct && x.T().method("operator->") != nil { // which may return another such object
		if x = p.invoke(&token{text: "operator->", pos: op.pos, end: op.end}, x, x.T().method("operator->"), nil, nil); isBad(x) {
			return x
		}
	}
	t := x.T()
	switch {
	case op.text == "->" && t.Kind == Pointer:
		return p.dereference(op, x)
	case op.text == "->":
		p.errorf(op.pos, op.end, `"->" needs a pointer, not %s; write "."`, t)
	case t.Kind == Pointer && t.Elem.Kind == Struct:
		p.errorf(op.pos, op.end, `a pointer's members are written "->", not "."`)
		return bad(x.Position())
	}
	return x
}

// operatorByName reads operator+(b) or operator T() behind x. or x->.
func (p *parser) operatorByName(op *token, x Expr) Expr {
	at := *p.peek()
	if p.at(1).kind == tIdent { // a conversion
		p.next()
		to := p.castType()
		args, ok := p.arguments(&at)
		if x = p.pointedTo(op, x); isBad(x) || !ok {
			return bad(at.pos)
		}
		fn := conversionOf(x.T(), to.typ, true)
		if fn == nil || !Same(fn.Result, to.typ) {
			p.errorf(at.pos, at.end, "%s has no conversion to %s", x.T().plain(), to.typ)
			return bad(at.pos)
		}
		return p.invokeAs(&at, x, []*Func{fn}, nil, args, true)
	}
	name := p.operatorWord()
	if isBad(x) {
		return x
	}
	if x = p.pointedTo(op, x); isBad(x) {
		return x
	}
	if x.T().Kind == Struct && x.T().method(name.text) == nil && name.text == "operator=" { // the compiler's
		if args, ok := p.arguments(&name); ok && len(args) == 1 {
			assign := token{kind: tPunct, text: "=", pos: name.pos, end: name.end}
			return p.assign(&assign, x, args[0])
		}
		return bad(name.pos)
	}
	return p.fieldOf(x, x.T(), &name)
}

func (p *parser) fieldOf(x Expr, t *Type, f *token) Expr {
	if t.Kind != Struct {
		p.hollow = p.hollow || onTrial(t)
		p.errorf(f.pos, f.end, "a value of type %s has no members", t)
		return bad(x.Position())
	}
	field := t.field(f.text)
	if field != nil && t.Name == "cudaDeviceProp" {
		p.uses(f, "cudaDeviceProp::"+f.text)
	}
	if b := t.owner(f.text); b != nil && !Same(b, t) {
		return p.fieldOf(toBase(x, b), b.qualified(t.Const, t.Volatile), f)
	}
	if methods := t.method(f.text); methods != nil && p.methodCallAhead(methods) {
		explicit, args, ok := p.methodArguments(f)
		if !ok {
			return bad(f.pos)
		}
		return p.invoke(f, x, methods, explicit, args)
	} else if methods != nil {
		p.errorf(f.pos, f.end, "%q is a method: call it with (…)", f.text)
		return bad(f.pos)
	}
	if b := t.bits(f.text); b != nil {
		p.access(f, t, f.text)
		if !p.glvalue(x) {
			x = p.materialised(x)
		}
		return &Member{Typed: Typed{x.Position(), b.Type.qualified(t.Const, t.Volatile)}, X: x, Field: b.field()}
	}
	if t.class != nil && t.class.broken[f.text] {
		if p.is("(") {
			p.skipBalanced()
		}
		return bad(f.pos)
	}
	if sym := t.named(f.text); field == nil && sym != nil && (sym.lit != nil || sym.v != nil) { // what is static has no object
		if sym.lit != nil {
			return &Lit{Typed{f.pos, sym.lit.Type}, sym.lit.Value}
		}
		return p.use(f, sym)
	}
	if field == nil {
		p.hollow = p.hollow || onTrial(t)
		var names []string
		for _, g := range t.Fields {
			names = append(names, g.Name)
		}
		names = append(names, t.methodNames()...)
		hint := didYouMean(f.text, names)
		switch {
		case t.class != nil && t.class.host[f.text]:
			hint = " for kernels: put __device__ before the method"
		case hint == "":
			hint = "; it has " + strings.Join(names, ", ")
		}
		p.errorf(f.pos, f.end, "%s has no member %q%s", t.plain(), f.text, hint)
		return bad(x.Position())
	}
	p.access(f, t, f.text)
	if !p.glvalue(x) {
		x = p.materialised(x)
	}
	ft := field.Type.qualified(t.Const, t.Volatile)
	m := &Member{Typed{x.Position(), ft}, x, field}
	if field.ref {
		return &Unary{Typed: Typed{f.pos, field.Type.Elem}, Op: "*", X: m}
	}
	return m
}
