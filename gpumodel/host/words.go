package host

import (
	"regexp"
	"strings"
	"sync"
)

// What the text of a program says in a line is for messages alone: they call things by the names that the program gives them.

// statement is the text from a line on, up to the end of its statement.
func (x *process) statement(line int) string {
	lines := x.lines
	if lines == nil {
		lines = x.program.Module.File().Lines()
		x.lines = lines
	}
	if line < 1 || line > len(lines) {
		return ""
	}
	const mostLines = 6 // the last ones may belong to another file
	return strings.Join(lines[line-1:min(len(lines), line-1+mostLines)], "\n")
}

// A site is the place of a call in the program's text. Its column is 0 if it is unknown: then the first call of the line is meant.
type site struct{ line, column int }

// argumentOf is the text of an argument behind an opener such as "cudaMalloc" or ">>>" at a site, from 0 on; "" if it is not found.
func (x *process) argumentOf(at site, opener string, n int) string {
	text, opener := x.behind(at, opener)
	if opener != ">>>" {
		text = strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
	}
	text = strings.TrimLeft(text, " \t\n")
	if !strings.HasPrefix(text, "(") {
		return ""
	}
	depth, from := 0, 1
	for i, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth == 0 || depth == 1 && c == ',' {
			if n == 0 {
				return strings.TrimSpace(text[from:i])
			}
			if n, from = n-1, i+1; depth == 0 {
				return ""
			}
		}
	}
	return ""
}

// behind is the text behind an opener at a site, and the opener: in a program of the driver API it is that of the driver.
func (x *process) behind(at site, opener string) (text, found string) {
	whole := x.statement(at.line)
	line, _, _ := strings.Cut(whole, "\n")
	from := whole[min(max(at.column-1, 0), len(line)):]
	for _, text := range []string{from, whole} {
		for _, name := range []string{opener, inDriverWords[opener]} {
			if i := strings.Index(text, name); name != "" && i >= 0 {
				return text[i+len(name):], name
			}
		}
	}
	return "", opener
}

var castAway = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\(\s*(?:void|char|float|double|int)\s*\*+\s*\)\s*`) })

// named returns the first argument of the allocating call at a site, if it is a plain name; else "".
func (x *process) named(at site, function string) string {
	name := strings.TrimSpace(castAway().ReplaceAllString(x.argumentOf(at, function, 0), ""))
	name = strings.TrimSpace(strings.TrimPrefix(name, "&"))
	if !plainName().MatchString(name) {
		return ""
	}
	return name
}

var plainName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.\[\]]*$`) })

// called is how messages name what has a name in a line, and what has none.
func called(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}

// bytesOf is the number of bytes of the type that a parameter points to, 0 if it is not known.
func bytesOf(number string) int {
	switch strings.TrimPrefix(strings.TrimPrefix(number, "const "), "unsigned ") {
	case "float", "int", "unsigned", "uint", "uint32_t", "int32_t":
		return 4
	case "double", "long", "long long", "size_t", "int64_t", "uint64_t", "float2", "int2":
		return 8
	case "char", "signed char", "uchar", "bool", "uint8_t", "int8_t":
		return 1
	case "short", "__half", "half":
		return 2
	case "float4", "int4", "double2":
		return 16
	}
	return 0
}
