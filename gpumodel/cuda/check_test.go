package cuda

import (
	"fmt"

	"warpbook.dev/gpumodel/cuda/token"
)

// check walks a tree and panics where it breaks what ast.go promises.
func check(f *File) {
	c := &checker{seen: map[*Func]bool{}}
	for _, v := range f.Globals {
		c.variable(v)
	}
	for _, list := range [][]*Func{f.Funcs, f.Kernels} {
		for _, fn := range list {
			c.fn(fn)
		}
	}
}

type checker struct{ seen map[*Func]bool }

func (c *checker) must(ok bool, pos token.Pos, format string, args ...any) {
	if !ok {
		panic(fmt.Sprintf("%d:%d: ", pos.Line, pos.Col) + fmt.Sprintf(format, args...))
	}
}

func (c *checker) fn(fn *Func) {
	if c.seen[fn] || fn.Template != nil {
		return
	}
	c.seen[fn] = true
	c.typ(fn.Result, fn.Pos)
	for _, v := range fn.Params {
		c.variable(v)
	}
	c.stmt(fn.Body)
}

func (c *checker) variable(v *Var) {
	c.typ(v.Type, v.Pos)
	if v.Init != nil {
		c.expr(v.Init)
		c.must(Same(v.Init.T(), v.Type), v.Pos, "%s of type %s has initialiser of type %s", v.Name, v.Type, v.Init.T())
	}
}

func (c *checker) typ(t *Type, pos token.Pos) {
	c.must(t != nil && (t.Kind <= String || t.Kind == Texture || t.Kind == Half), pos, "type %v in a finished tree", t)
	if t.Elem != nil {
		c.typ(t.Elem, pos)
	}
}

func (c *checker) bool(x Expr) {
	c.expr(x)
	c.must(x.T().Kind == Bool, x.Position(), "condition of type %s", x.T())
}

func (c *checker) stmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		for _, t := range s.Stmts {
			c.stmt(t)
		}
	case *Decl:
		for _, v := range s.Vars {
			c.variable(v)
		}
	case *ExprStmt:
		c.expr(s.X)
	case *If:
		c.bool(s.Cond)
		c.stmt(s.Then)
		if s.Else != nil {
			c.stmt(s.Else)
		}
	case *For:
		c.loop(s)
	case *DoWhile:
		c.stmt(s.Body)
		c.bool(s.Cond)
	case *Switch:
		c.expr(s.X)
		c.must(s.X.T().IsInteger(), s.Pos, "switch over %s", s.X.T())
		for _, k := range s.Cases {
			for _, t := range k.Body {
				c.stmt(t)
			}
		}
	case *Return:
		if s.X != nil {
			c.expr(s.X)
		}
	case *Branch, *Empty:
	default:
		panic(fmt.Sprintf("statement %T", s))
	}
}

func (c *checker) loop(s *For) {
	if s.Init != nil {
		c.stmt(s.Init)
	}
	if s.Cond != nil {
		c.bool(s.Cond)
	}
	if s.Post != nil {
		c.expr(s.Post)
	}
	c.stmt(s.Body)
}

