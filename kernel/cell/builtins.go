package cell

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

type builtinFunc func(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

// builtin makes a built-in that knows the running cell.
func builtin(name string, fn builtinFunc) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return fn(Current(thread), b, args, kwargs)
	})
}

// Python's built-ins that Starlark lacks, and those that it has with less.
var builtinFuncs = map[string]builtinFunc{
	"print":      printValues,
	"str":        one(func(v starlark.Value) (starlark.Value, error) { return starlark.String(Str(v)), nil }),
	"repr":       one(func(v starlark.Value) (starlark.Value, error) { return starlark.String(Repr(v)), nil }),
	"hex":        one(inBase("hex", "x")),
	"bin":        one(inBase("bin", "b")),
	"oct":        one(inBase("oct", "o")),
	"sum":        sum,
	"round":      round,
	"pow":        power,
	"divmod":     divmod,
	"map":        mapValues,
	"filter":     filter,
	"isinstance": isinstance,
	"callable": one(func(v starlark.Value) (starlark.Value, error) {
		_, ok := v.(starlark.Callable)
		return starlark.Bool(ok), nil
	}),
	"display":      display,
	"clear_output": clearOutput,
	"input":        input,
	nameResult:     keepResult,
	nameAssert:     assertion,
	nameFormat:     formatMethod,
	nameField:      field,
	nameJoin:       join,
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
	// These two stand for operators and must be quick.
	s.Define(nameModulo, starlark.NewBuiltin("%", modulo), "")
	s.Define(nameTimes, starlark.NewBuiltin("*", times), "")
	for name, size := range copyingBuiltins {
		s.Define(name, limited(s.builtins[name].(*starlark.Builtin), size), "")
	}
	s.Define("math", mathModule, "math\nMathematical functions and constants: math.sqrt(x), math.pi, …")
	for name, doc := range builtinDocs {
		s.docs[name] = doc
	}
}

// limited refuses a call whose result would not fit.
func limited(b *starlark.Builtin, size int64) *starlark.Builtin {
	return builtin(b.Name(), func(run *Run, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		for _, arg := range args {
			if n := starlark.Len(arg); n > 0 {
				if err := run.allocation(b.Name()+": "+strconv.Itoa(n)+" elements", float64(n)*float64(size)); err != nil {
					return nil, err
				}
			}
		}
		return starlark.Call(run.thread, b, args, kwargs)
	})
}

// allocation refuses what would take more than the session's limit at once,
// before it does.
func (r *Run) allocation(what string, bytes float64) error {
	if bytes <= float64(r.session.MemoryLimit) {
		return nil
	}
	return &namedError{"MemoryError", fmt.Sprintf("%s would take %.1f GB; a cell may use %s", what, bytes/(1<<30), gigabytes(r.session.MemoryLimit))}
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
	if file != nil && file != starlark.None {
		return nil, valueErrorf("print: file= is not available; a cell prints to its output")
	}
	between, ok1 := textOr(sep, " ")
	last, ok2 := textOr(end, "\n")
	if !ok1 || !ok2 {
		return nil, typeErrorf("print: sep and end are strings, got %s and %s", sep.Type(), end.Type())
	}
	words := make([]string, len(args))
	for i, v := range args {
		words[i] = Str(v)
	}
	run.Print(strings.Join(words, between) + last)
	return starlark.None, nil
}

// textOr returns a string; None stands for the default.
func textOr(v starlark.Value, dflt string) (string, bool) {
	if v == starlark.None {
		return dflt, true
	}
	return starlark.AsString(v)
}

func display(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(kwargs) > 0 {
		return nil, typeErrorf("display: unexpected keyword arguments")
	}
	for _, v := range args {
		run.Display(v)
	}
	return starlark.None, nil
}

func clearOutput(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	wait := false
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "wait?", &wait); err != nil {
		return nil, err
	}
	run.Clear(wait)
	return starlark.None, nil
}

func input(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	prompt := ""
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "prompt?", &prompt); err != nil {
		return nil, err
	}
	line, err := run.Input(prompt, false)
	return starlark.String(line), err
}

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

