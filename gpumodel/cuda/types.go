package cuda

import (
	"fmt"
	"slices"
	"strings"
)

// The scalar types. They are shared and never changed.
var (
	typeVoid      = &Type{Kind: Void}
	typeBool      = &Type{Kind: Bool}
	typeChar      = &Type{Kind: Char}
	typeInt       = &Type{Kind: Int}
	typeUInt      = &Type{Kind: UInt}
	typeLong      = &Type{Kind: Long}
	typeULong     = &Type{Kind: ULong}
	typeLongLong  = &Type{Kind: LongLong}
	typeULongLong = &Type{Kind: ULongLong}
	typeFloat     = &Type{Kind: Float}
	typeDouble    = &Type{Kind: Double}
	typeHalf      = &Type{Kind: Half}
	typeString    = &Type{Kind: String, Const: true}
	typeNull      = &Type{Kind: Pointer, Elem: typeVoid, Name: "nullptr_t"}
)

// Kinds that no finished tree holds.
const (
	badKind         Kind = 200 + iota // of an expression that was reported already
	paramKind                         // a template's typename parameter
	autoKind                          // auto, until its initialiser is seen
	placeholderKind                   // the name of a class template, until its arguments are deduced
)

var (
	typeBad  = &Type{Kind: badKind, Name: "?"}
	typeAuto = &Type{Kind: autoKind, Name: "auto"}
)

// scalars has a row per Kind: its name and its size in bytes.
var scalars = [...]struct {
	name string
	size int
}{
	Void: {"void", 1}, Bool: {"bool", 1}, Char: {"char", 1}, UChar: {"unsigned char", 1},
	Short: {"short", 2}, UShort: {"unsigned short", 2}, Int: {"int", 4}, UInt: {"unsigned int", 4},
	Long: {"long", 8}, ULong: {"unsigned long", 8}, LongLong: {"long long", 8}, ULongLong: {"unsigned long long", 8},
	Float: {"float", 4}, Double: {"double", 8}, Pointer: {"pointer", 8}, Array: {"array", 0}, Struct: {"struct", 0},
	String: {"const char*", 8}, Texture: {"texture", 8}, Half: {"__half", 2},
	Function: {"function", 0}, FuncPointer: {"function pointer", 8},
}

// Size is sizeof, in bytes; 0 for an array of unknown length.
func (t *Type) Size() int {
	switch {
	case t.Kind == Array:
		return max(0, t.Len) * t.Elem.Size()
	case t.Union && len(t.Fields) > 0:
		size := 1
		for _, f := range t.Fields {
			size = max(size, f.Type.Size())
		}
		return alignUp(size, t.Align)
	case t.Kind == Struct && len(t.Fields) > 0:
		last := t.Fields[len(t.Fields)-1]
		return alignUp(last.Offset+last.Type.Size(), t.Align)
	case t.Kind == Struct:
		return 1 // two objects of C++ never have one address
	case int(t.Kind) < len(scalars):
		return scalars[t.Kind].size
	}
	return 0
}

// Alignment is alignof, in bytes.
func (t *Type) Alignment() int {
	switch t.Kind {
	case Array:
		return t.Elem.Alignment()
	case Struct:
		return max(1, t.Align)
	}
	return max(1, t.Size())
}

func alignUp(n, align int) int {
	align = max(1, align)
	return (n + align - 1) / align * align
}

// String is the type as C writes it, without a name.
func (t *Type) String() string {
	switch t.refers {
	case toLvalue:
		return t.referredTo(byValue).String() + " &"
	case toTemporary:
		return t.referredTo(byValue).String() + " &&"
	}
	q := ""
	if t.Const && t.Kind != String {
		q = "const "
	}
	if t.Volatile {
		q += "volatile "
	}
	switch {
	case t == typeNull:
		return t.Name
	case t.Kind == Pointer && t.Elem.Kind == Array:
		base, dims := t.Elem.dims()
		return fmt.Sprintf("%s (*)%s", base, dims)
	case t.Kind == Function:
		return t.functionText("")
	case t.Kind == FuncPointer:
		return t.Elem.functionText("(*)")
	case t.Kind == Pointer:
		return strings.TrimSuffix(t.Elem.String()+"* "+strings.TrimSpace(q), " ")
	case t.Kind == Array:
		base, dims := t.dims()
		return base.String() + dims
	case t.Kind == Struct || t.Enum != nil || t.Kind == Texture || int(t.Kind) >= len(scalars):
		return q + t.Name
	}
	return q + scalars[t.Kind].name
}

