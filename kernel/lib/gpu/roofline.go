package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = declare(row{
	name: "roofline", page: "pictures.md", fn: stateless(roofline),
	args: hints{"ceilings": yesOrNo},
	doc: `roofline(*results, ceilings=True, title=None)
The roofline: arithmetic throughput over the flops for each byte that the memory
bus moves, for results of launches or analyses (or lists of them) on one GPU.
The roof is the bandwidth and the peak; below it are the ceilings of a MAD with
an operand in shared memory and of the instructions of each inner loop.
ceilings=False leaves these out; a dict from labels to GFLOP/s replaces them.

    roofline(run("matmul/tiled", n=256), run("matmul/naive", n=256))`,
})

func roofline(c call) (starlark.Value, error) {
	var title string
	var ceilings starlark.Value = starlark.True
	if err := (call{c.name, c.thread, nil, c.kwargs}).unpack("ceilings?", &ceilings, "title??", &title); err != nil {
		return nil, err
	}
	all, err := analysesOf(c.args)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, typeErrorf("roofline: give results of launches, as in roofline(run(\"matmul/tiled\", n=256))")
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
			more, err := analysesOf(collect(v.(starlark.Iterable)))
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
		default:
			return nil, typeErrorf("roofline: want results of launches, got %s", describe(v))
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
				return nil, typeErrorf("roofline: ceilings is a dict from labels to GFLOP/s, got %s: %s", describe(item[0]), describe(item[1]))
			}
			lines = append(lines, plotting.Reference{Y: y, Label: name})
		}
		return lines, nil
	default:
		return nil, typeErrorf("roofline: ceilings is True, False or a dict from labels to GFLOP/s, got %s", describe(v))
	}
	return figure.Ceilings(all), nil
}
