package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// Bit fields. The members of a struct with bit fields are the words that these lie in; a bit field is a part of one
// or two of them, and a Member with Bits reads or writes that part. They lie as the System V ABI for x86-64 has it,
// which nvcc follows. A list of values for such a struct is read for its members as they are declared, and packed.

// A BitField is a member of some bits.
type BitField struct {
	Name  string
	Type  *Type
	Width int // in bits
	Parts []BitPart
	start int // in bits from the begin of the struct
}

// A BitPart is where a run of a bit field's bits is: Width bits of member Field, from bit Shift on, which are those
// from bit From on of the value.
type BitPart struct{ Field, Shift, From, Width int }

// A declaredMember is a member in the order of the declaration: a bit field, or another one.
type declaredMember struct {
	field Field
	width int // of a bit field, -1 for others
}

// bits is the bit field of a name, nil if t has none.
func (t *Type) bits(name string) *BitField {
	for i := range t.Bits {
		if t.Bits[i].Name == name {
			return &t.Bits[i]
		}
	}
	return nil
}

// field is the bit field as a member.
func (b *BitField) field() *Field { return &Field{Name: b.Name, Type: b.Type, Bits: b} }

// bitField reads : width behind the name of a member; false if there is none.
func (p *parser) bitField(t *Type, d *declarator) bool {
	at := *p.peek()
	if !p.accept(":") {
		return false
	}
	n, _ := p.constInt("the width of a bit field")
	switch {
	case d.ref || !d.typ.integral():
		p.Errorf(at.Pos, at.End, "bit field %s must be an integer, not %s", quoteName(d.name.Text), d.typ)
		return true
	case n < 0 || n == 0 && d.name.Text != "" || n > int64(8*d.typ.Size()):
		p.Errorf(at.Pos, at.End, "bit field %s of type %s cannot have %d bits", quoteName(d.name.Text), d.typ, n)
		return true
	case p.is("=") || p.is("{"):
		p.fail(p.peek(), "a bit field cannot have a default value here; set it in a constructor")
	}
	for len(t.members) < len(t.Fields) && !t.hasBits {
		t.members = append(t.members, declaredMember{t.Fields[len(t.members)], -1})
	}
	t.hasBits = true
	t.members = append(t.members, declaredMember{Field{Name: d.name.Text, Type: d.typ}, int(n)})
	if d.name.Text != "" {
		t.Bits = append(t.Bits, BitField{Name: d.name.Text, Type: d.typ, Width: int(n)})
	}
	return true
}

// A bitRun is a run of bit fields that share words.
type bitRun struct {
	bits        []*BitField
	end, widest int // in bits; in bytes
}

// layoutBits lays out a struct with bit fields: it puts the words that they lie in among the members.
func (t *Type) layoutBits(align int) {
	t.Align = max(1, align)
	var fields []Field
	var run bitRun
	pos, last := 0, 0 // in bits; the end of the last member that is not a bit field, in bytes
	close := func(most int) {
		fields = run.units(fields, last, most, t.Union)
		run = bitRun{}
	}
	next := 0
	for _, m := range t.members {
		size, of := 8*m.field.Type.Size(), 8*m.field.alignmentIn(t)
		if t.Union {
			pos, last = 0, 0
		}
		if m.width < 0 {
			t.Align = max(t.Align, of/8)
			f := m.field
			f.Offset = alignUp((pos+7)/8, of/8)
			close(f.Offset)
			fields = append(fields, f)
			last = f.Offset + size/8
			pos = 8 * last
			continue
		}
		if m.width == 0 || pos/size != (pos+m.width-1)/size {
			pos = alignUp(pos, of)
		}
		if m.field.Name != "" {
			t.Align = max(t.Align, of/8)
			b := &t.Bits[next]
			next++
			b.start = pos
			run.bits = append(run.bits, b)
			run.widest = max(run.widest, size/8)
			run.end = pos + m.width
			if t.Union {
				close(size / 8)
			}
		}
		pos += m.width
	}
	close(alignUp((pos+7)/8, t.Align))
	t.Fields = fields
}

// units adds to the members the words of a run, which may reach from byte least to byte most.
func (r *bitRun) units(fields []Field, least, most int, union bool) []Field {
	if len(r.bits) == 0 {
		return fields
	}
	from, to := r.bits[0].start/8, (r.end+7)/8
	if low := from / r.widest * r.widest; low >= least {
		from = low
	}
	if high := alignUp(to, r.widest); high <= most {
		to = high
	}
	for from < to {
		size := r.widest
		for from%size != 0 || from+size > to {
			size /= 2
		}
		kind := map[int]Kind{1: UChar, 2: UShort, 4: UInt, 8: ULong}[size]
		for _, b := range r.bits {
			low, high := max(b.start, 8*from), min(b.start+b.Width, 8*(from+size))
			if low < high {
				b.Parts = append(b.Parts, BitPart{Field: len(fields), Shift: low - 8*from, From: low - b.start, Width: high - low})
			}
		}
		fields = append(fields, Field{Name: bitWord + itoa(len(fields)), Type: &Type{Kind: kind}, Offset: from})
		from += size
	}
	return fields
}

