package cuda

import (
	"cmp"

	"warpbook.dev/gpumodel/cuda/token"
)

// #pragma pack(n), __attribute__((packed)) and __attribute__((aligned(n))), as gcc has them: the members of a struct lie at
// multiples of n at the most, so that a file's header can be read into one.

// A structLayout is what is said of a struct's alignment, and of its members' at the most; 0 for nothing.
type structLayout struct{ align, pack int }

// structLayout reads __align__(n), alignas(n) and __attribute__((…)).
func (p *parser) structLayout() (l structLayout) {
	for {
		switch {
		case p.is("__align__"), p.is("alignas"):
			p.next()
			l.align = p.alignment()
		case p.is("__attribute__"):
			p.next()
			l = l.and(p.attribute())
		default:
			return l
		}
	}
}

// and adds what is said elsewhere.
func (l structLayout) and(x structLayout) structLayout {
	return structLayout{max(l.align, x.align), cmp.Or(x.pack, l.pack)}
}

// alignment reads (n).
func (p *parser) alignment() int {
	p.expect("(", "before an alignment")
	n, _ := p.constInt("an alignment")
	p.expect(")", "")
	return int(min(max(n, 1), 256))
}

// largestAlignment is what gcc takes for aligned without a number on x86-64.
const largestAlignment = 16

// attribute reads ((…)) behind __attribute__; it knows packed and aligned(n).
func (p *parser) attribute() (l structLayout) {
	from := p.i
	p.skipBalanced()
	end := p.i
	for p.i = from; p.i < end; {
		switch t := p.next(); {
		case t.Is("packed"), t.Is("__packed__"):
			l.pack = 1
		case t.Is("aligned"), t.Is("__aligned__"):
			if l.align = largestAlignment; p.is("(") {
				l.align = p.alignment()
			}
		case t.Is("ms_struct"), t.Is("__ms_struct__"):
			p.Errorf(t.Pos, t.End, "structs are laid out as GCC does: ms_struct is not supported")
		}
	}
	return l
}

// behindBody is what is said behind the body of a struct, which is ahead: struct S { … } __attribute__((packed)).
func (p *parser) behindBody() structLayout {
	defer func(i int) { p.i = i }(p.i)
	for depth := 0; p.at(0).Kind != token.EOF; {
		depth += braceStep(p.at(0))
		if p.i++; depth == 0 {
			break
		}
	}
	return p.attributes()
}

// attributes reads what stands ahead of them.
func (p *parser) attributes() (l structLayout) {
	for p.at(0).Is("__attribute__") {
		p.next()
		l = l.and(p.attribute())
	}
	return l
}

// packedBits refuses a packed struct with bit fields, whose bits may lie across the words of their types.
func (p *parser) packedBits(at *token.Token, t *Type) {
	if t.hasBits && t.pack != 0 && t.pack < typeULong.Size() {
		p.Errorf(at.Pos, at.End, "bit fields in a packed struct are not supported: read the words of the struct, and shift")
	}
}

// alignmentIn is the alignment of a member of a struct, which may be packed. What alignas asks for holds anyway.
func (f *Field) alignmentIn(s *Type) int {
	n := f.Type.Alignment()
	if s.pack != 0 {
		n = min(s.pack, n)
	}
	return max(f.align, n)
}
