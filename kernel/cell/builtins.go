package cell

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

type builtinFunc func(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

// builtin makes a built-in that knows the running cell.
func builtin(name string, fn builtinFunc) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		return fn(Current(thread), b, args, kwargs)
	})
}

// Python's built-ins that Starlark lacks, and those that it has with less.
var builtinFuncs = map[string]builtinFunc{
	"print":      printValues,
	"fail":       failure,
	"str":        textBuiltin(false),
	"repr":       textBuiltin(true),
	"hex":        one(inBase("hex", "x")),
	"bin":        one(inBase("bin", "b")),
	"oct":        one(inBase("oct", "o")),
	"abs":        one(absolute),
	"sum":        sum,
	"round":      round,
	"pow":        power,
	"int":        integer,
	"sorted":     sorted,
	"reversed":   reversed,
	"divmod":     divmod,
	"map":        mapValues,
	"filter":     filter,
	"isinstance": isinstance,
	"callable": one(func(v starlark.Value) (starlark.Value, error) {
		_, ok := v.(starlark.Callable)
		return starlark.Bool(ok), nil
	}),
	"display":        display,
	"update_display": updateDisplay,
	"clear_output":   clearOutput,
	"set_next_input": setNextInput,
	"page":           page,
	"HTML":           richText("HTML", "text/html"),
	"Markdown":       richText("Markdown", "text/markdown"),
	"Latex":          richText("Latex", "text/latex"),
	"SVG":            richText("SVG", "image/svg+xml"),
	"JSON":           newJSON,
	"input":          input,
	nameResult:       keepResult,
	nameAssert:       assertion,
	nameFormat:       formatMethod,
	nameField:        field,
	nameJoin:         join,
	nameMethod:       method,
	nameEach:         each,
	nameNone:         noneMade,
	nameOne:          oneMade,
}

// Built-ins of Starlark that make a copy of their argument, with the bytes that
// an element takes.
var copyingBuiltins = map[string]int64{
	"list": 16, "tuple": 16, "sorted": 16, "reversed": 16, "set": 64, "dict": 96, "enumerate": 80, "zip": 80, "bytes": 1, "map": 16, "filter": 16,
}

func (s *Session) defineBuiltins() {
	for name, fn := range builtinFuncs {
		s.Define(name, builtin(name, fn), "")
	}
	s.Define(nameTrue, starlark.True, "")
	// These stand for operators and must be quick.
	s.Define(nameRoom, starlark.NewBuiltin("room", element), "")
	s.Define(nameStore, starlark.NewBuiltin("store", store), "")
	s.Define(nameSlice, starlark.NewBuiltin("slice", makeSlice), "")
	s.Define(nameModulo, starlark.NewBuiltin("%", modulo), "")
	s.Define(nameTimes, starlark.NewBuiltin("*", times), "")
	s.Define(namePlus, starlark.NewBuiltin("+", plus), "")
	s.Define(nameAddend, starlark.NewBuiltin("+=", addend), "")
	for op := range mirrored {
		s.Define(nameCompare+op.String(), compared(op), "")
	}
	for name, size := range copyingBuiltins {
		s.Define(name, limited(s.builtins[name].(*starlark.Builtin), size), "")
	}
	for _, name := range []string{"all", "any", "max", "min"} {
		s.Define(name, interruptible(s.builtins[name].(*starlark.Builtin)), "")
	}
	s.Define("stdout", stream("stdout"), "")
	s.Define("stderr", stream("stderr"), "")
	s.Define("math", mathModule, "")
	for path, doc := range builtinDocs() {
		s.Declare(Entry{Name: path, Value: s.builtins[path], Doc: doc, Page: "language.md"})
	}
}

