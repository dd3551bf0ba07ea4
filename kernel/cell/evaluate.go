package cell

import (
	"slices"
	"strings"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// A subject is what an expression of an unfinished cell means. An example stands for
// a value that only running the cell would give.
type subject struct {
	value   starlark.Value // nil if only the path is known
	path    string         // by which it is documented: "math.sqrt", "sweep.best"
	example bool
}

// An evaluator finds out what expressions mean without running the cell: it looks names
// up, follows attributes, indexes with literals and calls what is Pure.
type evaluator struct {
	session *Session
	turn    *lazyTurn
	text    string  // the cell, for the names that it assigns itself
	tokens  []token // up to the place of interest
	depth   int
	steps   int
}

// inspectPatience is how long a look at a value waits for the running cell.
const inspectPatience = 10 * time.Millisecond

// A lazyTurn is the turn of a session, taken when a list, a dict or the text of a value is
// first read, because a running cell changes these. While a busy cell keeps the turn, they
// are not read.
type lazyTurn struct {
	session      *Session
	tried, taken bool
}

// held reports whether the turn could be taken.
func (t *lazyTurn) held() bool {
	if !t.tried {
		t.tried, t.taken = true, t.session.turn.takeWithin(inspectPatience)
	}
	return t.taken
}

func (t *lazyTurn) end() {
	if t.taken {
		t.session.turn.release()
	}
}

// heldTurn is for callers that have the turn.
var heldTurn = &lazyTurn{tried: true, taken: true}

// Limits of how deep expressions are followed, and of how many there are.
const (
	maxDepth = 32
	maxSteps = 500
)

// operand is the meaning of the operand that ends before tokens[end].
func (k *evaluator) operand(end int) (subject, bool) {
	start := operandStart(k.tokens, end)
	if start == end {
		return subject{}, false
	}
	return k.span(start, end)
}

// span is the meaning of the tokens [from, to).
func (k *evaluator) span(from, to int) (sub subject, ok bool) {
	if from >= to || k.depth > maxDepth || k.steps > maxSteps {
		return subject{}, false
	}
	expr, _, err := parseExpr("", k.text[k.tokens[from].off:k.tokens[to-1].end()], place{1, 2}, ")")
	if err != nil {
		return subject{}, false
	}
	defer func() {
		if recover() != nil { // an Attr of a library
			sub, ok = subject{}, false
		}
	}()
	return k.eval(expr, from)
}

// value is eval for what must be a value.
func (k *evaluator) value(e syntax.Expr, before int) (starlark.Value, bool) {
	sub, ok := k.eval(e, before)
	return sub.value, ok && sub.value != nil && !sub.example
}

// eval is the meaning of an expression that begins at tokens[before].
func (k *evaluator) eval(e syntax.Expr, before int) (subject, bool) {
	k.depth++
	defer func() { k.depth-- }()
	if k.steps++; k.depth > maxDepth || k.steps > maxSteps {
		return subject{}, false
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return k.eval(e.X, before)
	case *syntax.Literal:
		return literal(e)
	case *syntax.Ident:
		return k.name(e.Name, before)
	case *syntax.UnaryExpr:
		if v, ok := k.value(e.X, before); ok && e.Op == syntax.MINUS {
			v, err := starlark.Unary(syntax.MINUS, v)
			return subject{value: v}, err == nil
		}
	case *syntax.TupleExpr:
		list, ok := k.values(e.List, before)
		return subject{value: starlark.Tuple(list)}, ok
	case *syntax.ListExpr:
		list, ok := k.values(e.List, before)
		return subject{value: starlark.NewList(list)}, ok
	case *syntax.DotExpr:
		if base, ok := k.eval(e.X, before); ok {
			return k.attribute(base, e.Name.Name)
		}
	case *syntax.IndexExpr:
		return k.index(e, before)
	case *syntax.CallExpr:
		return k.call(e, before)
	}
	return subject{}, false
}

func (k *evaluator) values(list []syntax.Expr, before int) (values []starlark.Value, ok bool) {
	for _, e := range list {
		v, ok := k.value(e, before)
		if !ok {
			return nil, false
		}
		values = append(values, v)
	}
	return values, true
}

func literal(e *syntax.Literal) (subject, bool) {
	switch v := e.Value.(type) {
	case string:
		return subject{value: starlark.String(v)}, e.Token == syntax.STRING
	case int64:
		return subject{value: starlark.MakeInt64(v)}, true
	case float64:
		return subject{value: starlark.Float(v)}, true
	}
	return subject{}, false
}

// name is what the cell has assigned to a name before, or what it means in the session.
func (k *evaluator) name(name string, before int) (subject, bool) {
	for i := min(before, len(k.tokens)-1) - 1; i >= 0; i-- {
		if t := k.tokens[i]; t.text == name && t.kind == tokName && t.at.col == 1 && i+2 < before && k.tokens[i+1].is("=") {
			if sub, ok := k.span(i+2, k.lineEnd(i)); ok {
				return sub, true
			}
			break
		}
	}
	v, ok := k.session.lookup(name)
	return subject{value: v, path: name}, ok && !strings.HasPrefix(name, "·")
}

// lineEnd is the token after the logical line that tokens[i] is in.
func (k *evaluator) lineEnd(i int) int {
	for i < len(k.tokens) && k.tokens[i].kind != tokNewline && k.tokens[i].kind != tokEnd && !k.tokens[i].is(";") {
		i++
	}
	return i
}

func (k *evaluator) attribute(base subject, name string) (subject, bool) {
	path := base.path + "." + name
	if base.value == nil {
		return subject{}, false
	}
	if !base.example && base.value.Type() != "module" {
		path = base.value.Type() + "." + name
	} else if base.example {
		path = base.value.Type() + "." + name
		if obj, ok := base.value.(starlark.HasAttrs); !ok || !slices.Contains(obj.AttrNames(), name) {
			return subject{}, false
		}
		if v := k.session.example(path); v != nil {
			return subject{v, path, true}, true
		}
		return subject{nil, path, true}, true
	}
	obj, ok := base.value.(starlark.HasAttrs)
	if !ok {
		return subject{}, false
	}
	v, err := obj.Attr(name)
	return subject{value: v, path: path}, err == nil && v != nil
}

func (k *evaluator) index(e *syntax.IndexExpr, before int) (subject, bool) {
	base, ok := k.eval(e.X, before)
	if !ok || base.value == nil {
		return subject{}, false
	}
	if _, ok := base.value.(Indexed); ok {
		return subject{value: base.value, path: base.value.Type() + "[]"}, true
	}
	key, ok := k.value(e.Y, before)
	if !ok || base.example || !k.turn.held() {
		return subject{}, false
	}
	switch v := base.value.(type) {
	case starlark.Mapping:
		item, found, err := v.Get(key)
		return subject{value: item}, found && err == nil
	case starlark.Indexable:
		i, err := starlark.AsInt32(key)
		if i < 0 {
			i += v.Len()
		}
		if err == nil && i >= 0 && i < v.Len() {
			return subject{value: v.Index(i)}, true
		}
	}
	return subject{}, false
}

func (k *evaluator) call(e *syntax.CallExpr, before int) (subject, bool) {
	fn, ok := k.eval(e.Fn, before)
	if !ok {
		return subject{}, false
	}
	path := k.session.canonical(fn)
	if v := k.session.example(path); v != nil {
		return subject{v, path, true}, true
	}
	k.session.mu.RLock()
	pure := k.session.entries[path].Pure
	k.session.mu.RUnlock()
	if !pure || fn.example {
		return subject{}, false
	}
	var args starlark.Tuple
	var kwargs []starlark.Tuple
	for _, arg := range e.Args {
		name, x := "", arg
		if pair, isPair := arg.(*syntax.BinaryExpr); isPair && pair.Op == syntax.EQ {
			name, x = pair.X.(*syntax.Ident).Name, pair.Y
		}
		v, ok := k.value(x, before)
		switch {
		case !ok:
			return subject{}, false
		case name == "":
			args = append(args, v)
		default:
			kwargs = append(kwargs, starlark.Tuple{starlark.String(name), v})
		}
	}
	v, err := starlark.Call(&starlark.Thread{Name: "completion"}, fn.value, args, kwargs)
	return subject{value: v}, err == nil
}

// example is what the entry of a path returns.
func (s *Session) example(path string) starlark.Value {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.entries[path].Returns
}

// canonical is the path by which a library knows a function, whatever the cell calls it.
func (s *Session) canonical(sub subject) string {
	b, ok := sub.value.(*starlark.Builtin)
	switch {
	case !ok:
		return sub.path
	case b.Receiver() != nil:
		return b.Receiver().Type() + "." + b.Name()
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.builtins[b.Name()] == sub.value {
		return b.Name()
	}
	return sub.path
}

// callAt is the function of the site, and the arguments that are known.
func (k *evaluator) callAt(at site) (fn subject, c Call, ok bool) {
	if fn, ok = k.operand(at.open); !ok {
		return fn, c, false
	}
	fn.path = k.session.canonical(fn)
	if b, isBuiltin := fn.value.(*starlark.Builtin); isBuiltin {
		c.Receiver = b.Receiver()
	}
	c.Kwargs = map[string]starlark.Value{}
	for _, sp := range at.spans {
		var v starlark.Value
		if sub, known := k.span(sp.from, sp.to); known {
			v = sub.value
		}
		if sp.keyword != "" {
			c.Kwargs[sp.keyword] = v
		} else {
			c.Args = append(c.Args, v)
		}
	}
	return fn, c, true
}
