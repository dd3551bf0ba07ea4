package cuda

import "warpbook.dev/gpumodel/cuda/token"

// bad returns an expression that stands for a mistake that was reported already. Its type converts to everything, so no later check
// reports it again.
func bad(pos token.Pos) Expr { return &Lit{Typed: Typed{pos, typeBad}} }

func isBad(x Expr) bool { return x.T().Kind == badKind }

// A rank grades an implicit conversion for overload resolution ([over.ics.rank]). A lower rank is better.
type rank int

const (
	exact rank = iota
	promotion
	conversion
	truth    // pointer to bool
	byItself // by a conversion operator whose result has the wanted type
	byUser   // by a constructor, or a conversion operator and a further conversion
	ellipsis // to an argument for … of a variadic function
	impossible
)

// implicit returns the rank of the implicit conversion of x to type to.
func implicit(x Expr, to *Type) rank {
	from := x.T()
	if list, ok := x.(*braced); ok && to.Kind != badKind {
		return list.rank(to)
	}
	switch {
	case from.Kind == badKind || to.Kind == badKind:
		return exact
	case from.Kind == Struct && !Same(from, to) && conversionTo(from, to) != nil:
		if Same(conversionTo(from, to).Result, to) {
			return byItself
		}
		return byUser
	case (from.Enum != nil || to.Enum != nil) && from.number() && to.number():
		return enumRank(from, to)
	case to.IsArithmetic() && from.IsArithmetic():
		return arithmeticRank(from, to)
	case to.Kind == Half && from.Kind == Half:
		return exact
	case to.Kind == Half && from.IsArithmetic(), to.Kind == Float && from.Kind == Half:
		return conversion
	case from.Kind == String && to.Kind == Pointer && to.Elem.Kind == Char: // a text
		return exact
	case to.Kind == Pointer && to.Name == typeNull.Name:
		if from == typeNull || from.Name == typeNull.Name {
			return exact
		}
		return impossible
	case to.Kind == Bool && (from.Kind == Pointer || from.Kind == Array || from.Kind == FuncPointer || from.Kind == String):
		return truth
	case to.Kind == FuncPointer:
		return functionRank(x, to)
	case to.Kind == Pointer:
		return pointerRank(x, from, to)
	case to.Kind == Array && from.Kind == Array && Same(from, to): // to a reference
		return exact
	case to.Kind == Struct && to.Name == "dim3" && from.Kind == Struct && from.Name == "uint3",
		to.Kind == Struct && to.Name == "uint3" && from.Kind == Struct && from.Name == "dim3",
		to.Kind == Struct && to.Name == "dim3" && from.IsInteger():
		return conversion
	case to.Kind == Texture && to.Elem == nil && from.IsInteger(), to.IsInteger() && from.Kind == Texture && from.Elem == nil: // a number
		return conversion
	case to.Kind == String && from.Kind == String, to.Kind == Texture && from.Kind == Texture && Same(from, to):
		return exact
	case converting(x, to) != nil:
		return byUser
	case to.Kind == Array && Same(from, to):
		return exact
	case (to.Kind == Struct || to.Kind == paramKind) && Same(from, to):
		return exact
	case from.derives(to):
		return conversion
	}
	return impossible
}

// converting returns the constructor of struct to that converts x implicitly, the best one by rank; nil if there is none. The argument of
// such a constructor is not converted by a second one, so the search does not recurse.
func converting(x Expr, to *Type) *Func {
	if to.Kind != Struct || to.class == nil || Same(x.T(), to) || x.T().Kind == badKind {
		return nil
	}
	p := to.class.p
	if p.converts { // its argument is not converted by another one ([over.best.ics])
		return nil
	}
	p.converts = true
	defer func() { p.converts = false }()
	var best *Func
	least := impossible
	for _, fn := range to.class.converting {
		head := fn
		if fn.Template != nil {
			c, ok := p.tryInstantiate(fn, nil, []Expr{x})
			if !ok {
				continue
			}
			head = c.fn
		}
		info := p.info(head)
		t, r := referred(head.Params[0], info, 0), exact
		if !Same(x.T(), t) {
			r = impossible
			if t.Kind != Struct || x.T().derives(t) {
				r = implicit(x, t)
			}
		}
		if p.takes(x, t, info.bindings[0]) && (r < least || r == least && r != impossible && best.Template != nil && fn.Template == nil) {
			best, least = fn, r
		}
	}
	return best
}

