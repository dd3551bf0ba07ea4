package cell

import (
	"strings"
	"unicode/utf8"
)

// An fpart is a piece of an f-string: text, or a replacement field
// {source!conversion:spec}.
type fpart struct {
	text   string // literal text, still with its escapes; braces undoubled
	raw    bool   // escapes mean themselves
	source string // the expression of a field; empty for text
	conv   string // "r", "s", "a" or ""
	spec   []fpart
	at     place // of the text or of the expression
}

func (p fpart) field() bool { return p.source != "" }

// A fault is what is wrong with a source text, and where.
type fault struct {
	at  place
	msg string
}

func (f *fault) Error() string { return f.msg }

// An fscan walks over the characters of one f-string.
type fscan struct {
	lexer
	quote string
	raw   bool
	level int // f-strings around this one
}

// maxLevel bounds f-strings inside f-strings and specifications inside
// specifications, so that no cell takes quadratic time.
const maxLevel = 8

// parseFString reads the f-string at the start of s, which begins with prefix
// and quote at the place at. It returns its parts, its length in bytes and what
// is wrong with it. As in Python 3.12, a field may hold the same quotes as the
// string.
func parseFString(s, prefix, quote string, at place, level int) (parts []fpart, n int, err *fault) {
	f := &fscan{lexer: lexer{src: s, at: at}, quote: quote, raw: strings.ContainsAny(prefix, "rR"), level: level}
	f.skip(len(prefix) + len(quote))
	if level > maxLevel {
		err = &fault{at, "f-strings are nested too deeply"}
	} else {
		parts, err = f.parts(0)
	}
	if err == nil {
		f.skip(len(quote))
		return parts, f.off, nil
	}
	// Go on after what a reader takes for the end of the string.
	n, _ = stringLength(s, len(prefix), quote)
	return nil, n, err
}

// parts reads text and fields up to the closing quote or, in a specification,
// to the closing brace.
func (f *fscan) parts(specs int) (parts []fpart, err *fault) {
	inSpec := specs > 0
	if specs > maxLevel {
		return nil, &fault{f.at, "f-string: specifications are nested too deeply"}
	}
	text, start := new(strings.Builder), f.at
	flush := func() {
		if text.Len() > 0 {
			parts = append(parts, fpart{text: text.String(), raw: f.raw, at: start})
			text.Reset()
		}
	}
	for {
		s := f.rest()
		switch {
		case strings.HasPrefix(s, f.quote) && !inSpec, inSpec && strings.HasPrefix(s, "}"):
			flush()
			return parts, nil
		case s == "", s[0] == '\n' && len(f.quote) == 1, inSpec && strings.HasPrefix(s, f.quote):
			if inSpec {
				return nil, &fault{f.at, "f-string: } is missing after the format specification"}
			}
			return nil, &fault{f.at, "the f-string is not closed: " + f.quote + " is missing"}
		case !inSpec && (strings.HasPrefix(s, "{{") || strings.HasPrefix(s, "}}")):
			text.WriteByte(s[0])
			f.skip(2)
		case s[0] == '{':
			flush()
			field, err := f.fieldParts(specs)
			if err != nil {
				return nil, err
			}
			parts = append(parts, field...)
			start = f.at
		case s[0] == '}':
			return nil, &fault{f.at, "f-string: a single } is not allowed; write }}"}
		default:
			n := runeLength(s)
			if s[0] == '\\' && len(s) > 1 {
				n = 1 + runeLength(s[1:])
			}
			text.WriteString(s[:n])
			f.skip(n)
		}
	}
}

// fieldParts reads a field from { to }. A field {x=} is two parts: its text and its value.
func (f *fscan) fieldParts(specs int) ([]fpart, *fault) {
	open := f.at
	f.skip(1)
	field := fpart{at: f.at}
	from := f.off
	if err := f.expression(open); err != nil {
		return nil, err
	}
	field.source = f.src[from:f.off]
	if strings.TrimSpace(field.source) == "" {
		return nil, &fault{open, "f-string: an expression is missing between { and }"}
	}
	var shown []fpart
	if f.rest()[0] == '=' {
		n := 1 + spanOf(f.rest()[1:], func(r rune) bool { return r == ' ' })
		f.skip(n)
		shown = []fpart{{text: f.src[from:f.off], raw: true, at: field.at}}
	}
	var err *fault
	if strings.HasPrefix(f.rest(), "!") {
		f.skip(1)
		n := spanOf(f.rest(), isNamePart)
		field.conv = f.rest()[:n]
		if field.conv != "r" && field.conv != "s" && field.conv != "a" {
			return nil, &fault{f.at, "f-string: the conversion after ! is r, s or a"}
		}
		f.skip(n)
	}
	plain := shown != nil && field.conv == ""
	if strings.HasPrefix(f.rest(), ":") {
		f.skip(1)
		plain = false
		if field.spec, err = f.parts(specs + 1); err != nil {
			return nil, err
		}
	}
	if plain {
		field.conv = "r"
	}
	if !strings.HasPrefix(f.rest(), "}") {
		return nil, &fault{open, "f-string: { is not closed"}
	}
	f.skip(1)
	return append(shown, field), nil
}

// expression skips to what ends a field's expression: } ! : or the = of {x=}.
func (f *fscan) expression(open place) *fault {
	depth := 0
	for {
		s := f.rest()
		if s == "" || s[0] == '\n' && len(f.quote) == 1 {
			return &fault{open, "f-string: { is not closed"}
		}
		if depth == 0 && endsField(s) {
			return nil
		}
		if prefix, quote := stringPrefix(s); quote != "" {
			n, err := f.nested(prefix, quote)
			if err != nil {
				// The quote is more likely the end of the f-string.
				if quote[0] == f.quote[0] {
					return &fault{open, "f-string: { is not closed"}
				}
				return err
			}
			f.skip(n)
			continue
		}
		switch {
		case strings.IndexByte("([{", s[0]) >= 0:
			depth++
		case strings.IndexByte(")]}", s[0]) >= 0:
			depth--
		}
		if depth < 0 {
			return &fault{f.at, "f-string: " + s[:1] + " was not opened"}
		}
		switch r, _ := utf8.DecodeRuneInString(s); {
		case isNameStart(r):
			f.skip(spanOf(s, isNamePart))
		case comparison(s):
			f.skip(2)
		default:
			f.skip(runeLength(s))
		}
	}
}

func endsField(s string) bool {
	return s[0] == '}' || s[0] == ':' || s[0] == '!' && !comparison(s) || s[0] == '=' && !comparison(s)
}

func comparison(s string) bool {
	return len(s) > 1 && s[1] == '=' && strings.IndexByte("=!<>", s[0]) >= 0
}

// nested measures a string literal inside a field.
func (f *fscan) nested(prefix, quote string) (int, *fault) {
	if strings.ContainsAny(prefix, "fF") {
		_, n, err := parseFString(f.rest(), prefix, quote, f.at, f.level+1)
		return n, err
	}
	n, ok := stringLength(f.rest(), len(prefix), quote)
	if !ok {
		return n, &fault{f.at, "the string is not closed: " + quote + " is missing"}
	}
	return n, nil
}

func runeLength(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}
