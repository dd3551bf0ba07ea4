package ir

import (
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// fromMemory turns a scalar as it is stored into one as expressions have it.
//
// A bool has two forms: a predicate in expressions, 0 or 1 in a register or byte elsewhere. fromMemory
// and toStored convert between them; the round trip folds away (setpRule).
func (b *builder) fromMemory(t *cuda.Type, x *Value) *Value {
	if t.Kind == cuda.Bool {
		return b.setp(NE, U32, x, b.int(U32, 0))
	}
	return x
}

// toStored turns a scalar of an expression into one as variables hold it: a bool becomes 0 or 1.
func (b *builder) toStored(t *cuda.Type, x *Value) *Value {
	if x.Type == Pred {
		return b.op(Selp, U32, x, b.int(U32, 1), b.int(U32, 0))
	}
	return x
}

// load reads the scalars of p.
//
// A struct in memory is loaded in pieces as wide as its alignment allows: float4 is one access, a struct of
// four floats without __align__ is four (NVRTC 12.9 does the same; it never joins global loads).
func (b *builder) load(p lvalue) []*Value {
	if p.bits != nil {
		return one(b.loadBits(p))
	}
	fields := b.elements(p.typ)
	if p.v != nil {
		values := make([]*Value, len(fields))
		for i, f := range fields {
			values[i] = b.fromMemory(f.typ, b.read(slot{p.v, p.index + i}))
		}
		return values
	}
	var values []*Value
	lanes := p.lanes()
	for i := 0; i < len(fields); i += lanes {
		values = append(values, b.loadScalars(p, fields[i:i+lanes])...)
	}
	return values
}

// loadScalars reads one scalar, or a vector of them with one access.
func (b *builder) loadScalars(p lvalue, fields []scalarField) []*Value {
	if n, ok := b.inPieces(p, fields[0]); ok {
		return one(b.heldSpace(p, fields[0].typ, b.loadPieces(p, fields[0], n)))
	}
	mem := b.target.memoryType(fields[0].typ)
	v := Value{
		Op: Load, Type: registerType(mem), Mem: mem, Space: p.space, Args: []*Value{p.base},
		Imm: uint64(p.offset + int64(fields[0].offset)), Volatile: p.typ.Volatile || fields[0].typ.Volatile,
		ReadOnly: p.readOnly, PastL1: p.pastL1,
	}
	if len(fields) == 1 {
		return []*Value{b.heldSpace(p, fields[0].typ, b.fromMemory(fields[0].typ, b.emit(v)))}
	}
	v.Lanes = len(fields)
	vector := b.emit(v)
	values := make([]*Value, len(fields))
	for i, f := range fields {
		x := b.emit(Value{Op: Extract, Type: v.Type, Imm: uint64(i), Args: []*Value{vector}})
		values[i] = b.heldSpace(p, f.typ, b.fromMemory(f.typ, x))
	}
	return values
}

// store writes the scalars of p.
func (b *builder) store(p lvalue, values []*Value) {
	if p.bits != nil {
		b.storeBits(p, values[0])
		return
	}
	fields := b.elements(p.typ)
	if p.v != nil {
		for i, f := range fields {
			b.write(slot{p.v, p.index + i}, b.toSlot(p.v, f.typ, values[i]))
		}
		return
	}
	lanes := p.lanes()
	for i := 0; i < len(fields); i += lanes {
		b.storeScalars(p, fields[i:i+lanes], values[i:i+lanes])
	}
}

// toSlot prepares a scalar for a variable in registers.
func (b *builder) toSlot(v *cuda.Var, t *cuda.Type, x *Value) *Value {
	if t.Kind == cuda.Pointer && b.known.spaces[b.instance(v)] == Generic {
		return b.generic(x)
	}
	return b.toStored(t, x)
}

// generic is a pointer as a generic address, which devices of compute capability 1.x do not have.
//
// A null is 0 in every space. Otherwise a window's base is added, which is what cvta does.
func (b *builder) generic(x *Value) *Value {
	s := space(x)
	if x.isConst() {
		return b.constant(b.target.pointerType(), x.Imm)
	}
	if s == Generic || s == Global || b.target.PointerBits == 32 {
		return x
	}
	return b.emit(Value{Op: Cvta, Type: b.target.pointerType(), Space: Generic, Imm: uint64(s), Args: []*Value{x}})
}

// storeScalars writes one scalar, or a vector with one access. A pointer to shared or local memory is
// stored as a generic address, since a pointer in memory has no space of its own.
func (b *builder) storeScalars(p lvalue, fields []scalarField, values []*Value) {
	mem := b.target.memoryType(fields[0].typ)
	args := []*Value{p.base}
	for i, f := range fields {
		x := b.toStored(f.typ, values[i])
		if f.typ.Kind == cuda.Pointer {
			x = b.held(p, x, mem)
		}
		args = append(args, x)
	}
	if n, ok := b.inPieces(p, fields[0]); ok {
		b.storePieces(p, fields[0], args[1], n)
		return
	}
	v := Value{
		Op: Store, Mem: mem, Space: p.space, Args: args,
		Imm: uint64(p.offset + int64(fields[0].offset)), Volatile: p.typ.Volatile || fields[0].typ.Volatile,
	}
	if len(fields) > 1 {
		v.Lanes = len(fields)
	}
	b.emit(v)
}

// held prepares a pointer for a variable in memory.
//
// What lies in memory may be read by anybody, so pointers to the small windows are kept as generic addresses, and
// once there are such pointers in memory every pointer that is loaded may be one of them.
func (b *builder) held(p lvalue, x *Value, mem Type) *Value {
	if b.target.PointerBits == 32 {
		return b.heldOffset(p, x, mem)
	}
	if s := space(x); !x.isConst() && (s.Window() || s == Generic) && !b.known.generics {
		b.known.generics = true
		b.again()
	}
	return b.generic(x)
}

// heldOffset is held where there are no generic addresses: a pointer to shared or local memory is an offset in its
// window. Of a variable that such pointers are assigned to it is found out where they point, so that
// what is loaded from it is again an address there.
func (b *builder) heldOffset(p lvalue, x *Value, mem Type) *Value {
	s := space(x)
	if x.isConst() || !s.Window() && (p.root == nil || b.known.held[p.root] == NoSpace) {
		return x
	}
	pos := token.Pos{Line: b.line, Col: b.col}
	if p.root == nil {
		b.fail(pos, "a pointer to %s memory cannot be kept in %s memory on this device, whose pointers do not tell one kind from the other; keep an index, "+
			"or use a device of compute capability 2.0 or more", s, p.space)
	}
	switch old := b.known.held[p.root]; {
	case old == NoSpace:
		b.known.held[p.root] = s
		b.again()
	case old != s:
		b.fail(pos, "%s is given a pointer to %s memory here and one to %s memory elsewhere; on this device a pointer keeps to one kind of memory", p.root.Name, s, old)
	}
	if x.Type.Size() < mem.Size() {
		x = b.cvt(mem, x.Type, x)
	}
	return x
}

// heldSpace turns a pointer that was loaded from memory into an address of where it points.
func (b *builder) heldSpace(p lvalue, t *cuda.Type, x *Value) *Value {
	switch {
	case t.Kind != cuda.Pointer:
	case b.known.generics:
		x.Points = Generic
	case p.root != nil && b.known.held[p.root] != NoSpace:
		x.Points = b.known.held[p.root]
		if at := b.target.addressType(x.Points); at.Size() < x.Type.Size() {
			return b.cvt(at, x.Type, x)
		}
	}
	return x
}

// initScalars are the scalars of an initialiser of type t; nil where it says nothing, which is zero.
//
// nil and zero are kept apart because the image of a global needs constants only where the source has them.
func (b *builder) initScalars(t *cuda.Type, e cuda.Expr) []*Value {
	list, ok := e.(*cuda.InitList)
	if !ok {
		return b.storedScalars(t, b.bundle(e))
	}
	if t.Kind == cuda.Struct && t.Union {
		return b.unionValues(t, list)
	}
	values := make([]*Value, 0, scalarCount(t))
	for i, x := range list.Elems {
		et := t.Elem
		if t.Kind == cuda.Struct {
			et = t.Fields[i].Type
		} else if t.Kind != cuda.Array {
			et = t
		}
		values = append(values, b.initScalars(et, x)...)
	}
	return append(values, make([]*Value, max(0, scalarCount(t)-len(values)))...)
}

// unionValues are the words of a union whose first member is initialised: those of a variable in memory.
func (b *builder) unionValues(t *cuda.Type, list *cuda.InitList) []*Value {
	v := b.hidden(list, "union", t)
	b.declare(v)
	p := b.variable(v)
	b.store(p, b.zeros(t))
	if len(list.Elems) > 0 {
		first := p
		first.typ = t.Fields[0].Type
		b.store(first, b.initScalarsOrZero(first.typ, list.Elems[0]))
	}
	return b.storedScalars(t, b.load(p))
}

func (b *builder) storedScalars(t *cuda.Type, values []*Value) []*Value {
	for i, f := range b.elements(t) {
		values[i] = b.toStored(f.typ, values[i])
	}
	return values
}

// initScalarsOrZero fills the gaps of initScalars with zeros, as expressions have them.
func (b *builder) initScalarsOrZero(t *cuda.Type, e cuda.Expr) []*Value {
	fields := b.elements(t)
	values := b.initScalars(t, e)
	for i, f := range fields {
		if values[i] == nil {
			values[i] = b.constant(b.target.valueType(f.typ), 0)
		}
		values[i] = b.fromMemory(f.typ, values[i])
	}
	return values
}
