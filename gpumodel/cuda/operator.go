package cuda

import (
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// unary builds op x.
func (p *parser) unary(op *token.Token, x Expr) Expr {
	if isBad(x) {
		return x
	}
	if name, ok := x.(*funcName); ok && (op.Text == "&" || op.Text == "*") { // both are the function again
		return name
	}
	if op.Text == "&" {
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
	case op.Text == "*" && t.Kind == FuncPointer: // a function, which decays again
		return x
	case op.Text == "*" && t.Kind == Pointer:
		return p.dereference(op, x)
	case op.Text == "!" && t.IsScalar():
		return p.fold(&Unary{Typed: Typed{op.Pos, typeBool}, Op: "!", X: p.toBool(x)})
	case op.Text == "~" && t.IsInteger(), (op.Text == "-" || op.Text == "+") && t.IsArithmetic():
		x = p.cast(x, promote(t), true)
		if op.Text == "+" {
			return x
		}
		return p.fold(&Unary{Typed: Typed{op.Pos, x.T().plain()}, Op: op.Text, X: x})
	case op.Text == "+" && (t.Kind == Pointer || t.Kind == FuncPointer):
		return x
	case op.Text == "+" && t.plainLambda():
		return p.lambdaPointer(x)
	}
	if y := p.overloaded(op, x); y != nil {
		return y
	}
	if op.Text == "!" && conversionOf(t, typeBool, true) != nil { // an explicit one, too
		return p.unary(op, p.toBool(x))
	}
	if y := p.unwrapped(x); y != x {
		return p.unary(op, y)
	}
	hint := ""
	switch {
	case t.Kind == Half:
		hint = halfHint
	case op.Text == "*":
		hint = `: only a pointer can be dereferenced (C has no operator "**"; a power is powf(x, y))`
	}
	p.Errorf(op.Pos, op.End, "operator %q cannot be applied to %s%s", op.Text, t, hint)
	return bad(op.Pos)
}

func (p *parser) addressOf(op *token.Token, x Expr) Expr {
	if lit, ok := x.(*Lit); ok && p.constVar[lit] != nil {
		x = p.constVar[lit]
	}
	x = p.place(x)
	if b := bitsOf(x); b != nil {
		p.Errorf(op.Pos, op.End, "bit field %q has no address of its own", b.Name)
		return bad(op.Pos)
	}
	if !p.lvalue(x) {
		p.Errorf(op.Pos, op.End, `"&" needs a variable, an array element or a member`)
		return bad(op.Pos)
	}
	if u, ok := x.(*Unary); ok && u.Op == "*" { // &*p is p
		return u.X
	}
	takeAddress(x)
	return &Unary{Typed: Typed{op.Pos, pointerTo(x.T())}, Op: "&", X: x}
}

func (p *parser) dereference(op *token.Token, x Expr) Expr {
	t := x.T().Elem
	if t.Kind == Void {
		p.Errorf(op.Pos, op.End, "a void* cannot be dereferenced; cast it to a pointer to the element's type")
		return bad(op.Pos)
	}
	if t.row != nil {
		return p.rowAt(x)
	}
	return &Unary{Typed: Typed{op.Pos, t}, Op: "*", X: x}
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
func (p *parser) incDec(op *token.Token, x Expr, prefix bool) Expr {
	x = p.place(x)
	if isBad(x) || !p.assignable(op, x) {
		return bad(op.Pos)
	}
	t := x.T()
	if !t.IsScalar() {
		args := []Expr{x}
		if !prefix { // operator++(x, int)
			args = append(args, &Lit{Typed: Typed{op.Pos, typeInt}})
		}
		if y := p.overloaded(op, args...); y != nil {
			return y
		}
	}
	if !t.IsScalar() || t.Kind == Bool || t.Enum != nil || t.Kind == FuncPointer || t.Kind == Pointer && t.Elem.row != nil {
		p.Errorf(op.Pos, op.End, "operator %q cannot be applied to %s", op.Text, t)
		return bad(op.Pos)
	}
	return &IncDec{Typed{op.Pos, t.plain()}, op.Text, prefix, x}
}

// binary builds x op y.
func (p *parser) binary(op *token.Token, x, y Expr) Expr {
	x, y = p.promotedBits(p.rvalue(x)), p.promotedBits(p.rvalue(y))
	if isBad(x) || isBad(y) {
		return bad(op.Pos)
	}
	a, b := x.T(), y.T()
	switch {
	case op.Text == "&&" || op.Text == "||":
		return p.logical(op, p.toBool(x), p.toBool(y))
	case (a.Kind == FuncPointer || b.Kind == FuncPointer) && a.Kind != Struct && b.Kind != Struct:
		return p.compareFunctions(op, x, y)
	case a.Enum != nil || b.Enum != nil:
		if z := p.overloaded(op, x, y); z != nil {
			return z
		}
		if a.scoped() && Same(a, b) && compares[op.Text] {
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
	p.Errorf(op.Pos, op.End, "operator %q cannot be applied to %s and %s%s", op.Text, a, b, operandHint(a, b))
	return bad(op.Pos)
}

// halfHint is for those who calculate with halves.
const halfHint = "; #include <cuda_fp16.h> has the operators of halves, for two halves each: x * __float2half(2.0f)"

var compares = token.Words("== != < > <= >=")

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

func (p *parser) arithmetic(op *token.Token, x, y Expr) Expr {
	t := common(x.T(), y.T())
	result := t
	switch op.Text {
	case "<<", ">>":
		return p.shift(op, x, y)
	case "%", "&", "|", "^":
		if t.IsFloat() {
			p.Errorf(op.Pos, op.End, "operator %q needs integers, not %s and %s%s", op.Text, x.T(), y.T(), floatHint[op.Text])
			return bad(op.Pos)
		}
	case "<", ">", "<=", ">=", "==", "!=":
		result = typeBool
	}
	x, y = p.cast(x, t, true), p.cast(y, t, true)
	return p.foldBinary(op, &Binary{Typed{op.Pos, result}, op.Text, x, y}, t)
}

var floatHint = map[string]string{"%": "; the remainder of floats is fmodf(x, y)", "^": "; a power is powf(x, y)"}

func (p *parser) shift(op *token.Token, x, y Expr) Expr {
	if !x.T().IsInteger() || !y.T().IsInteger() {
		p.Errorf(op.Pos, op.End, "operator %q needs integers, not %s and %s", op.Text, x.T(), y.T())
		return bad(op.Pos)
	}
	x, y = p.cast(x, promote(x.T()), true), p.cast(y, promote(y.T()), true)
	t := x.T().plain()
	if lit, ok := y.(*Lit); ok && (lit.Value.I < 0 || lit.Value.I >= int64(8*t.Size())) {
		p.Errorf(op.Pos, op.End, "shift by %d: %s has %d bits", lit.Value.I, t, 8*t.Size())
		return bad(op.Pos)
	}
	return p.foldBinary(op, &Binary{Typed{op.Pos, t}, op.Text, x, y}, t)
}

// foldBinary evaluates b if both sides are literals of type t.
func (p *parser) foldBinary(op *token.Token, b *Binary, t *Type) Expr {
	y, ok := b.Y.(*Lit)
	if ok && (b.Op == "/" || b.Op == "%") && t.IsInteger() && y.Value.I == 0 {
		p.Errorf(op.Pos, op.End, "division by zero")
		return bad(op.Pos)
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
func (p *parser) logical(op *token.Token, x, y Expr) Expr {
	if isBad(x) || isBad(y) {
		return bad(op.Pos)
	}
	if lit, ok := x.(*Lit); ok {
		if (lit.Value.I != 0) == (op.Text == "||") {
			return lit
		}
		return y
	}
	return &Binary{Typed{op.Pos, typeBool}, op.Text, x, y}
}

// pointerOp builds what is allowed on pointers, or nil.
func (p *parser) pointerOp(op *token.Token, x, y Expr) Expr {
	a, b := x.T(), y.T()
	switch op.Text {
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
		return &Binary{Typed{op.Pos, a.plain()}, "+", x, p.offset(y)}
	case "-":
		switch {
		case a.Kind == Pointer && b.IsInteger() && a.Elem.row != nil:
			return p.rowStep(x, p.offset(y), true)
		case a.Kind == Pointer && b.IsInteger() && p.complete(op, a):
			return &Binary{Typed{op.Pos, a.plain()}, "-", x, p.offset(y)}
		case a.Kind == Pointer && b.Kind == Pointer && Same(a, b) && a.Elem.row == nil && p.complete(op, a):
			return &Binary{Typed{op.Pos, typeLong}, "-", x, y}
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
			return &Binary{Typed{op.Pos, typeBool}, op.Text, x, p.cast(y, a.plain(), true)}
		}
		if implicit(x, b) != impossible {
			return &Binary{Typed{op.Pos, typeBool}, op.Text, p.cast(x, b.plain(), true), y}
		}
	}
	return nil
}

// complete refuses arithmetic on void*.
func (p *parser) complete(op *token.Token, t *Type) bool {
	if t.Elem.Kind == Void {
		p.Errorf(op.Pos, op.End, "arithmetic on void*: cast it to char* to count bytes")
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
func (p *parser) choose(op *token.Token, c, a, b Expr) Expr {
	c, a, b = p.toBool(c), p.rvalue(a), p.rvalue(b)
	if isBad(c) || isBad(a) || isBad(b) {
		return bad(op.Pos)
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
		p.Errorf(op.Pos, op.End, "the two values of ?: have types %s and %s, which have nothing in common", t, s)
		return bad(op.Pos)
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
	return &Cond{Typed{op.Pos, t}, c, a, b}
}

// index builds x[i].
func (p *parser) index(at *token.Token, x, i Expr) Expr {
	if isBad(x) || isBad(i) {
		return bad(x.Position())
	}
	i = p.rvalue(i)
	t := x.T()
	if t.Kind != Struct {
		i = p.unwrapped(i)
	}
	if methods := t.method("operator[]"); methods != nil {
		return p.invoke(&token.Token{Text: "operator[]", Pos: at.Pos, End: at.End}, x, methods, nil, []Expr{i})
	}
	if y := p.unwrapped(x); y != x {
		return p.index(at, y, i)
	}
	if s, ok := x.(*StringLit); ok {
		x = p.decay(s)
		t = x.T()
	}
	if t.Kind != Array && t.Kind != Pointer {
		p.Errorf(at.Pos, at.End, "a value of type %s has no elements: one index too many, or a pointer is meant%s", t, conversionHint(x, typeInt))
		return bad(x.Position())
	}
	if !i.T().IsInteger() {
		pos, end := extent(i)
		p.Errorf(pos, end, "an index must be an integer, not %s%s", i.T(), conversionHint(i, typeInt))
		return bad(x.Position())
	}
	if t.Elem.Kind == Void {
		p.Errorf(at.Pos, at.End, "a void* has no elements; cast it to a pointer to the element's type")
		return bad(x.Position())
	}
	i = p.offset(i)
	if t.Elem.row != nil {
		return p.rowAt(p.rowStep(x, i, false))
	}
	if lit, ok := i.(*Lit); ok && t.Kind == Array && t.Len >= 0 && (lit.Value.I < 0 || lit.Value.I >= int64(t.Len)) {
		pos, end := extent(i)
		p.Errorf(pos, end, "index %d is outside the array of type %s: the last is %d", lit.Value.I, t, t.Len-1)
		return bad(x.Position())
	}
	return &Index{Typed{x.Position(), t.Elem}, x, i}
}

// member builds x.f or x->f; the dot or arrow is taken already.
func (p *parser) member(op *token.Token, x Expr) Expr {
	if p.is("template") && p.at(1).Kind == token.Ident { // x.template f<int>()
		p.next()
	}
	f := p.peek()
	if f.Is("~") && p.at(1).Kind == token.Ident {
		return p.destroyedByName(op, x)
	}
	if f.Kind != token.Ident {
		p.unexpected("a member's name after " + quoteName(op.Text))
	}
	if f.Is("operator") {
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
func (p *parser) pointedTo(op *token.Token, x Expr) Expr {
	x = p.rvalue(x)
	for op.Text == "->" && x.T().Kind == Struct && x.T().method("operator->") != nil { // which may return another such object
		if x = p.invoke(&token.Token{Text: "operator->", Pos: op.Pos, End: op.End}, x, x.T().method("operator->"), nil, nil); isBad(x) {
			return x
		}
	}
	t := x.T()
	switch {
	case op.Text == "->" && t.Kind == Pointer:
		return p.dereference(op, x)
	case op.Text == "->":
		p.Errorf(op.Pos, op.End, `"->" needs a pointer, not %s; write "."`, t)
	case t.Kind == Pointer && t.Elem.Kind == Struct:
		p.Errorf(op.Pos, op.End, `a pointer's members are written "->", not "."`)
		return bad(x.Position())
	}
	return x
}

// operatorByName reads operator+(b) or operator T() behind x. or x->.
func (p *parser) operatorByName(op *token.Token, x Expr) Expr {
	at := *p.peek()
	if p.at(1).Kind == token.Ident { // a conversion
		p.next()
		to := p.castType()
		args, ok := p.arguments(&at)
		if x = p.pointedTo(op, x); isBad(x) || !ok {
			return bad(at.Pos)
		}
		fn := conversionOf(x.T(), to.typ, true)
		if fn == nil || !Same(fn.Result, to.typ) {
			p.Errorf(at.Pos, at.End, "%s has no conversion to %s", x.T().plain(), to.typ)
			return bad(at.Pos)
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
	if x.T().Kind == Struct && x.T().method(name.Text) == nil && name.Text == "operator=" { // the compiler's
		if args, ok := p.arguments(&name); ok && len(args) == 1 {
			assign := token.Token{Kind: token.Punct, Text: "=", Pos: name.Pos, End: name.End}
			return p.assign(&assign, x, args[0])
		}
		return bad(name.Pos)
	}
	return p.fieldOf(x, x.T(), &name)
}

func (p *parser) fieldOf(x Expr, t *Type, f *token.Token) Expr {
	if t.Kind != Struct {
		p.hollow = p.hollow || onTrial(t)
		p.Errorf(f.Pos, f.End, "a value of type %s has no members", t)
		return bad(x.Position())
	}
	field := t.field(f.Text)
	if field != nil && t.Name == "cudaDeviceProp" {
		p.uses(f, "cudaDeviceProp::"+f.Text)
	}
	if b := t.owner(f.Text); b != nil && !Same(b, t) {
		return p.fieldOf(toBase(x, b), b.qualified(t.Const, t.Volatile), f)
	}
	if methods := t.method(f.Text); methods != nil && p.methodCallAhead(methods) {
		explicit, args, ok := p.methodArguments(f)
		if !ok {
			return bad(f.Pos)
		}
		return p.invoke(f, x, methods, explicit, args)
	} else if methods != nil {
		p.Errorf(f.Pos, f.End, "%q is a method: call it with (…)", f.Text)
		return bad(f.Pos)
	}
	if b := t.bits(f.Text); b != nil {
		p.access(f, t, f.Text)
		if !p.glvalue(x) {
			x = p.materialised(x)
		}
		return &Member{Typed: Typed{x.Position(), b.Type.qualified(t.Const, t.Volatile)}, X: x, Field: b.field()}
	}
	if t.class != nil && t.class.broken[f.Text] {
		if p.is("(") {
			p.skipBalanced()
		}
		return bad(f.Pos)
	}
	if sym := t.named(f.Text); field == nil && sym != nil && (sym.lit != nil || sym.v != nil) { // what is static has no object
		if sym.lit != nil {
			return &Lit{Typed{f.Pos, sym.lit.Type}, sym.lit.Value}
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
		hint := token.DidYouMean(f.Text, names)
		switch {
		case t.class != nil && t.class.host[f.Text]:
			hint = " for kernels: put __device__ before the method"
		case hint == "":
			hint = "; it has " + strings.Join(names, ", ")
		}
		p.Errorf(f.Pos, f.End, "%s has no member %q%s", t.plain(), f.Text, hint)
		return bad(x.Position())
	}
	p.access(f, t, f.Text)
	if !p.glvalue(x) {
		x = p.materialised(x)
	}
	ft := field.Type.qualified(t.Const, t.Volatile)
	m := &Member{Typed{x.Position(), ft}, x, field}
	if field.ref {
		return &Unary{Typed: Typed{f.Pos, field.Type.Elem}, Op: "*", X: m}
	}
	return m
}
