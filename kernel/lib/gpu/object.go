package gpu

import (
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
	"warpbook.dev/spelling"
)

// attributes is a table of the fields of a value of type T. What else follows its dot
// is in rows; a name that is in neither is refused by Starlark, with the nearest one that is.
type attributes[T starlark.Value] map[string]func(x T) (starlark.Value, error)

func (a attributes[T]) get(x T, name string) (starlark.Value, error) {
	if f, ok := a[name]; ok {
		return f(x)
	}
	return attributeOf(x, name)
}

// names are those of the table and of the rows for T.
func (a attributes[T]) names() []string {
	var x T
	names := append(attributeNames(x), slices.Collect(maps.Keys(a))...)
	slices.Sort(names)
	return names
}

// Attributes of the usual types.

func number[T starlark.Value](f func(x T) float64) func(x T) (starlark.Value, error) {
	return func(x T) (starlark.Value, error) { return starlark.Float(f(x)), nil }
}

func integer[T starlark.Value](f func(x T) int) func(x T) (starlark.Value, error) {
	return func(x T) (starlark.Value, error) { return starlark.MakeInt(f(x)), nil }
}

func text[T starlark.Value](f func(x T) string) func(x T) (starlark.Value, error) {
	return func(x T) (starlark.Value, error) { return starlark.String(f(x)), nil }
}

func tableOf[T starlark.Value](f func(x T) *plotting.Table) func(x T) (starlark.Value, error) {
	return func(x T) (starlark.Value, error) { return plot.NewTable(f(x)), nil }
}

// unhashable is the Hash of values that can't be keys.
func unhashable(v starlark.Value) (uint32, error) {
	return 0, fmt.Errorf("unhashable type: %s", v.Type())
}

// describe is a value with its type, cut short, for a message.
func describe(v starlark.Value) string {
	if v == starlark.None {
		return "None"
	}
	if a, ok := v.(*Array); ok {
		return fmt.Sprintf("an array of %v", a.Data.DType)
	}
	s := []rune(v.String())
	if len(s) > 40 {
		s = append(s[:40], '…')
	}
	return v.Type() + " " + string(s)
}

// nearest returns up to three of names that are spelled most like name.
func nearest(name string, names []string) []string {
	ordered := spelling.Order(name, names)
	return ordered[:min(3, len(ordered))]
}
