package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

var _ = declare(row{
	name: "limiter_plot", page: "pictures.md", fn: stateless(limiterPlot),
	doc: `limiter_plot(*launches, scenarios=None, title=None)
The overlap of memory and math: the time of a launch beside those of its memory
accesses alone and of its arithmetic alone. What of the two passes at once is
hidden; where the whole takes longer than both need, it waits. Launches are
results, which are analysed as r.limiter() does, or what that has returned. With
one launch the scenarios of the lecture are drawn below it and its own is marked;
scenarios=True or False decides.

    limiter_plot(run("transpose/padded", n=512))`,
})

func limiterPlot(c call) (starlark.Value, error) {
	var title string
	var scenarios starlark.Value
	if err := (call{c.name, c.thread, nil, c.kwargs}).unpack("scenarios??", &scenarios, "title??", &title); err != nil {
		return nil, err
	}
	all, err := ofLaunches(c, "limiter", `"transpose/padded", n=512`, func(r *Result) (*Limiter, error) { return r.limits(c) })
	if err != nil {
		return nil, err
	}
	withScenarios := len(all) == 1
	if scenarios != nil {
		withScenarios = bool(scenarios.Truth())
	}
	var launches []figure.Limiter
	for _, x := range all {
		launches = append(launches, x.Limiter)
	}
	f := figure.Overlap(launches, withScenarios)
	if title != "" {
		f.Title = title
	}
	return plot.NewFigure(f)
}
