package cell

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

var percentPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^%(?:\(([^)]*)\))?([-+ #0]*)(\*|[0-9]+)?(?:\.(\*|[0-9]+)?)?[hlL]?(.)`)
})

// percentArgs hands out the right side of template % args.
type percentArgs struct {
	ctx   context.Context
	value starlark.Value
	list  starlark.Tuple
	used  int
}

func (a *percentArgs) next() (starlark.Value, error) {
	if a.used >= len(a.list) {
		return nil, typeErrorf("not enough arguments for the format string: it needs more than %d", len(a.list))
	}
	a.used++
	return a.list[a.used-1], nil
}

// percent is Python's template % value.
func percent(ctx context.Context, template string, value starlark.Value) (string, error) {
	args := &percentArgs{ctx: ctx, value: value, list: starlark.Tuple{value}}
	if t, ok := value.(starlark.Tuple); ok {
		args.list = t
	}
	mapped := false
	b := new(strings.Builder)
	for s := template; s != ""; {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:i])
		m := percentPattern().FindStringSubmatch(s[i:])
		if m == nil {
			return "", valueErrorf("incomplete format: %q; write %%%% for a percent sign", s[i:])
		}
		mapped = mapped || m[1] != ""
		text, err := args.directive(m)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
		s = s[i+len(m[0]):]
	}
	if _, ok := value.(starlark.IterableMapping); args.used < len(args.list) && !mapped && !ok {
		return "", typeErrorf("too many arguments for the format string: %d of %d are used", args.used, len(args.list))
	}
	return b.String(), nil
}

// directive formats one %[(key)][flags][width][.precision]type.
func (a *percentArgs) directive(m []string) (string, error) {
	key, flags, kind := m[1], m[2], m[5]
	if kind == "%" {
		return "%", nil
	}
	f := formatSpec{fill: " ", align: ">", precision: -1, alt: strings.Contains(flags, "#")}
	var err error
	if f.width, err = a.number(m[3], 0); err != nil {
		return "", err
	}
	if strings.Contains(m[0][:len(m[0])-len(kind)], ".") {
		if f.precision, err = a.number(m[4], 0); err != nil {
			return "", err
		}
	}
	for _, flag := range " +" {
		if strings.ContainsRune(flags, flag) {
			f.sign = string(flag)
		}
	}
	numeric := !strings.Contains("srac", kind)
	switch {
	case strings.Contains(flags, "-") || f.width < 0:
		f.align, f.width = "<", max(f.width, -f.width)
	case strings.Contains(flags, "0") && numeric:
		f.fill, f.align = "0", "="
	}
	v, err := a.argument(key)
	if err != nil {
		return "", err
	}
	return f.percent(a.ctx, v, kind)
}

func (a *percentArgs) number(s string, dflt int) (int, error) {
	n := dflt
	var err error
	switch s {
	case "":
	case "*":
		v, err := a.next()
		if err != nil {
			return 0, err
		}
		if n, err = starlark.AsInt32(v); err != nil {
			return 0, typeErrorf("* in a format string wants an int, got %s", v.Type())
		}
	default:
		n, err = strconv.Atoi(s)
	}
	if err != nil || n > maxWidth || n < -maxWidth {
		return 0, valueErrorf("format: width and precision are at most %d", maxWidth)
	}
	return n, nil
}

func (a *percentArgs) argument(key string) (starlark.Value, error) {
	if key == "" {
		return a.next()
	}
	m, ok := a.value.(starlark.Mapping)
	if !ok {
		return nil, typeErrorf("%%(%s) wants a dict at the right of %%, got %s", key, a.value.Type())
	}
	v, found, err := m.Get(starlark.String(key))
	if err == nil && !found {
		err = &namedError{"KeyError", fmt.Sprintf("key %q not in %s", key, a.value.Type())}
	}
	return v, err
}

// percent formats v with a type of the % operator.
func (f formatSpec) percent(ctx context.Context, v starlark.Value, kind string) (string, error) {
	switch kind {
	case "s", "r", "a":
		f.kind, f.sign = "s", ""
		c, err := convert(ctx, v, kind)
		if err != nil {
			return "", err
		}
		return f.text(string(c.(starlark.String)))
	case "c":
		if s, ok := starlark.AsString(v); ok && utf8.RuneCountInString(s) == 1 {
			return f.pad("", s, ">"), nil
		}
	case "d", "i", "u", "x", "X", "o":
		n, err := starlark.NumberToInt(v)
		if err != nil || (kind == "x" || kind == "X" || kind == "o") && v.Type() == "float" {
			return "", typeErrorf("%%%s wants an int, got %s", kind, v.Type())
		}
		if f.kind = kind; kind == "i" || kind == "u" {
			f.kind = "d"
		}
		if f.precision >= 0 { // at least so many digits
			sign := f.signOf(n.Sign() < 0)
			digits := new(big.Int).Abs(n.BigInt()).Text(bases[f.kind].base)
			return f.pad(sign, strings.Repeat("0", max(0, f.precision-len(digits)))+digits, ">"), nil
		}
		return f.integer(n.BigInt())
	case "e", "E", "f", "F", "g", "G":
		x, ok := starlark.AsFloat(v)
		if !ok {
			return "", typeErrorf("%%%s wants a number, got %s", kind, v.Type())
		}
		f.kind = kind
		return f.float(x)
	}
	if kind == "c" {
		n, err := starlark.AsInt32(v)
		if err == nil && n >= 0 && n <= utf8.MaxRune {
			return f.pad("", string(rune(n)), ">"), nil
		}
		return "", typeErrorf("%%c wants a character or its code, got %s", v.Type())
	}
	return "", valueErrorf("unknown format %%%s: d, f, e, g, x, o, c, s and r are known; write %%%% for a percent sign", kind)
}
