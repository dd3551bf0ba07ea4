package cuda

import "warpbook.dev/gpumodel/cuda/token"

// OpenMP in the code of the host: the threads of a parallel region run one after the other, in the order of their numbers, so
// a region is a loop over them (library/c/omp.cuh). What the threads share among themselves, by #pragma omp for, single, master or
// sections, the first of them does alone. A loop with #pragma omp parallel for is an ordinary loop, as with one thread.

// parallel reads the statement behind such a directive.
func (p *parser) parallel() Stmt {
	t := p.next()
	if !p.onHost() {
		return nil
	}
	thread := &Ident{Typed{t.Pos, typeInt}, p.global.names["__omp_thread"].v}
	if t.Text != "omp parallel" {
		first := &Binary{Typed{t.Pos, typeBool}, "==", thread, &Lit{Typed: Typed{t.Pos, typeInt}}}
		return &If{Pos: t.Pos, Cond: first, Then: p.substatement(t.Text, false)}
	}
	call := func(name string, args ...Expr) Expr {
		at := &token.Token{Kind: token.Ident, Text: name, Pos: t.Pos, End: t.End}
		return p.finishCall(at, p.global.names[name].funcs[0], args)
	}
	integer := func(name string, init Expr) (*Var, Expr) {
		v := &Var{Pos: t.Pos, Name: name, Type: typeInt, Init: init}
		return v, &Ident{Typed{t.Pos, typeInt}, v}
	}
	p.push()
	defer p.pop()
	outerThreads, threads := integer("threads outside", &Ident{Typed{t.Pos, typeInt}, p.global.names["__omp_threads"].v})
	outerThread, outer := integer("thread outside", thread)
	n, last := integer("threads", call("__omp_begin", p.threadsWanted(t)))
	i, number := integer("thread", &Lit{Typed: Typed{t.Pos, typeInt}})
	copies := p.privateTo(t)
	body := &Block{Pos: t.Pos, End: t.Pos, Stmts: []Stmt{&ExprStmt{t.Pos, &Assign{Typed: Typed{t.Pos, typeInt}, L: thread, R: number}}}}
	if len(copies) > 0 {
		body.Stmts = append(body.Stmts, &Decl{t.Pos, copies})
	}
	body.Stmts = append(body.Stmts, p.substatement(t.Text, false))
	loop := &For{Pos: t.Pos, Init: &Decl{t.Pos, []*Var{i}}, Body: body,
		Cond: &Binary{Typed{t.Pos, typeBool}, "<", number, last},
		Post: &IncDec{Typed{t.Pos, typeInt}, "++", true, number}}
	return &Block{Pos: t.Pos, End: t.Pos, Stmts: []Stmt{&Decl{t.Pos, []*Var{outerThreads, outerThread, n}}, loop,
		&ExprStmt{t.Pos, call("__omp_end", threads, outer)}}}
}

// clause are the tokens within the parentheses of a clause, and whether it is there.
func clause(t *token.Token, name string) ([]token.Token, bool) {
	for i := 0; i+1 < len(t.Args); i++ {
		if !t.Args[i].Is(name) || !t.Args[i+1].Is("(") {
			continue
		}
		depth := 0
		for j := i + 1; j < len(t.Args); j++ {
			switch {
			case t.Args[j].Is("("):
				depth++
			case t.Args[j].Is(")"):
				if depth--; depth == 0 {
					return t.Args[i+2 : j], true
				}
			}
		}
	}
	return nil, false
}

// threadsWanted is what num_threads asks for, or 0.
func (p *parser) threadsWanted(t *token.Token) Expr {
	list, ok := clause(t, "num_threads")
	if !ok || len(list) == 0 {
		return &Lit{Typed: Typed{t.Pos, typeInt}}
	}
	toks, at := p.toks, p.i
	end := list[len(list)-1].End
	p.toks, p.i = append(list[:len(list):len(list)], token.Token{Kind: token.EOF, Pos: end, End: end}), 0
	defer func() { p.toks, p.i = toks, at }()
	return p.convert(p.rvalue(p.conditional()), typeInt, "num_threads")
}

// privateTo declares the variables that each thread has for itself: those of private and firstprivate, which begin as the one outside.
func (p *parser) privateTo(t *token.Token) (copies []*Var) {
	for _, word := range []string{"private", "firstprivate"} {
		list, _ := clause(t, word)
		for _, name := range list {
			sym := p.find(&name)
			if name.Kind != token.Ident || sym == nil || sym.v == nil || sym.ref || !sym.v.Type.IsScalar() {
				continue
			}
			v := &Var{Pos: t.Pos, Name: name.Text, Type: sym.v.Type, Init: &Ident{Typed{t.Pos, sym.v.Type}, sym.v}}
			p.declare(name, &symbol{v: v})
			copies = append(copies, v)
		}
	}
	return copies
}