// dims splits an array type into its element and its brackets.
func (t *Type) dims() (*Type, string) {
	s := ""
	for ; t.Kind == Array; t = t.Elem {
		if t.Len < 0 {
			s += "[]"
		} else {
			s += fmt.Sprintf("[%d]", t.Len)
		}
	}
	return t, s
}

// Same tells whether two types are equal, const, volatile and restrict aside.
func Same(a, b *Type) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil || a.Kind != b.Kind:
		return false
	case a.Kind == Pointer:
		return Same(a.Elem, b.Elem)
	case a.Kind == Function:
		return sameFunction(a, b)
	case a.Kind == FuncPointer:
		return sameFunction(a.Elem, b.Elem)
	case a.Kind == Array:
		return a.Len == b.Len && Same(a.Elem, b.Elem)
	case a.Kind == Texture:
		return a.Name == b.Name
	case a.Kind == Struct || a.Kind == paramKind:
		return a.Name == b.Name && len(a.Fields) == len(b.Fields)
	}
	return a.Enum == b.Enum
}

// IsInteger is true for bool, characters, integers and enums, but not for an enum
// class, which is no number.
// Unsigned is the unsigned integer of 4 or 8 bytes.
func Unsigned(size int) *Type {
	if size == 8 {
		return typeULong
	}
	return typeUInt
}

func (t *Type) IsInteger() bool { return t.integral() && !t.scoped() }

// character is true for the elements of arrays that a text may initialise.
func (t *Type) character() bool { return t.Kind == Char || t.Kind == UChar }

// integral is true for all types that are integers in memory.
func (t *Type) integral() bool { return t.Kind >= Bool && t.Kind <= ULongLong }

// IsFloat is true for float and double.
func (t *Type) IsFloat() bool { return t.Kind == Float || t.Kind == Double }

// IsArithmetic is true for integers and floating types.
func (t *Type) IsArithmetic() bool { return t.IsInteger() || t.IsFloat() }

// number is true for all types of numbers, enum classes included.
func (t *Type) number() bool { return t.integral() || t.IsFloat() }

// IsScalar is true for arithmetic types and pointers, to functions as well.
func (t *Type) IsScalar() bool { return t.IsArithmetic() || t.Kind == Pointer || t.Kind == FuncPointer }

// IsUnsigned is true for bool and the unsigned integers.
func (t *Type) IsUnsigned() bool { return t.unsigned() }

func (t *Type) unsigned() bool {
	switch t.Kind {
	case Bool, UChar, UShort, UInt, ULong, ULongLong:
		return true
	}
	return false
}

func pointerTo(t *Type) *Type { return &Type{Kind: Pointer, Elem: t} }

// qualified is t with const or volatile added; an array hands them to its elements.
func (t *Type) qualified(c, v bool) *Type {
	if t.refers != byValue || (!c || t.Const) && (!v || t.Volatile) {
		return t
	}
	u := *t
	if t.Kind == Array {
		u.Elem = t.Elem.qualified(c, v)
		return &u
	}
	u.Const, u.Volatile = t.Const || c, t.Volatile || v
	t.copied(&u)
	return &u
}

// plain is t without its own const and volatile: the type of a value.
func (t *Type) plain() *Type {
	if !t.Const && !t.Volatile && !t.Restrict && t.refers == byValue || t.Kind == String {
		return t
	}
	u := *t
	u.Const, u.Volatile, u.Restrict, u.refers = false, false, false, byValue
	t.copied(&u)
	return &u
}

// referredTo is the type T & or T &&, as the name of a type or an argument of a template has it.
func (t *Type) referredTo(how binding) *Type {
	if t.refers == how || t.refers == toLvalue && how == toTemporary || t.Kind == badKind { // references to references are one
		return t
	}
	u := *t
	u.refers = how
	t.copied(&u)
	return &u
}

// promote is the integer promotion.
func promote(t *Type) *Type {
	if t.Enum != nil {
		t = &Type{Kind: t.Kind}
	}
	if t.IsInteger() && t.Kind < Int {
		return typeInt
	}
	return t.plain()
}

// common is the type of the usual arithmetic conversions.
func common(a, b *Type) *Type {
	a, b = promote(a), promote(b)
	if a.Kind < b.Kind {
		a, b = b, a
	}
	// Kinds are in the order of rank, so a wins, save a signed type that is no wider than an unsigned one.
	if a.IsInteger() && !a.unsigned() && b.unsigned() && a.Size() <= b.Size() {
		u := *a
		u.Kind++
		return &u
	}
	return a
}

