package cell

import (
	"fmt"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Names that no cell can write (the dot is no letter): the live globals and the
// built-ins that the rewriter calls.
const (
	nameGlobals = "·globals" // the session's globals as a mapping
	nameResult  = "·result"  // keeps the value of the last expression
	nameAssert  = "·assert"  // raises AssertionError
	nameModulo  = "·modulo"  // %, with all of Python's format specifications
	nameTimes   = "·times"   // *, with a limit on what it allocates
	namePlus    = "·plus"    // +, likewise
	nameCompare = "·"        // before ==, <, …: values of libraries are asked
	nameAddend  = "·addend"  // the right side of +=, likewise
	nameMethod  = "·method"  // a call of a method, likewise
	nameRoom    = "·room"    // what an element is assigned to, likewise
	nameStore   = "·store"   // a call of a method that stores one value, likewise
	nameNone    = "·none"    // what a comprehension with ifs or several fors goes over first
	nameOne     = "·one"     // one value that it makes
	nameEach    = "·each"    // what a comprehension goes over, likewise
	nameSlice   = "·slice"   // a slice as a key
	nameFormat  = "·format"  // str.format
	nameField   = "·field"   // one replacement field of an f-string
	nameJoin    = "·join"    // the parts of an f-string
	nameTrue    = "·true"    // the condition of while True: unlike True, it has a place that an interrupt can name
)

// A rewriter turns the tree of a prepared cell into plain Starlark that means
// what the cell says.
//
// Starlark gives a function a snapshot of the module that it was compiled with.
// To make globals live, no name is ever bound at top level: x = 1 becomes
// ·globals["x"] = 1, a loop variable or an unpacked tuple likewise, and def f
// binds a hidden name and then ·globals["f"]. A name that is read is thus always
// "predeclared" to Starlark, and these are looked up in the session's one map at
// the moment of reading: also by functions of earlier cells, by lambdas, and
// inside the loop that assigns them.
type rewriter struct {
	*prepared
	src  *source
	defs map[*syntax.DefStmt]string // top-level functions under a hidden name
	// counters are the names that loops over a range bind: most likely numbers.
	counters map[string]bool
	err      *fault
}

func (r *rewriter) fail(pos syntax.Position, format string, args ...any) {
	if r.err == nil {
		r.err = &fault{placeOf(pos), fmt.Sprintf(format, args...)}
	}
}

func placeOf(pos syntax.Position) place { return place{int(pos.Line), int(pos.Col)} }

// compile turns a parsed text into a program that reads and writes globals
// through the session. With showLast, the value of a last expression becomes
// the result. The error is a *fault.
func (src *source) compile(file *syntax.File, p *prepared, showLast bool) (*starlark.Program, error) {
	r := &rewriter{prepared: p, src: src, defs: map[*syntax.DefStmt]string{}, counters: counters(file)}
	if n := len(file.Stmts); showLast && n > 0 {
		if last, ok := file.Stmts[n-1].(*syntax.ExprStmt); ok {
			last.X = call(nameResult, start(last.X), last.X)
		}
	}
	file.Stmts = r.stmts(file.Stmts, true)
	if r.err != nil {
		return nil, r.err
	}
	prog, err := starlark.FileProgram(file, r.predeclared)
	if list, ok := err.(resolve.ErrorList); ok {
		return nil, explainResolve(list[0])
	}
	return prog, err
}

// predeclared tells the resolver that every name is a global of the session.
// The resolver asks when it has seen all functions, which is the moment to give
// those that were bound under a hidden name their own name back.
func (r *rewriter) predeclared(name string) bool {
	if name == nameGlobals {
		for def, name := range r.defs {
			def.Function.(*resolve.Function).Name = name
		}
	}
	return !constant(name)
}

// constant reports whether name is a value that cannot be rebound.
func constant(name string) bool { return name == "None" || name == "True" || name == "False" }

func start(n syntax.Node) syntax.Position {
	pos, _ := n.Span()
	return pos
}

func ident(name string, pos syntax.Position) *syntax.Ident {
	return &syntax.Ident{Name: name, NamePos: pos}
}

func text(s string, pos syntax.Position) *syntax.Literal {
	return &syntax.Literal{Token: syntax.STRING, TokenPos: pos, Raw: syntax.Quote(s, false), Value: s}
}

// call is a call of a hidden built-in; errors are reported at pos.
func call(name string, pos syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: ident(name, pos), Lparen: pos, Args: args, Rparen: pos}
}

// global is the place where the session keeps a global.
func (r *rewriter) global(id *syntax.Ident) syntax.Expr {
	if constant(id.Name) {
		r.fail(id.NamePos, "cannot assign to %s", id.Name)
	} else if err := r.src.session.Bindable(id.Name); err != nil {
		r.fail(id.NamePos, "%v", err)
	}
	return &syntax.IndexExpr{X: ident(nameGlobals, id.NamePos), Lbrack: id.NamePos, Y: text(id.Name, id.NamePos), Rbrack: id.NamePos}
}

// stmts rewrites a list of statements; top says that names bound here are globals.
func (r *rewriter) stmts(list []syntax.Stmt, top bool) []syntax.Stmt {
	var out []syntax.Stmt
	for _, s := range list {
		out = append(out, r.stmt(s, top)...)
	}
	return out
}

