package ir

import "warpbook.dev/gpumodel/cuda"

// loadBits reads the bit field that p is: from each of its words the bits that it has there.
func (b *builder) loadBits(p lvalue) *Value {
	t := b.target.valueType(p.typ)
	var all *Value
	for _, part := range p.bits.Parts {
		x := b.bitWord(p, part.Field)
		x = b.shift(Shr, x, part.Shift)
		x = b.op(And, x.Type, x, b.int(x.Type, int64(mask(part.Width))))
		if x.Type.Size() != t.Size() {
			x = b.cvt(unsignedOf(t), x.Type, x)
		}
		if x = b.shift(Shl, x, part.From); all != nil {
			x = b.op(Or, x.Type, all, x)
		}
		all = x
	}
	if p.typ.Kind == cuda.Bool {
		return b.setp(NE, all.Type, all, b.int(all.Type, 0))
	}
	if rest := 8*t.Size() - p.bits.Width; !p.typ.IsUnsigned() && rest > 0 { // extend the sign
		all = b.op(Shl, t, all, b.int(U32, int64(rest)))
		all = b.op(Shr, t, all, b.int(U32, int64(rest)))
	}
	return all
}

// storeBits replaces the bits of p in its words.
func (b *builder) storeBits(p lvalue, x *Value) {
	x = b.toStored(p.typ, x)
	for _, part := range p.bits.Parts {
		word := b.bitWord(p, part.Field)
		bits := b.shift(Shr, x, part.From)
		if bits.Type.Size() != word.Type.Size() {
			bits = b.cvt(word.Type, unsignedOf(bits.Type), bits)
		}
		bits = b.op(And, word.Type, bits, b.int(word.Type, int64(mask(part.Width))))
		bits = b.shift(Shl, bits, part.Shift)
		kept := b.op(And, word.Type, word, b.int(word.Type, int64(^(mask(part.Width)<<part.Shift))))
		b.store(b.wordOf(p, part.Field), one(b.op(Or, word.Type, kept, bits)))
	}
}

func mask(width int) uint64 { return ^uint64(0) >> (64 - width) }

// wordOf is word number i of the struct whose bit field p is.
func (b *builder) wordOf(p lvalue, i int) lvalue {
	p.typ, p.bits = p.holder, nil
	return partAt(p, i)
}

func (b *builder) bitWord(p lvalue, i int) *Value { return b.load(b.wordOf(p, i))[0] }

// shift is x by so many bits; right shifts fill with zeros.
func (b *builder) shift(op Op, x *Value, n int) *Value {
	t := unsignedOf(x.Type)
	if n == 0 {
		return x
	}
	return b.op(op, t, x, b.int(U32, int64(n)))
}

// unsignedOf is the unsigned type of a register's size.
func unsignedOf(t Type) Type {
	if t.Size() == 8 {
		return U64
	}
	return U32
}