// bitWord begins the name of a word with bit fields, which no source can write.
const bitWord = "bits "

// listed is t with its members as they are declared, which lists of values are read for.
func (t *Type) listed() *Type {
	if !t.hasBits {
		return t
	}
	u := &Type{Kind: Struct, Name: t.Name, Union: t.Union, Align: t.Align, class: t.class, complete: true, packs: t.plain()}
	for _, m := range t.members {
		if m.field.Name != "" {
			u.Fields = append(u.Fields, m.field)
		}
	}
	return u
}

// packed is a list of values for the members as they are declared as one for the words of the struct.
func (p *parser) packed(list *InitList) Expr {
	t := list.Type.packs
	out := &InitList{Typed: Typed{list.Pos, t}}
	values := make([]Expr, len(t.Fields))
	if len(list.Elems) > len(list.Type.Fields) { // which was reported
		return bad(list.Pos)
	}
	for i, x := range list.Elems {
		if isBad(x) {
			return x
		}
		name := list.Type.Fields[i].Name
		b := t.bits(name)
		if b == nil {
			values[slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name })] = x
			continue
		}
		for _, part := range b.Parts {
			values[part.Field] = p.withBits(values[part.Field], x, t.Fields[part.Field].Type, part)
		}
	}
	for i, x := range values {
		if x == nil {
			x = zero(list.Pos, t.Fields[i].Type)
		}
		if t.Union && i > 0 {
			break
		}
		out.Elems = append(out.Elems, x)
	}
	return out
}

// withBits is word | (x >> From & mask) << Shift.
func (p *parser) withBits(word, x Expr, t *Type, part BitPart) Expr {
	pos := x.Position()
	op := func(text string, a, b Expr) Expr {
		return p.binary(&token.Token{Kind: token.Punct, Text: text, Pos: pos, End: pos}, a, b)
	}
	number := func(n int) Expr { return &Lit{Typed{pos, typeInt}, Const{I: int64(n)}} }
	mask := &Lit{Typed{pos, typeULong}, Const{I: int64(^uint64(0) >> (64 - part.Width))}}
	x = op("<<", op("&", op(">>", p.cast(x, typeULong, true), number(part.From)), mask), number(part.Shift))
	if word != nil {
		x = op("|", p.cast(word, typeULong, true), x)
	}
	return p.cast(x, t, true)
}

// setBits are the statements by which a constructor sets bit fields; the rest of their words is zero.
func (p *parser) setBits(t *Type, object *Var, values map[string]Expr) (list []Stmt) {
	cleared := map[int]bool{}
	for i := range t.Bits {
		b := &t.Bits[i]
		x := values[b.Name]
		if x == nil || isBad(x) {
			continue
		}
		pos := x.Position()
		id := &Ident{Typed{pos, t}, object}
		for _, part := range b.Parts {
			if f := &t.Fields[part.Field]; !cleared[part.Field] {
				cleared[part.Field] = true
				list = append(list, &ExprStmt{pos, &Assign{Typed: Typed{pos, f.Type}, L: &Member{Typed: Typed{pos, f.Type}, X: id, Field: f},
					R: zero(pos, f.Type)}})
			}
		}
		list = append(list, &ExprStmt{pos, &Assign{Typed: Typed{pos, b.Type},
			L: &Member{Typed: Typed{pos, b.Type}, X: id, Field: b.field()}, R: p.finished(x)}})
	}
	return list
}

// bitsOf is the bit field that x is, nil if it is none.
func bitsOf(x Expr) *BitField {
	if m, ok := x.(*Member); ok {
		return m.Field.Bits
	}
	return nil
}

// promotedBits returns x, converted to int if it is a bit field and an int can hold all its values ([conv.prom]).
func (p *parser) promotedBits(x Expr) Expr {
	b := bitsOf(x)
	if b == nil || b.Type.scoped() {
		return x
	}
	switch {
	case b.Width < 32 || b.Width == 32 && !b.Type.unsigned():
		return p.cast(x, typeInt, true)
	case b.Width == 32:
		return p.cast(x, typeUInt, true)
	}
	return x
}