func arithmeticRank(from, to *Type) rank {
	switch {
	case from.Kind == to.Kind:
		return exact
	case from.IsInteger() && from.Kind < Int && to.Kind == Int, from.Kind == Float && to.Kind == Double:
		return promotion
	}
	return conversion
}

func pointerRank(x Expr, from, to *Type) rank {
	if lit, ok := x.(*Lit); ok && (from == typeNull || from.IsInteger() && from.Enum == nil && from.Kind != Bool && lit.Value.I == 0) {
		return conversion
	}
	if from.Kind != Pointer && from.Kind != Array {
		return impossible
	}
	// as C has it, and compilers with a warning
	if _, ok := x.(*StringLit); ok && from == textPointer && to.Elem.Kind == Char && !to.Elem.Const {
		return conversion
	}
	less := from.Elem.Const && !to.Elem.Const || from.Elem.Volatile && !to.Elem.Volatile
	switch {
	case less && to.Elem.Kind != Array:
		return impossible
	case Same(from.Elem, to.Elem) && from.Elem.Const == to.Elem.Const && from.Elem.Volatile == to.Elem.Volatile:
		return exact
	case Same(from.Elem, to.Elem):
		return promotion
	case to.Elem.Kind == Void, from.Elem.derives(to.Elem):
		return conversion
	}
	return impossible
}

// convert applies the implicit conversion of x to type to; what names the receiver.
func (p *parser) convert(x Expr, to *Type, what string) Expr {
	if isBad(x) || to.Kind == badKind {
		return bad(x.Position())
	}
	if implicit(x, to) == impossible {
		pos, end := extent(x)
		p.Errorf(pos, end, "%s of type %s cannot take a value of type %s%s", what, to, x.T(), conversionHint(x, to))
		return bad(pos)
	}
	if name, ok := x.(*funcName); ok && to.Kind == FuncPointer {
		return name.pointerAs(to)
	}
	if list, ok := x.(*braced); ok {
		return p.madeOf(list, to)
	}
	if t := to.plain(); x.T().Kind == Array && t.Kind == Struct { // a constructor may take the array itself
		return p.converting(x, t, converting(x, t))
	}
	return p.cast(p.copyOf(p.rvalue(x), to), to.plain(), true)
}

// converting makes a t of x with a constructor.
func (p *parser) converting(x Expr, t *Type, fn *Func) Expr {
	at := &token.Token{Text: t.ownName(), Pos: x.Position(), End: x.Position()}
	if fn = p.chosen(at, []*Func{fn}, nil, []Expr{x}); fn == nil {
		return bad(x.Position())
	}
	return p.finishCall(at, fn, []Expr{x})
}

// conversionHint says how to get from x to the type.
func conversionHint(x Expr, to *Type) string {
	from := x.T()
	pointer := from.Kind == Pointer || from.Kind == Array
	switch {
	case to.Enum != nil && from.number():
		return "; write one of its enumerators, or cast: (" + to.plain().String() + ")"
	case from.scoped() && to.IsArithmetic():
		return ": an enum class needs a cast to become a number, (" + to.plain().String() + ")"
	case to.Kind == Pointer && pointer && from.Elem.Const && !to.Elem.Const:
		return ": what it points to is const"
	case to.Kind == Pointer && pointer && from.Elem.Volatile && !to.Elem.Volatile:
		return ": what it points to is volatile"
	case to.Kind == Pointer && pointer:
		return "; if you mean it, cast: (" + to.plain().String() + ")"
	case to.Kind == Pointer && from.IsArithmetic() && Same(to.Elem, from):
		return "; did you forget &?"
	case to.IsArithmetic() && pointer && from.Elem.Kind == Array:
		return "; it needs one more index"
	case to.IsArithmetic() && pointer:
		return "; did you forget an index [i] or *?"
	case from.Kind == Void:
		return ": the function returns nothing"
	case from.Kind == Struct && from.field("x") != nil && to.IsArithmetic():
		return "; take a component, such as .x"
	case from.Kind == String:
		return ": strings can only be used in printf"
	}
	return makeHint(to)
}

// rvalue is the value of x: arrays decay.
func (p *parser) rvalue(x Expr) Expr { return p.decay(x) }

