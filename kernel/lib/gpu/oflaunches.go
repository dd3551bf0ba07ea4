package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

// single returns an error for a result that is the sum of several launches, for methods that need a single
// launch.
func (r *Result) single(c face.Call) error {
	if n := len(r.result.Launches); n > 0 {
		return face.ValueErrorf("%s: this is the sum of %d launches; ask one of r.launches", c.Name, n)
	}
	return nil
}

// ofLaunches reads the arguments of a picture of launches: values that a method has returned, results, for which the method is
// called now, and lists of both. example is the program that the error names if there are no arguments.
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

// stacked returns one picture, or several below each other; the title belongs to the first one.
func stacked(panels plotting.Panels, title string) (starlark.Value, error) {
	if title != "" {
		panels[0].Title = title
	}
	if len(panels) == 1 {
		return plot.NewFigure(panels[0])
	}
	return plot.NewFigure(panels)
}
