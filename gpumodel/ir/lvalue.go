package ir

import "warpbook.dev/gpumodel/cuda"

// An lvalue is what can be assigned to: scalars of a variable in registers, or memory at
// base + offset (then v is nil).
//
// Variables stay in registers as long as each access names its scalar at compile time: then index is a
// number. An access that cannot (a dynamic index, an address that is kept) moves the whole variable to
// local memory and restarts the build.
type lvalue struct {
	typ    *cuda.Type
	v      *cuda.Var
	index  int // of the first scalar
	base   *Value
	offset int64
	space  Space
	root   *cuda.Var // the variable in memory that it is part of; nil behind a pointer
	// bits is the bit field of struct holder that it is; then all else is of the struct.
	bits   *cuda.BitField
	holder *cuda.Type
	// align is what it is aligned to, in bytes, if that is less than its type's alignment; else 0.
	align int
	// readOnly says that it is read by __ldg, pastL1 by __ldcg.
	readOnly, pastL1 bool
}

// maxRegisterArray is the most scalars of a local array that may live in registers.
// The bound keeps the number of phis in check; nvcc's limit is the registers, which hold far fewer.
const maxRegisterArray = 512

// declare makes v a variable: in registers, or in local memory if it needs an address.
//
// A variable has one place for all its declarations, even if its function is inlined several times.
func (b *builder) declare(v *cuda.Var) {
	if _, ok := b.frameOf(v); ok {
		return
	}
	if _, ok := b.placed[v]; ok {
		return
	}
	b.declared[v] = b.site
	if !b.inMemory(v) {
		return
	}
	if _, ok := b.local[v]; !ok {
		offset := alignUp(b.f.LocalBytes, max(4, v.Type.Alignment()))
		b.checkLocal(v, offset+v.Type.Size())
		b.local[v] = uint64(offset)
		b.f.LocalBytes = alignUp(offset+v.Type.Size(), 4)
		b.f.Locals = append(b.f.Locals, newVar(v, offset, Local))
	}
}

// inMemory tells whether v lies in memory as far as is known, declared or not.
func (b *builder) inMemory(v *cuda.Var) bool {
	// the parts of a union are what lies at their place
	if scalarCount(v.Type) > maxRegisterArray || v.Type.Shares() || b.ofHost() && (v.AddressTaken || v.Type.Kind == cuda.Array) {
		b.known.inMemory[v] = true
	}
	return b.known.inMemory[v]
}

// instance is the declaration of v that is used here.
func (b *builder) instance(v *cuda.Var) declaration { return declaration{v, b.declared[v]} }

// checkLocal refuses a variable with which a thread needs more local memory than the device has for it.
func (b *builder) checkLocal(v *cuda.Var, bytes int) {
	if most := b.target.MaxLocalBytes; most > 0 && bytes > most {
		b.fail(v.Pos, "%s has %d bytes, with which a thread needs %d bytes of local memory: the device allows %d; "+
			"use a smaller array, or one from cudaMalloc of which each thread takes a part", v.Name, v.Type.Size(), bytes, most)
	}
}

// variable is v as an lvalue.
//
// The address of a shared or local variable is an offset in its window; that of a global is only known by
// number until the file's variables are placed.
func (b *builder) variable(v *cuda.Var) lvalue {
	if p, ok := b.placed[v]; ok {
		return p
	}
	switch v.Storage {
	case cuda.Shared:
		return lvalue{typ: v.Type, base: b.f.leaf(SharedAddr, U32, b.shared[v], Shared), space: Shared, root: v}
	case cuda.Device, cuda.Constant:
		space := Global
		if v.Storage == cuda.Constant {
			space = Const
		}
		return lvalue{typ: v.Type, base: b.f.leaf(GlobalAddr, b.target.addressType(space), b.globals[v], space), space: space}
	}
	if offset, ok := b.frameOf(v); ok {
		return b.framed(v, offset)
	}
	if b.known.inMemory[v] {
		b.declare(v)
		p := lvalue{typ: v.Type, base: b.f.leaf(LocalAddr, U32, b.local[v], Local), space: Local, root: v}
		if b.ofHost() {
			p.base, p.space = b.generic(p.base), Generic
		}
		return p
	}
	return lvalue{typ: v.Type, v: v}
}