// decay turns an array into a pointer to its first element.
func (p *parser) decay(x Expr) Expr {
	if name, ok := x.(*funcName); ok {
		return p.decayName(name)
	}
	if s, ok := x.(*StringLit); ok && s.Type == typeString {
		return p.inMemory(s)
	}
	t := x.T()
	if t.Kind != Array {
		return x
	}
	if _, ok := x.(*InitList); ok {
		return x
	}
	takeAddress(x)
	return &Cast{Typed: Typed{x.Position(), pointerTo(t.Elem)}, X: x, Implicit: true, Decay: true}
}

// cast makes x a value of type t without checking; literals are converted at once.
func (p *parser) cast(x Expr, t *Type, implicit bool) Expr {
	from := x.T()
	if isBad(x) || from.Kind == t.Kind && (t.number() || t.Kind == Half) && from.Enum == t.Enum ||
		(t.Kind == Struct || t.Kind == Texture) && Same(from, t) {
		return x
	}
	if t.Kind == Pointer && from.Kind == Pointer && from != typeNull && sameQualified(from, t) {
		return x
	}
	if s, ok := x.(*StringLit); ok && s.Type == typeString && t.Kind == Pointer {
		return p.cast(p.inMemory(s), t, implicit)
	}
	if name, ok := x.(*funcName); ok && t.Kind == FuncPointer {
		return name.pointerAs(t)
	}
	if from.Kind == FuncPointer && t.Kind == FuncPointer && sameFunction(from.Elem, t.Elem) {
		if lit, ok := x.(*Lit); ok {
			return &Lit{Typed{lit.Pos, t}, lit.Value}
		}
		return x
	}
	if t.Kind == FuncPointer && from.plainLambda() {
		return p.lambdaPointer(x)
	}
	fn := conversionTo(from, t)
	switch {
	case fn != nil && !Same(from, t):
		return p.cast(p.converted(x, fn), t, true)
	case from.derives(t):
		return toBase(x, t)
	case from.Kind == Pointer && t.Kind == Pointer && from.Elem.derives(t.Elem):
		return p.pointTo(toBase(&Unary{Typed: Typed{x.Position(), from.Elem}, Op: "*", X: x}, t.Elem))
	}
	lit, ok := x.(*Lit)
	switch {
	case ok && t.Kind == Texture && from.number():
		return &Lit{Typed{lit.Pos, t}, lit.Value}
	case ok && t.number() && from.number():
		return &Lit{Typed{lit.Pos, t}, convertConst(lit.Value, from, t)}
	case ok && (t.Kind == Pointer || t.Kind == FuncPointer) && lit.Value.I == 0:
		return &Lit{Typed: Typed{lit.Pos, t}}
	case ok && t.Kind == Bool:
		return &Lit{Typed{lit.Pos, t}, Const{I: b2i(lit.Value.I != 0)}}
	}
	reinterpret := (t.Kind == Pointer || from.Kind == Pointer) && t.Kind != Bool && t.Kind != Void
	if fn := converting(x, t); fn != nil {
		return p.converting(x, t, fn)
	}
	if t.Kind == Struct && from.Kind != Struct { // dim3 from an integer
		one := &Lit{Typed{x.Position(), typeUInt}, Const{I: 1}}
		return &InitList{Typed{x.Position(), t}, []Expr{p.cast(x, typeUInt, true), one, one}}
	}
	return &Cast{Typed: Typed{x.Position(), t}, X: x, Implicit: implicit, Reinterpret: reinterpret}
}

// sameQualified compares pointers with the const and volatile of what they point to.
func sameQualified(a, b *Type) bool {
	return Same(a, b) && a.Elem.Const == b.Elem.Const && a.Elem.Volatile == b.Elem.Volatile
}

// toBool is x as a truth value.
func (p *parser) toBool(x Expr) Expr {
	if text, ok := x.(*StringLit); ok { // assert(i < n && "outside")
		return &Lit{Typed{text.Pos, typeBool}, Const{I: 1}}
	}
	x = p.rvalue(x)
	if fn := conversionOf(x.T(), typeBool, true); fn != nil {
		x = p.converted(x, fn)
	}
	t := x.T()
	if isBad(x) || t.Kind == Bool {
		return x
	}
	if !t.IsScalar() {
		pos, end := extent(x)
		p.Errorf(pos, end, "a condition needs a number or a pointer, not %s", t)
		return bad(pos)
	}
	return p.cast(x, typeBool, true)
}