// layout sets the offsets and the alignment of a struct; align is a minimum.
func (t *Type) layout(align int) {
	if t.hasBits {
		t.layoutBits(align)
		return
	}
	offset := 0
	t.Align = max(1, align)
	for i := range t.Fields {
		f := &t.Fields[i]
		t.Align = max(t.Align, f.alignmentIn(t))
		if t.Union {
			continue
		}
		if f.isBase() && f.Type.empty() { // takes no room
			continue
		}
		f.Offset = alignUp(offset, f.alignmentIn(t))
		offset = f.Offset + f.Type.Size()
		if f.isBase() && !f.Type.plainData() { // members follow in what the base has left (Itanium C++ ABI, 2.4)
			last := f.Type.Fields[len(f.Type.Fields)-1]
			offset = f.Offset + last.Offset + last.Type.Size()
		}
	}
}

// plainData tells whether a struct is one of C, whose end nobody may use.
func (t *Type) plainData() bool {
	return t.class == nil || len(t.class.constructors) == 0 && len(t.class.private) == 0 && !t.class.host[t.ownName()] &&
		!slices.ContainsFunc(t.Fields, func(f Field) bool { return f.isBase() || f.Name == virtualTable })
}

// Shares tells whether t is a union, or has one as a part: its scalars lie over one another.
func (t *Type) Shares() bool {
	switch t.Kind {
	case Array:
		return t.Elem.Shares()
	case Struct:
		return t.Union || slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Type.Shares() })
	}
	return false
}

// Raw is the unsigned integers that a union is copied as.
func (t *Type) Raw() *Type {
	word := &Type{Kind: UInt}
	switch t.Align {
	case 1:
		word.Kind = UChar
	case 2:
		word.Kind = UShort
	}
	return &Type{Kind: Array, Elem: word, Len: t.Size() / word.Size()}
}

// empty tells whether objects of a struct hold nothing.
func (t *Type) empty() bool {
	return t.Kind == Struct && !slices.ContainsFunc(t.Fields, func(f Field) bool { return !f.Type.empty() })
}

func (t *Type) field(name string) *Field {
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return &t.Fields[i]
		}
	}
	return nil
}

// namedTypes are the type names of headers that kernels use without including them.
var namedTypes = func() map[string]*Type {
	m := map[string]*Type{
		"size_t": typeULong, "ptrdiff_t": typeLong, "ssize_t": typeLong, "intptr_t": typeLong, "uintptr_t": typeULong,
		"int8_t": {Kind: Char}, "uint8_t": {Kind: UChar}, "int16_t": {Kind: Short}, "uint16_t": {Kind: UShort},
		"int32_t": typeInt, "uint32_t": typeUInt, "int64_t": typeLong, "uint64_t": typeULong,
		"uchar": {Kind: UChar}, "ushort": {Kind: UShort}, "uint": typeUInt, "ulong": typeULong,
		"cudaStream_t": pointerTo(typeVoid),
		"clock_t":      typeLong, typeTextureObject.Name: typeTextureObject, "CUtexObject": typeTextureObject,
		"__half": typeHalf, "half": typeHalf, "half2": typeHalf2, typeHalf2.Name: typeHalf2,
	}
	for _, v := range vectors() {
		m[v.Name] = v
	}
	return m
}()

// typeHalf2 is two halves in one word; cuda_fp16.h has no longer vectors.
var typeHalf2 = vector("__half2", typeHalf, 2)

// vectors are char1 … double4 and dim3, with the alignments of CUDA's vector_types.h.
func vectors() []*Type {
	rows := []struct {
		name string
		kind Kind
	}{
		{"char", Char}, {"uchar", UChar}, {"short", Short}, {"ushort", UShort}, {"int", Int}, {"uint", UInt},
		{"long", Long}, {"ulong", ULong}, {"longlong", LongLong}, {"ulonglong", ULongLong},
		{"float", Float}, {"double", Double},
	}
	dim3 := vector("dim3", typeUInt, 3)
	list := []*Type{dim3}
	for _, r := range rows {
		for n := 1; n <= 4; n++ {
			list = append(list, vector(fmt.Sprintf("%s%d", r.name, n), &Type{Kind: r.kind}, n))
		}
	}
	return list
}

func vector(name string, elem *Type, n int) *Type {
	t := &Type{Kind: Struct, Name: name}
	for _, c := range "xyzw"[:n] {
		t.Fields = append(t.Fields, Field{Name: string(c), Type: elem})
	}
	align := elem.Size()
	if n == 2 || n == 4 {
		align = min(16, n*align)
	}
	t.layout(align)
	return t
}
