package cell

import (
	"fmt"
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

func modulo(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	if template, ok := args[0].(starlark.String); ok {
		s, err := percent(string(template), args[1])
		return starlark.String(s), err
	}
	return starlark.Binary(syntax.PERCENT, args[0], args[1])
}

func times(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x, y := args[0], args[1]
	size := repeatedBytes(x, y) + repeatedBytes(y, x)
	if size > 1<<20 {
		if err := Current(thread).allocation(fmt.Sprintf("%s * %s", x.Type(), y.Type()), size); err != nil {
			return nil, err
		}
	}
	return starlark.Binary(syntax.STAR, x, y)
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
		f := &formatter{args: args[1:], kwargs: kwargs}
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

func field(_ *Run, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	v, err := convert(args[0], string(args[1].(starlark.String)))
	if err != nil {
		return nil, err
	}
	s, err := formatValue(v, string(args[2].(starlark.String)))
	return starlark.String(s), err
}

func join(_ *Run, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	b := new(strings.Builder)
	for v := range starlark.Elements(args[0].(*starlark.List)) {
		b.WriteString(string(v.(starlark.String)))
	}
	return starlark.String(b.String()), nil
}
