package cell

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

func keepResult(run *Run, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	run.result = args[0]
	return starlark.None, nil
}

func assertion(_ *Run, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	msg := "the condition is false"
	if len(args) > 0 {
		msg = Str(args[0])
	}
	return nil, &namedError{"AssertionError", msg}
}

func modulo(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	if template, ok := args[0].(starlark.String); ok {
		if list, ok := args[1].(starlark.Tuple); ok && len(list) > 0 {
			done, err := Current(thread).reserve("string % tuple", growing["join"](template, starlark.Tuple{list}))
			if err != nil {
				return nil, err
			}
			defer done()
		}
		s, err := percent(Current(thread).ctx, string(template), args[1])
		return starlark.String(s), err
	}
	return starlark.Binary(syntax.PERCENT, args[0], args[1])
}

// A Comparer is a value that is asked when it is compared with a value of another type.
// Without it Starlark says False for ==, and refuses < without a hint.
type Comparer interface {
	CompareOther(op syntax.Token, y starlark.Value) (bool, error)
}

// mirrored are the comparisons that are the same with the sides exchanged.
var mirrored = map[syntax.Token]syntax.Token{
	syntax.EQL: syntax.EQL, syntax.NEQ: syntax.NEQ, syntax.LT: syntax.GT, syntax.GT: syntax.LT, syntax.LE: syntax.GE, syntax.GE: syntax.LE,
}

// compared is the built-in that stands for x op y.
func compared(op syntax.Token) *starlark.Builtin {
	return starlark.NewBuiltin(op.String(), func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
		_ []starlark.Tuple) (starlark.Value, error) {
		x, y := args[0], args[1]
		var result bool
		var err error
		if c, ok := x.(Comparer); ok && x.Type() != y.Type() {
			result, err = c.CompareOther(op, y)
		} else if c, ok := y.(Comparer); ok && x.Type() != y.Type() {
			result, err = c.CompareOther(mirrored[op], x)
		} else {
			result, err = starlark.Compare(op, x, y)
		}
		return starlark.Bool(result), err
	})
}

func times(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x, y := args[0], args[1]
	if a, ok := x.(starlark.Int); ok {
		if b, ok := y.(starlark.Int); ok {
			return product(a, b)
		}
	}
	if size := repeatedBytes(x, y) + repeatedBytes(y, x); size > largeAllocation {
		run := Current(thread)
		done, err := run.reserve(x.Type()+" * "+y.Type(), size)
		if err != nil {
			return nil, err
		}
		defer done()
		return run.repeat(x, y)
	}
	return starlark.Binary(syntax.STAR, x, y)
}

func plus(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x, y := args[0], args[1]
	if size := bytesOf(x); size > 0 {
		done, err := Current(thread).reserve(x.Type()+" + "+y.Type(), size+bytesOf(y))
		if err != nil {
			return nil, err
		}
		defer done()
	}
	return starlark.Binary(syntax.PLUS, x, y)
}

func addend(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x, y := args[0], args[1]
	size := bytesOf(x)
	if list, inPlace := x.(*starlark.List); inPlace {
		size = listBytes(list.Len(), max(0, starlark.Len(y)))
	}
	if size > 0 {
		if err := Current(thread).allocation(x.Type()+" += "+y.Type(), size+bytesOf(y)); err != nil {
			return nil, err
		}
	}
	return y, nil
}

// bytesOf is what a sequence takes, without what its elements take; 0 for others.
func bytesOf(v starlark.Value) float64 {
	switch v := v.(type) {
	case starlark.String:
		return float64(len(v))
	case starlark.Bytes:
		return float64(len(v))
	case *starlark.List:
		return 16 * float64(v.Len())
	case starlark.Tuple:
		return 16 * float64(v.Len())
	}
	return 0
}

// growing are the methods whose result may be much larger than what they are given,
// with what the result takes, or 0 where that is not known.
var growing = map[string]func(x starlark.Value, args starlark.Tuple) float64{
	"extend": func(x starlark.Value, args starlark.Tuple) float64 {
		if _, ok := x.(*starlark.List); !ok || len(args) == 0 {
			return 0
		}
		return listBytes(starlark.Len(x), max(0, starlark.Len(args[0])))
	},
	"update": func(x starlark.Value, args starlark.Tuple) float64 {
		have := starlark.Len(x)
		if !isBuiltinType(x) || len(args) == 0 || buckets(have+max(0, starlark.Len(args[0]))) == buckets(have) {
			return 0
		}
		return tableBytes(have + max(0, starlark.Len(args[0])))
	},
	"join": func(x starlark.Value, args starlark.Tuple) float64 {
		sep, ok := x.(starlark.String)
		if !ok || len(args) == 0 {
			return 0
		}
		size := 0.0
		if list, ok := args[0].(starlark.Indexable); ok {
			for i := range list.Len() {
				size += bytesOf(list.Index(i)) + float64(len(sep))
			}
		}
		return size
	},
	"replace": func(x starlark.Value, args starlark.Tuple) float64 {
		if len(args) < 2 {
			return 0
		}
		s, ok1 := x.(starlark.String)
		from, ok2 := args[0].(starlark.String)
		to, ok3 := args[1].(starlark.String)
		if !ok1 || !ok2 || !ok3 || len(to) <= len(from) {
			return bytesOf(x)
		}
		return float64(len(s)) + float64(strings.Count(string(s), string(from)))*float64(len(to)-len(from))
	},
}

