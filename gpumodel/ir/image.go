package ir

import "warpbook.dev/gpumodel/cuda"

// An image is what a variable of the file begins with: little-endian bytes, as in device memory, and the words among them that are
// addresses. What follows the bytes is zero: an array may be far larger than what its initialiser names.
type image struct {
	of          *cuda.Var
	bytes       []byte
	relocations []Relocation
}

// imageOf is the image of a variable with an initialiser.
func (b *builder) imageOf(v *cuda.Var) ([]byte, []Relocation) {
	b.standAt(v.Pos)
	m := &image{of: v, bytes: []byte{}}
	b.place(m, 0, v.Type, v.Init)
	return m.bytes, m.relocations
}

// place puts the value e of a part of the variable, of type t, into its image.
func (b *builder) place(m *image, offset int, t *cuda.Type, e cuda.Expr) {
	if list, ok := e.(*cuda.InitList); ok && (t.Kind == cuda.Struct || t.Kind == cuda.Array) {
		for i, x := range list.Elems { // of a union there is one, of its first member
			if t.Kind == cuda.Struct {
				b.place(m, offset+t.Fields[i].Offset, t.Fields[i].Type, x)
			} else {
				b.place(m, offset+i*t.Elem.Size(), t.Elem, x)
			}
		}
		return
	}
	fields := b.elements(t)
	for i, x := range b.initScalars(t, e) {
		if x == nil {
			continue
		}
		of, bits, ok := constantAddress(x)
		if !ok {
			b.fail(m.of.Pos, "the initialiser of %s is not a constant", m.of.Name)
		}
		at, size := offset+fields[i].offset, fields[i].typ.Size()
		m.bytes = append(m.bytes, make([]byte, max(0, at+size-len(m.bytes)))...)
		if of != nil {
			m.relocations = append(m.relocations, Relocation{at, int(of.Imm), int64(bits)})
			continue
		}
		for k := range size {
			m.bytes[at+k] = byte(bits >> (8 * k))
		}
	}
}

// constantAddress takes a value apart into the address of a variable of the file, nil for none, and a constant that is added; ok is
// false if it is something else.
func constantAddress(x *Value) (of *Value, bits uint64, ok bool) {
	switch x.Op {
	case Constant:
		return nil, x.Imm, true
	case GlobalAddr:
		return x, 0, true
	case Cvta:
		return constantAddress(x.Args[0])
	case Add:
		a, n, ok := constantAddress(x.Args[0])
		b, m, known := constantAddress(x.Args[1])
		switch {
		case !ok || !known || a != nil && b != nil:
			return nil, 0, false
		case a == nil:
			a = b
		}
		return a, n + m, true
	}
	return nil, 0, false
}

// checkCircles refuses variables whose initialisers lead to one another in a circle, as ptxas does ("Circular dependency found in
// global variable set").
func (b *builder) checkCircles(vars []Var) {
	const under, done = 1, 2
	state := make([]int, len(vars))
	var visit func(i int)
	visit = func(i int) {
		state[i] = under
		for _, r := range vars[i].Relocations {
			switch v := b.file.Globals[r.Of]; state[r.Of] {
			case under:
				b.fail(v.Pos, "the initialiser of %s leads back to %s itself, by addresses, and nvcc places no such variables; "+
					"set one of the pointers in a kernel, or with cudaMemcpyToSymbol", v.Name, v.Name)
			case 0:
				visit(r.Of)
			}
		}
		state[i] = done
	}
	for i := range vars {
		if state[i] == 0 {
			visit(i)
		}
	}
}
