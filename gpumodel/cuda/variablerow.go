package cuda

import "warpbook.dev/gpumodel/cuda/token"

// Of a host array with several lengths that are not constants, T a[n][m], a row has a size that the program computes. Its type is an
// opaque struct, so that nothing takes its size for known, and pointers to it step by that size.

// A variableRow is such a row: what a pointer to its first element points to, and its size.
type variableRow struct {
	elem  *Type
	bytes *Var
}

// lengths reads [n][m]…, and tells how many of them, from the first on, reach to the last that is not a constant. It is 0 if
// all are constants, or something else is wrong.
func (p *parser) lengths() (lengths []Expr, variable int) {
	for p.accept("[") {
		var n Expr
		wrong := p.quietly(func() { n = p.rvalue(p.conditional()) }) != nil
		if wrong || isBad(n) || !n.T().IsInteger() || !p.accept("]") {
			return nil, 0
		}
		lit, constant := n.(*Lit)
		if lengths = append(lengths, n); !constant {
			variable = len(lengths)
		} else if lit.Value.I < 1 || lit.Value.I > maxArray {
			return nil, 0
		}
	}
	return lengths, variable
}

// rowsOf is the type of the elements of an array with these lengths of an innermost type, and the size of the whole in bytes. The sizes
// are computed before the array is made.
func (p *parser) rowsOf(name *token.Token, of *Type, lengths []Expr) (*Type, *Var) {
	counts := make([]*Var, len(lengths))
	for i, n := range lengths { // in the order of the source
		counts[i] = &Var{Pos: name.Pos, Name: "a length of " + name.Text, Type: typeULong, Init: p.cast(n, typeULong, true)}
	}
	p.early = append(p.early, counts...)
	var size Expr = &Lit{Typed{name.Pos, typeULong}, Const{I: int64(of.Size())}}
	for i := len(counts) - 1; ; i-- {
		bytes := &Var{Pos: name.Pos, Name: "the size of " + name.Text, Type: typeULong,
			Init: &Binary{Typed{name.Pos, typeULong}, "*", &Ident{Typed{name.Pos, typeULong}, counts[i]}, size}}
		p.early = append(p.early, bytes)
		if i == 0 {
			return of, bytes
		}
		of = &Type{Kind: Struct, Name: "a row of " + name.Text, Align: 1, class: p.newClass(), row: &variableRow{of, bytes}}
		size = &Ident{Typed{name.Pos, typeULong}, bytes}
	}
}

// rowStep is x + i or, if back, x - i for a pointer to a row.
func (p *parser) rowStep(x, i Expr, back bool) Expr {
	at, row := x.Position(), x.T().Elem.row
	op := "+"
	if back {
		op = "-"
	}
	bytes := &Binary{Typed{at, typeLong}, "*", p.cast(i, typeLong, true), p.cast(&Ident{Typed{at, typeULong}, row.bytes}, typeLong, true)}
	first := p.cast(x, pointerTo(&Type{Kind: Char}), false)
	return p.cast(&Binary{Typed{at, first.T()}, op, first, bytes}, x.T().plain(), false)
}

// rowAt is the row that x points to: a pointer to its first element, of which sizeof knows the whole.
func (p *parser) rowAt(x Expr) Expr {
	row := x.T().Elem.row
	return &Cast{Typed: Typed{x.Position(), pointerTo(row.elem)}, X: x, row: row.bytes}
}