// lvalue evaluates an expression that can be assigned to.
//
// Only the address is computed here. The caller loads or stores, so that a[i] += x computes it once.
func (b *builder) lvalue(e cuda.Expr) lvalue {
	switch e := e.(type) {
	case *cuda.Ident:
		return b.variable(e.Var)
	case *cuda.Member:
		p := b.lvalue(e.X)
		if e.Field.Bits != nil {
			p.bits, p.holder, p.typ = e.Field.Bits, e.X.T(), e.T()
			return p
		}
		p.alignedIn(e.Field)
		p.typ = e.T()
		if p.v != nil {
			p.index += scalarIndex(e.X.T(), e.Field)
		}
		p.offset += int64(e.Field.Offset)
		return p
	case *cuda.Unary:
		if e.Op == "*" {
			p := b.deref(e.X, e.T())
			if e.ReadOnly {
				b.needsFunction(e.Pos, "__ldg")
			}
			p.readOnly, p.pastL1 = p.readOnly || e.ReadOnly, p.pastL1 || e.PastL1
			return p
		}
		return b.temporary(e)
	case *cuda.Index:
		return b.indexed(e)
	case *cuda.Cast:
		if k := e.T().Kind; k != cuda.Struct && k != cuda.Array { // a value that a && is bound to
			return b.temporary(e)
		}
		p := b.lvalue(e.X)
		p.typ = e.T()
		return p
	case *cuda.Assign: // C++: its result is an lvalue, and that of ++x
		p, _ := b.assign(e)
		return p
	case *cuda.IncDec:
		p, _ := b.incDec(e)
		return p
	case *cuda.Temp:
		return b.unnamed(e)
	case *cuda.Cond, *cuda.Call, *cuda.InitList, *cuda.Lit, *cuda.StringLit, *cuda.Binary, *cuda.Special, *cuda.Until:
		return b.temporary(e)
	}
	b.fail(e.Position(), "this expression (%T) is not something in memory or in a variable", e)
	return lvalue{}
}

// temporary is a variable that holds the value of e.
func (b *builder) temporary(e cuda.Expr) lvalue {
	t := b.hidden(e, "temporary", e.T())
	if b.standsThere(e) {
		b.declare(t)
		p := b.variable(t)
		b.makeAt(p, e)
		return p
	}
	values := b.bundle(e)
	b.declare(t)
	p := b.variable(t)
	b.store(p, values)
	return p
}

// isValue tells whether e is a struct that is not an lvalue, which a method may be called on.
func isValue(e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.Cond, *cuda.Call, *cuda.InitList, *cuda.Lit, *cuda.StringLit, *cuda.Binary, *cuda.Special, *cuda.Until:
		return true
	case *cuda.Unary:
		return e.Op != "*"
	case *cuda.Cast:
		return e.T().Kind != cuda.Struct || isValue(e.X)
	}
	return false
}

func isLvalue(e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.Ident, *cuda.Index:
		return true
	case *cuda.Unary:
		return e.Op == "*"
	case *cuda.Member:
		return isLvalue(e.X)
	}
	return false
}

// deref is *p, of type t.
//
// The three cases in order: the pointer stands for a variable in registers, it is returned by a device
// function that may return such a pointer, or it is a number.
func (b *builder) deref(p cuda.Expr, t *cuda.Type) lvalue {
	if a, ok := b.alias(p); ok {
		a.typ = t
		return a
	}
	if c, ok := p.(*cuda.Call); ok && c.Func != nil {
		return b.referred(c, t)
	}
	return b.at(b.scalar(p), 0, t)
}

// at is the memory at address + offset.
//
// A constant addend of the address goes into the offset at once, which costs no instruction.
func (b *builder) at(address *Value, offset int64, t *cuda.Type) lvalue {
	p := lvalue{typ: t, space: space(address), base: address, offset: offset}
	if p.space == Local || p.space == Shared {
		p.root = b.holder(address, 8)
	}
	if b.ofHost() && provenance(address, map[*Value]bool{}) != Global {
		p.space = Generic
	}
	if p.space == NoSpace {
		p.space = Global
	}
	if address.Op == Add && address.Args[1].isConst() {
		p.base, p.offset = address.Args[0], offset+address.Args[1].intConst()
	}
	return p
}

// holder is the variable in memory within which an address lies, if pointers to a small window are known to be
// kept there; it looks through so many values.
func (b *builder) holder(address *Value, depth int) *cuda.Var {
	places := b.local
	switch address.Op {
	case Add, Cvt, Phi:
		if depth > 0 && len(address.Args) > 0 {
			return b.holder(address.Args[0], depth-1)
		}
		return nil
	case SharedAddr:
		places = b.shared
	case LocalAddr:
	default:
		return nil
	}
	for v := range b.known.held {
		if at, ok := places[v]; ok && at == address.Imm {
			return v
		}
	}
	return nil
}

