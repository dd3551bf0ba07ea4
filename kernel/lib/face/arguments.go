package face

import (
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/spelling"
)

// Describe is a value with its type, cut short, for a message. A value with a method
// Described has words of its own.
func Describe(v starlark.Value) string {
	if v == starlark.None {
		return "None"
	}
	switch v := v.(type) {
	case interface{ Described() string }:
		return v.Described()
	case *starlark.Builtin:
		return "the function " + v.Name()
	case *starlark.Function:
		return "the function " + v.Name()
	}
	return v.Type() + " " + cell.Brief(v, 40)
}

// Nearest returns up to three of names that are spelled most like name.
func Nearest(name string, names []string) []string {
	ordered := spelling.Order(name, names)
	return ordered[:min(3, len(ordered))]
}

// Ints reads a whole number or a tuple or list of up to most of them.
func Ints(what string, v starlark.Value, most int) ([]int, error) {
	if n, err := starlark.AsInt32(v); err == nil {
		return []int{n}, nil
	}
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, TypeErrorf("%s: want a whole number or a tuple of them, got %s%s", what, Describe(v), wholeHint(v))
	}
	var ns []int
	for e := range starlark.Elements(list) {
		n, err := starlark.AsInt32(e)
		if err != nil {
			return nil, TypeErrorf("%s: want whole numbers, got %s in %s%s", what, Describe(e), v, wholeHint(e))
		}
		if ns = append(ns, n); len(ns) > most {
			return nil, ValueErrorf("%s: want at most %d numbers, got %s", what, most, v)
		}
	}
	return ns, nil
}

// wholeHint says how a float becomes the whole number that is wanted.
func wholeHint(v starlark.Value) string {
	if _, ok := v.(starlark.Float); ok {
		return " (write a // b in place of a / b, or int(x))"
	}
	return ""
}

// Collect is the elements of a list.
func Collect(list starlark.Iterable) []starlark.Value { return slices.Collect(starlark.Elements(list)) }

// OneOrMany is the elements of a list or a range, or the one value itself. A
// tuple is one value: (32, 8) is a block. Nothing is None.
func OneOrMany(v starlark.Value) []starlark.Value {
	switch list := v.(type) {
	case nil:
		return []starlark.Value{starlark.None}
	case starlark.Tuple:
	case starlark.Iterable:
		return Collect(list)
	}
	return []starlark.Value{v}
}

// Flattened is the elements of lists in the place of these.
func Flattened(args []starlark.Value) []starlark.Value {
	var all []starlark.Value
	for _, v := range args {
		switch v := v.(type) {
		case *starlark.List, starlark.Tuple:
			all = append(all, Flattened(Collect(v.(starlark.Iterable)))...)
		default:
			all = append(all, v)
		}
	}
	return all
}
