package cell

import (
	"fmt"

	"go.starlark.net/syntax"
)

// expr rewrites an expression. Beside the replacements it moves the position at
// which Starlark reports an error of a call or an attribute from the parenthesis
// or the dot to the name.
func (r *rewriter) expr(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Literal:
		if parts, ok := r.fstrings[placeOf(e.TokenPos)]; ok && e.Token == syntax.STRING {
			return r.fstring(parts, e.TokenPos)
		}
	case *syntax.ParenExpr:
		e.X = r.expr(e.X)
	case *syntax.UnaryExpr:
		if e.X != nil {
			e.X = r.expr(e.X)
		}
	case *syntax.BinaryExpr:
		return r.binary(e)
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = r.expr(e.Cond), r.expr(e.True), r.expr(e.False)
	case *syntax.ListExpr:
		r.exprs(e.List)
	case *syntax.TupleExpr:
		r.exprs(e.List)
	case *syntax.DictExpr:
		r.exprs(e.List)
	case *syntax.DictEntry:
		e.Key, e.Value = r.expr(e.Key), r.expr(e.Value)
	case *syntax.IndexExpr:
		e.X = r.expr(e.X)
		if axes := r.slices[placeOf(e.Lbrack)]; axes != nil {
			e.Y = r.axes(axes, e.Lbrack)
		} else {
			e.Y = r.expr(e.Y)
		}
	case *syntax.SliceExpr:
		e.X = r.expr(e.X)
		for _, bound := range []*syntax.Expr{&e.Lo, &e.Hi, &e.Step} {
			if *bound != nil {
				*bound = r.expr(*bound)
			}
		}
	case *syntax.DotExpr:
		e.X = r.expr(e.X)
		e.Dot = e.Name.NamePos
	case *syntax.CallExpr:
		return r.call(e)
	case *syntax.LambdaExpr:
		r.src.define(e)
		r.params(e.Params)
		e.Body = r.expr(e.Body)
	case *syntax.Comprehension:
		r.comprehension(e)
	}
	return e
}

func (r *rewriter) exprs(list []syntax.Expr) {
	for i := range list {
		list[i] = r.expr(list[i])
	}
}

func (r *rewriter) comprehension(e *syntax.Comprehension) {
	e.Body = r.expr(e.Body)
	for _, c := range e.Clauses {
		switch c := c.(type) {
		case *syntax.ForClause:
			c.Vars, c.X = r.target(c.Vars, false), r.expr(c.X)
		case *syntax.IfClause:
			c.Cond = r.expr(c.Cond)
		}
	}
	kind := "list"
	if e.Curly {
		kind = "dict"
	}
	first := e.Clauses[0].(*syntax.ForClause)
	pos := start(first.X)
	if len(e.Clauses) == 1 { // one value for each element
		first.X = call(nameEach, pos, first.X, text(kind, pos))
		return
	}
	place := text(fmt.Sprintf("%s:%d:%d", r.src.key, pos.Line, pos.Col), pos)
	first.X = call(nameNone, pos, first.X, place)
	value := &e.Body
	if entry, ok := e.Body.(*syntax.DictEntry); ok {
		value = &entry.Key
	}
	*value = call(nameOne, start(*value), *value, text(kind, pos), place)
}

func (r *rewriter) binary(e *syntax.BinaryExpr) syntax.Expr {
	if e.Op == syntax.EQ { // a keyword argument: its name is no expression
		e.Y = r.expr(e.Y)
		return e
	}
	e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	switch {
	case e.Op == syntax.PERCENT && !number(e.X):
		return call(nameModulo, e.OpPos, e.X, e.Y)
	case e.Op == syntax.STAR && !(number(e.X) && number(e.Y)):
		return call(nameTimes, e.OpPos, e.X, e.Y)
	case e.Op == syntax.PLUS && !r.likelyNumber(e.X) && !r.likelyNumber(e.Y):
		return call(namePlus, e.OpPos, e.X, e.Y)
	case mirrored[e.Op] != 0 && !r.plain(e.X) && !r.plain(e.Y):
		return call(nameCompare+e.Op.String(), e.OpPos, e.X, e.Y)
	}
	return e
}

// plain reports whether a comparison with e needs no library's values, and may stay as quick as it is.
func (r *rewriter) plain(e syntax.Expr) bool {
	lit, ok := e.(*syntax.Literal)
	return ok && lit.Token == syntax.STRING || !ok && r.likelyNumber(e)
}

func number(e syntax.Expr) bool {
	lit, ok := e.(*syntax.Literal)
	return ok && (lit.Token == syntax.INT || lit.Token == syntax.FLOAT)
}

