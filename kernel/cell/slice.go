package cell

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// A Slice is start:stop:step as a key, which a library's Mapping gets where
// Starlark's own slices do not reach: one axis of a[1:3, 0], and the target of
// a[1:3] = 0. Bounds that are left out are None.
type Slice struct{ Start, Stop, Step starlark.Value }

func (s *Slice) String() string {
	part := func(v starlark.Value) string {
		if v == starlark.None {
			return ""
		}
		return v.String()
	}
	text := part(s.Start) + ":" + part(s.Stop)
	if s.Step != starlark.None {
		text += ":" + part(s.Step)
	}
	return text
}
func (*Slice) Type() string          { return "slice" }
func (*Slice) Freeze()               {}
func (*Slice) Truth() starlark.Bool  { return true }
func (*Slice) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: slice") }

// Indices are the first index, the step and the number of indices that the slice
// takes of n elements, with Python's rules for negative and large bounds.
func (s *Slice) Indices(n int) (first, step, count int, err error) {
	if step, err = bound(s.Step, 1, n); err != nil {
		return 0, 0, 0, err
	}
	if step == 0 {
		return 0, 0, 0, valueErrorf("the step of a slice is 0")
	}
	low, high := 0, n // of bounds
	start, stop := 0, n
	if step < 0 {
		low, high, start, stop = -1, n-1, n-1, -1
	}
	within := func(v starlark.Value, dflt int) (int, error) {
		i, err := bound(v, dflt, n)
		if v != starlark.None && i < 0 {
			i += n
		}
		return min(max(i, low), high), err
	}
	if v := s.Start; v != starlark.None {
		if start, err = within(v, start); err != nil {
			return 0, 0, 0, err
		}
	}
	if v := s.Stop; v != starlark.None {
		if stop, err = within(v, stop); err != nil {
			return 0, 0, 0, err
		}
	}
	if step > 0 {
		return start, step, max(0, (stop-start+step-1)/step), nil
	}
	return start, step, max(0, (start-stop-step-1)/-step), nil
}

// bound reads a bound of a slice of n elements. What is far outside is as good
// as just outside.
func bound(v starlark.Value, dflt, n int) (int, error) {
	if v == starlark.None {
		return dflt, nil
	}
	i, ok := v.(starlark.Int)
	if !ok {
		return 0, typeErrorf("a slice has whole numbers, got %s", v.Type())
	}
	if small, err := starlark.AsInt32(i); err == nil {
		return small, nil
	}
	return i.Sign() * (2*n + 1), nil
}

func makeSlice(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	return &Slice{args[0], args[1], args[2]}, nil
}

// An axis is one of the keys between brackets: an index, or the two or three
// bounds of a slice, of which some are empty.
type axis []fpart

// sliceAxes reads the keys of the bracket at token i if Starlark cannot: where
// there is a slice beside another key. last is the bracket that closes it.
func sliceAxes(src string, ts []token, i int) (axes []axis, last int) {
	if i == 0 || !ts[i].is("[") || !indexable(ts[i-1]) {
		return nil, i
	}
	comma, colon := false, false
	from, key := i+1, axis(nil)
	end := func(j int) {
		text, at := src[ts[i].end():ts[j].off], ts[i].to
		if from > i+1 {
			text, at = src[ts[from-1].end():ts[j].off], ts[from-1].to
		}
		key = append(key, fpart{source: text, at: at})
		from = j + 1
	}
	for j := i + 1; j < len(ts); j++ {
		t := ts[j]
		switch {
		case t.depth == ts[i].depth && t.is("]"):
			if end(j); len(key) > 1 || strings.TrimSpace(key[0].source) != "" { // not after a last comma
				axes = append(axes, key)
			}
			if !comma || !colon {
				return nil, i
			}
			return axes, j
		case t.depth > ts[i].depth+1:
		case t.depth <= ts[i].depth || t.is("lambda", "for"):
			return nil, i
		case t.is(","):
			comma = true
			end(j)
			axes, key = append(axes, key), nil
		case t.is(":"):
			colon = true
			end(j)
		}
	}
	return nil, i
}

// indexable reports whether a bracket after t is an index, not a list.
func indexable(t token) bool {
	return t.kind == tokName && !t.is("return", "in", "and", "or", "not", "if", "else", "elif", "while", "for", "assert", "lambda") ||
		t.is(")", "]", "}") || stringToken(t)
}

// blankIndex is a number that spans the lines and columns of s.
func blankIndex(s string) string {
	b := new(strings.Builder)
	digit := '0'
	for _, r := range s {
		if r == '\n' {
			b.WriteByte('\n')
			continue
		}
		b.WriteRune(digit)
		digit = ' '
	}
	return b.String()
}

// axes becomes (·slice(start, stop, step), index, …).
func (r *rewriter) axes(axes []axis, pos syntax.Position) syntax.Expr {
	tuple := &syntax.TupleExpr{}
	for _, a := range axes {
		if len(a) > 3 {
			r.fail(pos, "a slice is start:stop:step, got %d colons", len(a)-1)
			return tuple
		}
		bounds := make([]syntax.Expr, 0, 3)
		for _, part := range a {
			bounds = append(bounds, r.bound(part, len(a) > 1, pos))
		}
		if len(a) == 1 {
			tuple.List = append(tuple.List, bounds[0])
			continue
		}
		tuple.List = append(tuple.List, r.slice(bounds, pos))
	}
	return tuple
}

func (r *rewriter) bound(part fpart, optional bool, pos syntax.Position) syntax.Expr {
	if optional && strings.TrimSpace(part.source) == "" {
		return ident("None", pos)
	}
	if strings.TrimSpace(part.source) == "" {
		r.fail(pos, "an index is missing between the commas")
		return ident("None", pos)
	}
	return r.embedded(part, "]")
}

// slice is a slice whose bounds are rewritten already.
func (r *rewriter) slice(bounds []syntax.Expr, pos syntax.Position) syntax.Expr {
	for len(bounds) < 3 {
		bounds = append(bounds, ident("None", pos))
	}
	return call(nameSlice, pos, bounds...)
}

// sliceTarget makes a[1:3] something that can be assigned to.
func (r *rewriter) sliceTarget(e *syntax.SliceExpr) syntax.Expr {
	var bounds []syntax.Expr
	for _, b := range []syntax.Expr{e.Lo, e.Hi, e.Step} {
		if b == nil {
			b = ident("None", e.Lbrack)
		}
		bounds = append(bounds, r.expr(b))
	}
	return &syntax.IndexExpr{X: r.expr(e.X), Lbrack: e.Lbrack, Y: r.slice(bounds, e.Lbrack), Rbrack: e.Rbrack}
}
