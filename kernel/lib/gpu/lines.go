package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

var _ = declare(row{name: "result.lines", attr: ofModel(field((*Result).lines)), returns: exampleTable})

// lines is the table of a launch's source lines.
func (r *Result) lines() (starlark.Value, error) {
	lines, err := report.Lines(r.result)
	if err != nil {
		return nil, valueErrorf("lines: %v", err)
	}
	return plot.NewTable(figure.Lines(lines)), nil
}
