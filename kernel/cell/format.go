package cell

import (
	"context"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

// A formatSpec is a format specification of Python,
// [[fill]align][sign][#][0][width][grouping][.precision][type];
// https://docs.python.org/3/library/string.html#formatspec
type formatSpec struct {
	fill      string
	align     string // < > = ^ or ""
	sign      string // + - space or ""
	alt       bool
	width     int
	group     string // , _ or ""
	precision int    // -1 if none
	kind      string // the type letter or ""
}

// maxWidth bounds what a specification may ask for.
const maxWidth = 1 << 20

var specPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?s:(.)?([<>=^]))?([-+ ])?(#)?(0)?([0-9]+)?([,_])?(?:\.([0-9]+))?([a-zA-Z%])?$`)
})

func parseSpec(s string) (formatSpec, error) {
	m := specPattern().FindStringSubmatch(s)
	if m == nil {
		return formatSpec{}, valueErrorf("invalid format specification '%s': it has the form [[fill]align][sign][#][0][width][,][.precision][type]", s)
	}
	f := formatSpec{fill: m[1], align: m[2], sign: m[3], alt: m[4] != "", group: m[7], precision: -1, kind: m[9]}
	if m[5] != "" && f.align == "" {
		f.fill, f.align = "0", "="
	}
	if f.fill == "" {
		f.fill = " "
	}
	var err error
	if m[6] != "" {
		f.width, err = strconv.Atoi(m[6])
	}
	if m[8] != "" && err == nil {
		f.precision, err = strconv.Atoi(m[8])
	}
	if err != nil || f.width > maxWidth || f.precision > maxWidth {
		return f, valueErrorf("format specification '%s': width and precision are at most %d", s, maxWidth)
	}
	return f, nil
}

// formatValue is Python's format(v, spec).
func formatValue(ctx context.Context, v starlark.Value, spec string) (string, error) {
	if spec == "" {
		return whole(ctx, v, false)
	}
	f, err := parseSpec(spec)
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case starlark.Bool:
		if f.kind == "" || f.kind == "s" {
			return f.text(Str(v))
		}
		n := 0
		if v {
			n = 1
		}
		return f.integer(big.NewInt(int64(n)))
	case starlark.Int:
		return f.integer(v.BigInt())
	case starlark.Float:
		return f.float(float64(v))
	case starlark.String:
		return f.text(string(v))
	}
	if f.kind == "" || f.kind == "s" {
		s, err := whole(ctx, v, false)
		if err != nil {
			return "", err
		}
		return f.text(s)
	}
	if x, ok := starlark.AsFloat(v); ok {
		return f.float(x)
	}
	return "", f.refuse(v.Type())
}

func (f formatSpec) refuse(what string) error {
	return valueErrorf("format type '%s' does not fit a value of type %s", f.kind, what)
}

func (f formatSpec) text(s string) (string, error) {
	switch {
	case f.kind != "" && f.kind != "s":
		return "", f.refuse("string")
	case f.align == "=" && f.fill != "0", f.sign != "", f.group != "":
		return "", valueErrorf("a sign, a separator or the alignment = is not allowed for a string")
	}
	if f.align == "=" { // 05 pads a string at the right, as Python does
		f.align = "<"
	}
	if f.precision >= 0 && utf8.RuneCountInString(s) > f.precision {
		s = string([]rune(s)[:f.precision])
	}
	return f.pad("", s, "<"), nil
}

// Bases of the integer types.
var bases = map[string]struct {
	base   int
	prefix string
}{
	"": {10, ""}, "d": {10, ""}, "n": {10, ""}, "b": {2, "0b"}, "o": {8, "0o"}, "x": {16, "0x"}, "X": {16, "0X"},
}

func (f formatSpec) integer(n *big.Int) (string, error) {
	if f.kind == "c" {
		if !n.IsInt64() || n.Int64() < 0 || n.Int64() > utf8.MaxRune {
			return "", valueErrorf("format type 'c': %s is not a code point", n)
		}
		return f.pad("", string(rune(n.Int64())), "<"), nil
	}
	base, ok := bases[f.kind]
	if !ok {
		if !strings.Contains("eEfFgG%", f.kind) {
			return "", f.refuse("int")
		}
		x, _ := new(big.Float).SetInt(n).Float64()
		return f.float(x)
	}
	if f.precision >= 0 {
		return "", valueErrorf("a precision is not allowed for an int; write .%df", f.precision)
	}
	digits := new(big.Int).Abs(n).Text(base.base)
	if f.kind == "X" {
		digits = strings.ToUpper(digits)
	}
	sign := f.signOf(n.Sign() < 0)
	if f.alt {
		sign += base.prefix
	}
	size := 3
	if base.base != 10 {
		size = 4
	}
	return f.pad(sign, f.grouped(digits, "", size, len(sign)), ">"), nil
}

