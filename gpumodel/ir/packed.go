package ir

import (
	"cmp"

	"warpbook.dev/gpumodel/cuda"
)

// Members of packed structs may lie anywhere, and a GPU reads and writes aligned words alone. As nvcc does, device code moves
// such a member in pieces that are as wide as its alignment allows. A host reads words from anywhere.

// alignment is what the scalar f of p is aligned to at least, in bytes.
func (p *lvalue) alignment(f scalarField) int {
	n := cmp.Or(p.align, p.typ.Alignment())
	if f.offset != 0 {
		n = min(n, f.offset&-f.offset)
	}
	return n
}

// alignedIn notes what member f of a struct is aligned to, if that is less than its type's alignment.
func (p *lvalue) alignedIn(f *cuda.Field) {
	n := p.alignment(scalarField{f.Type, f.Offset})
	if p.align = 0; n < f.Type.Alignment() {
		p.align = n
	}
}

// lanes is the most scalars of p that one access moves.
func (p *lvalue) lanes() int {
	if p.align != 0 {
		return 1
	}
	return vectorLanes(p.typ)
}

// inPieces reports whether the scalar f of p has to be moved in pieces, and how many bytes these have.
func (b *builder) inPieces(p lvalue, f scalarField) (bytes int, ok bool) {
	n := p.alignment(f)
	return n, n < f.typ.Alignment() && !b.ofHost()
}

// pieceTypes are the types of pieces in memory, by their bytes.
var pieceTypes = map[int]Type{1: U8, 2: U16, 4: U32}

// loadPieces is the scalar f of p, from pieces of so many bytes.
func (b *builder) loadPieces(p lvalue, f scalarField, bytes int) *Value {
	mem := b.target.memoryType(f.typ)
	t, word := registerType(mem), unsignedOf(mem)
	var all *Value
	for at := 0; at < mem.Size(); at += bytes {
		x := b.emit(Value{
			Op: Load, Type: U32, Mem: pieceTypes[bytes], Space: p.space, Args: []*Value{p.base}, Imm: uint64(p.offset + int64(f.offset+at)),
			Volatile: p.typ.Volatile || f.typ.Volatile, ReadOnly: p.readOnly, PastL1: p.pastL1,
		})
		if word != U32 {
			x = b.cvt(word, U32, x)
		}
		if x = b.shift(Shl, x, 8*at); all != nil {
			x = b.op(Or, word, all, x)
		}
		all = x
	}
	if rest := 8 * (word.Size() - mem.Size()); rest > 0 && mem.Signed() {
		all = b.op(Shl, t, all, b.int(U32, int64(rest)))
		all = b.op(Shr, t, all, b.int(U32, int64(rest)))
	}
	if t.Float() {
		all = b.emit(Value{Op: Bitcast, Type: t, Args: []*Value{all}})
	}
	return all
}

// storePieces writes x to the scalar f of p, in pieces of so many bytes.
func (b *builder) storePieces(p lvalue, f scalarField, x *Value, bytes int) {
	mem := b.target.memoryType(f.typ)
	word := unsignedOf(mem)
	if mem.Float() {
		x = b.emit(Value{Op: Bitcast, Type: word, Args: []*Value{x}})
	}
	for at := 0; at < mem.Size(); at += bytes {
		piece := b.shift(Shr, x, 8*at)
		if word != U32 {
			piece = b.cvt(U32, word, piece)
		}
		b.emit(Value{
			Op: Store, Mem: pieceTypes[bytes], Space: p.space, Args: []*Value{p.base, piece}, Imm: uint64(p.offset + int64(f.offset+at)),
			Volatile: p.typ.Volatile || f.typ.Volatile,
		})
	}
}
