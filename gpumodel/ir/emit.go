package ir

import "slices"

// An emitter appends values to a block, simplifying each first and merging it
// with an equal one that dominates the block.
//
// numbers has the older values by key. Passes that must not merge leave it nil, and construction empties
// it at each block.
type emitter struct {
	f       *Func
	b       *Block
	line    int
	col     int
	numbers map[valueKey][]*Value
}

// valueKey is what makes two pure values equal.
//
// No pure operation has more than three arguments. Space, Mem and Lanes are missing on purpose: only
// accesses have them, and these are not pure.
type valueKey struct {
	op        Op
	typ, from Type
	cmp       Cmp
	exact     bool
	flush     bool
	rounding  Rounding
	imm       uint64
	args      [3]*Value
}

// key is v's entry in the table of values. Where the low bits do not depend on the sign, add.s32 and
// add.u32 share a key. The arguments of commutative operations are ordered by ID.
func (v *Value) key() valueKey {
	k := valueKey{op: v.Op, typ: v.Type, from: v.From, cmp: v.Cmp, exact: v.Exact, flush: v.Flush, rounding: v.Rounding, imm: v.Imm}
	if v.Op.Signless() {
		k.typ = v.Type.signed()
	}
	copy(k.args[:], v.Args)
	if v.Op.has(commutative) && k.args[1] != nil && k.args[1].ID < k.args[0].ID {
		k.args[0], k.args[1] = k.args[1], k.args[0]
	}
	return k
}

type leafKey struct {
	op  Op
	typ Type
	imm uint64
}

// leaf returns the one constant, parameter, special register or address of its
// kind, which stands at the start of the entry block.
//
// Leaves cost nothing where they stand: isa makes operands of them (an immediate, c[0x0][..], S2R once).
// Keeping them all at the entry means that they dominate everything and need no place chosen.
func (f *Func) leaf(op Op, t Type, imm uint64, space Space) *Value {
	k := leafKey{op: op, typ: t, imm: imm}
	if v := f.leaves[k]; v != nil {
		return v
	}
	entry := f.Blocks[0]
	v := &Value{ID: f.id(), Op: op, Type: t, Imm: imm, Space: space, Block: entry}
	if f.leaves == nil {
		f.leaves = map[leafKey]*Value{}
	}
	f.leaves[k] = v
	entry.Values = slices.Insert(entry.Values, 0, v)
	return v
}

func (f *Func) id() int {
	f.nextID++
	return f.nextID
}

// constant is a constant of type t. Integers are kept signed, so that one number is one value.
func (f *Func) constant(t Type, bits uint64) *Value {
	t = t.signed()
	return f.leaf(Constant, t, t.wrap(bits), NoSpace)
}

func (e *emitter) constant(t Type, bits uint64) *Value { return e.f.constant(t, bits) }

// int is a signed constant.
func (e *emitter) int(t Type, x int64) *Value { return e.f.constant(t, uint64(x)) }

// op emits an operation that is complete with its type and arguments.
func (e *emitter) op(op Op, t Type, args ...*Value) *Value {
	return e.emit(Value{Op: op, Type: t, Args: args})
}

func (e *emitter) setp(c Cmp, from Type, a, b *Value) *Value {
	return e.emit(Value{Op: Setp, Type: Pred, Cmp: c, From: from, Args: []*Value{a, b}})
}

func (e *emitter) cvt(to, from Type, x *Value) *Value {
	return e.emit(Value{Op: Cvt, Type: to, From: from, Args: []*Value{x}})
}

// emit returns a value equal to v: an older one, a simpler one, or v itself, appended to the block.
func (e *emitter) emit(v Value) *Value { return e.add(&v) }

// add is emit for a value that may have been in a block before.
//
// The order is simplify, then look for an equal value, then append. Every value a pass emits goes through
// here, so simplification never needs a pass of its own.
func (e *emitter) add(v *Value) *Value {
	if v.Leaf() {
		return e.f.leaf(v.Op, v.Type, v.Imm, v.Space)
	}
	if !v.Pure() {
		return e.append(v)
	}
	if s := e.simplify(v); s != nil {
		return s
	}
	if e.numbers == nil {
		return e.append(v)
	}
	k := v.key()
	for _, old := range e.numbers[k] {
		if old.Block.Dominates(e.b) {
			return old
		}
	}
	e.numbers[k] = append(e.numbers[k], v)
	return e.append(v)
}

// append puts v at the end of the current block. Line and column stay those of the source construct that
// made v first, so that a hoisted or merged value is still shown at its line.
func (e *emitter) append(v *Value) *Value {
	if v.ID == 0 {
		v.ID = e.f.id()
	}
	if v.Line == 0 {
		v.Line, v.Col = e.line, e.col
	}
	v.Block = e.b
	e.b.Values = append(e.b.Values, v)
	return v
}

// isConst tells whether v is a constant.
func (v *Value) isConst() bool { return v.Op == Constant }

// is tells whether v is the integer constant x.
func (v *Value) is(x int64) bool {
	return v.Op == Constant && v.Type.Integer() && v.Type.extend(v.Imm) == x
}

// intConst is the value of an integer constant, sign-extended.
func (v *Value) intConst() int64 { return v.Type.signed().extend(v.Imm) }