// method calls one of the growing methods: of args the first is the value and the
// second the name.
func method(run *Run, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	x, name, args := args[0], string(args[1].(starlark.String)), args[2:]
	done, err := run.reserve(x.Type()+"."+name, growing[name](x, args))
	if err != nil {
		return nil, err
	}
	defer done()
	if v, ok := x.(starlark.HasAttrs); ok {
		if fn, err := v.Attr(name); err != nil {
			return nil, err
		} else if b, ok := fn.(*starlark.Builtin); ok && isBuiltinType(x) && !slices.ContainsFunc(args, isList) {
			return run.watching(b, args, kwargs)
		} else if fn != nil {
			return starlark.Call(run.thread, fn, args, kwargs)
		}
	}
	return nil, fmt.Errorf("%s has no .%s field or method", x.Type(), name)
}

// repeatChunk is how many bytes are copied between two looks at the interrupt.
const repeatChunk = 8 << 20

// repeat is a long repetition, in pieces.
func (r *Run) repeat(x, y starlark.Value) (starlark.Value, error) {
	count, isInt := x.(starlark.Int)
	if isInt {
		x = y
	} else {
		count = y.(starlark.Int)
	}
	n, _ := count.Int64() // it is small enough: see reserve
	switch x := x.(type) {
	case starlark.String:
		s, err := r.repeatText(string(x), int(n))
		return starlark.String(s), err
	case starlark.Bytes:
		s, err := r.repeatText(string(x), int(n))
		return starlark.Bytes(s), err
	case starlark.Tuple:
		list, err := r.repeatValues(x, int(n))
		return starlark.Tuple(list), err
	}
	list := x.(*starlark.List)
	one := make([]starlark.Value, list.Len())
	for i := range one {
		one[i] = list.Index(i)
	}
	all, err := r.repeatValues(one, int(n))
	return starlark.NewList(all), err
}

func (r *Run) repeatText(s string, n int) (string, error) {
	piece := strings.Repeat(s, min(n, max(1, repeatChunk/len(s))))
	var b strings.Builder
	b.Grow(n * len(s))
	for total := n * len(s); b.Len() < total; {
		if err := r.ctx.Err(); err != nil {
			return "", err
		}
		b.WriteString(piece[:min(len(piece), total-b.Len())])
	}
	return b.String(), nil
}

func (r *Run) repeatValues(one []starlark.Value, n int) ([]starlark.Value, error) {
	all, err := Detached(r.ctx, func() []starlark.Value { return make([]starlark.Value, n*len(one)) })
	if err != nil || len(all) == 0 {
		return nil, err
	}
	done := copy(all, one)
	for done < len(all) {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		done += copy(all[done:], all[:min(done, repeatChunk/16/len(one)*len(one)+len(one))])
	}
	return all, nil
}

// isList reports whether v is a list, which is copied at once, also to itself.
func isList(v starlark.Value) bool {
	_, ok := v.(*starlark.List)
	return ok
}

// repeatedBytes is what seq * count takes; 0 if that is no repetition.
func repeatedBytes(seq, count starlark.Value) float64 {
	n, ok := count.(starlark.Int)
	if !ok {
		return 0
	}
	switch seq := seq.(type) {
	case *starlark.List:
		return 16 * float64(seq.Len()) * float64(n.Float())
	case starlark.Tuple:
		return 16 * float64(seq.Len()) * float64(n.Float())
	case starlark.String:
		return float64(len(seq)) * float64(n.Float())
	case starlark.Bytes:
		return float64(len(seq)) * float64(n.Float())
	}
	return 0
}

func formatMethod(run *Run, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if template, ok := args[0].(starlark.String); ok {
		f := &formatter{ctx: run.ctx, args: args[1:], kwargs: kwargs}
		s, err := f.format(string(template), 0)
		return starlark.String(s), err
	}
	// Not a string: a field or method of that name of another value.
	v, ok := args[0].(starlark.HasAttrs)
	if ok {
		fn, err := v.Attr("format")
		if fn != nil && err == nil {
			return starlark.Call(run.thread, fn, args[1:], kwargs)
		}
	}
	return nil, fmt.Errorf("%s has no .format field or method", args[0].Type())
}

func field(run *Run, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	v, err := convert(run.ctx, args[0], string(args[1].(starlark.String)))
	if err != nil {
		return nil, err
	}
	s, err := formatValue(run.ctx, v, string(args[2].(starlark.String)))
	return starlark.String(s), err
}

func join(run *Run, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	done, err := run.reserve("f-string", growing["join"](starlark.String(""), args))
	if err != nil {
		return nil, err
	}
	defer done()
	b := new(strings.Builder)
	for v := range starlark.Elements(args[0].(*starlark.List)) {
		b.WriteString(string(v.(starlark.String)))
	}
	return starlark.String(b.String()), nil
}
