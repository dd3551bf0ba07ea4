package gpu

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/kernel/lib/face"
)

// realGPU is the real GPU of a number: ":0", or nothing for the first one.
func (l *Library) realGPU(name, number string) (*device.Device, error) {
	index := 0
	if number = strings.TrimPrefix(number, ":"); number != "" {
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 {
			return nil, face.ValueErrorf("gpu %q: want \"cuda:0\", \"cuda:1\", … for a real GPU", name)
		}
		index = n
	}
	d, err := measured.Card(l.ctx(), index)
	if err != nil {
		return nil, face.RuntimeErrorf("gpu %q: no real GPU can be used: %v", name, err)
	}
	return d, nil
}

// nameOfGPU is what gpu() finds a device by.
func nameOfGPU(d *device.Device) string {
	if d.Card != nil {
		return fmt.Sprintf("cuda:%d", d.Card.Index)
	}
	return d.Name
}

// longestTimeout is an hour, in seconds.
const longestTimeout = 3600

// limited returns a real GPU with a time limit for its launches.
func limited(d *device.Device, kwargs []starlark.Tuple) (starlark.Value, error) {
	for _, kw := range kwargs {
		if kw[0] != starlark.String("timeout") {
			return nil, face.ValueErrorf("gpu: %s is a real GPU, and is what it is; override %s of a modelled one, as in gpu(%q, …). Only timeout= can be given", d.Name, kw[0], d.Card.Model.Name)
		}
		seconds, ok := starlark.AsFloat(kw[1])
		if !ok || !(seconds > 0) || seconds > longestTimeout {
			return nil, face.ValueErrorf("gpu: timeout is %s, want seconds above 0 and up to %d", face.Describe(kw[1]), longestTimeout)
		}
		limited, card := *d, *d.Card
		card.Timeout = time.Duration(seconds * float64(time.Second))
		limited.Card = &card
		d = &limited
	}
	return &GPU{d}, nil
}

// model returns the result of the same launch on the model of the real GPU, for values that only the model has. For a modelled
// result it is the result itself.
func (r *Result) model() (*Result, error) {
	if !r.result.Measured {
		return r, nil
	}
	m, err := r.result.Measurement.Model(r.ctx())
	if err != nil {
		return nil, r.noModel(err)
	}
	return &Result{result: m}, nil
}

// noModel returns the error for a value that a measured result lacks because only the model has it.
func (r *Result) noModel(err error) error {
	if r.ctx().Err() != nil {
		return r.ctx().Err()
	}
	return face.ValueErrorf("a real GPU does not tell this without a profiler, and the model has no result of this launch: %v", err)
}

// ctx ends what the model works out for a measured result.
func (r *Result) ctx() context.Context {
	if r.library == nil {
		return context.Background()
	}
	return r.library.ctx()
}

// completed is an attribute for which a measured result needs the model's counters and bounds.
func completed(f func(r *Result) (starlark.Value, error)) func(r *Result) (starlark.Value, error) {
	return func(r *Result) (starlark.Value, error) {
		if err := r.result.Complete(r.ctx()); err != nil {
			return nil, r.noModel(err)
		}
		return f(r)
	}
}

// ofModel is an attribute that a measured result has from its model.
func ofModel(f face.Attribute) face.Attribute {
	return func(x starlark.Value, name string) (starlark.Value, error) {
		m, err := x.(*Result).model()
		if err != nil {
			return nil, err
		}
		return f(m, name)
	}
}

// times are the measured repetitions, or the one modelled time.
func (r *Result) times() starlark.Value {
	list := []float64{r.result.Time}
	if r.result.Measured {
		list = measured.Of(r.result).Times
	}
	var values []starlark.Value
	for _, t := range list {
		values = append(values, starlark.Float(t))
	}
	return starlark.NewList(values)
}