// limited refuses a call whose result would not fit.
func limited(b *starlark.Builtin, size int64) *starlark.Builtin {
	return builtin(b.Name(), func(run *Run, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		for _, arg := range args {
			if n := starlark.Len(arg); n > 0 {
				done, err := run.reserve(b.Name()+": "+strconv.Itoa(n)+" elements", float64(n)*float64(size))
				if err != nil {
					return nil, err
				}
				defer done()
			}
		}
		return run.watching(b, args, kwargs)
	})
}

// absolute is abs(x).
func absolute(v starlark.Value) (starlark.Value, error) {
	switch x := v.(type) {
	case starlark.Int:
		if x.Sign() < 0 {
			return starlark.MakeInt(0).Sub(x), nil
		}
		return x, nil
	case starlark.Float:
		return starlark.Float(math.Abs(float64(x))), nil
	case starlark.Iterable:
		return nil, typeErrorf("abs: want a number, got %s (write [abs(x) for x in xs])", v.Type())
	}
	return nil, typeErrorf("abs: want a number, got %s", v.Type())
}

// one makes a built-in of a function of one value.
func one(fn func(starlark.Value) (starlark.Value, error)) builtinFunc {
	return func(_ *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var v starlark.Value
		if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &v); err != nil {
			return nil, err
		}
		return fn(v)
	}
}

func inBase(name, kind string) func(starlark.Value) (starlark.Value, error) {
	return func(v starlark.Value) (starlark.Value, error) {
		n, ok := v.(starlark.Int)
		if !ok {
			return nil, typeErrorf("%s: got %s, want int", name, v.Type())
		}
		s, err := formatSpec{fill: " ", precision: -1, kind: kind, alt: true}.integer(n.BigInt())
		return starlark.String(s), err
	}
}

func printValues(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	sep, end := starlark.Value(starlark.String(" ")), starlark.Value(starlark.String("\n"))
	var flush, file starlark.Value
	if err := starlark.UnpackArgs(b.Name(), nil, kwargs, "sep?", &sep, "end?", &end, "flush?", &flush, "file?", &file); err != nil {
		return nil, err
	}
	to, ok := file.(stream)
	if !ok && file != nil && file != starlark.None {
		return nil, typeErrorf("print: file is %s, want stdout or stderr; a cell writes no files", file.Type())
	}
	between, ok1 := textOr(sep, " ")
	last, ok2 := textOr(end, "\n")
	if !ok1 || !ok2 {
		return nil, typeErrorf("print: sep and end are strings, got %s and %s", sep.Type(), end.Type())
	}
	words := make([]string, len(args))
	for i, v := range args {
		var err error
		if words[i], err = run.shown(v); err != nil {
			return nil, err
		}
	}
	run.out.Stream(to.name(), strings.Join(words, between)+last)
	return starlark.None, nil
}

// failure is Starlark's fail, whose message has no budget.
func failure(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	sep := " "
	if err := starlark.UnpackArgs(b.Name(), nil, kwargs, "sep?", &sep); err != nil {
		return nil, err
	}
	words := make([]string, len(args))
	for i, v := range args {
		var err error
		if words[i], err = run.shown(v); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("fail: " + strings.Join(words, sep))
}

// A stream is what print writes to: stdout or stderr.
type stream string

func (s stream) name() string {
	if s == "" {
		return "stdout"
	}
	return string(s)
}

func (s stream) String() string      { return "<" + s.name() + ">" }
func (stream) Type() string          { return "stream" }
func (stream) Freeze()               {}
func (stream) Truth() starlark.Bool  { return true }
func (stream) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: stream") }

// textOr returns a string; None stands for the default.
func textOr(v starlark.Value, dflt string) (string, bool) {
	if v == starlark.None {
		return dflt, true
	}
	return starlark.AsString(v)
}

func input(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	prompt := ""
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "prompt?", &prompt); err != nil {
		return nil, err
	}
	line, err := run.Input(prompt, false)
	return starlark.String(line), err
}

