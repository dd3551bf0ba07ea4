package ir

import "warpbook.dev/gpumodel/cuda"

// pointerType is the type of an address of the target's pointer size.
func (t Target) pointerType() Type {
	if t.PointerBits == 32 {
		return U32
	}
	return U64
}

// addressType is the type of an address in space: shared, local and constant
// memory are small windows, addressed with 32 bits on every device.
func (t Target) addressType(s Space) Type {
	switch s {
	case Shared, Local, Const:
		return U32
	}
	return t.pointerType()
}

var memoryTypes = map[cuda.Kind]Type{
	cuda.Bool: U8, cuda.Char: S8, cuda.UChar: U8, cuda.Short: S16, cuda.UShort: U16,
	cuda.Int: S32, cuda.UInt: U32, cuda.Long: S64, cuda.LongLong: S64, cuda.ULong: U64, cuda.ULongLong: U64,
	cuda.Float: F32, cuda.Double: F64, cuda.Texture: U64, cuda.Half: U16, cuda.FuncPointer: U64,
}

// memoryType is the type of a scalar in memory.
func (t Target) memoryType(c *cuda.Type) Type {
	if c.Kind == cuda.Pointer {
		return t.pointerType()
	}
	return memoryTypes[c.Kind]
}

// valueType is the type of a scalar in a register: characters and shorts are
// extended to 32 bits; a bool is a predicate in expressions, a U32 in variables.
func (t Target) valueType(c *cuda.Type) Type { return registerType(t.memoryType(c)) }

// registerType is the type of the register that holds m.
func registerType(m Type) Type {
	switch m {
	case S8, S16:
		return S32
	case U8, U16:
		return U32
	}
	return m
}

// A scalarField is a scalar within a type, at a byte offset.
type scalarField struct {
	typ    *cuda.Type
	offset int
}

// scalars flattens a type into its scalars, in the order of their addresses.
//
// Variables in registers, parameters and initialisers are all lists in this order. A large array
// makes a long list: callers that only need its length use scalarCount.
func scalars(t *cuda.Type) []scalarField {
	switch t.Kind {
	case cuda.Void:
		return nil
	case cuda.Array:
		return repeat(scalars(t.Elem), max(0, t.Len), t.Elem.Size())
	case cuda.Struct:
		if t.Union {
			return scalars(t.Raw())
		}
		var list []scalarField
		for i := range t.Fields {
			for _, s := range scalars(t.Fields[i].Type) {
				list = append(list, scalarField{s.typ, s.offset + t.Fields[i].Offset})
			}
		}
		return list
	}
	return []scalarField{{typ: t}}
}

func repeat(elem []scalarField, n, stride int) []scalarField {
	list := make([]scalarField, 0, n*len(elem))
	for i := range n {
		for _, s := range elem {
			list = append(list, scalarField{s.typ, s.offset + i*stride})
		}
	}
	return list
}

// scalarCount is len(scalars(t)).
func scalarCount(t *cuda.Type) int {
	switch t.Kind {
	case cuda.Void:
		return 0
	case cuda.Array:
		return max(0, t.Len) * scalarCount(t.Elem)
	case cuda.Struct:
		if t.Union {
			return t.Raw().Len
		}
		n := 0
		for i := range t.Fields {
			n += scalarCount(t.Fields[i].Type)
		}
		return n
	}
	return 1
}

// scalarIndex is the number of scalars before field f of struct t.
func scalarIndex(t *cuda.Type, f *cuda.Field) int {
	n := 0
	for i := range t.Fields {
		if t.Fields[i].Name == f.Name {
			break
		}
		n += scalarCount(t.Fields[i].Type)
	}
	return n
}

// vectorLanes is the most scalars of t that one access moves: as its alignment
// promises, 16 bytes and 4 lanes at most, all of one type and without gaps. 1 otherwise.
//
// float3 gives 1, since its alignment is 4; an aligned struct of 8 floats gives two accesses of 4 lanes.
func vectorLanes(t *cuda.Type) int {
	if t.Kind != cuda.Struct {
		return 1
	}
	list := scalars(t)
	if len(list) == 0 {
		return 1
	}
	size := list[0].typ.Size()
	for i, s := range list {
		if s.typ.Kind != list[0].typ.Kind || s.offset != i*size {
			return 1
		}
	}
	lanes := min(4, min(16, t.Alignment())/size)
	for lanes > 1 && (len(list)%lanes != 0 || lanes == 3) {
		lanes--
	}
	return max(1, lanes)
}
