package cell

import (
	"context"
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
)

// Texts of values are cut, visibly, at these numbers of bytes: a list that holds
// another one many times has a text that no memory holds.
const (
	maxText  = 64 << 20 // of str(x) and the like
	maxShown = 1 << 20  // of a result
)

// Repr returns the text of a value as the result of a cell shows it: Starlark's,
// with floats written as Python does (1000000.0, not 1e+06).
func Repr(v starlark.Value) string { return reprUpTo(v, maxText) }

func reprUpTo(v starlark.Value, limit int) string {
	return reprWithin(context.Background(), v, limit)
}

// text is the text of a value; an interrupt ends it early.
func (r *Run) text(v starlark.Value, quoted bool) (string, error) {
	if s, ok := starlark.AsString(v); ok && !quoted {
		return s, nil
	}
	s := reprWithin(r.ctx, v, maxText)
	return s, r.ctx.Err()
}

func reprWithin(ctx context.Context, v starlark.Value, limit int) string {
	w := &reprWriter{ctx: ctx, limit: limit}
	w.value(v)
	if w.full() {
		return strings.ToValidUTF8(w.String()[:min(limit, w.Len())], "") + "…"
	}
	return w.String()
}

// Str is Repr, but a string is its own text.
func Str(v starlark.Value) string {
	if s, ok := starlark.AsString(v); ok {
		return s
	}
	return Repr(v)
}

// A reprWriter writes values; path holds the containers around the current one,
// as a container may contain itself.
type reprWriter struct {
	strings.Builder
	path  []starlark.Value
	limit int
	ctx   context.Context
	n     int // elements written
}

// full reports whether no more is to be written.
func (w *reprWriter) full() bool {
	if w.n++; poll(w.ctx, w.n) != nil {
		w.limit = min(w.limit, w.Len()-1)
	}
	return w.Len() > w.limit
}

func (w *reprWriter) value(v starlark.Value) {
	switch v := v.(type) {
	case starlark.Float:
		w.WriteString(floatRepr(float64(v)))
	case starlark.Tuple:
		closing := ")"
		if len(v) == 1 {
			closing = ",)"
		}
		w.WriteByte('(')
		w.elements(v)
		w.WriteString(closing)
	case *starlark.List:
		w.container(v, "[", "]", func() { w.elements(v) })
	case *starlark.Set:
		w.container(v, "set([", "])", func() { w.elements(v) })
	case *starlark.Dict:
		w.container(v, "{", "}", func() { w.items(v) })
	default:
		w.WriteString(v.String())
	}
}

func (w *reprWriter) container(v starlark.Value, open, closing string, content func()) {
	w.WriteString(open)
	defer w.WriteString(closing)
	for _, outer := range w.path {
		if outer == v {
			w.WriteString("...")
			return
		}
	}
	w.path = append(w.path, v)
	content()
	w.path = w.path[:len(w.path)-1]
}

func (w *reprWriter) elements(list starlark.Iterable) {
	first := true
	for v := range starlark.Elements(list) {
		if !first {
			w.WriteString(", ")
		}
		first = false
		if w.value(v); w.full() {
			return
		}
	}
}

func (w *reprWriter) items(d *starlark.Dict) {
	for i, item := range d.Items() {
		if i > 0 {
			w.WriteString(", ")
		}
		w.value(item[0])
		w.WriteString(": ")
		if w.value(item[1]); w.full() {
			return
		}
	}
}

// floatRepr is Python's repr of a float: the shortest text that reads back as
// the same number, with an exponent below 1e-4 and from 1e16 on.
func floatRepr(x float64) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	case x != 0 && (math.Abs(x) < 1e-4 || math.Abs(x) >= 1e16):
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