// explicit is a cast that the user wrote.
func (p *parser) explicit(at *token.Token, x Expr, to *Type) Expr {
	x = p.rvalue(x)
	from := x.T()
	if fn := conversionOf(from, to, true); fn != nil && p.info(fn).explicit {
		return p.explicit(at, p.converted(x, fn), to)
	}
	if name, ok := x.(*funcName); ok && to.Kind == FuncPointer && name.as(to.Elem) != nil {
		return name.pointerAs(to)
	}
	switch x = p.plainName(x); {
	case p.onHost() && (to.Kind == Pointer && to.Elem.Kind == Void && x.T().Kind == FuncPointer || to.Kind == FuncPointer &&
		from.Kind == Pointer && from != typeNull):
		return p.cast(&Cast{Typed: Typed{x.Position(), typeULong}, X: x}, to.plain(), false) // as compilers of Unix have it
	case isBad(x) || to.Kind == badKind:
		return bad(at.Pos)
	case p.onHost() && (to.Kind == FuncPointer && (from.IsInteger() || from.Kind == Pointer) || from.Kind == FuncPointer &&
		(to.Kind == Pointer || to.IsInteger() && to.Size() == 8)):
		return p.cast(x, to.plain(), false)
	case (to.Kind == FuncPointer) != (from.Kind == FuncPointer) && to.Kind != Void && to.Kind != Bool && implicit(x, to) == impossible,
		to.Kind == FuncPointer && from.Kind == FuncPointer && !Same(from, to) && !p.onHost():
		p.Errorf(at.Pos, at.End, "a value of type %s cannot be cast to %s: a function pointer keeps its type", from, to)
	case to.Kind == FuncPointer && from.Kind == FuncPointer:
		return &Cast{Typed: Typed{at.Pos, to.plain()}, X: x, Reinterpret: true}
	case to.Kind == Pointer && from.Kind == Pointer && from != typeNull && to.Elem.derives(from.Elem):
		return downcast(x, to.Elem.plain())
	case to.Kind == Void, to.number() && (from.number() || from.Kind == Half), to.Kind == Pointer && from.Kind == Pointer,
		to.Kind == Pointer && from.IsInteger(), to.Kind == Bool && from.Kind == Pointer:
		return p.value(p.cast(x, to.plain(), false))
	case to.IsInteger() && from.Kind == Pointer && to.Size() == 8:
		return p.cast(x, to.plain(), false)
	case to.IsInteger() && from.Kind == Pointer:
		p.Errorf(at.Pos, at.End, "a pointer has 64 bits and does not fit into %s; cast it to size_t", to)
	case implicit(x, to) != impossible:
		return p.value(p.cast(p.copyOf(x, to), to.plain(), false))
	default:
		p.Errorf(at.Pos, at.End, "a value of type %s cannot be cast to %s%s", from, to, conversionHint(x, to))
	}
	return bad(at.Pos)
}

// value is x as something that cannot be assigned to.
func (p *parser) value(x Expr) Expr {
	if _, ok := x.(*Lit); ok || !p.lvalue(x) {
		return x
	}
	return &Cast{Typed: Typed{x.Position(), x.T().plain()}, X: x}
}

// extent is where an expression is underlined.
func extent(x Expr) (pos, end token.Pos) {
	pos = x.Position()
	switch x := x.(type) {
	case *Ident:
		end = pos.After(len([]rune(x.Var.Name)))
	case *Cast:
		if x.Implicit {
			return extent(x.X)
		}
	}
	return pos, end
}

// takeAddress marks the variable whose storage x is part of.
func takeAddress(x Expr) {
	if v := root(x); v != nil {
		v.AddressTaken = true
	}
}

// root is the variable that an lvalue is part of, or nil if a pointer leads to it.
func root(x Expr) *Var {
	for {
		switch y := x.(type) {
		case *Ident:
			return y.Var
		case *Index:
			if y.X.T().Kind != Array {
				return nil
			}
			x = y.X
		case *Member:
			x = y.X
		case *Temp:
			return y.Var
		default:
			return nil
		}
	}
}

// lvalue tells whether x designates storage.
func (p *parser) lvalue(x Expr) bool {
	switch x := x.(type) {
	case *Ident, *Index:
		return true
	case *Unary:
		return x.Op == "*"
	case *Member:
		return p.lvalue(x.X)
	case *Cond:
		return Same(x.A.T(), x.B.T()) && p.lvalue(x.A) && p.lvalue(x.B)
	case *Lit:
		return p.constVar[x] != nil
	case *Assign: // its left side
		return x.Type.managed()
	}
	return false
}
