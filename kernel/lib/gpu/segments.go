package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

var _ = registry.Declare(row{
	Name: "segments_plot", Page: "pictures.md", StateFunc: (*Library).segmentsPlot,
	Doc: `segments_plot(r, line=None, array=None, warps=4, step=0, block=(0, 0), title=None)
Draws how the accesses of a warp to global memory become transactions. The lanes are at the top. The memory is
below them, in cache lines and sectors of 32 bytes. A line connects each lane with the bytes that it accesses.
Hatched bytes are moved, but were not requested.

r (result): a result; or the arguments kernel, grid, block and args, as for launch
line (int or string, None): the number of a source line, or a part of its text; None is the access with the most
  wasted bytes
array (string, None): the array, if the line accesses several arrays
warps (int or list, 4): the number of warps to show, from warp 0 on, or a list of warps
step (int, 0): which execution of the line, from 0
block (tuple, (0, 0)): index of the block
title (string, None): title of the figure

Returns the figure.

    segments_plot(run("transpose/naive", n=512), "odata[")
    segments_plot(kernel("transpose/copy"), (2, 8), (32, 8), [zeros((64, 64)), ones((64, 64)), 64])`,
})

func (l *Library) segmentsPlot(c face.Call) (starlark.Value, error) {
	r, rest, err := l.pictured(c)
	if err != nil {
		return nil, err
	}
	var line, warps starlark.Value
	var block starlark.Value = starlark.Tuple{starlark.MakeInt(0), starlark.MakeInt(0)}
	array, title, step := "", "", 0
	if err := rest.Unpack("line??", &line, "array??", &array, "warps??", &warps, "step?", &step, "block?", &block,
		"title??", &title); err != nil {
		return nil, err
	}
	v := figure.SegmentsView{Array: array, Step: step}
	if line != nil {
		if v.Line, err = lineOf(c.Name, r.result.Kernel, line); err != nil {
			return nil, err
		}
	}
	if v.Block, err = blockNumber(c.Name, &r.result.Launch, block); err != nil {
		return nil, err
	}
	if v.Warps, err = r.warpsOf(c.Name, warps); err != nil {
		return nil, err
	}
	d, err := figure.Segments(c.Ctx(), r.result, v)
	if err != nil {
		return nil, pictureFault(c, err, r.result.Kernel)
	}
	if title != "" {
		d.Title = title
	}
	return plot.NewFigure(d)
}

// warpsOf reads which warps of the block are shown.
func (r *Result) warpsOf(function string, v starlark.Value) ([]int, error) {
	have := figure.Warps(r.result)
	var shown []int
	switch v := v.(type) {
	case nil:
		for i := range min(have, figure.UsualWarps) {
			shown = append(shown, i)
		}
	case starlark.Int:
		n, ok := v.Int64()
		if !ok || n < 1 || n > figure.MostWarps {
			return nil, face.ValueErrorf("%s: warps is %s, want a number of 1 to %d, or a list as [5]", function, v, figure.MostWarps)
		}
		for i := range min(have, int(n)) {
			shown = append(shown, i)
		}
	case starlark.Iterable:
		for _, x := range face.Collect(v) {
			n, err := starlark.AsInt32(x)
			if err != nil || n < 0 || n >= have {
				return nil, face.ValueErrorf("%s: a warp is %s, a block has 0 to %d", function, face.Describe(x), have-1)
			}
			shown = append(shown, n)
		}
	default:
		return nil, face.TypeErrorf("%s: warps is %s, want a number or a list of warps", function, face.Describe(v))
	}
	if len(shown) == 0 || len(shown) > figure.MostWarps {
		return nil, face.ValueErrorf("%s: warps has %d warps, want 1 to %d", function, len(shown), figure.MostWarps)
	}
	return shown, nil
}
