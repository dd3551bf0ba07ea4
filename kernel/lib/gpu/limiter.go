package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

// A Limiter is the result of r.limiter(): the times of its experiments and the verdict.
type Limiter struct{ figure.Limiter }

func (l *Limiter) String() string        { return l.Table().Text() }
func (*Limiter) Type() string            { return "limiter" }
func (*Limiter) Freeze()                 {}
func (*Limiter) Truth() starlark.Bool    { return true }
func (l *Limiter) Hash() (uint32, error) { return face.Unhashable(l) }

var _ = face.DeclareFields(&registry, face.Fields[*Limiter]{
	"verdict":     face.Text(func(l *Limiter) string { return l.Verdict() }),
	"overlap":     face.Number(func(l *Limiter) float64 { return l.Overlap() }),
	"full":        func(l *Limiter) (starlark.Value, error) { return &Result{result: l.Full}, nil },
	"memory_only": func(l *Limiter) (starlark.Value, error) { return &Result{result: l.MemoryOnly}, nil },
	"math_only":   func(l *Limiter) (starlark.Value, error) { return &Result{result: l.MathOnly}, nil },
})

var _ = registry.Declare(row{
	Name: "result.limiter", Page: "results.md", Attr: ofModel(face.Method((*Result).findLimiter)),
	Returns: &Limiter{},
	Doc: `limiter()
Finds the limit of a launch with two experiments. The first one executes only the accesses to device memory. The
second one executes only the arithmetic. Both have as many blocks on an SM as the launch.

Returns a limiter l. l.verdict is "memory", "math", "balanced", "memory and latency" or "math and latency".
l.full, l.memory_only and l.math_only are results. l.overlap is the share of the shorter experiment
that runs at the same time as the longer one.

    r.limiter().verdict`,
})

// Attr returns the verdict, or the result of an experiment.
func (l *Limiter) Attr(name string) (starlark.Value, error) { return registry.Attr(l, name) }

// AttrNames lists the attributes.
func (l *Limiter) AttrNames() []string { return registry.AttrNames(l) }

// MIMEBundle shows the times of the experiments and the verdict.
func (l *Limiter) MIMEBundle() (data, metadata map[string]any) { return l.Table().MIMEBundle() }

// findLimiter runs the experiments of a launch.
func (r *Result) findLimiter(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	l, err := r.limits(c)
	if err != nil {
		return nil, err
	}
	return l, nil
}

func (r *Result) limits(c face.Call) (*Limiter, error) {
	if err := r.single(c); err != nil {
		return nil, err
	}
	x, err := advise.Limit(c.Ctx(), r.result.Device, r.result.Launch)
	if err != nil {
		return nil, cudacell.Launching(err, r.result.Kernel)
	}
	return &Limiter{figure.Limiter{Limiter: x}}, nil
}

var _ = registry.Declare(row{
	Name: "limiter_plot", Page: "pictures.md", Func: limiterPlot,
	Doc: `limiter_plot(*launches, scenarios=None, title=None)
Draws how memory accesses and arithmetic overlap. One bar is the time of the launch. The other bars are the
times of its memory accesses alone and of its arithmetic alone. If the launch takes longer than both, it waits
part of the time.

*launches (results or limiters): results, or limiters that r.limiter() returns
scenarios (bool, None): True also draws the scenarios of the lecture, below the bars, and marks the scenario of
  the launch. None does this if there is only one launch
title (string, None): title of the figure

Returns the figure.

    limiter_plot(run("transpose/padded", n=512))`,
})

func limiterPlot(c face.Call) (starlark.Value, error) {
	var title string
	var scenarios starlark.Value
	if err := c.Keywords().Unpack("scenarios??", &scenarios, "title??", &title); err != nil {
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
