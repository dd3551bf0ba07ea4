package ir

import (
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// scalar evaluates an expression of scalar type; a bool gives a predicate.
func (b *builder) scalar(e cuda.Expr) *Value {
	values := b.bundle(e)
	if len(values) != 1 {
		b.fail(e.Position(), "%s is not a single number", e.T())
	}
	return values[0]
}

// bundle evaluates an expression to its scalars: none for void, several for structs.
func (b *builder) bundle(e cuda.Expr) []*Value {
	b.standAt(e.Position())
	switch e := e.(type) {
	case *cuda.Lit:
		return one(b.literal(e.T(), e.Value))
	case *cuda.Ident:
		return b.ident(e)
	case *cuda.Special:
		return one(b.special(e))
	case *cuda.Unary:
		return b.unary(e)
	case *cuda.IncDec:
		_, values := b.incDec(e)
		return values
	case *cuda.Binary:
		return b.binary(e)
	case *cuda.Assign:
		_, values := b.assign(e)
		return values
	case *cuda.Cond:
		return b.conditional(e)
	case *cuda.Index:
		return b.load(b.lvalue(e))
	case *cuda.Member:
		return b.member(e)
	case *cuda.Call:
		return b.call(e)
	case *cuda.Cast:
		return b.castExpr(e)
	case *cuda.InitList:
		return b.initScalarsOrZero(e.T(), e)
	case *cuda.Temp:
		return b.load(b.lvalue(e))
	case *cuda.Until:
		return b.until(e, func() []*Value { return b.bundle(e.X) })
	case *cuda.Throw:
		b.throw(e)
		if e.T().Kind == cuda.Void {
			return nil
		}
		return b.zeros(e.T())
	case *cuda.StringLit:
		if b.ofHost() {
			return one(b.hostText(e.Value))
		}
		if e.Array != nil {
			return one(b.f.leaf(GlobalAddr, b.target.addressType(Global), b.globals[e.Array], Global))
		}
		b.fail(e.Pos, "a text can only be printed by printf, directly or as a parameter that is not changed; copy it into a char array to read it")
	}
	b.fail(e.Position(), "this expression (%T) cannot be computed here", e)
	return nil
}

// one is the bundle of a scalar.
func one(v *Value) []*Value { return []*Value{v} }

// literal is a constant. A float literal is rounded from the double that the front end holds.
func (b *builder) literal(t *cuda.Type, c cuda.Const) *Value {
	switch {
	case t.IsFloat():
		v := b.target.valueType(t)
		if b.ofHost() && c.F != c.F {
			return b.constant(v, v.hostNaN(c.F))
		}
		return b.constant(v, v.floatBits(c.F))
	case t.Kind == cuda.Bool:
		return b.constant(Pred, boolBits(c.I != 0))
	}
	return b.int(b.target.valueType(t), c.I)
}

// ident reads a variable. Constants with a known value (const int n = 8) are literals, as in C++.
func (b *builder) ident(e *cuda.Ident) []*Value {
	v := e.Var
	if v.Type.Kind == cuda.Texture && v.Type.Elem != nil {
		b.fail(e.Pos, "texture reference %s can only be read, with tex1Dfetch, tex1D or tex2D", v.Name)
	}
	if v.Value != nil {
		return one(b.literal(v.Type, *v.Value))
	}
	if s, ok := b.texts[v]; ok { // it is wanted as an address
		return b.bundle(s)
	}
	if a, ok := b.aliases[v]; ok {
		b.toMemory(a.v) // the pointer is wanted as a number
	}
	return b.load(b.variable(v))
}

// specialRegisters has the x components; y and z follow in the numbering of Special.
var specialRegisters = map[string]uint64{"threadIdx": TidX, "blockIdx": CtaidX, "blockDim": NtidX, "gridDim": NctaidX}

func (b *builder) special(e *cuda.Special) *Value {
	if e.Name == "warpSize" {
		return b.int(S32, 32)
	}
	base, ok := specialRegisters[e.Name]
	if !ok {
		b.fail(e.Pos, "unknown special register %s", e.Name)
	}
	return b.f.leaf(Special, U32, base+uint64(e.Dim), NoSpace)
}

func (b *builder) unary(e *cuda.Unary) []*Value {
	switch e.Op {
	case "*":
		return b.load(b.lvalue(e))
	case "&":
		return one(b.address(b.lvalue(e.X)))
	case "!":
		return one(b.op(PNot, Pred, b.scalar(e.X)))
	}
	x := b.scalar(e.X)
	t := b.target.valueType(e.T())
	switch e.Op {
	case "-":
		return one(b.op(Neg, t, x))
	case "~":
		return one(b.op(Not, t, x))
	}
	return one(x)
}

// member reads a field. Of an lvalue only the field is loaded; the result of a call is computed whole.
func (b *builder) member(e *cuda.Member) []*Value {
	if isLvalue(e.X) || e.X.T().Shares() || e.Field.Bits != nil {
		return b.load(b.lvalue(e))
	}
	i := scalarIndex(e.X.T(), e.Field)
	return b.bundle(e.X)[i : i+scalarCount(e.T())]
}

// incDec evaluates the operand's address once, and returns it with the old or the new value.
func (b *builder) incDec(e *cuda.IncDec) (lvalue, []*Value) {
	p := b.lvalue(e.X)
	old := b.load(p)[0]
	t := e.X.T()
	step := int64(1)
	if e.Op == "--" {
		step = -1
	}
	var now *Value
	switch {
	case t.Kind == cuda.Pointer:
		at := b.target.addressType(space(old))
		now = b.op(Add, at, old, b.int(at, step*int64(t.Elem.Size())))
	case t.IsFloat():
		v := b.target.valueType(t)
		now = b.op(Add, v, old, b.constant(v, v.floatBits(float64(step))))
	case t.Kind == cuda.Bool:
		now = b.constant(Pred, 1)
	default:
		v := b.target.valueType(t)
		now = b.narrow(t, b.op(Add, v, old, b.int(v, step)))
	}
	b.store(p, one(now))
	if e.Prefix && p.bits != nil {
		return p, b.load(p)
	}
	if e.Prefix {
		return p, one(now)
	}
	return p, one(old)
}

// narrow extends the low bits of a 32-bit value if t is smaller.
//
// Registers of char and short always hold the extended value (types.go), so each result of arithmetic
// on them must be brought back into range before it is used again.
func (b *builder) narrow(t *cuda.Type, x *Value) *Value {
	if m := b.target.memoryType(t); m.Size() < 4 && t.Kind != cuda.Bool {
		return b.cvt(registerType(m), m, x)
	}
	return x
}

// assign evaluates the right side first, as C++ 17 has it, where it may change the left side. It returns
// where the left side is, and its new value.
//
// A right side that changes nothing is evaluated behind the loads of the left side, as it is written. A compound assignment is computed
// in the type that C prescribes (Compute): c *= 1.5f with an int c multiplies floats and converts back.
func (b *builder) assign(e *cuda.Assign) (lvalue, []*Value) {
	if e.Begins && b.standsThere(e.R) {
		p := b.lvalue(e.L)
		b.makeAt(p, e.R)
		return p, nil
	}
	if e.Op == "" {
		r := b.bundle(e.R)
		p := b.lvalue(e.L)
		b.standAt(e.Pos)
		b.store(p, r)
		if p.bits != nil {
			r = b.load(p) // what has room there
		}
		return p, r
	}
	var r *Value
	first := hasEffect(e.R)
	if first {
		r = b.scalar(e.R)
	}
	p := b.lvalue(e.L)
	old := b.load(p)[0]
	if !first {
		r = b.scalar(e.R)
	}
	b.standAt(e.Pos)
	var now *Value
	if t := e.L.T(); t.Kind == cuda.Pointer {
		now = b.pointerAdd(old, r, e.R.T(), t.Elem, e.Op == "-")
	} else {
		now = b.arithmetic(e.Pos, e.Op, e.Compute, b.convert(old, t, e.Compute), r, e.R.T())
		now = b.convert(now, e.Compute, t)
	}
	b.store(p, one(now))
	if p.bits != nil {
		return p, b.load(p)
	}
	return p, one(now)
}

// binary evaluates the left operand first. C leaves the order open.
func (b *builder) binary(e *cuda.Binary) []*Value {
	switch e.Op {
	case ",":
		b.bundle(e.X)
		return b.bundle(e.Y)
	case "&&", "||":
		return one(b.logical(e))
	}
	xt, yt := e.X.T(), e.Y.T()
	x, y := b.scalar(e.X), b.scalar(e.Y)
	b.standAt(e.Pos)
	if c, ok := comparisons[e.Op]; ok {
		return one(b.comparison(c, xt, x, y))
	}
	if xt.Kind == cuda.Pointer {
		if yt.Kind == cuda.Pointer {
			return one(b.pointerDifference(x, y, xt.Elem))
		}
		return one(b.pointerAdd(x, y, yt, xt.Elem, e.Op == "-"))
	}
	return one(b.arithmetic(e.Pos, e.Op, e.T(), x, y, yt))
}

var comparisons = map[string]Cmp{"==": EQ, "!=": NE, "<": LT, "<=": LE, ">": GT, ">=": GE}

// comparison compares two values of type t. Addresses of shared and local memory have 32 bits, so a
// comparison of pointers takes its width from the operands.
func (b *builder) comparison(c Cmp, t *cuda.Type, x, y *Value) *Value {
	from := b.target.valueType(t)
	if t.Kind == cuda.Pointer {
		from = b.target.pointerType()
		if known := b.nullTest(c, x, y); known != nil {
			return known
		}
		x, y = b.comparable(x, y)
		if x.Type.Size() < from.Size() {
			from = U32
		}
	}
	return b.setp(c, from, b.toStored(t, x), b.toStored(t, y))
}

// nullTest is the result of comparing a pointer with null that is known beforehand, nil for all others: a
// variable has an address, though that may be 0 in the small windows of shared and local memory.
func (b *builder) nullTest(c Cmp, x, y *Value) *Value {
	if x.isConst() {
		x, y = y, x
	}
	if c != EQ && c != NE || !y.isConst() || y.Imm != 0 || !ofVariable(x) {
		return nil
	}
	return b.constant(Pred, boolBits(c == NE))
}

// ofVariable tells whether v is an address within a variable.
func ofVariable(v *Value) bool {
	switch v.Op {
	case SharedAddr, LocalAddr, GlobalAddr:
		return true
	case Add, Cvta:
		return ofVariable(v.Args[0])
	}
	return false
}

// comparable gives two pointers one width: a null takes the other's.
func (b *builder) comparable(x, y *Value) (*Value, *Value) {
	switch {
	case x.Type.Size() == y.Type.Size() && (x.isConst() || y.isConst() || space(x) == space(y)):
	case x.isConst():
		x = b.constant(y.Type, x.Imm)
	case y.isConst():
		y = b.constant(x.Type, y.Imm)
	default:
		x, y = b.generic(x), b.generic(y)
	}
	return x, y
}

// pointerAdd is p ± i elements. An int index of a 64-bit pointer is sign-extended before it is scaled:
//
//	%rd1 = cvt.s64.s32 i
//	%rd2 = mul.lo.s64 %rd1, 4
//	%rd3 = add.u64 p, %rd2
//
// stripConstants, reduceInduction and fuse (mad.wide) recognise this shape.
func (b *builder) pointerAdd(p, i *Value, it, elem *cuda.Type, minus bool) *Value {
	s := space(p)
	at := b.target.addressType(s)
	if from := b.target.valueType(it); from.Size() != at.Size() {
		i = b.cvt(at, from, i)
	}
	offset := b.op(Mul, at, i, b.int(at, int64(elem.Size())))
	if minus {
		return b.op(Sub, at, p, offset)
	}
	return b.op(Add, at, p, offset)
}

// pointerDifference is a ptrdiff_t: a number of elements in 64 bits.
func (b *builder) pointerDifference(x, y *Value, elem *cuda.Type) *Value {
	x, y = b.comparable(x, y)
	t := x.Type.signed()
	d := b.op(Div, t, b.op(Sub, t, x, y), b.int(t, int64(elem.Size())))
	if t.Size() < 8 {
		d = b.cvt(S64, t, d)
	}
	return d
}

var arithmeticOps = map[string]Op{
	"+": Add, "-": Sub, "*": Mul, "/": Div, "%": Rem, "&": And, "|": Or, "^": Xor, "<<": Shl, ">>": Shr,
}

// arithmetic is x op y in type t; y has type yt, which differs for shifts.
func (b *builder) arithmetic(pos token.Pos, op string, t *cuda.Type, x, y *Value, yt *cuda.Type) *Value {
	o, ok := arithmeticOps[op]
	if !ok {
		b.fail(pos, "operator %s on %s", op, t)
	}
	v := b.target.valueType(t)
	if t.Kind == cuda.Bool { // of & | ^ on predicates
		return b.setp(NE, U32, b.op(o, U32, b.toStored(t, x), b.toStored(t, y)), b.int(U32, 0))
	}
	if o == Shl || o == Shr {
		if w := b.target.valueType(yt); w.Size() == 8 {
			y = b.cvt(U32, w, y)
		}
	}
	switch {
	case o != Div || v != F32:
	case b.target.UnitReciprocal && x.isConst() && F32.float(x.Imm) == 1:
		return b.op(Rcp, F32, y)
	case b.target.FastMath:
		o = DivApprox
	case b.target.FastDivision:
		o = DivFull
	}
	return b.op(o, v, x, y)
}

// castExpr converts. An array decays to the address of its first element, which puts a local array into
// memory unless the pointer becomes an alias (see alias).
func (b *builder) castExpr(e *cuda.Cast) []*Value {
	switch from, to := e.X.T(), e.T(); {
	case e.Decay:
		return one(b.address(b.lvalue(e.X)))
	case to.Kind == cuda.Void:
		b.bundle(e.X)
		return nil
	case to.Kind == cuda.Struct:
		return b.bundle(e.X)
	case e.Down != nil:
		x := b.scalar(e.X)
		offset := int64(0)
		for _, f := range e.Down {
			offset += int64(f.Offset)
		}
		return one(b.op(Add, x.Type, x, b.int(x.Type, -offset)))
	default:
		x := b.scalar(e.X)
		b.standAt(e.Position())
		return one(b.convert(x, from, to))
	}
}

// convert turns x of type from into type to.
//
// Half precision goes through float in both directions. A bool comes and goes as a predicate. A conversion
// between pointers changes nothing, since all pointers into a space are alike.
func (b *builder) convert(x *Value, from, to *cuda.Type) *Value {
	switch float := (&cuda.Type{Kind: cuda.Float}); {
	case from.Kind == cuda.Half && to.Kind == cuda.Half:
		return x
	case from.Kind == cuda.Half:
		return b.convert(fromHalf(b, nil, one(x)), float, to)
	case to.Kind == cuda.Half:
		return toHalf(b, nil, one(b.convert(x, from, float)))
	}
	vf, vt := b.target.valueType(from), b.target.valueType(to)
	switch {
	case to.Kind == cuda.Bool && from.Kind == cuda.Bool:
		return x
	case to.Kind == cuda.Bool:
		if from.Kind == cuda.Pointer {
			if ofVariable(x) {
				return b.constant(Pred, 1)
			}
			vf = x.Type
		}
		return b.setp(NE, vf, x, b.constant(vf, 0))
	case from.Kind == cuda.Bool && to.IsFloat():
		return b.op(Selp, vt, x, b.constant(vt, vt.floatBits(1)), b.constant(vt, 0))
	case from.Kind == cuda.Bool:
		return b.op(Selp, vt, x, b.int(vt, 1), b.int(vt, 0))
	case from.Kind == cuda.Pointer && to.Kind == cuda.Pointer:
		return x
	case from.Kind == cuda.Pointer:
		vf = x.Type // an address in a small window has 32 bits
	}
	if vf.Float() && vt.Integer() && b.target.memoryType(to).Size() < 4 {
		word := S32 // of which the low bits stay
		if !b.target.memoryType(to).Signed() && !b.ofHost() {
			word = U32
		}
		return b.narrow(to, b.cvt(word, vf, x))
	}
	if vf != vt {
		x = b.cvt(vt, vf, x)
	}
	if vt.Integer() && b.target.memoryType(to).Size() < b.target.memoryType(from).Size() || b.signChange(from, to) {
		x = b.narrow(to, x)
	}
	return x
}

// signChange is true between small types of one size: char(200) is not uchar(200).
func (b *builder) signChange(from, to *cuda.Type) bool {
	f, t := b.target.memoryType(from), b.target.memoryType(to)
	return t.Integer() && t.Size() < 4 && f != t
}
