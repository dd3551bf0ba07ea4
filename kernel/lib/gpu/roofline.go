package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "roofline", Page: "pictures.md", Func: roofline,
	Args: face.Hints{"ceilings": face.YesOrNo},
	Doc: `roofline(*results, ceilings=True, title=None)
Draws the roofline model: arithmetic throughput over arithmetic intensity (flops per byte on the memory bus).
The bandwidth and the peak are the roof. Lower lines show the ceilings of a MAD with an operand in shared
memory, and of the instructions of each inner loop.

*results (results or analyses): launches or analyses on one GPU, or lists of them
ceilings (bool or dict, True): False draws no ceilings; a dict from labels to GFLOP/s replaces them
title (string, None): title of the figure

Returns the figure.

    roofline(run("matmul/tiled", n=256), run("matmul/naive", n=256))`,
})

func roofline(c face.Call) (starlark.Value, error) {
	var title string
	var ceilings starlark.Value = starlark.True
	if err := c.Keywords().Unpack("ceilings?", &ceilings, "title??", &title); err != nil {
		return nil, err
	}
	all, err := analysesOf(c.Args)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, face.TypeErrorf("roofline: give results of launches, as in roofline(run(\"matmul/tiled\", n=256))")
	}
	f, err := figure.Roofline(all)
	if err != nil {
		return nil, pictureFault(c, err, nil)
	}
	if f.References, err = ceilingLines(all, ceilings); err != nil {
		return nil, err
	}
	if title != "" {
		f.Title = title
	}
	return plot.NewFigure(f)
}

// analysesOf reads results, analyses and lists of them.
func analysesOf(args []starlark.Value) ([]*advise.Analysis, error) {
	var all []*advise.Analysis
	for _, v := range args {
		switch v := v.(type) {
		case *Result:
			if err := v.result.Complete(v.ctx()); err != nil {
				return nil, v.noModel(err)
			}
			all = append(all, advise.Analyze(v.result))
		case *Analysis:
			all = append(all, v.Analysis.Analysis)
		case *starlark.List, starlark.Tuple:
			more, err := analysesOf(face.Collect(v.(starlark.Iterable)))
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
		default:
			return nil, face.TypeErrorf("roofline: want results of launches, got %s", face.Describe(v))
		}
	}
	return all, nil
}

// ceilingLines are what the call gives, or what instructions allow.
func ceilingLines(all []*advise.Analysis, v starlark.Value) ([]plotting.Reference, error) {
	switch v := v.(type) {
	case starlark.Bool:
		if !v {
			return nil, nil
		}
	case *starlark.Dict:
		var lines []plotting.Reference
		for _, item := range v.Items() {
			y, ok := starlark.AsFloat(item[1])
			name, isText := starlark.AsString(item[0])
			if !ok || !isText {
				return nil, face.TypeErrorf("roofline: ceilings is a dict from labels to GFLOP/s, got %s: %s", face.Describe(item[0]),
					face.Describe(item[1]))
			}
			lines = append(lines, plotting.Reference{Y: y, Label: name})
		}
		return lines, nil
	default:
		return nil, face.TypeErrorf("roofline: ceilings is True, False or a dict from labels to GFLOP/s, got %s", face.Describe(v))
	}
	return figure.Ceilings(all), nil
}
