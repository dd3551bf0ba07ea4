package cuda

import "warpbook.dev/gpumodel/cuda/token"

// Variables of the host that live as long as the program: those at file scope are set before main ([parser.ofTheHost]), and
// those that are static in a function where its declaration is first reached. What has a destructor is destroyed by
// exit, in the reverse order (atexit in library/c/stdlib.cuh).

// staticBegins are the statements by which static variable v of a function begins its life at its declaration; nil if it has its
// value from the start.
func (p *parser) staticBegins(v *Var) Stmt {
	if v.Storage != Device || !v.Host || p.fn == nil || v.Init != nil && isBad(v.Init) {
		return nil
	}
	ends := v.Type.destructed()
	if (v.Init == nil || constantInit(v.Init)) && !ends {
		return nil
	}
	guard := &Var{Pos: v.Pos, Name: "whether " + v.Name + " is set", Type: typeBool, Storage: Device, Host: true}
	p.file.Globals = append(p.file.Globals, guard)
	id := &Ident{Typed{v.Pos, typeBool}, guard}
	first := &Block{Pos: v.Pos, End: v.Pos}
	if v.Init != nil && !constantInit(v.Init) {
		object := &Ident{Typed{v.Pos, v.Type}, v}
		first.Stmts = append(first.Stmts, &ExprStmt{v.Pos, &Assign{Typed: Typed{v.Pos, v.Type}, L: object, R: v.Init, Begins: true}})
		v.Init = nil
	}
	first.Stmts = append(first.Stmts, &ExprStmt{v.Pos, &Assign{Typed: Typed{v.Pos, typeBool}, L: id,
		R: &Lit{Typed{v.Pos, typeBool}, Const{I: 1}}}})
	if ends {
		first.Stmts = append(first.Stmts, p.atExit(v))
	}
	return &If{Pos: v.Pos, Cond: &Unary{Typed: Typed{v.Pos, typeBool}, Op: "!", X: id}, Then: first}
}

// atExit has v destroyed at the end of the program.
func (p *parser) atExit(v *Var) Stmt {
	at := &token.Token{Text: "atexit", Pos: v.Pos, End: v.Pos}
	m := p.maker(at, "the end of "+v.Name, typeVoid)
	p.info(m.fn).host = true
	var end Stmt
	m.within(func() { end = p.destroy(&Ident{Typed{v.Pos, v.Type}, v}, v.Pos) })
	m.fn.Body = &Block{Pos: v.Pos, End: v.Pos, Stmts: []Stmt{end}}
	return &ExprStmt{v.Pos, p.finishCall(at, p.global.names["atexit"].funcs[0], []Expr{p.pointer(v.Pos, m.fn)})}
}