// textBuiltin is str or, with quotes around strings, repr.
func textBuiltin(quoted bool) builtinFunc {
	return func(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var v starlark.Value
		if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &v); err != nil {
			return nil, err
		}
		s, err := whole(run.ctx, v, quoted)
		return starlark.String(s), err
	}
}

// reversed is Starlark's, which turns the whole list round at its end.
func reversed(_ *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var iterable starlark.Iterable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &iterable); err != nil {
		return nil, err
	}
	n := starlark.Len(iterable)
	if n < 0 {
		return starlark.Call(new(starlark.Thread), starlark.Universe["reversed"], args, kwargs)
	}
	list := make([]starlark.Value, n)
	for v := range starlark.Elements(iterable) {
		n--
		list[n] = v
	}
	return starlark.NewList(list), nil
}

// poll returns the error of ctx, looked at once in 1024 calls.
func poll(ctx context.Context, i int) error {
	if i%1024 == 0 {
		return ctx.Err()
	}
	return nil
}

func sum(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Iterable
	total := starlark.Value(starlark.MakeInt(0))
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "iterable", &list, "start?", &total); err != nil {
		return nil, err
	}
	i := 0
	for v := range starlark.Elements(list) {
		if err := poll(run.ctx, i); err != nil {
			return nil, err
		}
		var err error
		if total, err = starlark.Binary(syntax.PLUS, total, v); err != nil {
			return nil, fmt.Errorf("sum: element %d: %w", i, err)
		}
		i++
	}
	return total, nil
}

func mapValues(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(kwargs) > 0 || len(args) < 2 {
		return nil, typeErrorf("map: write map(function, list), or map(function, list, list)")
	}
	var iters []starlark.Iterator
	for _, arg := range args[1:] {
		iter := starlark.Iterate(arg)
		if iter == nil {
			return nil, typeErrorf("map: %s value is not iterable", arg.Type())
		}
		defer iter.Done()
		iters = append(iters, iter)
	}
	var list []starlark.Value
	for i := 0; ; i++ {
		row := make(starlark.Tuple, len(iters))
		for k, iter := range iters {
			if !iter.Next(&row[k]) {
				return starlark.NewList(list), nil
			}
		}
		if err := poll(run.ctx, i); err != nil {
			return nil, err
		}
		v, err := starlark.Call(run.thread, args[0], row, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
}

func filter(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var keep starlark.Value
	var from starlark.Iterable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &keep, &from); err != nil {
		return nil, err
	}
	var list []starlark.Value
	i := 0
	for v := range starlark.Elements(from) {
		if err := poll(run.ctx, i); err != nil {
			return nil, err
		}
		i++
		yes := v
		if keep != starlark.None {
			var err error
			if yes, err = starlark.Call(run.thread, keep, starlark.Tuple{v}, nil); err != nil {
				return nil, err
			}
		}
		if yes.Truth() {
			list = append(list, v)
		}
	}
	return starlark.NewList(list), nil
}

// isinstance takes a type function (int, str, list, …), the name that type(x)
// returns, or a tuple of these.
func isinstance(_ *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v, class starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &v, &class); err != nil {
		return nil, err
	}
	classes, ok := class.(starlark.Tuple)
	if !ok {
		classes = starlark.Tuple{class}
	}
	for _, c := range classes {
		name, err := typeName(c)
		if err != nil {
			return nil, err
		}
		if name == v.Type() || name == "int" && v.Type() == "bool" {
			return starlark.True, nil
		}
	}
	return starlark.False, nil
}

func typeName(class starlark.Value) (string, error) {
	switch c := class.(type) {
	case starlark.String:
		return string(c), nil
	case *starlark.Builtin:
		if c.Name() == "str" {
			return "string", nil
		}
		return c.Name(), nil
	case starlark.NoneType:
		return "NoneType", nil
	}
	return "", typeErrorf("isinstance: the second argument is a type (int, float, str, list, …) or a name that type(x) returns, got %s",
		class.Type())
}