func (c *checker) expr(x Expr) {
	c.typ(x.T(), x.Position())
	pos := x.Position()
	switch x := x.(type) {
	case *Lit:
		c.must(x.Type.IsScalar(), pos, "literal of type %s", x.Type)
	case *StringLit, *Special:
	case *Ident:
		c.must(x.Type == x.Var.Type, pos, "%s has type %s here", x.Var.Name, x.Type)
	case *Unary:
		c.expr(x.X)
		c.must(x.Op != "*" || Same(x.Type, x.X.T().Elem), pos, "* gives %s", x.Type)
		c.must(x.Op != "!" || x.X.T().Kind == Bool, pos, "! of %s", x.X.T())
	case *IncDec:
		c.expr(x.X)
	case *Binary:
		c.binary(x)
	case *Assign:
		c.assign(x)
	case *Cond:
		c.bool(x.C)
		c.expr(x.A)
		c.expr(x.B)
		c.must(Same(x.A.T(), x.Type) && Same(x.B.T(), x.Type), pos, "?: of %s, %s and %s", x.Type, x.A.T(), x.B.T())
	case *Index:
		c.expr(x.X)
		c.expr(x.I)
		k := x.I.T().Kind
		c.must(k == Int || k == UInt || k == Long || k == ULong, pos, "index of type %s", x.I.T())
		c.must(Same(x.Type, x.X.T().Elem), pos, "element of type %s", x.Type)
	case *Member:
		c.expr(x.X)
		c.must(x.X.T().Kind == Struct && Same(x.Field.Type, x.Type), pos, "member of %s", x.X.T())
	case *Call:
		c.call(x)
	case *Cast:
		c.expr(x.X)
		c.must(!x.Decay || x.X.T().Kind == Array && x.Type.Kind == Pointer, pos, "decay of %s", x.X.T())
	case *InitList:
		c.list(x)
	default:
		panic(fmt.Sprintf("expression %T", x))
	}
}

func (c *checker) binary(x *Binary) {
	c.expr(x.X)
	c.expr(x.Y)
	a, b := x.X.T(), x.Y.T()
	switch {
	case x.Op == ",":
	case x.Op == "&&" || x.Op == "||":
		c.must(a.Kind == Bool && b.Kind == Bool, x.Pos, "%s of %s and %s", x.Op, a, b)
	case x.Op == "<<" || x.Op == ">>":
		c.must(a.IsInteger() && b.IsInteger() && Same(a, x.Type), x.Pos, "shift of %s by %s gives %s", a, b, x.Type)
	case a.Kind == Pointer && b.IsInteger():
		c.must(Same(a, x.Type) && b.Kind >= Int && b.Kind <= ULong, x.Pos, "pointer %s %s", x.Op, b)
	default:
		c.must(Same(a, b) || a.Kind == Pointer && b.Kind == Pointer, x.Pos, "%s of %s and %s", x.Op, a, b)
		c.must(a.Kind >= Int, x.Pos, "%s of unpromoted %s", x.Op, a)
	}
}

func (c *checker) assign(x *Assign) {
	c.expr(x.L)
	c.expr(x.R)
	switch {
	case x.Op == "":
		c.must(Same(x.L.T(), x.R.T()), x.Pos, "%s = %s", x.L.T(), x.R.T())
	case x.Op == "<<" || x.Op == ">>" || x.Compute.Kind == Pointer:
		c.must(x.R.T().IsInteger(), x.Pos, "%s= %s", x.Op, x.R.T())
	default:
		c.must(Same(x.Compute, x.R.T()), x.Pos, "%s= computes in %s with %s", x.Op, x.Compute, x.R.T())
	}
}

func (c *checker) call(x *Call) {
	for _, a := range x.Args {
		c.expr(a)
	}
	if x.Func == nil {
		c.must(x.Builtin == "printf" || x.Builtin == "assert" || fetches[x.Builtin].dims > 0 || len(builtins()[x.Builtin]) > 0, x.Pos,
			"built-in %q", x.Builtin)
		return
	}
	c.must(x.Func.Body != nil && x.Func.Template == nil, x.Pos, "call of %s without a body", x.Func.Name)
	c.must(len(x.Args) == len(x.Func.Params), x.Pos, "%d arguments for %s", len(x.Args), x.Func.Name)
	for i, v := range x.Func.Params {
		c.must(Same(v.Type, x.Args[i].T()), x.Pos, "argument %d of %s has type %s, not %s", i, x.Func.Name, x.Args[i].T(), v.Type)
	}
	c.fn(x.Func)
}

func (c *checker) list(x *InitList) {
	c.must(x.Type.Kind == Array || x.Type.Kind == Struct, x.Pos, "list of type %s", x.Type)
	for i, e := range x.Elems {
		c.expr(e)
		want := elementType(x.Type, i)
		c.must(want != nil && Same(want, e.T()), x.Pos, "element %d of %s has type %s", i, x.Type, e.T())
	}
}
