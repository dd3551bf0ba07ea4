package cell

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// A textBudget bounds the text of a value. It is checked while the text is made: a list
// that holds another one many times has a text that no memory holds, and one that is
// nested a million deep has brackets that nobody counts.
type textBudget struct {
	bytes int // of the text
	depth int // of containers in containers
}

var (
	wholeText = textBudget{bytes: 64 << 20, depth: 200} // str(x), print(x) and the like
	shownText = textBudget{bytes: 1 << 20, depth: 200}  // a result
)

// Repr returns the text of a value as the result of a cell shows it: Starlark's,
// with floats written as Python does (1000000.0, not 1e+06). What is over the budget
// is cut, visibly.
func Repr(v starlark.Value) string { return reprWithin(context.Background(), v, wholeText) }

func reprWithin(ctx context.Context, v starlark.Value, budget textBudget) string {
	s, _ := write(ctx, v, budget)
	return s
}

// write makes the text of a value, and says why if it is not all of it.
func write(ctx context.Context, v starlark.Value, budget textBudget) (string, error) {
	w := &reprWriter{ctx: ctx, budget: budget, around: map[starlark.Value]bool{}}
	w.value(v)
	if w.Len() <= budget.bytes && w.ctx.Err() == nil {
		return w.String(), w.cut
	}
	text := w.String()[:min(budget.bytes, w.Len())]
	w.cut = cmp.Or(ctx.Err(), valueErrorf("the text of this %s is longer than %d MB", v.Type(), budget.bytes>>20))
	return strings.ToValidUTF8(text, "") + "…", w.cut
}

// shown is the text of a value for a reader, cut where it is too much.
func (r *Run) shown(v starlark.Value) (string, error) {
	if s, ok := starlark.AsString(v); ok {
		return s, nil
	}
	return reprWithin(r.ctx, v, wholeText), r.ctx.Err()
}

// whole is the text of a value for a program, which must not be cut without a word.
func whole(ctx context.Context, v starlark.Value, quoted bool) (string, error) {
	if s, ok := starlark.AsString(v); ok && !quoted {
		return s, nil
	}
	s, err := write(ctx, v, wholeText)
	if err != nil {
		return "", err
	}
	return s, nil
}

// Str is Repr, but a string is its own text.
func Str(v starlark.Value) string {
	if s, ok := starlark.AsString(v); ok {
		return s
	}
	return Repr(v)
}

// A reprWriter writes values; around holds the lists, dicts and sets around the
// current one, as such a container may contain itself.
type reprWriter struct {
	strings.Builder
	around map[starlark.Value]bool
	depth  int // of containers around the current value
	budget textBudget
	ctx    context.Context
	n      int   // elements written
	cut    error // why something is left out
}

// full reports whether no more is to be written.
func (w *reprWriter) full() bool {
	w.n++
	return poll(w.ctx, w.n) != nil || w.Len() > w.budget.bytes
}

func (w *reprWriter) value(v starlark.Value) {
	switch v := v.(type) {
	case starlark.Int:
		if n, small := v.Int64(); small { // without an allocation
			w.WriteString(strconv.FormatInt(n, 10))
		} else {
			w.WriteString(v.String())
		}
	case starlark.Float:
		w.WriteString(floatRepr(float64(v)))
	case starlark.String:
		w.WriteString(syntax.Quote(w.part(string(v)), false))
	case starlark.Bytes:
		w.WriteString(syntax.Quote(w.part(string(v)), true))
	case starlark.Tuple:
		closing := ")"
		if len(v) == 1 {
			closing = ",)"
		}
		w.container(v, "(", closing, func() { w.elements(v) })
	case *starlark.List:
		w.container(v, "[", "]", func() { w.elements(v) })
	case *starlark.Set:
		w.container(v, "set([", "])", func() { w.elements(v) })
	case *starlark.Dict:
		w.container(v, "{", "}", func() { w.items(v) })
	case *starlark.Builtin:
		w.WriteString(uncalled(v))
	default:
		w.WriteString(v.String())
	}
}

// uncalled is the text of a built-in, which a reader sees where the parentheses are missing.
func uncalled(b *starlark.Builtin) string {
	if of := b.Receiver(); of != nil {
		return fmt.Sprintf("<method of %s: write .%s(…) to call it>", of.Type(), b.Name())
	}
	return fmt.Sprintf("<built-in function: write %s(…) to call it>", b.Name())
}

// part is as much of a string as can matter.
func (w *reprWriter) part(s string) string {
	return s[:min(len(s), w.budget.bytes+1)]
}

func (w *reprWriter) container(v starlark.Value, open, closing string, content func()) {
	w.WriteString(open)
	defer w.WriteString(closing)
	_, isTuple := v.(starlark.Tuple) // which cannot contain itself, nor be a key
	if !isTuple && w.around[v] {
		w.WriteString("...")
		return
	}
	if w.depth == w.budget.depth {
		w.WriteString("…")
		w.cut = &namedError{"RecursionError", fmt.Sprintf("containers are nested more than %d deep here, which is too deep for a text",
			w.budget.depth)}
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	if !isTuple {
		w.around[v] = true
		defer delete(w.around, v)
	}
	content()
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
