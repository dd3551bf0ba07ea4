package ir

import "warpbook.dev/gpumodel/cuda"

// walk calls visit for n and what is below it, in source order; not below n if visit returns false.
func walk(n any, visit func(n any) bool) {
	if isNil(n) || !visit(n) {
		return
	}
	for _, c := range children(n) {
		walk(c, visit)
	}
}

func isNil(n any) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *cuda.Block:
		return n == nil
	}
	return false
}

// children are the nodes right below n; some may be nil.
//
// Calls of device functions are not entered: their variables are their own, and pointers to the
// caller's variables show as & or decay among the arguments.
func children(n any) []any {
	switch n := n.(type) {
	case *cuda.Unary:
		return []any{n.X}
	case *cuda.IncDec:
		return []any{n.X}
	case *cuda.Binary:
		return []any{n.X, n.Y}
	case *cuda.Assign:
		return []any{n.L, n.R}
	case *cuda.Cond:
		return []any{n.C, n.A, n.B}
	case *cuda.Index:
		return []any{n.X, n.I}
	case *cuda.Member:
		return []any{n.X}
	case *cuda.Temp:
		return []any{n.X}
	case *cuda.Until:
		return append(append(anys(n.Before), n.X), anys(n.After)...)
	case *cuda.Cast:
		return []any{n.X}
	case *cuda.Call:
		return anys(n.Args)
	case *cuda.InitList:
		return anys(n.Elems)
	case *cuda.Decl:
		var list []any
		for _, v := range n.Vars {
			list = append(list, v.Init)
		}
		return list
	case *cuda.ExprStmt:
		return []any{n.X}
	case *cuda.If:
		return []any{n.Cond, n.Then, n.Else}
	case *cuda.For:
		return []any{n.Init, n.Cond, n.Body, n.Post}
	case *cuda.DoWhile:
		return []any{n.Body, n.Cond}
	case *cuda.Switch:
		list := []any{n.X}
		for _, c := range n.Cases {
			list = append(list, c)
		}
		return list
	case *cuda.Case:
		return anys(n.Body)
	case *cuda.Block:
		return anys(n.Stmts)
	case *cuda.Return:
		return []any{n.X}
	case *cuda.Throw:
		return []any{n.X}
	case *cuda.Try:
		list := []any{n.Body}
		for _, c := range n.Catches {
			list = append(list, c.Body)
		}
		return list
	case cuda.Stmt:
		return nodesBelow(n)
	}
	return nil
}

func anys[T any](list []T) []any {
	out := make([]any, len(list))
	for i, x := range list {
		out[i] = x
	}
	return out
}

// varSet is a set of variables.
type varSet map[*cuda.Var]bool

// assigned are the variables that the nodes assign, declare or take the address of.
//
// The set may be too large, never too small: a loop header leaves out phis for all other variables.
func assigned(nodes ...any) varSet {
	set := varSet{}
	lvalue := func(e cuda.Expr) {
		if v := root(e); v != nil {
			set[v] = true
		}
	}
	for _, n := range nodes {
		walk(n, func(n any) bool {
			switch n := n.(type) {
			case *cuda.Assign:
				lvalue(n.L)
			case *cuda.IncDec:
				lvalue(n.X)
			case *cuda.Unary:
				if n.Op == "&" {
					lvalue(n.X)
				}
			case *cuda.Cast:
				if n.Decay {
					lvalue(n.X)
				}
			case *cuda.Decl:
				for _, v := range n.Vars {
					set[v] = true
				}
			case *cuda.Temp:
				set[n.Var] = true
				if n.Made != nil {
					set[n.Made] = true
				}
			}
			return true
		})
	}
	return set
}

// root is the variable that holds the lvalue e, nil if it lies behind a pointer.
func root(e cuda.Expr) *cuda.Var {
	for {
		switch x := e.(type) {
		case *cuda.Ident:
			return x.Var
		case *cuda.Member:
			e = x.X
		case *cuda.Temp:
			return x.Var
		case *cuda.Index:
			if x.X.T().Kind != cuda.Array {
				return nil
			}
			e = x.X
		default:
			return nil
		}
	}
}

// mentioned are the variables that the nodes read or write.
func mentioned(nodes ...any) varSet {
	set := varSet{}
	for _, n := range nodes {
		walk(n, func(n any) bool {
			if id, ok := n.(*cuda.Ident); ok {
				set[id.Var] = true
			}
			return true
		})
	}
	return set
}

// overlap tells whether two sets share a variable.
func (a varSet) overlap(b varSet) bool {
	for v := range a {
		if b[v] {
			return true
		}
	}
	return false
}

// hasEffect tells whether e may change something: an assignment, or a call of a function that may have one.
func hasEffect(e cuda.Expr) (found bool) {
	walk(e, func(n any) bool {
		switch x := n.(type) {
		case *cuda.Assign, *cuda.IncDec, *cuda.Temp, *cuda.Until:
			found = true
		case *cuda.Call:
			found = found || x.Func != nil
		}
		return !found
	})
	return found
}

// speculable tells whether e can be computed though C would not: it has no
// effect, reads no memory and costs at most limit operations.
//
// Division counts for several operations. Calls of device functions are refused, whatever they contain.
func speculable(e cuda.Expr, limit int) bool {
	ok, n := true, 0
	walk(e, func(n2 any) bool {
		switch x := n2.(type) {
		case *cuda.Assign, *cuda.IncDec, *cuda.Index, *cuda.StringLit, *cuda.Temp, *cuda.Until:
			ok = false
		case *cuda.Call:
			ok = ok && x.Func == nil && cheapBuiltins[x.Builtin]
			n++
		case *cuda.Unary:
			ok = ok && x.Op != "*" && x.Op != "&"
			n++
		case *cuda.Ident:
			ok = ok && (x.Var.Storage == cuda.Auto || x.Var.Storage == cuda.Param || x.Var.Value != nil) && !x.Var.AddressTaken
		case *cuda.Binary:
			n++
			if x.Op == "/" || x.Op == "%" {
				n += 8
			}
		case *cuda.Cond:
			n++
		}
		return ok
	})
	return ok && n <= limit
}

// cheapBuiltins may be computed on both sides of a condition.
var cheapBuiltins = map[string]bool{
	"min": true, "max": true, "fminf": true, "fmaxf": true, "fabsf": true, "abs": true, "fmin": true, "fmax": true, "fabs": true,
}

// sharedVars are the __shared__ variables that f and what it calls declare, in source order.
func sharedVars(f *cuda.Func) []*cuda.Var {
	var list []*cuda.Var
	seen := map[any]bool{}
	var scan func(f *cuda.Func)
	scan = func(f *cuda.Func) {
		if f == nil || seen[f] || f.Body == nil {
			return
		}
		seen[f] = true
		walk(f.Body, func(n any) bool {
			switch n := n.(type) {
			case *cuda.Call:
				scan(n.Func)
			case *cuda.Decl:
				for _, v := range n.Vars {
					if v.Storage == cuda.Shared && !seen[v] {
						seen[v] = true
						list = append(list, v)
					}
				}
			case *cuda.Ident: // extern __shared__ at file scope
				if n.Var.Storage == cuda.Shared && !seen[n.Var] {
					seen[n.Var] = true
					list = append(list, n.Var)
				}
			}
			return true
		})
	}
	scan(f)
	return list
}
