package gpu

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

var _ = registry.Declare(row{
	Name: "optimizations", Page: "results.md", StateFunc: (*Library).optimizations,
	Returns: exampleTable,
	Args:    face.Hints{"only": face.Words(optimizationNames()...)},
	Doc: `optimizations(gpu=None, only=None)
Compares programs before and after an optimization: occupancy, coalescing, divergence, tiling, privatisation and
coarsening. Each row compares two built-in programs with the same output. It shows the speed-up and the counters
of both programs: instructions of all warps, instructions per clock of an SM, threads per instruction, active
warps on an SM, sectors per load, sectors of all accesses, atomics on global memory, and bytes of the DRAM.

gpu (GPU or name, None): the GPU; None is the default of the session
only (string or list, None): shows only these optimizations; None shows all

Returns a table with a row for each optimization.

    optimizations("C2050", only="divergence")`,
})

func (l *Library) optimizations(c face.Call) (starlark.Value, error) {
	var gpu, only starlark.Value
	if err := c.Unpack("gpu??", &gpu, "only??", &only); err != nil {
		return nil, err
	}
	d, err := l.DeviceOf(gpu)
	if err != nil {
		return nil, err
	}
	rows, err := chosenOptimizations(c.Name, only)
	if err != nil {
		return nil, err
	}
	t, err := figure.Optimizations(c.Ctx(), d, rows)
	if err != nil {
		return nil, cudacell.Launching(err, nil)
	}
	return plot.NewTable(t), nil
}

// chosenOptimizations reads only=.
func chosenOptimizations(function string, only starlark.Value) ([]figure.Optimization, error) {
	if only == nil || only == starlark.None {
		return figure.AllOptimizations, nil
	}
	var rows []figure.Optimization
	for _, v := range face.Flattened([]starlark.Value{only}) {
		name, ok := starlark.AsString(v)
		if !ok {
			return nil, face.TypeErrorf("%s: only is %s, want a name or a list of names", function, face.Describe(v))
		}
		i := slices.IndexFunc(figure.AllOptimizations, func(o figure.Optimization) bool { return o.Name == name })
		if i < 0 {
			return nil, face.ValueErrorf("%s: no optimization %q (there are %s)", function, name, strings.Join(optimizationNames(), ", "))
		}
		rows = append(rows, figure.AllOptimizations[i])
	}
	return rows, nil
}

func optimizationNames() []string {
	var names []string
	for _, o := range figure.AllOptimizations {
		names = append(names, o.Name)
	}
	return names
}
