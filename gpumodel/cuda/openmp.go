package cuda

// OpenMP in the code of the host: the threads of a parallel region run one after the other, in the order of their numbers, so
// a region is a loop over them (library/c/omp.cuh). What the threads share among themselves, by #pragma omp for, single, master or
// sections, the first of them does alone. A loop with #pragma omp parallel for is an ordinary loop, as with one thread.

// parallel reads the statement behind such a directive.
func (p *parser) parallel() Stmt {
	t := p.next()
	if !p.onHost() {
		return nil
	}
	thread := &Ident{Typed{t.pos, typeInt}, p.global.names["__omp_thread"].v}
	if t.text != "omp parallel" {
		first := &Binary{Typed{t.pos, typeBool}, "==", thread, &Lit{Typed: Typed{t.pos, typeInt}}}
		return &If{Pos: t.pos, Cond: first, Then: p.substatement(t.text, false)}
	}
	call := func(name string, args ...Expr) Expr {
		at := &token{kind: tIdent, text: name, pos: t.pos, end: t.end}
		return p.finishCall(at, p.global.names[name].funcs[0], args)
	}
	integer := func(name string, init Expr) (*Var, Expr) {
		v := &Var{Pos: t.pos, Name: name, Type: typeInt, Init: init}
		return v, &Ident{Typed{t.pos, typeInt}, v}
	}
	p.push()
	defer p.pop()
	outerThreads, threads := integer("threads outside", &Ident{Typed{t.pos, typeInt}, p.global.names["__omp_threads"].v})
	outerThread, outer := integer("thread outside", thread)
	n, last := integer("threads", call("__omp_begin", p.threadsWanted(t)))
	i, number := integer("thread", &Lit{Typed: Typed{t.pos, typeInt}})
	copies := p.privateTo(t)
	body := &Block{Pos: t.pos, End: t.pos, Stmts: []Stmt{&ExprStmt{t.pos, &Assign{Typed: Typed{t.pos, typeInt}, L: thread, R: number}}}}
	if len(copies) > 0 {
		body.Stmts = append(body.Stmts, &Decl{t.pos, copies})
	}
	body.Stmts = append(body.Stmts, p.substatement(t.text, false))
	loop := &For{Pos: t.pos, Init: &Decl{t.pos, []*Var{i}}, Body: body,
		Cond: &Binary{Typed{t.pos, typeBool}, "<", number, last},
		Post: &IncDec{Typed{t.pos, typeInt}, "++", true, number}}
	return &Block{Pos: t.pos, End: t.pos, Stmts: []Stmt{&Decl{t.pos, []*Var{outerThreads, outerThread, n}}, loop,
		&ExprStmt{t.pos, call("__omp_end", threads, outer)}}}
}

// clause are the tokens within the parentheses of a clause, and whether it is there.
func clause(t *token, name string) ([]token, bool) {
	for i := 0; i+1 < len(t.args); i++ {
		if !t.args[i].is(name) || !t.args[i+1].is("(") {
			continue
		}
		depth := 0
		for j := i + 1; j < len(t.args); j++ {
			switch {
			case t.args[j].is("("):
				depth++
			case t.args[j].is(")"):
				if depth--; depth == 0 {
					return t.args[i+2 : j], true
				}
			}
		}
	}
	return nil, false
}

// threadsWanted is what num_threads asks for, or 0.
func (p *parser) threadsWanted(t *token) Expr {
	list, ok := clause(t, "num_threads")
	if !ok || len(list) == 0 {
		return &Lit{Typed: Typed{t.pos, typeInt}}
	}
	toks, at := p.toks, p.i
	end := list[len(list)-1].end
	p.toks, p.i = append(list[:len(list):len(list)], token{kind: tEOF, pos: end, end: end}), 0
	defer func() { p.toks, p.i = toks, at }()
	return p.convert(p.rvalue(p.conditional()), typeInt, "num_threads")
}

// privateTo declares the variables that each thread has for itself: those of private and firstprivate, which begin as the one outside.
func (p *parser) privateTo(t *token) (copies []*Var) {
	for _, word := range []string{"private", "firstprivate"} {
		list, _ := clause(t, word)
		for _, name := range list {
			sym := p.find(&name)
			if name.kind != tIdent || sym == nil || sym.v == nil || sym.ref || !sym.v.Type.IsScalar() {
				continue
			}
			v := &Var{Pos: t.pos, Name: name.text, Type: sym.v.Type, Init: &Ident{Typed{t.pos, sym.v.Type}, sym.v}}
			p.declare(name, &symbol{v: v})
			copies = append(copies, v)
		}
	}
	return copies
}
