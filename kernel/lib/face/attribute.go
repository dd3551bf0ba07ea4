package face

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// An Attribute is what follows the dot of x.
type Attribute func(x starlark.Value, name string) (starlark.Value, error)

// Method is an attribute that is called.
func Method[T starlark.Value](fn func(x T, c Call) (starlark.Value, error)) Attribute {
	return func(x starlark.Value, name string) (starlark.Value, error) {
		f := Function(func(c Call) (starlark.Value, error) { return fn(x.(T), c) })
		return f.Builtin(name).BindReceiver(x), nil
	}
}

// Field is an attribute that is a value.
func Field[T starlark.Value](f func(x T) (starlark.Value, error)) Attribute {
	return func(x starlark.Value, _ string) (starlark.Value, error) { return f(x.(T)) }
}

// Fields are the attributes of a value of type T that need no doc of their own, by their names.
type Fields[T starlark.Value] map[string]func(x T) (starlark.Value, error)

// Number is a field that is a float.
func Number[T starlark.Value](f func(x T) float64) func(x T) (starlark.Value, error) {
	return func(x T) (starlark.Value, error) { return starlark.Float(f(x)), nil }
}

// Integer is a field that is an int.
func Integer[T starlark.Value](f func(x T) int) func(x T) (starlark.Value, error) {
	return func(x T) (starlark.Value, error) { return starlark.MakeInt(f(x)), nil }
}

// Text is a field that is a string.
func Text[T starlark.Value](f func(x T) string) func(x T) (starlark.Value, error) {
	return func(x T) (starlark.Value, error) { return starlark.String(f(x)), nil }
}

// Table is a field that is a table.
func Table[T starlark.Value](f func(x T) *plotting.Table) func(x T) (starlark.Value, error) {
	return func(x T) (starlark.Value, error) { return plot.NewTable(f(x)), nil }
}

// Unhashable is the Hash of values that can't be keys.
func Unhashable(v starlark.Value) (uint32, error) {
	return 0, fmt.Errorf("unhashable type: %s", v.Type())
}
