package cell

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
)

// A formatter walks over the replacement fields of str.format.
type formatter struct {
	ctx    context.Context
	args   starlark.Tuple
	kwargs []starlark.Tuple
	next   int // the number of the next {}; -1 after a {0}
}

// format is Python's template.format(*args, **kwargs), without attributes and
// indices in the fields.
func (f *formatter) format(template string, level int) (string, error) {
	b := new(strings.Builder)
	for s := template; s != ""; {
		switch {
		case strings.HasPrefix(s, "{{"), strings.HasPrefix(s, "}}"):
			b.WriteByte(s[0])
			s = s[2:]
		case s[0] == '}':
			return "", valueErrorf("format: a single } is not allowed; write }}")
		case s[0] == '{':
			end := closing(s)
			if end < 0 || level > 1 {
				return "", valueErrorf("format: { is not closed")
			}
			text, err := f.field(s[1:end], level)
			if err != nil {
				return "", err
			}
			b.WriteString(text)
			s = s[end+1:]
		default:
			b.WriteByte(s[0])
			s = s[1:]
		}
	}
	return b.String(), nil
}

// closing is the index of the } that closes the { at the start of s, or -1.
func closing(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func (f *formatter) field(s string, level int) (string, error) {
	head, spec, _ := strings.Cut(s, ":")
	name, conv, _ := strings.Cut(head, "!")
	v, err := f.arg(strings.TrimSpace(name))
	if err != nil {
		return "", err
	}
	if v, err = convert(f.ctx, v, conv); err != nil {
		return "", err
	}
	if strings.Contains(spec, "{") {
		if spec, err = f.format(spec, level+1); err != nil {
			return "", err
		}
	}
	return formatValue(f.ctx, v, spec)
}

func (f *formatter) arg(name string) (starlark.Value, error) {
	n, err := strconv.Atoi(name)
	switch {
	case name == "" && f.next < 0, err == nil && f.next > 0:
		return nil, valueErrorf("format: {} and {0} cannot be mixed")
	case name == "":
		n = f.next
		f.next++
	case err == nil:
		f.next = -1
	case strings.ContainsAny(name, ".["):
		return nil, valueErrorf("format: {%s} is not available; write an f-string, f\"{%s}\"", name, name)
	default:
		for _, kv := range f.kwargs {
			if kv[0] == starlark.String(name) {
				return kv[1], nil
			}
		}
		return nil, &namedError{"KeyError", fmt.Sprintf("format: no argument named %s", name)}
	}
	if n < 0 || n >= len(f.args) {
		return nil, &namedError{"IndexError", fmt.Sprintf("format: field %d, but there are %d arguments", n, len(f.args))}
	}
	return f.args[n], nil
}
