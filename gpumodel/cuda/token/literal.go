package token

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A NumberType is the type that the spelling of a number gives it.
type NumberType uint8

// The types of numbers.
const (
	IntNumber NumberType = iota
	UIntNumber
	LongNumber
	ULongNumber
	LongLongNumber
	ULongLongNumber
	FloatNumber
	DoubleNumber
)

// A NumberValue is the value of a number: I of an integer, F of any other.
type NumberValue struct {
	Type NumberType
	I    int64
	F    float64
}

// ReadNumber reads a number's spelling: its value and its type by C's rules.
func ReadNumber(text string) (NumberValue, error) {
	s := strings.ToLower(strings.ReplaceAll(text, "'", ""))
	hex := strings.HasPrefix(s, "0x")
	if strings.Contains(s, ".") || !hex && strings.ContainsAny(s, "e") || hex && strings.Contains(s, "p") {
		return floating(text, s)
	}
	digits := strings.TrimRight(s, "ul")
	if !hex && !strings.HasPrefix(s, "0b") && strings.HasSuffix(digits, "f") {
		return NumberValue{}, fmt.Errorf("number %q: the suffix f needs a point or an exponent: write %s.0f", text, digits[:len(digits)-1])
	}
	base, body := 10, digits
	switch {
	case hex:
		base, body = 16, digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, body = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, body = 8, digits[1:]
	}
	v, err := strconv.ParseUint(body, base, 64)
	t, known := integerType(v, s[len(digits):], base)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return NumberValue{}, fmt.Errorf("number %q does not fit into 64 bits", text)
	case err != nil || !known:
		return NumberValue{}, fmt.Errorf("%q is not a number", text)
	}
	return NumberValue{Type: t, I: int64(v)}, nil
}

// An integerRange is what a type of integers holds.
type integerRange struct {
	of       NumberType
	bits     int // without the sign
	unsigned bool
}

// integerTypes are the types of an integer in the order in which C++ [lex.icon] tries them, by the suffix without u. Sizes are those of
// Linux.
var integerTypes = map[string][]integerRange{
	"":   {{IntNumber, 31, false}, {UIntNumber, 32, true}, {LongNumber, 63, false}, {ULongNumber, 64, true}},
	"l":  {{LongNumber, 63, false}, {ULongNumber, 64, true}},
	"ll": {{LongLongNumber, 63, false}, {ULongLongNumber, 64, true}},
}

// integerType is the first type of the list that holds v. It reports false for a wrong suffix.
func integerType(v uint64, suffix string, base int) (NumberType, bool) {
	unsigned := strings.Contains(suffix, "u")
	long := strings.Trim(strings.Replace(suffix, "u", "", 1), " ")
	if strings.Count(suffix, "u") > 1 || suffix != "" && strings.Trim(suffix, "u") != long || len(long) > 2 {
		return 0, false
	}
	list := integerTypes[long]
	for _, t := range list {
		if unsigned && !t.unsigned || !unsigned && t.unsigned && base == 10 {
			continue
		}
		if t.bits == 64 || v>>t.bits == 0 {
			return t.of, true
		}
	}
	return list[len(list)-1].of, true
}

func floating(text, s string) (NumberValue, error) {
	t, body := DoubleNumber, s
	switch {
	case strings.HasSuffix(s, "f") && (!strings.HasPrefix(s, "0x") || strings.Contains(s, "p")):
		t, body = FloatNumber, s[:len(s)-1]
	case strings.HasSuffix(s, "l"):
		body = s[:len(s)-1]
	}
	bits := 64
	if t == FloatNumber {
		bits = 32
	}
	f, err := strconv.ParseFloat(body, bits)
	if err != nil && !math.IsInf(f, 0) {
		return NumberValue{}, fmt.Errorf("%q is not a number", text)
	}
	return NumberValue{Type: t, F: f}, nil
}

var simpleEscapes = map[byte]byte{
	'n': '\n', 't': '\t', 'r': '\r', '0': 0, 'a': 7, 'b': 8, 'f': 12, 'v': 11,
	'\\': '\\', '\'': '\'', '"': '"', '?': '?',
}

// Unquote takes the quotes and escapes off a string or character literal.
func Unquote(text string) (string, error) {
	body := text[1 : len(text)-1]
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' {
			b.WriteByte(body[i])
			continue
		}
		i++
		digits, base := "", 8
		switch {
		case body[i] == 'x':
			digits, base = leading(body[i+1:], "0123456789abcdefABCDEF", 8), 16
			i++
		case '0' <= body[i] && body[i] <= '7':
			digits = leading(body[i:], "01234567", 3)
		}
		if digits != "" {
			v, err := strconv.ParseUint(digits, base, 8)
			if err != nil {
				return "", fmt.Errorf("escape \\%s does not fit into a char", digits)
			}
			b.WriteByte(byte(v))
			i += len(digits) - 1
			continue
		}
		c, ok := simpleEscapes[body[min(i, len(body)-1)]]
		if !ok {
			return "", fmt.Errorf("unknown escape \\%c", body[i])
		}
		b.WriteByte(c)
	}
	return b.String(), nil
}

// leading is the longest prefix of s, at most n long, of the given characters.
func leading(s, set string, n int) string {
	i := 0
	for i < len(s) && i < n && strings.IndexByte(set, s[i]) >= 0 {
		i++
	}
	return s[:i]
}

// Character is the value of a character literal.
func Character(text string) (int64, error) {
	s, err := Unquote(text)
	if err != nil {
		return 0, err
	}
	if len(s) != 1 {
		return 0, fmt.Errorf("character literal %s holds %d characters, not one", text, utf8.RuneCountInString(s))
	}
	return int64(int8(s[0])), nil
}
