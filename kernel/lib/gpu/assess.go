package gpu

import (
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

// assessmentWords test and grade. No cell can give them another meaning, since a student's
// cells run before those that grade them.
var assessmentWords = []string{"check", "checked", "expect", "expect_faster", "same", "grade"}

var _ = registry.Declare(row{
	Name: "check", Page: "checking.md", Func: check,
	Doc: `check(condition, message="")
Nothing if the condition is true, otherwise an AssertionError with the message.

    check(allclose(out, transpose(a)), "out is not the transpose of a")`,
})

var _ = registry.Declare(row{
	Name: "expect", Page: "checking.md", Func: expect,
	Doc: `expect(r, counter, at_most=None, at_least=None, equals=None, within=None)
Nothing if a counter of a result is as it should be, otherwise an AssertionError that says
what it is, what is allowed, and which source line it comes from. counter is any name that
r.counters knows, or a number of the result, such as "gbps" or "occupancy". within is how far
from equals it may be, as a part of it: within=0.1 is 10 %.

    r = run("transpose/padded", n=512)
    expect(r, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", at_most=4)`,
})

var _ = registry.Declare(row{
	Name: "expect_faster", Page: "checking.md", Func: expectFaster,
	Doc: `expect_faster(r, than, by=1.0)
Nothing if a result took at most the time of another one divided by by, otherwise an
AssertionError with both times. Both have to be modelled, on the same GPU: such times
are the same in every run.

    naive, padded = run("transpose/naive", n=512), run("transpose/padded", n=512)
    expect_faster(padded, than=naive, by=1.5)`,
})

var _ = registry.Declare(row{
	Name: "same", Page: "checking.md", StateFunc: (*Library).same,
	Doc: `same(out, reference, rtol=1e-05, atol=1e-08)
Nothing if |out - reference| <= atol + rtol * |reference| for every element, otherwise an
AssertionError with the first wrong elements beside those of the reference, and with the
block, the thread and the line that wrote the first of them. reference is an array or a list of
the same shape, or a number. Whole numbers have to be equal.

    same(out, transpose(a))`,
})

var _ = registry.Declare(row{
	Name: "grade", Page: "checking.md", Func: gradeCell,
	Doc: `grade(points, of=None)
The points of a graded cell as its last expression, a number from 0 to of. points may be a list
of tests, each with what it tests, its points, and a function: a test that ends with an error or
returns False costs its points, the others are run all the same, and what was wrong is shown.
In a cell that ends like this all names of built-ins mean the built-ins.

    grade([
        ("computes the transpose", 2, lambda: same(out, transpose(a))),
        ("has the right shape", 1, lambda: check(out.shape == a.shape)),
    ])`,
})

func assertionf(format string, args ...any) error {
	return face.Errorf("AssertionError", format, args...)
}

// A tolerance is what expect allows of a number.
type tolerance struct{ atMost, atLeast, equals, within starlark.Value }

// allows reports whether x is as it should be; want says what that is.
func (t *tolerance) allows(x float64) (ok bool, want string, err error) {
	ok = !math.IsNaN(x)
	var words []string
	for _, limit := range []struct {
		name  string
		v     starlark.Value
		holds func(limit float64) bool
		words string
	}{
		{"at_most", t.atMost, func(limit float64) bool { return x <= limit }, "at most %s"},
		{"at_least", t.atLeast, func(limit float64) bool { return x >= limit }, "at least %s"},
		{"equals", t.equals, func(limit float64) bool { return math.Abs(x-limit) <= t.slack()*math.Abs(limit) }, "%s"},
		{"within", t.within, func(limit float64) bool { return true }, ""},
	} {
		if limit.v == nil || limit.v == starlark.None {
			continue
		}
		bound, isNumber := starlark.AsFloat(limit.v)
		if !isNumber {
			return false, "", face.TypeErrorf("expect: %s is a number, got %s", limit.name, face.Describe(limit.v))
		}
		ok = ok && limit.holds(bound)
		if limit.words != "" {
			words = append(words, fmt.Sprintf(limit.words, plotting.Number(bound, 6)))
		}
	}
	if len(words) == 0 {
		return false, "", face.TypeErrorf("expect: say what is allowed: at_most=, at_least= or equals=")
	}
	if t.slack() > 0 {
		words = append(words, "to within "+plotting.Percent(t.slack()))
	}
	return ok, strings.Join(words, ", "), nil
}

// slack is how far from equals a number may be.
func (t *tolerance) slack() float64 {
	if t.within == nil {
		return 0
	}
	x, _ := starlark.AsFloat(t.within)
	return x
}

func expect(c face.Call) (starlark.Value, error) {
	var result starlark.Value
	var name string
	var t tolerance
	if err := c.Unpack("r", &result, "counter", &name, "at_most??", &t.atMost, "at_least??", &t.atLeast, "equals??", &t.equals, "within??", &t.within); err != nil {
		return nil, err
	}
	r, err := resultOf(c, "r", result)
	if err != nil {
		return nil, err
	}
	x, err := r.figure(name)
	if err != nil {
		return nil, err
	}
	ok, want, err := t.allows(x)
	if err != nil {
		return nil, err
	}
	tellCheck(c, name, x, want, ok)
	if ok {
		return starlark.None, nil
	}
	return nil, assertionf("%s of %s on %s is %s, want %s%s", name, figure.Launches(r.result), r.result.Device.Name, plotting.Number(x, 6), want, r.origin(name))
}

// tellCheck tells who grades what a number is and what is allowed.
func tellCheck(c face.Call, what string, x float64, want string, ok bool) {
	c.Run().Tested(map[string]any{"check": map[string]any{"what": what, "got": x, "want": want, "ok": ok}})
}

// resultOf reads a result of a launch.
func resultOf(c face.Call, param string, v starlark.Value) (*Result, error) {
	r, ok := v.(*Result)
	if !ok {
		return nil, face.TypeErrorf("%s: %s is what a launch returns, as in %s = k[grid, block](…), got %s", c.Name, param, param, face.Describe(v))
	}
	return r, nil
}

// figure is a counter or a number of the result.
func (r *Result) figure(name string) (float64, error) {
	v, err := r.Attr(name)
	if err != nil {
		return 0, err
	}
	if v != nil {
		x, ok := starlark.AsFloat(v)
		if !ok {
			return 0, face.TypeErrorf("expect: %s of a result is no number; want a counter, or one of time, gbps, bus_gbps, gflops, occupancy, registers, shared_bytes", name)
		}
		return x, nil
	}
	if err := r.result.Complete(r.ctx()); err != nil {
		return 0, r.noModel(err)
	}
	x, err := r.result.Counters.Get(name)
	if err != nil {
		return 0, face.Errorf("KeyError", "%v", err)
	}
	return x, nil
}

// origin is the line that a counter comes from for the most part, where that is known.
func (r *Result) origin(name string) string {
	m, err := r.model()
	if err != nil {
		return ""
	}
	lines, err := report.Lines(m.result)
	if err != nil || len(lines) == 0 {
		return ""
	}
	return figure.CounterOrigin(lines, name)
}

func expectFaster(c face.Call) (starlark.Value, error) {
	var result, reference starlark.Value
	var by starlark.Value = starlark.Float(1)
	if err := c.Unpack("r", &result, "than", &reference, "by?", &by); err != nil {
		return nil, err
	}
	r, err := resultOf(c, "r", result)
	if err != nil {
		return nil, err
	}
	than, err := resultOf(c, "than", reference)
	if err != nil {
		return nil, err
	}
	factor, ok := starlark.AsFloat(by)
	if !ok || !(factor > 0) {
		return nil, face.TypeErrorf("expect_faster: by is how many times as fast, a number above 0, got %s", face.Describe(by))
	}
	for _, one := range []*Result{r, than} {
		if one.result.Measured {
			return nil, face.ValueErrorf("expect_faster: the time of %s was measured on a real GPU and is not the same in every run; launch it with gpu=, on a modelled one", figure.Launches(one.result))
		}
	}
	if r.result.Device.Name != than.result.Device.Name {
		return nil, face.ValueErrorf("expect_faster: the results are of two GPUs, %s and %s; launch both with the same gpu=", r.result.Device.Name, than.result.Device.Name)
	}
	ok = r.result.Time*factor <= than.result.Time
	tellCheck(c, fmt.Sprintf("time of %s in s", figure.Launches(r.result)), r.result.Time, fmt.Sprintf("at most %.4g", than.result.Time/factor), ok)
	if ok {
		return starlark.None, nil
	}
	times := ""
	if factor != 1 {
		times = plotting.Number(factor, 4) + " times as fast as "
	}
	return nil, assertionf("%s takes %s, want at most %s (%s%s, which takes %s); it is %s times as fast, and its time is mostly %s (r.bounds, r.advice())",
		figure.Launches(r.result), plotting.SI(r.result.Time, "s"), plotting.SI(than.result.Time/factor, "s"), times, figure.Launches(than.result),
		plotting.SI(than.result.Time, "s"), plotting.Number(than.result.Time/r.result.Time, 3), figure.Bound(r.result))
}

func check(c face.Call) (starlark.Value, error) {
	var condition starlark.Value
	message := ""
	if err := c.Unpack("condition", &condition, "message?", &message); err != nil {
		return nil, err
	}
	if _, isArray := condition.(*array.Array); isArray {
		return nil, face.TypeErrorf("check: the condition is an array; write allclose(a, b)")
	}
	if condition.Truth() {
		return starlark.None, nil
	}
	if message == "" {
		message = fmt.Sprintf("check failed: the condition is %s", face.Describe(condition))
	}
	return nil, face.Errorf("AssertionError", "%s", message)
}
