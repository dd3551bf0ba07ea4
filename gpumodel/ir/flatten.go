package ir

import (
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// A function that calls itself is built from another tree: calls of its component stand as statements of
// their own, all operands that an expression needs behind such a call are variables, and loops around such
// calls are marked. What is needed behind a call lies in the frame of the function on the stack of its
// thread, as ptxas saves the registers that a call may change; what is not stays in registers.
//
// Operands are evaluated from the left to the right, as everywhere in this model.

type (
	// A componentCall is a call of a function of the component, whose result goes to a variable if that is not nil.
	componentCall struct {
		call *cuda.Call
		to   *cuda.Var
	}
	// A setting declares a variable with a value.
	setting struct {
		v    *cuda.Var
		init cuda.Expr
	}
	// A circle is a loop with calls of the component. test and step compute what the condition and
	// the step need.
	circle struct {
		pos       token.Pos
		bodyFirst bool
		test      []cuda.Stmt
		cond      cuda.Expr // nil is true
		body      []cuda.Stmt
		step      []cuda.Stmt
	}
)

func (s *componentCall) Position() token.Pos { return s.call.Pos }
func (s *setting) Position() token.Pos       { return s.init.Position() }
func (s *circle) Position() token.Pos        { return s.pos }

// nodesBelow are the nodes below a statement of this file.
func nodesBelow(s cuda.Stmt) []any {
	switch s := s.(type) {
	case *componentCall:
		return anys(s.call.Args)
	case *setting:
		return []any{s.init}
	case *circle:
		list := append(anys(s.test), any(s.cond))
		return append(append(list, anys(s.body)...), anys(s.step)...)
	}
	return nil
}

// A flattener makes the statements of one function.
type flattener struct {
	c   *component
	out []cuda.Stmt
	end int64 // of the frame so far
	// addressed says that the expression's address is wanted.
	addressed int
}

// frameHead is what a frame begins with, in bytes: where to go on. ptxas 12.9 saves the return address in 8 of
// them and R2 in 4, in every function that calls itself.
const frameHead = 12

// prepare makes the trees of the component's functions, and lays out their frames.
func (c *component) prepare() {
	c.bodies, c.offset, c.results = map[*cuda.Func][]cuda.Stmt{}, map[*cuda.Var]int64{}, map[*cuda.Func]*cuda.Var{}
	c.calling = map[any]bool{}
	widest := 8
	for _, fn := range c.funcs {
		f := &flattener{c: c, end: frameHead}
		for _, p := range fn.Params {
			f.frame(p)
		}
		f.list(fn.Body.Stmts)
		c.bodies[fn] = f.out
		c.size = max(c.size, f.end)
		c.results[fn] = &cuda.Var{Name: "the result of " + fn.Name, Type: fn.Result, Pos: fn.Pos}
	}
	for v := range c.offset {
		widest = max(widest, v.Type.Alignment())
	}
	c.size = int64(alignUp(int(c.size), min(widest, 16)))
}

// frame puts a variable into the frame.
func (f *flattener) frame(v *cuda.Var) {
	if v.Storage != cuda.Auto && v.Storage != cuda.Param {
		return
	}
	if _, ok := f.c.offset[v]; ok || isText(v.Init) {
		return
	}
	at := int64(alignUp(int(f.end), max(4, min(16, v.Type.Alignment()))))
	f.c.offset[v] = at
	f.end = at + int64(v.Type.Size())
}

// list makes the statements of a block. What it declares must outlive the calls that follow, if anything
// from there on may use it.
func (f *flattener) list(stmts []cuda.Stmt) {
	for i, s := range stmts {
		if d, ok := s.(*cuda.Decl); ok {
			for n, v := range d.Vars {
				if f.outlives(v, d.Vars[n+1:], stmts[i+1:]) {
					f.frame(v)
				}
			}
		}
		f.stmt(s)
	}
}

// outlives tells whether a variable is used behind a call, among what follows its declaration.
func (f *flattener) outlives(v *cuda.Var, vars []*cuda.Var, stmts []cuda.Stmt) bool {
	rest := append([]any{&cuda.Decl{Vars: vars}}, anys(stmts)...)
	for i, n := range rest {
		if f.c.calls(n) {
			return v.AddressTaken || mentioned(rest[i:]...)[v]
		}
	}
	return false
}

// within makes statements apart from those before.
func (f *flattener) within(make func()) []cuda.Stmt {
	outer := f.out
	f.out = nil
	make()
	made := f.out
	f.out = outer
	return made
}

func (f *flattener) block(s cuda.Stmt) cuda.Stmt {
	if s == nil {
		return nil
	}
	return &cuda.Block{Pos: s.Position(), Stmts: f.within(func() { f.stmt(s) })}
}

func (f *flattener) emit(s cuda.Stmt) { f.out = append(f.out, s) }

// declareAll frames the variables that a statement of a loop or a switch declares.
func (f *flattener) declareAll(s cuda.Stmt) {
	if d, ok := s.(*cuda.Decl); ok {
		for _, v := range d.Vars {
			f.frame(v)
		}
	}
}

func (f *flattener) stmt(s cuda.Stmt) {
	if s == nil {
		return
	}
	if !f.c.calls(s) {
		if d, ok := s.(*cuda.Decl); ok {
			f.decl(d)
			return
		}
		f.emit(s)
		return
	}
	switch s := s.(type) {
	case *cuda.Decl:
		f.decl(s)
	case *cuda.ExprStmt:
		f.effect(s.X)
	case *cuda.Block:
		f.list(s.Stmts)
	case *cuda.If:
		c := f.expr(s.Cond)
		f.emit(&cuda.If{Pos: s.Pos, Cond: c, Then: f.block(s.Then), Else: f.block(s.Else), Constant: s.Constant})
	case *cuda.For:
		f.declareAll(s.Init)
		f.stmt(s.Init)
		f.loop(&circle{pos: s.Pos}, s.Cond, s.Body, s.Post)
	case *cuda.DoWhile:
		f.loop(&circle{pos: s.Pos, bodyFirst: true}, s.Cond, s.Body, nil)
	case *cuda.Switch:
		x := f.expr(s.X)
		t := &cuda.Switch{Pos: s.Pos, X: x}
		for _, c := range s.Cases {
			for _, d := range c.Body {
				f.declareAll(d)
			}
			body := f.within(func() { f.list(c.Body) })
			t.Cases = append(t.Cases, &cuda.Case{Pos: c.Pos, Values: c.Values, Default: c.Default, Body: body})
		}
		f.emit(t)
	case *cuda.Return:
		if s.X.T().Kind == cuda.Void {
			f.effect(s.X)
			f.emit(&cuda.Return{Pos: s.Pos})
			return
		}
		f.emit(&cuda.Return{Pos: s.Pos, X: f.expr(s.X)})
	default:
		panic("BUG: ir: a statement with calls")
	}
}

// loop makes a loop with calls.
func (f *flattener) loop(s *circle, cond cuda.Expr, body cuda.Stmt, post cuda.Expr) {
	s.test = f.within(func() {
		if cond != nil {
			s.cond = f.expr(cond)
		}
	})
	s.body = f.within(func() { f.stmt(body) })
	s.step = f.within(func() {
		if post != nil {
			f.effect(post)
		}
	})
	f.emit(s)
}

// decl makes the declarations of a statement, one by one where a value has calls.
func (f *flattener) decl(d *cuda.Decl) {
	for _, v := range d.Vars {
		_, framed := f.c.offset[v]
		switch {
		case v.Init != nil && f.c.calls(v.Init):
			f.emit(&setting{v, f.kept(f.expr(v.Init), framed)})
		case v.Init != nil && framed && !isText(v.Init):
			f.emit(&setting{v, f.pin(v.Init)})
		default:
			f.emit(&cuda.Decl{Pos: d.Pos, Vars: []*cuda.Var{v}})
		}
	}
}

func (f *flattener) kept(e cuda.Expr, framed bool) cuda.Expr {
	if framed {
		return f.pin(e)
	}
	return e
}

// effect evaluates an expression whose value nobody wants.
func (f *flattener) effect(e cuda.Expr) {
	if !f.c.calls(e) {
		f.emit(&cuda.ExprStmt{Pos: e.Position(), X: e})
		return
	}
	switch e := e.(type) {
	case *cuda.Call:
		if f.c.has(e.Func) {
			f.emit(&componentCall{call: f.called(e)})
			return
		}
	case *cuda.Binary:
		if e.Op == "," {
			f.effect(e.X)
			f.effect(e.Y)
			return
		}
	case *cuda.Cond:
		c := f.expr(e.C)
		f.emit(&cuda.If{Pos: e.Pos, Cond: c, Then: f.blockOf(e.A), Else: f.blockOf(e.B)})
		return
	case *cuda.Cast:
		if e.T().Kind == cuda.Void {
			f.effect(e.X)
			return
		}
	case *cuda.Until:
		f.until(e, func() { f.effect(e.X) })
		return
	}
	x := f.expr(e)
	if _, ok := x.(*cuda.Ident); !ok {
		f.emit(&cuda.ExprStmt{Pos: e.Position(), X: x})
	}
}

func (f *flattener) blockOf(e cuda.Expr) cuda.Stmt {
	return &cuda.Block{Pos: e.Position(), Stmts: f.within(func() { f.effect(e) })}
}

// called is a call of the component with arguments that are ready.
func (f *flattener) called(e *cuda.Call) *cuda.Call {
	call := *e
	call.Args = f.exprs(e.Args)
	for i, a := range call.Args {
		call.Args[i] = f.pin(a)
	}
	return &call
}

// exprs are expressions that are evaluated in their order.
func (f *flattener) exprs(list []cuda.Expr) []cuda.Expr {
	out := make([]cuda.Expr, len(list))
	last := -1
	for i, e := range list {
		if f.c.calls(e) {
			last = i
		}
	}
	for i, e := range list {
		out[i] = f.expr(e)
		if i < last {
			out[i] = f.save(out[i])
		}
	}
	return out
}

// save keeps the value of e beyond a call.
func (f *flattener) save(e cuda.Expr) cuda.Expr {
	switch x := e.(type) {
	case *cuda.Lit, *cuda.StringLit, *cuda.Special:
		return e
	case *cuda.Ident:
		if x.Var.Value != nil || x.T().Kind == cuda.Array {
			return e
		}
	case *cuda.Unary:
		if id, ok := x.X.(*cuda.Ident); ok && x.Op == "&" {
			f.frame(id.Var)
			return e
		}
	case *cuda.Cast:
		if _, ok := x.X.(*cuda.Ident); ok && x.Decay {
			return e
		}
		if _, ok := unwrap(x).(*cuda.StringLit); ok {
			return e
		}
	}
	if e.T().Kind == cuda.Void {
		f.emit(&cuda.ExprStmt{Pos: e.Position(), X: e})
		return e
	}
	v := f.temporary(e, "operand")
	f.frame(v)
	f.emit(&setting{v, f.pin(e)})
	return f.use(v, e)
}

func (f *flattener) temporary(e cuda.Expr, name string) *cuda.Var {
	t := *e.T()
	t.Const, t.Volatile = false, false
	return &cuda.Var{Name: name, Type: &t, Pos: e.Position()}
}

func (f *flattener) use(v *cuda.Var, e cuda.Expr) cuda.Expr {
	return &cuda.Ident{Typed: cuda.Typed{Pos: e.Position(), Type: v.Type}, Var: v}
}

// expr evaluates the calls in e, and returns what has the value of e then.
func (f *flattener) expr(e cuda.Expr) cuda.Expr {
	if !f.c.calls(e) {
		return e
	}
	switch e := e.(type) {
	case *cuda.Call:
		if !f.c.has(e.Func) {
			call := *e
			addressed := f.addressed
			f.addressed = 0
			call.Args = f.exprs(e.Args)
			f.addressed = addressed
			return &call
		}
		v := f.temporary(e, "result")
		if f.addressed > 0 {
			f.frame(v)
		}
		addressed := f.addressed
		f.addressed = 0
		call := f.called(e)
		f.addressed = addressed
		f.emit(&componentCall{call, v})
		return f.use(v, e)
	case *cuda.Unary:
		x := *e
		if e.Op == "&" {
			f.addressed++
			defer func() { f.addressed-- }()
		}
		x.X = f.expr(e.X)
		return &x
	case *cuda.IncDec:
		x := *e
		x.X = f.expr(e.X)
		return &x
	case *cuda.Binary:
		return f.binary(e)
	case *cuda.Assign:
		return f.assign(e)
	case *cuda.Cond:
		v := f.temporary(e, "choice")
		set := func(x cuda.Expr) cuda.Stmt {
			return &cuda.Block{Pos: x.Position(), Stmts: f.within(func() { f.emit(&setting{v, f.expr(x)}) })}
		}
		c := f.expr(e.C)
		f.emit(&cuda.Decl{Pos: e.Pos, Vars: []*cuda.Var{v}})
		f.emit(&cuda.If{Pos: e.Pos, Cond: c, Then: set(e.A), Else: set(e.B)})
		return f.use(v, e)
	case *cuda.Index:
		x := *e
		if e.X.T().Kind == cuda.Array {
			x.X, x.I = f.expr(e.X), e.I
			if f.c.calls(e.X) && f.c.calls(e.I) { // a[f()][g()]
				x.X = f.frozen(x.X)
			}
			x.I = f.expr(e.I)
			return &x
		}
		pair := f.exprs([]cuda.Expr{e.X, e.I})
		x.X, x.I = pair[0], pair[1]
		return &x
	case *cuda.Member:
		x := *e
		x.X = f.expr(e.X)
		return &x
	case *cuda.Cast:
		x := *e
		if e.Decay {
			f.addressed++
			defer func() { f.addressed-- }()
		}
		x.X = f.expr(e.X)
		return &x
	case *cuda.InitList:
		x := *e
		x.Elems = f.exprs(e.Elems)
		return &x
	case *cuda.Temp:
		f.frame(e.Var)
		f.emit(&setting{e.Var, f.pin(f.expr(e.X))})
		if e.Made != nil {
			yes := &cuda.Lit{Typed: cuda.Typed{Pos: e.Pos, Type: e.Made.Type}, Value: cuda.Const{I: 1}}
			f.effect(&cuda.Assign{Typed: yes.Typed, L: f.use(e.Made, yes), R: yes})
		}
		return f.use(e.Var, e)
	case *cuda.Until:
		x := e.X
		f.until(e, func() {
			if x.T().Kind == cuda.Void {
				f.effect(x)
			} else {
				x = f.save(f.expr(x))
			}
		})
		return x
	}
	panic("BUG: ir: an expression with calls")
}

// until evaluates an expression with objects without a name, and then ends their lives.
func (f *flattener) until(e *cuda.Until, evaluate func()) {
	for _, s := range e.Before {
		for _, v := range s.(*cuda.Decl).Vars {
			f.frame(v)
		}
		f.stmt(s)
	}
	walk(e.X, func(n any) bool {
		if temp, ok := n.(*cuda.Temp); ok { // it is destroyed behind the calls
			f.frame(temp.Var)
		}
		return true
	})
	evaluate()
	for _, s := range e.After {
		f.stmt(s)
	}
}

// frozen is an lvalue whose indices are computed.
func (f *flattener) frozen(e cuda.Expr) cuda.Expr {
	switch e := e.(type) {
	case *cuda.Index:
		x := *e
		if e.X.T().Kind == cuda.Array {
			x.X = f.frozen(e.X)
		} else {
			x.X = f.save(e.X)
		}
		x.I = f.save(e.I)
		return &x
	case *cuda.Member:
		x := *e
		x.X = f.frozen(e.X)
		return &x
	case *cuda.Unary:
		x := *e
		x.X = f.save(e.X)
		return &x
	}
	return e
}

func (f *flattener) binary(e *cuda.Binary) cuda.Expr {
	x := *e
	switch e.Op {
	case ",":
		f.effect(e.X)
		return f.expr(e.Y)
	case "&&", "||":
		if !f.c.calls(e.Y) {
			x.X = f.expr(e.X)
			return &x
		}
		v := f.temporary(e, "condition")
		f.emit(&setting{v, f.expr(e.X)})
		var go_on cuda.Expr = f.use(v, e)
		if e.Op == "||" {
			go_on = &cuda.Unary{Typed: cuda.Typed{Pos: e.Pos, Type: v.Type}, Op: "!", X: go_on}
		}
		then := f.within(func() { f.emit(&setting{v, f.expr(e.Y)}) })
		f.emit(&cuda.If{Pos: e.Pos, Cond: go_on, Then: &cuda.Block{Pos: e.Pos, Stmts: then}})
		return f.use(v, e)
	}
	pair := f.exprs([]cuda.Expr{e.X, e.Y})
	x.X, x.Y = pair[0], pair[1]
	return &x
}

// assign evaluates the right side first, as C++ says.
func (f *flattener) assign(e *cuda.Assign) cuda.Expr {
	x := *e
	x.R = f.expr(e.R)
	if f.c.calls(e.L) {
		x.R = f.save(x.R)
	}
	x.L = f.expr(e.L)
	return &x
}

// pin gives values without a name, whose address is taken, a place in the frame: the call that
// uses the address may come here again.
func (f *flattener) pin(e cuda.Expr) cuda.Expr {
	switch e := e.(type) {
	case *cuda.Unary:
		x := *e
		if e.Op == "&" {
			x.X = f.place(e.X)
			return &x
		}
		x.X = f.pin(e.X)
		return &x
	case *cuda.Cast:
		x := *e
		if e.Decay {
			x.X = f.place(e.X)
			return &x
		}
		x.X = f.pin(e.X)
		return &x
	case *cuda.InitList:
		x := *e
		x.Elems = make([]cuda.Expr, len(e.Elems))
		for i, y := range e.Elems {
			x.Elems[i] = f.pin(y)
		}
		return &x
	case *cuda.Call:
		x := *e
		x.Args = make([]cuda.Expr, len(e.Args))
		for i, y := range e.Args {
			x.Args[i] = f.pin(y)
		}
		return &x
	case *cuda.Member:
		x := *e
		x.X = f.pin(e.X)
		return &x
	case *cuda.Binary:
		x := *e
		if e.Op != "&&" && e.Op != "||" { // whose right side may not be computed
			x.X, x.Y = f.pin(e.X), f.pin(e.Y)
		}
		return &x
	}
	return e
}

// place is an lvalue for what e is, in the frame if it is a value.
func (f *flattener) place(e cuda.Expr) cuda.Expr {
	switch x := e.(type) {
	case *cuda.Member:
		m := *x
		m.X = f.place(x.X)
		return &m
	case *cuda.Index:
		if x.X.T().Kind == cuda.Array {
			m := *x
			m.X = f.place(x.X)
			return &m
		}
	case *cuda.Ident:
		f.frame(x.Var)
		return e
	}
	if !isValue(e) {
		return e
	}
	v := f.temporary(e, "temporary")
	f.frame(v)
	f.emit(&setting{v, f.pin(e)})
	return f.use(v, e)
}