func (f formatSpec) float(x float64) (string, error) {
	digits, err := f.floatDigits(math.Abs(x))
	if err != nil {
		return "", err
	}
	sign := f.signOf(math.Signbit(x) && !math.IsNaN(x))
	whole, rest := digits, ""
	if i := strings.IndexAny(digits, ".e%E"); i >= 0 {
		whole, rest = digits[:i], digits[i:]
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return f.pad(sign, digits, ">"), nil
	}
	return f.pad(sign, f.grouped(whole, rest, 3, len(sign)), ">"), nil
}

// floatDigits formats x ≥ 0 without sign, padding and grouping.
func (f formatSpec) floatDigits(x float64) (string, error) {
	precision := f.precision
	if precision < 0 {
		precision = 6
	}
	upper := f.kind != "" && strings.Contains("EFG", f.kind)
	special := math.IsInf(x, 0) || math.IsNaN(x)
	var s string
	switch kind := strings.ToLower(f.kind); {
	case !strings.Contains("efgn%", kind):
		return "", f.refuse("float")
	case special:
		s = floatRepr(x)
	case kind == "" && f.precision < 0:
		s = floatRepr(x)
	case kind == "" || kind == "g" || kind == "n":
		s = general(x, max(1, precision), f.alt)
		if kind == "" && !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
	case kind == "%":
		s = strconv.FormatFloat(100*x, 'f', precision, 64)
	default:
		s = strconv.FormatFloat(x, kind[0], precision, 64)
	}
	if f.kind == "%" {
		s += "%"
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return s, nil
}

// general is the type g: digits significant digits, as a fixed number for
// exponents from -4 to digits-1, without trailing zeros unless alt.
func general(x float64, digits int, alt bool) string {
	s := strconv.FormatFloat(x, 'e', digits-1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	exp, _ := strconv.Atoi(exponent)
	trim := func(s string) string {
		if strings.Contains(s, ".") && !alt {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	if exp < -4 || exp >= digits {
		return trim(mantissa) + "e" + exponent
	}
	return trim(strconv.FormatFloat(x, 'f', digits-1-exp, 64))
}

func (f formatSpec) signOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case f.sign == "-":
		return ""
	}
	return f.sign
}

// grouped puts a separator between groups of digits. With zeros as fill the
// zeros are grouped too.
func (f formatSpec) grouped(digits, rest string, size, signWidth int) string {
	if f.group == "" {
		return digits + rest
	}
	group := func(s string) string {
		n := (len(s)-1)%size + 1
		parts := []string{s[:n]}
		for ; n < len(s); n += size {
			parts = append(parts, s[n:n+size])
		}
		return strings.Join(parts, f.group)
	}
	if f.align == "=" && f.fill == "0" {
		for len(group(digits))+len(rest)+signWidth < f.width {
			digits = "0" + digits
		}
	}
	return group(digits) + rest
}

// pad fills sign+body up to the width.
func (f formatSpec) pad(sign, body, align string) string {
	if f.align != "" {
		align = f.align
	}
	n := max(0, f.width-utf8.RuneCountInString(sign)-utf8.RuneCountInString(body))
	fill := func(n int) string { return strings.Repeat(f.fill, n) }
	switch align {
	case "<":
		return sign + body + fill(n)
	case "^":
		return fill(n/2) + sign + body + fill(n-n/2)
	case "=":
		return sign + fill(n) + body
	}
	return fill(n) + sign + body
}

// convert applies the conversion of a replacement field.
func convert(ctx context.Context, v starlark.Value, conv string) (starlark.Value, error) {
	if conv == "" {
		return v, nil
	}
	s, err := whole(ctx, v, conv != "s")
	switch conv {
	case "s", "r":
		return starlark.String(s), err
	case "a":
		return starlark.String(strings.Trim(strconv.QuoteToASCII(s), `"`)), err
	}
	return nil, valueErrorf("unknown conversion !%s: r, s and a are known", conv)
}
