package cell

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

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

// maxIntBits bounds the results of int, pow and products: what takes about 0.1 s to
// multiply or to write.
const maxIntBits = 1 << 21

// maxIntDigits is the same in decimal digits.
const maxIntDigits = 631_305

func tooManyBits(what, instead string) error {
	return &namedError{"MemoryError", fmt.Sprintf("%s: the result would have more than %d bits; write %s", what, maxIntBits, instead)}
}

// product is x * y.
func product(x, y starlark.Int) (starlark.Value, error) {
	if !isSmall(x) && !isSmall(y) && x.BigInt().BitLen()+y.BigInt().BitLen() > maxIntBits {
		return nil, tooManyBits("int * int", "float(a) * b")
	}
	return x.Mul(y), nil
}

func isSmall(x starlark.Int) bool {
	_, ok := x.Int64()
	return ok
}

// integer is int(x, base): Starlark's, of a text that is not too long.
func integer(run *Run, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	convert := func(thread *starlark.Thread) (starlark.Value, error) {
		return starlark.Call(thread, starlark.Universe["int"], args, kwargs)
	}
	var text starlark.String
	if len(args) > 0 {
		text, _ = args[0].(starlark.String)
	}
	switch {
	case len(text) > maxIntDigits:
		return nil, valueErrorf("int: the string has %d characters; the limit is %d", len(text), maxIntDigits)
	case len(text) < 10_000:
		return convert(run.thread)
	}
	type result struct {
		v   starlark.Value
		err error
	}
	r, err := Detached(run.ctx, func() result { v, err := convert(new(starlark.Thread)); return result{v, err} })
	if err != nil {
		return nil, err
	}
	if r.err != nil {
		msg := []rune(errors.Unwrap(r.err).Error()) // without the other thread's place, and the whole text
		return nil, valueErrorf("%s…", string(msg[:min(len(msg), 80)]))
	}
	return r.v, nil
}

func power(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
		return run.powerModulo(base.BigInt(), exp.BigInt(), m.BigInt())
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
	if base.BitLen() > 1 && (!exp.IsInt64() || float64(base.BitLen())*float64(exp.Int64()) > maxIntBits) {
		return nil, tooManyBits("pow", "pow(float(a), b)")
	}
	return starlark.MakeBigInt(new(big.Int).Exp(base, exp, nil)), nil
}

// quickModulus is the bits of a modulus and an exponent with which a power takes less
// than a few milliseconds.
const quickModulus = 2048

// powerModulo is base to the power exp modulo m, by squaring.
func (r *Run) powerModulo(base, exp, m *big.Int) (starlark.Value, error) {
	if m.BitLen() <= quickModulus && exp.BitLen() <= quickModulus {
		return starlark.MakeBigInt(new(big.Int).Exp(base, exp, m)), nil
	}
	base, power := new(big.Int).Mod(base, m), new(big.Int).Mod(big.NewInt(1), m)
	for i := exp.BitLen() - 1; i >= 0; i-- {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		power.Mul(power, power).Mod(power, m)
		if exp.Bit(i) == 1 {
			power.Mul(power, base).Mod(power, m)
		}
	}
	return starlark.MakeBigInt(power), nil
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
