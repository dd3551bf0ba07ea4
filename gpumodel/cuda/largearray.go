package cuda

// A value of an array becomes an instruction for each element. Of int c[512][512] = {0}; in a function of the host these are too many:
// such an array is cleared in a loop, and then gets the values that its list has.

// largeArray is how many bytes an array has that is cleared in a loop.
const largeArray = 1 << 14

// largeBegins takes the list off a large array, and returns the statements that do what it says.
func (p *parser) largeBegins(v *Var) []Stmt {
	list, ok := v.Init.(*InitList)
	if !ok || !p.onHost() || v.Storage != Auto || v.Type.Kind != Array || v.Type.Size() < largeArray {
		return nil
	}
	elem, _ := v.Type.dims()
	if elem.Kind == Struct && (elem.constructed() || elem.managed()) {
		return nil
	}
	elem = elem.plain()
	v.Init = nil
	pos, n := v.Pos, int64(v.Type.Size()/elem.Size())
	number := func(n int64) Expr { return &Lit{Typed{pos, typeULong}, Const{I: n}} }
	whole := &Ident{Typed{pos, v.Type}, v}
	first := &Var{Pos: pos, Name: "the elements of " + v.Name, Type: pointerTo(elem), Init: p.cast(p.pointTo(whole), pointerTo(elem), false)}
	i := &Var{Pos: pos, Name: "element", Type: typeULong, Init: number(0)}
	index := &Ident{Typed{pos, typeULong}, i}
	var cleared Expr = &Index{Typed{pos, elem}, &Ident{Typed{pos, first.Type}, first}, index}
	loop := &For{Pos: pos, Init: &Decl{pos, []*Var{i}}, Cond: &Binary{Typed{pos, typeBool}, "<", index, number(n)},
		Post: &IncDec{Typed{pos, typeULong}, "++", true, index}, Body: begun(cleared, zero(pos, elem))}
	stmts := []Stmt{&Block{Pos: pos, End: pos, Stmts: []Stmt{&Decl{pos, []*Var{first}}, loop}}}
	var set func(object Expr, list *InitList)
	set = func(object Expr, list *InitList) {
		for n, x := range list.Elems {
			of := object.T().Elem
			part := &Index{Typed{x.Position(), of}, object, number(int64(n))}
			if inner, ok := x.(*InitList); ok && of.Kind == Array {
				set(part, inner)
				continue
			}
			stmts = append(stmts, begun(part, x))
		}
	}
	set(whole, list)
	return stmts
}

// begun is the statement that makes an object of a value.
func begun(object, value Expr) Stmt {
	return &ExprStmt{value.Position(), &Assign{Typed: Typed{value.Position(), object.T()}, L: object, R: value, Begins: true}}
}
