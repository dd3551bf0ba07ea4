package cuda

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// number reads a number's spelling: its value and its type by C's rules.
func number(text string) (Const, *Type, error) {
	s := strings.ToLower(strings.ReplaceAll(text, "'", ""))
	hex := strings.HasPrefix(s, "0x")
	if strings.Contains(s, ".") || !hex && strings.ContainsAny(s, "e") || hex && strings.Contains(s, "p") {
		return floating(text, s)
	}
	digits := strings.TrimRight(s, "ul")
	if !hex && !strings.HasPrefix(s, "0b") && strings.HasSuffix(digits, "f") {
		return Const{}, nil, fmt.Errorf("number %q: the suffix f needs a point or an exponent: write %s.0f", text, digits[:len(digits)-1])
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
	t := integerType(v, s[len(digits):], base)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return Const{}, nil, fmt.Errorf("number %q does not fit into 64 bits", text)
	case err != nil || t == nil:
		return Const{}, nil, fmt.Errorf("%q is not a number", text)
	}
	return Const{I: int64(v)}, t, nil
}

// integerType is the first type of the list in C++ [lex.icon] that holds v, or nil for a wrong suffix.
func integerType(v uint64, suffix string, base int) *Type {
	unsigned := strings.Contains(suffix, "u")
	long := strings.Trim(strings.Replace(suffix, "u", "", 1), " ")
	if strings.Count(suffix, "u") > 1 || suffix != "" && strings.Trim(suffix, "u") != long || len(long) > 2 {
		return nil
	}
	list := map[string][]*Type{"": {typeInt, typeUInt, typeLong, typeULong}, "l": {typeLong, typeULong},
		"ll": {typeLongLong, typeULongLong}}[long]
	for _, t := range list {
		u := t.unsigned()
		if unsigned && !u || !unsigned && u && base == 10 {
			continue
		}
		bits := 8 * t.Size()
		if !u {
			bits--
		}
		if bits == 64 || v>>bits == 0 {
			return t
		}
	}
	return list[len(list)-1]
}

func floating(text, s string) (Const, *Type, error) {
	t, body := typeDouble, s
	switch {
	case strings.HasSuffix(s, "f") && (!strings.HasPrefix(s, "0x") || strings.Contains(s, "p")):
		t, body = typeFloat, s[:len(s)-1]
	case strings.HasSuffix(s, "l"):
		body = s[:len(s)-1]
	}
	bits := 64
	if t == typeFloat {
		bits = 32
	}
	f, err := strconv.ParseFloat(body, bits)
	if err != nil && !math.IsInf(f, 0) {
		return Const{}, nil, fmt.Errorf("%q is not a number", text)
	}
	return Const{F: f}, t, nil
}

var simpleEscapes = map[byte]byte{
	'n': '\n', 't': '\t', 'r': '\r', '0': 0, 'a': 7, 'b': 8, 'f': 12, 'v': 11,
	'\\': '\\', '\'': '\'', '"': '"', '?': '?',
}

// unquote takes the quotes and escapes off a string or character literal.
func unquote(text string) (string, error) {
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

// character is the value of a character literal.
func character(text string) (int64, error) {
	s, err := unquote(text)
	if err != nil {
		return 0, err
	}
	if len(s) != 1 {
		return 0, fmt.Errorf("character literal %s holds %d characters, not one", text, utf8.RuneCountInString(s))
	}
	return int64(int8(s[0])), nil
}