// indexed is x[i]: a scalar of a variable in registers if i is a constant within bounds, memory otherwise.
// A constant index out of bounds also goes to memory, where the checker can see it.
func (b *builder) indexed(e *cuda.Index) lvalue {
	var p lvalue
	elem := e.T()
	if e.X.T().Kind == cuda.Array {
		p = b.lvalue(e.X)
	} else if a, ok := b.alias(e.X); ok {
		p = a
	} else {
		p = b.at(b.scalar(e.X), 0, elem)
	}
	i := b.scalar(e.I)
	p.typ = elem
	size := int64(elem.Size())
	if p.v != nil {
		n := int64(scalarCount(elem))
		if !i.isConst() || p.index+int(n*(i.intConst()+1)) > scalarCount(p.v.Type) || p.index+int(n*i.intConst()) < 0 {
			b.toMemory(p.v)
		}
		p.index += int(n * i.intConst())
		return p
	}
	if i.isConst() {
		p.offset += indexConst(i, e.I.T()) * size
		return p
	}
	p.base = b.addScaled(p.base, p.space, i, e.I.T(), size)
	return p
}

// indexConst reads a constant index by its C type: a large unsigned one is not negative.
func indexConst(i *Value, t *cuda.Type) int64 {
	if t.Kind == cuda.UInt {
		return int64(i.Type.wrap(i.Imm))
	}
	return i.intConst()
}

// addScaled is base + i*size in the arithmetic of the space's addresses.
func (b *builder) addScaled(base *Value, s Space, i *Value, t *cuda.Type, size int64) *Value {
	at := b.target.addressType(s)
	from := b.target.valueType(t)
	if at.Size() != from.Size() {
		i = b.cvt(at, from, i)
	}
	return b.op(Add, at, base, b.op(Mul, at, i, b.int(at, size)))
}

// toMemory gives a variable an address and starts the build again.
//
// ptxas keeps some small arrays with dynamic indices in registers by chains of compares and selects
// (NVRTC 12.9: up to 7 to 15 words in loops). This model has no such chains: such arrays are local memory.
func (b *builder) toMemory(v *cuda.Var) {
	b.known.inMemory[v] = true
	b.again()
}

// alias finds the variable in registers that the pointer p names, if it does:
// &x, an array that decays, or a pointer that was bound to one of these for good.
//
// It must not emit code when the answer is no: the caller then evaluates p as a number.
func (b *builder) alias(p cuda.Expr) (lvalue, bool) {
	switch e := p.(type) {
	case *cuda.Ident:
		a, ok := b.aliases[e.Var]
		return a, ok
	case *cuda.Unary:
		if e.Op == "&" {
			if isValue(e.X) && !b.inMemory(b.hidden(e.X, "temporary", e.X.T())) {
				return b.temporary(e.X), true
			}
			return b.registers(e.X)
		}
	case *cuda.Cast:
		if e.Decay {
			a, ok := b.registers(e.X)
			if ok {
				a.typ = a.typ.Elem
			}
			return a, ok
		}
		if e.Down != nil {
			return b.around(e)
		}
		if e.X.T().Kind == cuda.Pointer && e.T().Kind == cuda.Pointer && cuda.Same(e.X.T(), e.T()) {
			return b.alias(e.X)
		}
	}
	return lvalue{}, false
}

// around is the struct in registers of which a pointer names a base.
func (b *builder) around(e *cuda.Cast) (lvalue, bool) {
	p, ok := b.alias(e.X)
	if !ok {
		return p, false
	}
	t := e.T().Elem
	p.typ = t
	for _, f := range e.Down {
		p.index -= scalarIndex(t, f)
		t = f.Type
	}
	if p.index < 0 || p.index+scalarCount(p.typ) > scalarCount(p.v.Type) { // of another struct: the call is not reached
		b.toMemory(p.v)
	}
	return p, true
}

// registers is the lvalue of an expression if that is a variable in registers.
//
// The storage is tested before lvalue is called, because lvalue computes the address of what is in memory.
func (b *builder) registers(e cuda.Expr) (lvalue, bool) {
	if at, ok := b.placed[root(e)]; ok {
		if at.v == nil {
			return lvalue{}, false
		}
		p := b.lvalue(e)
		return p, p.v != nil
	}
	if v := root(e); v == nil || v.Storage != cuda.Auto && v.Storage != cuda.Param || b.inMemory(v) {
		if v != nil || !b.throughAlias(e) {
			return lvalue{}, false
		}
	}
	p := b.lvalue(e)
	return p, p.v != nil
}

// throughAlias tells whether the lvalue e lies behind a pointer that is an alias.
func (b *builder) throughAlias(e cuda.Expr) bool {
	for {
		switch x := e.(type) {
		case *cuda.Member:
			e = x.X
		case *cuda.Index:
			if x.X.T().Kind != cuda.Array {
				_, ok := b.alias(x.X)
				return ok
			}
			e = x.X
		case *cuda.Unary:
			if x.Op != "*" {
				return false
			}
			_, ok := b.alias(x.X)
			return ok
		default:
			return false
		}
	}
}

// address is the pointer to p.
func (b *builder) address(p lvalue) *Value {
	if p.v != nil {
		b.toMemory(p.v)
	}
	t := b.target.addressType(p.space)
	return b.op(Add, t, p.base, b.int(t, p.offset))
}
