package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// single refuses a result that is the sum of several launches, of which a method cannot
// speak.
func (r *Result) single(c face.Call) error {
	if n := len(r.result.Launches); n > 0 {
		return face.ValueErrorf("%s: this is the sum of %d launches; ask one of r.launches", c.Name, n)
	}
	return nil
}

// ofLaunches reads what a picture of launches is given: what a method has returned,
// results, of which it is asked now, and lists of both. example is a program to name
// where nothing is given.
func ofLaunches[T starlark.Value](c face.Call, method, example string, ask func(*Result) (T, error)) ([]T, error) {
	var all []T
	for _, v := range face.Flattened(c.Args) {
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
			return nil, face.TypeErrorf("%s: want results of launches or what r.%s() returns, got %s", c.Name, method, face.Describe(v))
		}
	}
	if len(all) == 0 {
		return nil, face.TypeErrorf("%[1]s: give results of launches, as in %[1]s(run(%[2]s))", c.Name, example)
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
