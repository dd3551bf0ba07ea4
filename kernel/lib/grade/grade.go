package grade

import (
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "grade", Page: "checking.md", Func: gradeCell,
	Doc: `grade(points, of=None)
Gives points for a graded cell. The call must be the last expression of the cell. In such a cell, a built-in
name always refers to the built-in function, even if a student has assigned another value to the name.

points (number, or list of tests): the points, a number that is at most the maximum; or a list of tests. A
  test is a tuple of a description, its points, and a function. A test passes if its function returns None or
  True. If a test fails, its points are lost, and the other tests still run. A table shows the failed tests.
of (number, None): the maximum points of the cell. It is required if points is a number. If points is a list of
  tests, it must be the sum of their points.

Returns the points of the cell as a number.

    grade([
        ("computes the transpose", 2, lambda: same(out, transpose(a))),
        ("has the right shape", 1, lambda: check(out.shape == a.shape)),
    ])`,
})

func gradeCell(c face.Call) (starlark.Value, error) {
	var points, of starlark.Value
	if err := c.Unpack("points", &points, "of??", &of); err != nil {
		return nil, err
	}
	if !c.Run().Graded() { // the cell would be worth all its points, whatever they are here
		return nil, face.ValueErrorf("grade: write it as the last expression of its cell, without a semicolon: only there is its number the cell's points")
	}
	most := math.Inf(1)
	if of != nil && of != starlark.None {
		x, ok := starlark.AsFloat(of)
		if !ok || x < 0 || math.IsInf(x, 0) || math.IsNaN(x) {
			return nil, face.TypeErrorf("grade: of is the most points, a number, got %s", face.Describe(of))
		}
		most = x
	}
	if list, ok := points.(starlark.Iterable); ok {
		return gradeTests(c, list, most)
	}
	if _, isBool := points.(starlark.Bool); isBool {
		return nil, face.TypeErrorf("grade: points is a number or a list of tests, got %s", face.Describe(points))
	}
	x, ok := starlark.AsFloat(points)
	switch {
	case !ok:
		return nil, face.TypeErrorf("grade: points is a number or a list of tests (\"what is tested\", points, lambda: …), got %s",
			face.Describe(points))
	case math.IsInf(most, 0):
		return nil, face.TypeErrorf("grade: of= is missing: grade(points, of=most)")
	case !(x >= 0) || x > most:
		return nil, face.ValueErrorf("grade: %v points, want 0 to %v", points, of)
	}
	return face.Whole(x), nil
}

// A test is a part of a graded cell.
type test struct {
	what   string
	points float64
	run    starlark.Callable
}

// readTest reads ("what is tested", points, function).
func readTest(v starlark.Value) (t test, err error) {
	parts, ok := v.(starlark.Indexable)
	if !ok || parts.Len() != 3 {
		return t, face.TypeErrorf("grade: a test is (\"what is tested\", points, lambda: …), got %s", face.Describe(v))
	}
	what, ok1 := starlark.AsString(parts.Index(0))
	points, ok2 := starlark.AsFloat(parts.Index(1))
	run, ok3 := parts.Index(2).(starlark.Callable)
	if !ok1 || !ok2 || !ok3 || !(points >= 0) || math.IsInf(points, 0) {
		return t, face.TypeErrorf("grade: a test is (\"what is tested\", points, lambda: …), got (%s, %s, %s)",
			face.Describe(parts.Index(0)), face.Describe(parts.Index(1)), face.Describe(parts.Index(2)))
	}
	return test{what, points, run}, nil
}

// gradeTests runs all tests, shows how they ended, and returns the points.
func gradeTests(c face.Call, list starlark.Iterable, of float64) (starlark.Value, error) {
	var tests []test
	sum := 0.0
	for v := range starlark.Elements(list) {
		t, err := readTest(v)
		if err != nil {
			return nil, err
		}
		tests = append(tests, t)
		sum += t.points
	}
	if !math.IsInf(of, 0) && of != sum {
		return nil, face.ValueErrorf("grade: the points of the tests add up to %v, of says %v", face.Whole(sum), face.Whole(of))
	}
	table := &plotting.Table{Columns: []plotting.Column{{Name: "test"}, {Name: "points", Kind: plotting.Float, Digits: 6},
		{Name: "of", Kind: plotting.Float, Digits: 6}, {Name: ""}}}
	got, details := 0.0, ""
	var told []any
	for _, t := range tests {
		failure, err := t.fails(c)
		if err != nil {
			return nil, err
		}
		points := t.points
		if failure != "" {
			points = 0
		}
		got += points
		told = append(told, map[string]any{"what": t.what, "points": points, "max_score": t.points, "message": failure,
			"line": c.Run().LineOf(t.run)})
		summary, more, found := strings.Cut(failure, "\n")
		table.Add(t.what, points, t.points, summary)
		if found {
			details += fmt.Sprintf("%s\n%s\n\n", t.what, strings.TrimRight(more, "\n"))
		}
	}
	table.Title = fmt.Sprintf("%s of %s points", plotting.Number(got, 6), plotting.Number(sum, 6))
	c.Run().Tested(map[string]any{"tests": told})
	c.Run().Display(table)
	if details != "" {
		c.Run().Display(face.Listing(details))
	}
	return face.Whole(got), nil
}

// fails runs a test and says how it failed; nothing if it passed. The error is what
// ends the cell: an interrupt, or a test that is none.
func (t *test) fails(c face.Call) (failure string, err error) {
	v, err := starlark.Call(c.Thread, t.run, nil, nil)
	switch {
	case c.Ctx().Err() != nil:
		return "", c.Ctx().Err()
	case err != nil:
		name, message := c.Run().Classify(err)
		return name + ": " + message, nil
	case v == starlark.False:
		return "it is not so", nil
	case v != starlark.True && v != starlark.None:
		return "", face.TypeErrorf("grade: the test %q returns %s; a test returns nothing, True or False", t.what, face.Describe(v))
	}
	return "", nil
}
