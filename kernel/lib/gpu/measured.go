package gpu

import (
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/published"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = declare(row{
	name: "measured", page: "lectures.md", fn: stateless(measuredTimes),
	doc: `measured(programs=None, gpu="H200", defines=None)
What a real GPU was measured to take for built-in programs, as a table of launches
that compare() and plot() take as a sweep. programs is a family, a program or a list
of them; defines picks launches with other macros than the usual ones. Times are
between two events, so that they hold the launch too, as r.elapsed does.

    s = sweep(["transpose/naive", "transpose/padded"], n=[1024, 4096], gpu="H200")
    compare(s, measured("transpose"), y="elapsed")`,
})

// measurements are the tables of times, by the GPU they were taken on.
var measurements = map[string]func() []published.Point{"H200": published.H200Times}

func measuredTimes(c call) (starlark.Value, error) {
	var programs starlark.Value
	var gpu starlark.Value = starlark.String("H200")
	var defines *starlark.Dict
	if err := c.unpack("programs??", &programs, "gpu?", &gpu, "defines??", &defines); err != nil {
		return nil, err
	}
	name, err := deviceName(gpu)
	if err != nil {
		return nil, err
	}
	points, known := measurements[name]
	if !known {
		return nil, valueErrorf("no GPU %q was measured (measured: %s); published(device=None) has the lectures' figures", name, strings.Join(slices.Sorted(maps.Keys(measurements)), ", "))
	}
	var wanted []string
	if programs != nil {
		for _, v := range oneOrMany(programs) {
			k, isKernel := v.(*Kernel)
			text, isText := starlark.AsString(v)
			switch {
			case isKernel:
				text = k.kernel.Name
			case !isText:
				return nil, typeErrorf("measured: programs is a family, a program or a list of them, got %s", describe(v))
			}
			wanted = append(wanted, text)
		}
	}
	macros, err := definesOf(defines)
	if err != nil {
		return nil, err
	}
	t := &plotting.Table{}
	for _, column := range []string{"kernel", "gpu", "n", "block", "shared", "time", "elapsed", "spread", "registers", "measured"} {
		t.Columns = append(t.Columns, plotting.Column{Name: column})
	}
	var families []string
	for _, p := range points() {
		family, _, _ := strings.Cut(p.Program, "/")
		if strings.Contains(family, ".") { // a kernel that is no built-in program
			continue
		}
		if !slices.Contains(families, family) {
			families = append(families, family)
		}
		if wanted != nil && !slices.Contains(wanted, family) && !slices.Contains(wanted, p.Program) || !maps.Equal(p.Defines, macros) {
			continue
		}
		t.Add(measuredRow("NVIDIA "+name, p)...)
	}
	if len(t.Rows) == 0 {
		what := "these defines"
		if macros == nil {
			what = strings.Join(wanted, ", ")
		}
		return nil, valueErrorf("measured: no launch with %s was measured on the %s (families: %s)", what, name, strings.Join(families, ", "))
	}
	return plot.NewTable(t), nil
}

// measuredRow is a launch as the row of a sweep.
func measuredRow(gpu string, p published.Point) []any {
	const micro = 1e-6
	v := p.Values
	return []any{p.Program, gpu, p.N, dims(gpumodel.Dim3{X: p.Block[0], Y: p.Block[1], Z: 1}), p.Shared, v["median_us"] * micro, v["median_us"] * micro, (v["p75_us"] - v["p25_us"]) * micro,
		int(v["registers"]), starlark.Bool(true)}
}