func (r *rewriter) stmt(s syntax.Stmt, top bool) []syntax.Stmt {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		s.X = r.expr(s.X)
	case *syntax.AssignStmt:
		r.assign(s, top)
	case *syntax.DefStmt:
		return r.def(s, top)
	case *syntax.ForStmt:
		s.Vars = r.target(s.Vars, top)
		s.X = r.expr(s.X)
		s.Body = r.stmts(s.Body, top)
	case *syntax.WhileStmt:
		s.Cond = r.expr(s.Cond)
		if id, ok := s.Cond.(*syntax.Ident); ok && id.Name == "True" {
			s.Cond = ident(nameTrue, id.NamePos)
		}
		s.Body = r.stmts(s.Body, top)
	case *syntax.IfStmt:
		s.Cond = r.expr(s.Cond)
		s.True = r.stmts(s.True, top)
		s.False = r.stmts(s.False, top)
	case *syntax.ReturnStmt:
		if r.asserts[placeOf(s.Return)] {
			return []syntax.Stmt{r.assert(s)}
		}
		if top {
			r.fail(s.Return, "return is only allowed in a function; the last expression of a cell is its result")
		}
		if s.Result != nil {
			s.Result = r.expr(s.Result)
		}
	case *syntax.LoadStmt:
		r.fail(s.Load, "load is not available: a cell reads no files, and all modules are built in")
	}
	return []syntax.Stmt{s}
}

func (r *rewriter) assign(s *syntax.AssignStmt, top bool) {
	s.RHS = r.expr(s.RHS)
	// x *= y and x %= y go the way of x * y and x % y.
	if id, ok := s.LHS.(*syntax.Ident); ok && (s.Op == syntax.STAR_EQ || s.Op == syntax.PERCENT_EQ) {
		name := nameTimes
		if s.Op == syntax.PERCENT_EQ {
			name = nameModulo
		}
		s.RHS = call(name, s.OpPos, ident(id.Name, id.NamePos), s.RHS)
		s.Op = syntax.EQ
	}
	// += adds to a list in place, so only what it adds is looked at.
	if id, ok := s.LHS.(*syntax.Ident); ok && s.Op == syntax.PLUS_EQ && !r.likelyNumber(s.RHS) {
		s.RHS = call(nameAddend, s.OpPos, ident(id.Name, id.NamePos), s.RHS)
	}
	if slice, ok := s.LHS.(*syntax.SliceExpr); ok {
		s.LHS = r.sliceTarget(slice)
		return
	}
	if element, ok := s.LHS.(*syntax.IndexExpr); ok && s.Op != syntax.EQ {
		s.LHS = r.expr(element) // it is there already
		return
	}
	s.LHS = r.target(s.LHS, top)
}

// assert becomes if not condition: ·assert(message), so that the message is
// only evaluated when it is needed.
func (r *rewriter) assert(s *syntax.ReturnStmt) syntax.Stmt {
	cond, msg := s.Result, []syntax.Expr(nil)
	switch e := s.Result.(type) {
	case nil:
		r.fail(s.Return, "assert needs a condition: assert x > 0, \"message\"")
		return s
	case *syntax.ParenExpr:
		if _, ok := e.X.(*syntax.TupleExpr); ok {
			r.fail(s.Return, "this assertion is always true: write assert condition, message without the parentheses")
		}
	case *syntax.TupleExpr:
		if e.Lparen.IsValid() || len(e.List) != 2 {
			r.fail(s.Return, "assert takes a condition and a message: assert x > 0, \"message\"")
			return s
		}
		cond, msg = e.List[0], []syntax.Expr{r.expr(e.List[1])}
	}
	return &syntax.IfStmt{
		If:   s.Return,
		Cond: &syntax.UnaryExpr{OpPos: s.Return, Op: syntax.NOT, X: r.expr(cond)},
		True: []syntax.Stmt{&syntax.ExprStmt{X: call(nameAssert, s.Return, msg...)}},
	}
}

func (r *rewriter) def(s *syntax.DefStmt, top bool) []syntax.Stmt {
	r.src.define(s)
	r.params(s.Params)
	s.Body = r.stmts(s.Body, false)
	if !top {
		return []syntax.Stmt{s}
	}
	id := s.Name
	hidden := fmt.Sprintf("·%d %s", len(r.defs), id.Name)
	r.defs[s] = id.Name
	s.Name = ident(hidden, id.NamePos)
	return []syntax.Stmt{s, &syntax.AssignStmt{OpPos: s.Def, Op: syntax.EQ, LHS: r.global(id), RHS: ident(hidden, id.NamePos)}}
}

func (r *rewriter) params(list []syntax.Expr) {
	for _, p := range list {
		if dflt, ok := p.(*syntax.BinaryExpr); ok {
			dflt.Y = r.expr(dflt.Y)
		}
	}
}

// target rewrites what an assignment or a loop binds.
func (r *rewriter) target(e syntax.Expr, top bool) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Ident:
		if top {
			return r.global(e)
		}
		return e
	case *syntax.IndexExpr:
		r.expr(e)
		e.X = call(nameRoom, start(e.X), e.X)
		return e
	case *syntax.ParenExpr:
		e.X = r.target(e.X, top)
		return e
	case *syntax.TupleExpr:
		r.targets(e.List, top)
		return e
	case *syntax.ListExpr:
		r.targets(e.List, top)
		return e
	}
	return r.expr(e)
}

func (r *rewriter) targets(list []syntax.Expr, top bool) {
	for i := range list {
		list[i] = r.target(list[i], top)
	}
}
