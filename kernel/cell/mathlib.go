package cell

import (
	"math"
	"math/big"

	starmath "go.starlark.net/lib/math"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// mathModule is Starlark's math module with the rest of Python's that is in use.
var mathModule = func() *starlarkstruct.Module {
	members := starlark.StringDict{
		"inf":       starlark.Float(math.Inf(1)),
		"nan":       starlark.Float(math.NaN()),
		"tau":       starlark.Float(2 * math.Pi),
		"log2":      floatFunc("log2", math.Log2),
		"log10":     floatFunc("log10", math.Log10),
		"log1p":     floatFunc("log1p", math.Log1p),
		"exp2":      floatFunc("exp2", math.Exp2),
		"expm1":     floatFunc("expm1", math.Expm1),
		"cbrt":      floatFunc("cbrt", math.Cbrt),
		"erf":       floatFunc("erf", math.Erf),
		"isnan":     floatTest("isnan", math.IsNaN),
		"isinf":     floatTest("isinf", func(x float64) bool { return math.IsInf(x, 0) }),
		"isfinite":  floatTest("isfinite", func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }),
		"trunc":     builtin("trunc", one(trunc)),
		"isqrt":     builtin("isqrt", one(isqrt)),
		"gcd":       builtin("gcd", gcd),
		"factorial": builtin("factorial", one(factorial)),
		"fmod":      builtin("fmod", fmod),
		"prod":      builtin("prod", prod),
	}
	for name, v := range starmath.Module.Members {
		members[name] = v
	}
	members["sqrt"] = floatFunc("sqrt", math.Sqrt)
	members["log"] = positive("log", members["log"])
	return &starlarkstruct.Module{Name: "math", Members: members}
}()

func floatArg(name string, v starlark.Value) (float64, error) {
	x, ok := starlark.AsFloat(v)
	if !ok {
		return 0, typeErrorf("%s: got %s, want a number", name, v.Type())
	}
	return x, nil
}

// floatFunc makes a built-in of a function of a float; like Python, it refuses
// an argument outside of the domain.
func floatFunc(name string, fn func(float64) float64) *starlark.Builtin {
	return builtin(name, one(func(v starlark.Value) (starlark.Value, error) {
		x, err := floatArg(name, v)
		if err != nil {
			return nil, err
		}
		y := fn(x)
		if math.IsNaN(y) && !math.IsNaN(x) || math.IsInf(y, -1) && !math.IsInf(x, 0) {
			return nil, valueErrorf("%s: %s is outside of the domain", name, floatRepr(x))
		}
		return starlark.Float(y), nil
	}))
}

func floatTest(name string, fn func(float64) bool) *starlark.Builtin {
	return builtin(name, one(func(v starlark.Value) (starlark.Value, error) {
		x, err := floatArg(name, v)
		return starlark.Bool(err == nil && fn(x)), err
	}))
}

// positive makes a logarithm of Starlark refuse what Python's refuses.
func positive(name string, log starlark.Value) *starlark.Builtin {
	return builtin(name, func(run *Run, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		for _, arg := range args {
			if x, ok := starlark.AsFloat(arg); ok && x <= 0 {
				return nil, valueErrorf("%s: %s is outside of the domain", name, floatRepr(x))
			}
		}
		return starlark.Call(run.thread, log, args, kwargs)
	})
}

func trunc(v starlark.Value) (starlark.Value, error) { return starlark.NumberToInt(v) }

func natural(name string, v starlark.Value) (*big.Int, error) {
	n, ok := v.(starlark.Int)
	if !ok {
		return nil, typeErrorf("%s: got %s, want int", name, v.Type())
	}
	if n.Sign() < 0 {
		return nil, valueErrorf("%s: got %s, want a number ≥ 0", name, n)
	}
	return n.BigInt(), nil
}

func isqrt(v starlark.Value) (starlark.Value, error) {
	n, err := natural("isqrt", v)
	if err != nil {
		return nil, err
	}
	return starlark.MakeBigInt(n.Sqrt(n)), nil
}

func factorial(v starlark.Value) (starlark.Value, error) {
	n, err := natural("factorial", v)
	if err != nil {
		return nil, err
	}
	if n.BitLen() > 16 {
		return nil, valueErrorf("factorial: got %s, want at most 65535", n)
	}
	return starlark.MakeBigInt(new(big.Int).MulRange(1, n.Int64())), nil
}

func gcd(_ *Run, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	g := new(big.Int)
	for _, v := range args {
		n, ok := v.(starlark.Int)
		if !ok {
			return nil, typeErrorf("gcd: got %s, want int", v.Type())
		}
		g.GCD(nil, nil, g, new(big.Int).Abs(n.BigInt()))
	}
	return starlark.MakeBigInt(g), nil
}

func fmod(_ *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, y starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &x, &y); err != nil {
		return nil, err
	}
	fx, err := floatArg("fmod", x)
	if err != nil {
		return nil, err
	}
	fy, err := floatArg("fmod", y)
	if err == nil && fy == 0 {
		err = &namedError{"ZeroDivisionError", "fmod: division by zero"}
	}
	return starlark.Float(math.Mod(fx, fy)), err
}

func prod(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Iterable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &list); err != nil {
		return nil, err
	}
	product := starlark.Value(starlark.MakeInt(1))
	for v := range starlark.Elements(list) {
		if err := run.ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		if product, err = times(run.thread, b, starlark.Tuple{product, v}, nil); err != nil {
			return nil, err
		}
	}
	return product, nil
}
