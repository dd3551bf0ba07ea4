package figure

import (
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/published"
	"warpbook.dev/plotting"
)

// measurements are the tables of times, by the GPU they were taken on.
var measurements = map[string]func() []published.Point{"H200": published.H200Times}

// MeasuredGPUs are the GPUs that were measured, by their names.
func MeasuredGPUs() []string { return slices.Sorted(maps.Keys(measurements)) }

// Measured has the launches that were measured on a GPU, of the families and programs that
// are wanted (nil: all) with these macros.
func Measured(name string, wanted []string, macros map[string]string) (*plotting.Table, error) {
	t := &plotting.Table{}
	for _, column := range []string{"kernel", "gpu", "n", "block", "shared", "time", "elapsed", "spread", "registers", "measured"} {
		t.Columns = append(t.Columns, plotting.Column{Name: column})
	}
	var families []string
	for _, p := range measurements[name]() {
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
		return nil, errorf("no launch with %s was measured on the %s (families: %s)", what, name, strings.Join(families, ", "))
	}
	return t, nil
}

// measuredRow is a launch as the row of a sweep.
func measuredRow(gpu string, p published.Point) []any {
	const micro = 1e-6
	v := p.Values
	return []any{p.Program, gpu, p.N, Block{X: p.Block[0], Y: p.Block[1], Z: 1}, p.Shared, v["median_us"] * micro, v["median_us"] * micro,
		(v["p75_us"] - v["p25_us"]) * micro,
		int(v["registers"]), true}
}
