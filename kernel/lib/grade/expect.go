package grade

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "expect", Page: "checking.md", Func: expect,
	Doc: `expect(r, counter, at_most=None, at_least=None, equals=None, within=None)
Raises an AssertionError if a counter of a result is outside its limits. The error shows the value, the limits,
and the source line that causes the value. Give at_most, at_least or equals. If the limit is within the
uncertainty of a sampled time, the error contains a note about it. If the test passes, the output of the cell
contains this note.

r (result): the result of a launch
counter (string): the name of a counter in r.counters, or a number of the result, such as "gbps" or "occupancy"
at_most (number, None): the maximum allowed value
at_least (number, None): the minimum allowed value
equals (number, None): the only allowed value
within (number, None): the relative tolerance of equals: within=0.1 is 10 %. None means that the
  values must be equal.

    r = run("transpose/padded", n=512)
    expect(r, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", at_most=4)`,
})

var _ = registry.Declare(row{
	Name: "expect_faster", Page: "checking.md", Func: expectFaster,
	Doc: `expect_faster(r, than, by=1.0)
Raises an AssertionError if a launch is not faster than another launch. The error shows both times. Both
launches run on the same modelled GPU, so the times are the same in every run. Sampled times can be too
uncertain for a decision. The error, or the output of the cell, then contains a note. In this case, launch both
kernels with exact=True.

r (result): the launch to test
than (result): the launch to compare with
by (number, 1.0): how many times as fast r must be

    naive, padded = run("transpose/naive", n=512), run("transpose/padded", n=512)
    expect_faster(padded, than=naive, by=1.5)`,
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

// limits are the numbers at which the answer changes.
func (t *tolerance) limits() (all []float64) {
	for _, v := range []starlark.Value{t.atMost, t.atLeast} {
		if x, ok := starlark.AsFloat(v); v != nil && ok {
			all = append(all, x)
		}
	}
	if x, ok := starlark.AsFloat(t.equals); t.equals != nil && ok {
		all = append(all, x*(1-t.slack()), x*(1+t.slack()))
	}
	return all
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
	if err := c.Unpack("r", &result, "counter", &name, "at_most??", &t.atMost, "at_least??", &t.atLeast, "equals??", &t.equals,
		"within??", &t.within); err != nil {
		return nil, err
	}
	r, err := resultOf(c, "r", result)
	if err != nil {
		return nil, err
	}
	x, err := figureOf(r, name)
	if err != nil {
		return nil, err
	}
	ok, want, err := t.allows(x)
	if err != nil {
		return nil, err
	}
	note := undecided(x, uncertainty(r.Outcome(), name), t.limits()...)
	tellCheck(c, name, x, want, ok, doubts(r, ok, note))
	what := fmt.Sprintf("%s of %s on %s", name, figure.Launches(r.Outcome()), r.Outcome().Device.Name)
	if ok {
		tellUndecided(c, what, note)
		return starlark.None, nil
	}
	return nil, assertionf("%s is %s, want %s%s%s", what, plotting.Number(x, 6), want, behind(note), r.CounterOrigin(name))
}

// tellCheck tells who grades what a number is and what is allowed, and what makes the answer doubtful.
func tellCheck(c face.Call, what string, x float64, want string, ok bool, note string) {
	told := map[string]any{"what": what, "got": x, "want": want, "ok": ok}
	if note != "" {
		told["note"] = note
	}
	c.Run().Tested(map[string]any{"check": told})
}

// behind is a note as the end of a message.
func behind(note string) string {
	if note == "" {
		return ""
	}
	return "; " + note
}

// resultOf reads a result of a launch.
func resultOf(c face.Call, param string, v starlark.Value) (*gpu.Result, error) {
	r, ok := v.(*gpu.Result)
	if !ok {
		return nil, face.TypeErrorf("%s: %s is what a launch returns, as in %s = k[grid, block](…), got %s", c.Name, param, param,
			face.Describe(v))
	}
	return r, nil
}

// figureOf is a counter or a number of the result.
func figureOf(r *gpu.Result, name string) (float64, error) {
	if !slices.Contains(r.AttrNames(), name) {
		return r.Counter(name)
	}
	v, err := r.Attr(name)
	if err != nil {
		return 0, err
	}
	x, ok := starlark.AsFloat(v)
	if !ok {
		return 0, face.TypeErrorf("expect: %s of a result is not a number; want a counter, or one of time, gbps, bus_gbps, gflops, occupancy, registers, shared_bytes", name)
	}
	return x, nil
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
	for _, one := range []*gpu.Result{r, than} {
		if one.Outcome().Measured {
			return nil, face.ValueErrorf("expect_faster: the time of %s was measured on a real GPU and is not the same in every run; launch it with gpu=, on a modelled one", figure.Launches(one.Outcome()))
		}
	}
	if r.Outcome().Device.Name != than.Outcome().Device.Name {
		return nil, face.ValueErrorf("expect_faster: the results are of two GPUs, %s and %s; launch both with the same gpu=",
			r.Outcome().Device.Name, than.Outcome().Device.Name)
	}
	ok = r.Outcome().Time*factor <= than.Outcome().Time
	limit := than.Outcome().Time / factor
	share := r.Outcome().Uncertainty + than.Outcome().Uncertainty*limit/r.Outcome().Time // of both together
	note := undecided(r.Outcome().Time, share, limit)
	what := "time of " + figure.Launches(r.Outcome())
	tellCheck(c, what+" in s", r.Outcome().Time, fmt.Sprintf("at most %.4g", limit), ok, doubts(r, ok, note))
	if ok {
		tellUndecided(c, what, note)
		return starlark.None, nil
	}
	times := ""
	if factor != 1 {
		times = plotting.Number(factor, 4) + " times as fast as "
	}
	return nil, assertionf("%s takes %s, want at most %s (%s%s, which takes %s); it is %s times as fast, and its time is mostly %s (r.bounds, r.advice())%s",
		figure.Launches(r.Outcome()), figure.Time(r.Outcome()), plotting.SI(limit, "s"), times, figure.Launches(than.Outcome()),
		figure.Time(than.Outcome()), plotting.Number(than.Outcome().Time/r.Outcome().Time, 3), figure.Bound(r.Outcome()), behind(note))
}
