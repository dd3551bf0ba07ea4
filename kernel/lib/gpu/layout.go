package gpu

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

var _ = registry.Declare(row{
	Name: "layout_plot", Page: "pictures.md", Func: layoutPlot,
	Args: face.Hints{"order": face.Words("row", "column")},
	Doc: `layout_plot(r, line, array=None, step=0, steps=4, warp=0, block=(0, 0), order="row")
Draws the elements of an array that the threads of a warp access at one step of a loop. The figure shows their
positions in the matrix and in memory. The elements of the other drawn steps are dashed.

r (result): the launch
line (int or string): the number of a source line, or a part of its text
array (string, None): the array, if the line accesses several arrays
step (int, 0): which execution of the line, from 0
steps (int, 4): the number of steps to draw
warp (int, 0): number of the warp in the block
block (tuple, (0, 0)): index of the block
order (string, "row"): "column" draws a matrix that is stored column by column

Returns the figure.

    r = run("product/row_major", n=64)
    layout_plot(r, "Pvalue +=", "M")`,
})

var _ = registry.Declare(row{
	Name: "tile_loads", Page: "results.md", Func: tileLoads,
	Returns: exampleTable,
	Args:    face.Hints{"linear": face.YesOrNo},
	Doc: `tile_loads(r, phases=2, blocks=4, linear=False)
Lists the elements of each array that each block loads in each phase. A phase is an iteration of a loop. The
elements come from the addresses that the threads access.

r (result): the launch
phases (int, 2): the number of phases to show
blocks (int or list, 4): the number of blocks to show, half of them side by side; or a list of block indices (x,
  y)
linear (bool, False): True shows offsets in memory instead of rows and columns

Returns a table with a row for each phase and array, and a column for each block.

    r = run("matmul/tiled", n=64)
    tile_loads(r)`,
})

// lineValue returns a line as cells see it: its number, or the string "kernel.cu:12" for a file that the source includes.
func lineValue(file string, line int) starlark.Value {
	if file == "" {
		return starlark.MakeInt(line)
	}
	return starlark.String(fmt.Sprintf("%s:%d", file, line))
}

// lineOf reads a line of a kernel's source: a number, "kernel.cu:12", or a string that only one line contains.
func lineOf(function string, k *gpumodel.Kernel, v starlark.Value) (int, error) {
	switch v := v.(type) {
	case starlark.Int:
		n, ok := v.Int64()
		if last := int64(strings.Count(k.Module.Source, "\n") + 1); !ok || n < 1 || n > last {
			return 0, face.ValueErrorf("%s: line is %s, %s has lines 1 to %d", function, v, k.Name, last)
		}
		return int(n), nil
	case starlark.String:
		n, err := figure.Line(k, string(v))
		if err != nil {
			return 0, face.ValueErrorf("%s: %v", function, err)
		}
		return n, nil
	}
	return 0, face.TypeErrorf("%s: line is %s, want a number or a piece of the line", function, face.Describe(v))
}

// blockNumber is the number of a block in the grid of a launch.
func blockNumber(function string, l *gpumodel.Launch, v starlark.Value) (int, error) {
	var at [3]int
	places := starlark.Tuple{v}
	if t, ok := v.(starlark.Tuple); ok {
		places = t
	}
	if len(places) == 0 || len(places) > 3 {
		return 0, face.TypeErrorf("%s: block is %s, want its place in the grid, such as (0, 0)", function, face.Describe(v))
	}
	for i, p := range places {
		if err := starlark.AsInt(p, &at[i]); err != nil {
			return 0, face.TypeErrorf("%s: block is %s, want its place in the grid, such as (0, 0)", function, face.Describe(v))
		}
	}
	b := gpumodel.Dim3{X: at[0], Y: at[1], Z: at[2]}
	g := l.Grid
	if b.X < 0 || b.Y < 0 || b.Z < 0 || b.X >= g.X || b.Y >= g.Y || b.Z >= g.Z {
		return 0, face.ValueErrorf("%s: block (%d, %d, %d) is not in the grid of %v", function, b.X, b.Y, b.Z, Dims(g))
	}
	return b.X + g.X*(b.Y+g.Y*b.Z), nil
}

func layoutPlot(c face.Call) (starlark.Value, error) {
	var r *Result
	var line starlark.Value
	var block starlark.Value = starlark.Tuple{starlark.MakeInt(0), starlark.MakeInt(0)}
	array, order, step, steps, warp := "", "row", 0, 4, 0
	if err := c.Unpack("r", &r, "line", &line, "array??", &array, "step?", &step, "steps?", &steps, "warp?", &warp, "block?", &block,
		"order?", &order); err != nil {
		return nil, err
	}
	r, err := r.modelled(c)
	if err != nil {
		return nil, err
	}
	l := r.result.Launch
	n, err := lineOf(c.Name, r.result.Kernel, line)
	if err != nil {
		return nil, err
	}
	at, err := blockNumber(c.Name, &l, block)
	if err != nil {
		return nil, err
	}
	if order != "row" && order != "column" {
		return nil, face.ValueErrorf("%s: order is %q, want \"row\" or \"column\"", c.Name, order)
	}
	d, err := figure.Layout(c.Ctx(), r.result,
		figure.LayoutView{Line: n, Array: array, Step: step, Steps: steps, Warp: warp, Block: at, Column: order == "column"})
	if err != nil {
		return nil, pictureFault(c, err, r.result.Kernel)
	}
	return plot.NewFigure(d)
}

// modelled returns the result of one launch on the model.
func (r *Result) modelled(c face.Call) (*Result, error) {
	if err := r.single(c); err != nil {
		return nil, err
	}
	return r.model()
}
