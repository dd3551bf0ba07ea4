package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// constexprAhead is the name of the constexpr function that is declared at token i,
// or nil. It needs no __device__ to be called by kernels; __host__ alone forbids it.
func (p *parser) constexprAhead(i int) *token.Token {
	found := false
	for ; i < len(p.toks); i++ {
		switch t := &p.toks[i]; {
		case t.Is("constexpr"):
			found = true
		case t.Is("(") && found && p.toks[i-1].Kind == token.Ident && !keywords[p.toks[i-1].Text]:
			return &p.toks[i-1]
		case t.Kind == token.EOF || t.Is("=") || t.Is("{") || t.Is(";") || t.Is("__host__"):
			return nil
		}
	}
	return nil
}

// constexprFunction reads a function without a CUDA word; false if none is ahead.
func (p *parser) constexprFunction() bool {
	name := p.constexprAhead(p.i)
	if name == nil {
		return false
	}
	p.unlessHost(name.Text, func() {
		start := p.i
		s := p.specs("the function")
		p.function(start, &s, p.functionName(&s))
	})
	return true
}

// unlessHost reads the function name with f. One that cannot be read is for the host
// and skipped: what is wrong with it is told where a kernel uses it.
func (p *parser) unlessHost(name string, f func()) {
	start, outer, errs, notes, funcs := p.i, p.state, p.Errs, len(p.Notes), len(p.file.Funcs)
	sym := p.scope.names[name]
	var overloads []*Func
	if sym != nil {
		overloads = slices.Clone(sym.funcs)
	}
	p.Errs = nil
	failed := false
	p.guard(f, func() { failed = true })
	why := p.Errs
	p.Errs = errs
	if !failed && len(why) == 0 {
		return
	}
	p.i, p.state, p.Notes, p.file.Funcs = start, outer, p.Notes[:notes], p.file.Funcs[:funcs]
	if sym == nil {
		delete(p.scope.names, name)
	} else {
		sym.funcs = overloads
	}
	p.skipHost()
	if host := p.scope.names[name]; host != nil && host.host != "" {
		host.why = why
	}
}

// Limits of the evaluation of a constexpr function, as clang has them, and of all
// evaluations for a file.
const (
	maxConstantCalls = 512
	maxConstantSteps = 1 << 20
	maxSteps         = 1 << 23
)

// constantCall is the value of a call of a constexpr function with constant
// arguments, or nil if it has none.
func (p *parser) constantCall(call *Call) (lit *Lit) {
	for _, a := range call.Args {
		if l, ok := a.(*Lit); !ok || !l.Type.number() {
			return nil
		}
	}
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(notConstant); !ok {
				panic(r)
			}
			lit = nil
		}
	}()
	e := &evaluator{parser: p}
	return &Lit{Typed{call.Pos, call.Type}, e.expr(call, nil)}
}

// notConstant is the panic by which an evaluation ends without a value.
type notConstant struct{}

// An evaluator executes the tree of constexpr functions on numbers.
type evaluator struct {
	*parser
	calls, steps int
}

// values are the variables of a call.
type values map[*Var]Const

// flow is how a statement ends.
type flow uint8

const (
	onward flow = iota
	broken
	continued
	returned
)

func (e *evaluator) call(c *Call, at values) Const {
	fn := c.Func
	if fn == nil || fn.Body == nil || !e.info(fn).constexpr || len(e.info(fn).refs) > 0 ||
		e.info(fn).owner != nil && !e.info(fn).static || !fn.Result.number() {
		panic(notConstant{})
	}
	if e.calls++; e.calls > maxConstantCalls {
		panic(notConstant{})
	}
	inner := values{}
	for i, v := range fn.Params {
		inner[v] = e.expr(c.Args[i], at)
	}
	var result Const
	if e.stmt(fn.Body, inner, &result) != returned {
		panic(notConstant{})
	}
	e.calls--
	return result
}

func (e *evaluator) stmts(list []Stmt, at values, result *Const) flow {
	for _, s := range list {
		if f := e.stmt(s, at, result); f != onward {
			return f
		}
	}
	return onward
}

