package cuda

import "warpbook.dev/gpumodel/cuda/token"

// Host arrays whose length is not a constant, T a[n], are an extension of g++. They are pointers to memory of the heap, which an
// object without a name frees at the end of the scope (__block in library/c/stdlib.cuh). sizeof is computed when the program runs.

// variableLength declares such an array. It returns nil, and reads nothing, where something else is declared.
func (p *parser) variableLength(s *specs, storage Storage) *Var {
	if !p.onHost() || p.fn == nil || storage != Auto || s.static || s.typedef || s.shared {
		return nil
	}
	start, of := p.i, s.typ.plain()
	for p.accept("*") {
		of = pointerTo(of)
	}
	if p.peek().Kind != token.Ident || !p.at(1).Is("[") || p.at(2).Is("]") {
		p.i = start
		return nil
	}
	name := *p.next()
	lengths, variable := p.lengths()
	if variable == 0 {
		p.i = start
		return nil
	}
	for i := len(lengths) - 1; i >= variable; i-- {
		of = &Type{Kind: Array, Elem: of, Len: int(lengths[i].(*Lit).Value.I)}
	}
	if elem, _ := of.dims(); elem.Kind == Struct && (elem.constructed() || elem.managed()) {
		p.fail(&name, "%q has elements of class %s and a length that is not a constant: use std::vector<%s>", name.Text, elem, elem)
	}
	of, bytes := p.rowsOf(&name, of, lengths[:variable])
	block := &Var{Pos: name.Pos, Name: "the memory of " + name.Text, Type: p.global.names["__block"].typ}
	block.Init = p.construct(&name, block.Type, []Expr{&Ident{Typed{name.Pos, typeULong}, bytes}})
	p.lives(&name, block)
	member := &token.Token{Kind: token.Ident, Text: "at", Pos: name.Pos, End: name.End}
	at := p.fieldOf(&Ident{Typed{name.Pos, block.Type}, block}, block.Type, member)
	v := &Var{Pos: name.Pos, Name: name.Text, Type: pointerTo(of), Storage: Auto, bytes: bytes}
	v.Init = p.cast(at, v.Type, false)
	p.early = append(p.early, block)
	p.declare(name, &symbol{v: v})
	if p.is("{") || p.is("=") && p.at(1).Is("{") {
		p.accept("=")
		p.variableValues(&name, v, p.bracedList())
	}
	return v
}

// variableValues has such an array begin with the values of a list, and with zeros behind them, as g++ does.
func (p *parser) variableValues(name *token.Token, v *Var, list Expr) {
	values, ok := list.(*braced)
	if !ok {
		return
	}
	of := v.Type.Elem
	if of.row != nil {
		p.fail(name, "%q has several lengths that are no constants, and cannot begin with values: assign them", name.Text)
	}
	ulong := func(n int) Expr { return &Lit{Typed{name.Pos, typeULong}, Const{I: int64(n)}} }
	whole := &Ident{Typed{name.Pos, v.Type}, v}
	number := &Binary{Typed{name.Pos, typeULong}, "/", &Ident{Typed{name.Pos, typeULong}, v.bytes}, ulong(of.Size())}
	i := &Var{Pos: name.Pos, Name: "element", Type: typeULong, Init: ulong(0)}
	index := &Ident{Typed{name.Pos, typeULong}, i}
	p.late = append(p.late,
		&If{Pos: name.Pos, Cond: &Binary{Typed{name.Pos, typeBool}, "<", number, ulong(len(values.elems))},
			Then: &ExprStmt{name.Pos, p.faultCall(name, []Expr{
				&StringLit{Typed: Typed{name.Pos, textPointer}, Value: "an array of fewer elements than its list has values"}})}},
		&For{Pos: name.Pos, Init: &Decl{name.Pos, []*Var{i}}, Cond: &Binary{Typed{name.Pos, typeBool}, "<", index, number},
			Post: &IncDec{Typed{name.Pos, typeULong}, "++", true, index}, Body: begun(&Index{Typed{name.Pos, of}, whole, index},
				zero(name.Pos, of))})
	for n, x := range values.elems {
		var value Expr
		if inner, ok := x.(*braced); ok {
			value = p.madeOf(inner, of)
		} else {
			value = p.convert(x, of, "an element of "+quoteName(v.Name))
		}
		if isBad(value) {
			return
		}
		p.late = append(p.late, begun(&Index{Typed{name.Pos, of}, whole, ulong(n)}, value))
	}
}

// variableSize is sizeof x where x is such an array, nil where it is not.
func variableSize(x Expr) Expr {
	if cast, ok := x.(*Cast); ok && cast.row != nil {
		return &Ident{Typed{cast.Pos, typeULong}, cast.row}
	}
	if id, ok := x.(*Ident); ok && id.Var.bytes != nil {
		return &Ident{Typed{id.Pos, typeULong}, id.Var.bytes}
	}
	return nil
}