// round is Python's: to the even neighbour of the exact value, an int without digits.
func round(_ *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v, digits starlark.Value = nil, starlark.None
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "number", &v, "ndigits?", &digits); err != nil {
		return nil, err
	}
	n, hasDigits := 0, digits != starlark.None
	if hasDigits {
		var err error
		if n, err = starlark.AsInt32(digits); err != nil {
			return nil, typeErrorf("round: ndigits: got %s, want int", digits.Type())
		}
	}
	switch v := v.(type) {
	case starlark.Int:
		if !hasDigits || n >= 0 {
			return v, nil
		}
		return roundInt(v, -n)
	case starlark.Float:
		if !hasDigits {
			return starlark.NumberToInt(starlark.Float(math.RoundToEven(float64(v))))
		}
		return starlark.Float(roundFloat(float64(v), n)), nil
	}
	return nil, typeErrorf("round: got %s, want int or float", v.Type())
}

// roundInt rounds to a multiple of 10 to the n.
func roundInt(v starlark.Int, n int) (starlark.Value, error) {
	if n > 1000 {
		return starlark.MakeInt(0), nil
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	quotient, rest := new(big.Int).DivMod(v.BigInt(), unit, new(big.Int))
	switch rest.Lsh(rest, 1).Cmp(unit) {
	case 1:
		quotient.Add(quotient, big.NewInt(1))
	case 0:
		quotient.Add(quotient, big.NewInt(int64(quotient.Bit(0))))
	}
	return starlark.MakeBigInt(quotient.Mul(quotient, unit)), nil
}

func roundFloat(x float64, digits int) float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) || digits > 323 {
		return x
	}
	if digits < 0 {
		unit := math.Pow(10, float64(-digits))
		return math.RoundToEven(x/unit) * unit
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', digits, 64), 64)
	return rounded
}

// maxPowerBits bounds the size of an exact power.
const maxPowerBits = 1 << 22

func power(_ *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, y, mod starlark.Value = nil, nil, starlark.None
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "base", &x, "exp", &y, "mod?", &mod); err != nil {
		return nil, err
	}
	base, ok1 := x.(starlark.Int)
	exp, ok2 := y.(starlark.Int)
	if mod != starlark.None {
		m, ok3 := mod.(starlark.Int)
		if !ok1 || !ok2 || !ok3 || exp.Sign() < 0 || m.Sign() <= 0 {
			return nil, valueErrorf("pow: with mod, base, exp and mod are ints, exp ≥ 0 and mod > 0")
		}
		return starlark.MakeBigInt(new(big.Int).Exp(base.BigInt(), exp.BigInt(), m.BigInt())), nil
	}
	if ok1 && ok2 && exp.Sign() >= 0 {
		return intPower(base.BigInt(), exp.BigInt())
	}
	fx, ok1 := starlark.AsFloat(x)
	fy, ok2 := starlark.AsFloat(y)
	switch {
	case !ok1 || !ok2:
		return nil, typeErrorf("pow: got %s and %s, want numbers", x.Type(), y.Type())
	case fx == 0 && fy < 0:
		return nil, &namedError{"ZeroDivisionError", "pow: 0 to a negative power"}
	}
	z := math.Pow(fx, fy)
	if math.IsNaN(z) && !math.IsNaN(fx) && !math.IsNaN(fy) {
		return nil, valueErrorf("pow: a negative number to a broken power is complex")
	}
	return starlark.Float(z), nil
}

func intPower(base, exp *big.Int) (starlark.Value, error) {
	if base.BitLen() > 1 && (!exp.IsInt64() || float64(base.BitLen())*float64(exp.Int64()) > maxPowerBits) {
		return nil, &namedError{"MemoryError", fmt.Sprintf("pow: the result would have more than %d bits; write pow(float(a), b)", maxPowerBits)}
	}
	return starlark.MakeBigInt(new(big.Int).Exp(base, exp, nil)), nil
}

func divmod(_ *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, y starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &x, &y); err != nil {
		return nil, err
	}
	quotient, err := starlark.Binary(syntax.SLASHSLASH, x, y)
	if err != nil {
		return nil, err
	}
	rest, err := starlark.Binary(syntax.PERCENT, x, y)
	return starlark.Tuple{quotient, rest}, err
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
	return "", typeErrorf("isinstance: the second argument is a type (int, float, str, list, …) or a name that type(x) returns, got %s", class.Type())
}
