package gpu

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "measured", Page: "lectures.md", Func: measuredTimes,
	Doc: `measured(programs=None, gpu="H200", defines=None)
Returns the measured times of built-in programs on a real GPU. Pass them to compare() or plot() like a sweep.
Each time is the time between two events. It includes the launch overhead, like r.elapsed.

programs (string or list, None): a family, a program, or a list of them; None returns all programs
gpu (GPU or name, "H200"): the measured GPU
defines (dict, None): values of macros, if they differ from the default values

    s = sweep(["transpose/naive", "transpose/padded"], n=[1024, 4096], gpu="H200")
    compare(s, measured("transpose"), y="elapsed")`,
})

func measuredTimes(c face.Call) (starlark.Value, error) {
	var programs starlark.Value
	var gpu starlark.Value = starlark.String("H200")
	var defines *starlark.Dict
	if err := c.Unpack("programs??", &programs, "gpu?", &gpu, "defines??", &defines); err != nil {
		return nil, err
	}
	name, err := deviceName(gpu)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(figure.MeasuredGPUs(), name) {
		return nil, face.ValueErrorf("no GPU %q was measured (measured: %s); published(device=None) has the lectures' figures", name,
			strings.Join(figure.MeasuredGPUs(), ", "))
	}
	var wanted []string
	if programs != nil {
		for _, v := range face.OneOrMany(programs) {
			k, isKernel := v.(*Kernel)
			text, isText := starlark.AsString(v)
			switch {
			case isKernel:
				text = k.kernel.Name
			case !isText:
				return nil, face.TypeErrorf("measured: programs is a family, a program or a list of them, got %s", face.Describe(v))
			}
			wanted = append(wanted, text)
		}
	}
	macros, err := definesOf(defines)
	if err != nil {
		return nil, err
	}
	t, err := figure.Measured(name, wanted, macros)
	if err != nil {
		return nil, pictureFault(c, err, nil)
	}
	return plot.NewTable(InCells(t)), nil
}

// InCells turns the sizes of blocks in a table into values of cells.
func InCells(t *plotting.Table) *plotting.Table {
	for _, row := range t.Rows {
		for i, cell := range row {
			switch cell := cell.(type) {
			case figure.Block:
				row[i] = Dims(gpumodel.Dim3(cell))
			case []int:
				var sides starlark.Tuple
				for _, n := range cell {
					sides = append(sides, starlark.MakeInt(n))
				}
				row[i] = sides
			}
		}
	}
	return t
}