// likelyNumber reports whether the sum of e and something need not be looked at, which
// makes it slower: adding a number makes nothing large.
func (r *rewriter) likelyNumber(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return number(e)
	case *syntax.Ident:
		return r.counters[e.Name]
	case *syntax.ParenExpr:
		return r.likelyNumber(e.X)
	case *syntax.UnaryExpr:
		return e.Op == syntax.MINUS
	case *syntax.BinaryExpr:
		return e.Op == syntax.MINUS || e.Op == syntax.SLASH || e.Op == syntax.SLASHSLASH
	case *syntax.CallExpr:
		switch fn := e.Fn.(type) {
		case *syntax.Ident:
			return numeric[fn.Name]
		case *syntax.DotExpr:
			module, ok := fn.X.(*syntax.Ident)
			return ok && module.Name == "math"
		}
	}
	return false
}

// numeric are built-ins that return numbers.
var numeric = map[string]bool{"abs": true, "float": true, "int": true, "len": true, "ord": true, "pow": true, "round": true}

// counters finds the names that loops over a range bind.
func counters(file *syntax.File) map[string]bool {
	names := map[string]bool{}
	note := func(vars, over syntax.Expr) {
		id, ok1 := vars.(*syntax.Ident)
		call, ok2 := over.(*syntax.CallExpr)
		if !ok1 || !ok2 {
			return
		}
		if fn, ok := call.Fn.(*syntax.Ident); ok && fn.Name == "range" {
			names[id.Name] = true
		}
	}
	for _, s := range file.Stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.ForStmt:
				note(n.Vars, n.X)
			case *syntax.ForClause:
				note(n.Vars, n.X)
			}
			return true
		})
	}
	return names
}

func (r *rewriter) call(e *syntax.CallExpr) syntax.Expr {
	e.Lparen = calleePos(e)
	e.Fn = r.expr(e.Fn)
	r.exprs(e.Args)
	dot, ok := e.Fn.(*syntax.DotExpr)
	switch {
	case !ok:
	case dot.Name.Name == "format":
		e.Fn = ident(nameFormat, dot.Name.NamePos)
		e.Args = append([]syntax.Expr{dot.X}, e.Args...)
	case storing[dot.Name.Name] && len(e.Args) > 0:
		e.Fn = ident(nameStore, dot.Name.NamePos)
		e.Args = append([]syntax.Expr{dot.X, text(dot.Name.Name, dot.Name.NamePos)}, e.Args...)
	case growing[dot.Name.Name] != nil:
		e.Fn = ident(nameMethod, dot.Name.NamePos)
		e.Args = append([]syntax.Expr{dot.X, text(dot.Name.Name, dot.Name.NamePos)}, e.Args...)
	}
	return e
}

// calleePos is where a call's function is named.
func calleePos(e *syntax.CallExpr) syntax.Position {
	switch fn := e.Fn.(type) {
	case *syntax.Ident:
		return fn.NamePos
	case *syntax.DotExpr:
		return fn.Name.NamePos
	}
	return e.Lparen
}

// fstring becomes ·join([text, ·field(value, conversion, specification), …]).
func (r *rewriter) fstring(parts []fpart, pos syntax.Position) syntax.Expr {
	list := &syntax.ListExpr{Lbrack: pos, Rbrack: pos}
	for _, part := range parts {
		at := syntax.MakePosition(&r.src.key, int32(part.at.line), int32(part.at.col))
		if part.field() {
			list.List = append(list.List, r.field(part, at))
			continue
		}
		s, err := unescape(part)
		if err != nil && r.err == nil {
			r.err = err
		}
		if len(parts) == 1 {
			return text(s, at)
		}
		list.List = append(list.List, text(s, at))
	}
	return call(nameJoin, pos, list)
}

func (r *rewriter) field(part fpart, pos syntax.Position) syntax.Expr {
	value := r.embedded(part, "}")
	spec := r.fstring(part.spec, pos)
	return call(nameField, pos, value, text(part.conv, pos), spec)
}

// embedded is the expression of a part that was cut out of the text, which closer ends.
func (r *rewriter) embedded(part fpart, closer string) syntax.Expr {
	value, p, err := parseExpr(r.src.key, part.source, part.at, closer)
	if err != nil {
		if r.err == nil {
			r.err = err.(*fault)
		}
		return text("", syntax.MakePosition(&r.src.key, int32(part.at.line), int32(part.at.col)))
	}
	inner := &rewriter{prepared: p, src: r.src, defs: r.defs}
	value = inner.expr(value)
	if inner.err != nil && r.err == nil {
		r.err = inner.err
	}
	return value
}
