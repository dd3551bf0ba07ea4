package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

var _ = registry.Declare(row{Name: "result.lines", Attr: ofModel(face.Field((*Result).lines)), Returns: exampleTable})

// lines is the table of a launch's source lines.
func (r *Result) lines() (starlark.Value, error) {
	lines, err := report.Lines(r.result)
	if err != nil {
		return nil, face.ValueErrorf("lines: %v", err)
	}
	return plot.NewTable(figure.Lines(lines)), nil
}