// stmt executes a statement; a return sets result.
func (e *evaluator) stmt(s Stmt, at values, result *Const) flow {
	e.steps++
	if e.evaluated++; e.steps > maxConstantSteps || e.evaluated > maxSteps {
		panic(notConstant{})
	}
	switch s := s.(type) {
	case nil, *Empty:
	case *Block:
		return e.stmts(s.Stmts, at, result)
	case *ExprStmt:
		e.expr(s.X, at)
	case *Decl:
		for _, v := range s.Vars {
			if v.Init == nil || !v.Type.number() {
				panic(notConstant{})
			}
			at[v] = e.expr(v.Init, at)
		}
	case *If:
		if e.truth(s.Cond, at) {
			return e.stmt(s.Then, at, result)
		}
		return e.stmt(s.Else, at, result)
	case *For:
		e.stmt(s.Init, at, result)
		return e.loop(s, at, result, false)
	case *DoWhile:
		return e.loop(&For{Cond: s.Cond, Body: s.Body}, at, result, true)
	case *Switch:
		return e.choice(s, at, result)
	case *Branch:
		if s.Continue {
			return continued
		}
		return broken
	case *Return:
		if s.X == nil {
			panic(notConstant{})
		}
		*result = e.expr(s.X, at)
		return returned
	default:
		panic(notConstant{})
	}
	return onward
}

// loop executes a loop behind its first part; the body of do comes before the condition.
func (e *evaluator) loop(s *For, at values, result *Const, bodyFirst bool) flow {
	for first := bodyFirst; first || s.Cond == nil || e.truth(s.Cond, at); first = false {
		switch e.stmt(s.Body, at, result) {
		case broken:
			return onward
		case returned:
			return returned
		}
		if s.Post != nil {
			e.expr(s.Post, at)
		}
	}
	return onward
}

// choice executes a switch from the label on that fits.
func (e *evaluator) choice(s *Switch, at values, result *Const) flow {
	x := e.expr(s.X, at).I
	from := slices.IndexFunc(s.Cases, func(c *Case) bool { return slices.Contains(c.Values, x) })
	if from < 0 {
		from = slices.IndexFunc(s.Cases, func(c *Case) bool { return c.Default })
	}
	for ; from >= 0 && from < len(s.Cases); from++ {
		switch f := e.stmts(s.Cases[from].Body, at, result); f {
		case onward:
		case broken:
			return onward
		default:
			return f
		}
	}
	return onward
}

func (e *evaluator) truth(x Expr, at values) bool { return e.expr(x, at).I != 0 }

func (e *evaluator) expr(x Expr, at values) Const {
	switch x := x.(type) {
	case *Lit:
		if x.Type.number() {
			return x.Value
		}
	case *Ident:
		if v, ok := at[x.Var]; ok {
			return v
		}
		if x.Var.Value != nil {
			return *x.Var.Value
		}
	case *Cast:
		if x.X.T().number() && x.Type.number() {
			return convertConst(e.expr(x.X, at), x.X.T(), x.Type)
		}
	case *Unary:
		if x.Type.number() && x.X.T().number() {
			return foldUnary(x.Op, x.Type, e.expr(x.X, at))
		}
	case *Binary:
		return e.binary(x, at)
	case *Cond:
		if e.truth(x.C, at) {
			return e.expr(x.A, at)
		}
		return e.expr(x.B, at)
	case *Assign:
		return e.assign(x, at)
	case *IncDec:
		return e.incDec(x, at)
	case *Call:
		return e.call(x, at)
	}
	panic(notConstant{})
}

func (e *evaluator) binary(x *Binary, at values) Const {
	a := e.expr(x.X, at)
	switch x.Op {
	case ",":
		return e.expr(x.Y, at)
	case "&&", "||":
		if (a.I != 0) == (x.Op == "||") {
			return a
		}
		return e.expr(x.Y, at)
	}
	return e.fold(x.Op, x.X.T(), a, e.expr(x.Y, at))
}

func (e *evaluator) fold(op string, t *Type, a, b Const) Const {
	bad := (op == "<<" || op == ">>") && (b.I < 0 || b.I >= int64(8*t.Size()))
	v, ok := foldBinary(op, t, a, b)
	if bad || !ok || !t.number() {
		panic(notConstant{})
	}
	return v
}

// local is the variable of the call that x is.
func local(x Expr, at values) *Var {
	if id, ok := x.(*Ident); ok {
		if _, ok := at[id.Var]; ok {
			return id.Var
		}
	}
	panic(notConstant{})
}

func (e *evaluator) assign(x *Assign, at values) Const {
	v, r := local(x.L, at), e.expr(x.R, at)
	if x.Op != "" {
		if !v.Type.number() {
			panic(notConstant{})
		}
		r = convertConst(e.fold(x.Op, x.Compute, convertConst(at[v], v.Type, x.Compute), r), x.Compute, v.Type)
	}
	at[v] = r
	return r
}

func (e *evaluator) incDec(x *IncDec, at values) Const {
	v := local(x.X, at)
	one := Const{I: 1, F: 1}
	old := at[v]
	at[v] = e.fold(x.Op[:1], v.Type, old, one)
	if x.Prefix {
		return at[v]
	}
	return old
}
