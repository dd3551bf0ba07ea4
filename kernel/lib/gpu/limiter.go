package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/figure"
)

// A Limiter is what r.limiter() finds, as a value.
type Limiter struct{ figure.Limiter }

func (l *Limiter) String() string        { return l.Table().Text() }
func (*Limiter) Type() string            { return "limiter" }
func (*Limiter) Freeze()                 {}
func (*Limiter) Truth() starlark.Bool    { return true }
func (l *Limiter) Hash() (uint32, error) { return unhashable(l) }

var limiterAttributes = attributes[*Limiter]{
	"verdict":     text(func(l *Limiter) string { return l.Verdict() }),
	"overlap":     number(func(l *Limiter) float64 { return l.Overlap() }),
	"full":        func(l *Limiter) (starlark.Value, error) { return &Result{result: l.Full}, nil },
	"memory_only": func(l *Limiter) (starlark.Value, error) { return &Result{result: l.MemoryOnly}, nil },
	"math_only":   func(l *Limiter) (starlark.Value, error) { return &Result{result: l.MathOnly}, nil },
}

var _ = declare(row{
	name: "result.limiter", page: "results.md", attr: ofModel(method((*Result).findLimiter)),
	returns: &Limiter{},
	doc: `limiter()
What limits a launch, by two experiments beside it: its accesses of device memory alone, and its
arithmetic alone, with as many blocks on an SM as the whole has. verdict is "memory", "math", "balanced",
"memory and latency" or "math and latency"; full, memory_only and math_only are results; overlap is the
share of the shorter one's time that passes beside the other.

    r.limiter().verdict`,
})

// Attr returns the verdict, or the result of an experiment.
func (l *Limiter) Attr(name string) (starlark.Value, error) { return limiterAttributes.get(l, name) }

// AttrNames lists the attributes.
func (l *Limiter) AttrNames() []string { return limiterAttributes.names() }

// MIMEBundle shows the times of the experiments and the verdict.
func (l *Limiter) MIMEBundle() (data, metadata map[string]any) { return l.Table().MIMEBundle() }

// findLimiter runs the experiments of a launch.
func (r *Result) findLimiter(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	l, err := r.limits(c)
	if err != nil {
		return nil, err
	}
	return l, nil
}

func (r *Result) limits(c call) (*Limiter, error) {
	if err := r.single(c); err != nil {
		return nil, err
	}
	x, err := gpumodel.Limit(c.ctx(), r.result.Device, r.result.Launch)
	if err != nil {
		return nil, launchFault(err, r.result.Kernel)
	}
	return &Limiter{figure.Limiter{Limiter: x}}, nil
}
