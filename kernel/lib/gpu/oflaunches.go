package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// single refuses a result that is the sum of several launches, of which a method cannot
// speak.
func (r *Result) single(c call) error {
	if n := len(r.result.Launches); n > 0 {
		return valueErrorf("%s: this is the sum of %d launches; ask one of r.launches", c.name, n)
	}
	return nil
}

// ofLaunches reads what a picture of launches is given: what a method has returned,
// results, of which it is asked now, and lists of both. example is a program to name
// where nothing is given.
func ofLaunches[T starlark.Value](c call, method, example string, ask func(*Result) (T, error)) ([]T, error) {
	var all []T
	for _, v := range flattened(c.args) {
		switch v := v.(type) {
		case T:
			all = append(all, v)
		case *Result:
			m, err := v.model()
			if err != nil {
				return nil, err
			}
			x, err := ask(m)
			if err != nil {
				return nil, err
			}
			all = append(all, x)
		default:
			return nil, typeErrorf("%s: want results of launches or what r.%s() returns, got %s", c.name, method, describe(v))
		}
	}
	if len(all) == 0 {
		return nil, typeErrorf("%[1]s: give results of launches, as in %[1]s(run(%[2]s))", c.name, example)
	}
	return all, nil
}

// stacked is one picture, or several below each other; a title that is given is the first one's.
func stacked(panels plotting.Panels, title string) (starlark.Value, error) {
	if title != "" {
		panels[0].Title = title
	}
	if len(panels) == 1 {
		return plot.NewFigure(panels[0])
	}
	return plot.NewFigure(panels)
}

// flattened is the elements of lists in the place of these.
func flattened(args []starlark.Value) []starlark.Value {
	var all []starlark.Value
	for _, v := range args {
		switch v := v.(type) {
		case *starlark.List, starlark.Tuple:
			all = append(all, flattened(collect(v.(starlark.Iterable)))...)
		default:
			all = append(all, v)
		}
	}
	return all
}
