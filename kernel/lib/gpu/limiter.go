package gpu

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/plotting"
)

// A Limiter is what r.limiter() finds, as a value.
type Limiter struct{ limiter *gpumodel.Limiter }

func (l *Limiter) String() string        { return l.table().Text() }
func (*Limiter) Type() string            { return "limiter" }
func (*Limiter) Freeze()                 {}
func (*Limiter) Truth() starlark.Bool    { return true }
func (l *Limiter) Hash() (uint32, error) { return unhashable(l) }

var limiterAttributes = attributes[*Limiter]{
	"verdict":     text(func(l *Limiter) string { return l.limiter.Verdict() }),
	"overlap":     number(func(l *Limiter) float64 { return l.limiter.Overlap() }),
	"full":        func(l *Limiter) (starlark.Value, error) { return &Result{result: l.limiter.Full}, nil },
	"memory_only": func(l *Limiter) (starlark.Value, error) { return &Result{result: l.limiter.MemoryOnly}, nil },
	"math_only":   func(l *Limiter) (starlark.Value, error) { return &Result{result: l.limiter.MathOnly}, nil },
}

// Attr returns the verdict, or the result of an experiment.
func (l *Limiter) Attr(name string) (starlark.Value, error) { return limiterAttributes.get(l, name) }

// AttrNames lists the attributes.
func (l *Limiter) AttrNames() []string { return limiterAttributes.names() }

// MIMEBundle shows the times of the experiments and the verdict.
func (l *Limiter) MIMEBundle() (data, metadata map[string]any) { return l.table().MIMEBundle() }

func (l *Limiter) table() *plotting.Table {
	x := l.limiter
	t := &plotting.Table{Columns: []plotting.Column{{Name: "limited by " + x.Verdict()}, {Name: "time"}, {Name: "share"}, {Name: "instructions"}, {Name: "on the bus"}}}
	row := func(name string, r *gpumodel.Result) {
		n, _ := r.Counters.Get("inst_executed")
		t.Add(name, plotting.SI(r.Time, "s"), percent(r.Time/x.Full.Time), plotting.Number(n, 4), plotting.Number(r.BusGBps(), 4)+" GB/s")
	}
	row("whole", x.Full)
	row("memory only", x.MemoryOnly)
	row("math only", x.MathOnly)
	t.Add("overlap", fmt.Sprintf("%s of the shorter one", percent(x.Overlap())), "", "", "")
	return t
}

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
	return &Limiter{x}, nil
}
