package sweep

import (
	"context"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/jobs"
)

// A point is one run of a sweep and its outcome.
type point struct {
	kernel *gpu.Kernel
	n      int
	device *device.Device
	block  starlark.Value // as given; None for the usual one
	shared int            // bytes of dynamic shared memory
	run    programs.Run
	// settings are what a tuning has chosen, in the order of its space.
	settings []setting

	result *gpumodel.Result
	err    error
}

// program completes how the point runs a built-in program. Without more it is a
// sample: a row has no place for every thread's result.
func (p *point) program(o programs.Run) {
	o.N, o.Shared = p.n, p.shared
	if o.Check == gpumodel.Auto {
		o.Check = gpumodel.Sample
	}
	p.run = o
}

func (p *point) runProgram(ctx context.Context) (*gpumodel.Result, error) {
	return p.kernel.Program().Run(ctx, p.device, p.run)
}

// launch prepares a kernel's launch for what; a kernel that the device cannot run
// is a refusal.
func (p *point) launch(what string, grid, args starlark.Value, extent gpu.Extent) (job, error) {
	items, ok := args.(starlark.Iterable)
	if _, isArray := args.(*array.Array); !ok || isArray {
		return nil, face.TypeErrorf("%s: args is a list, or a function that returns one, got %s", what, face.Describe(args))
	}
	launch, err := p.kernel.Prepare(p.device, grid, p.block, starlark.MakeInt(p.shared), face.Collect(items))
	if err != nil {
		return nil, jobs.Refuse(err)
	}
	if launch.Mode, launch.Exact, err = extent.On(p.device); err != nil {
		return nil, err
	}
	return func(ctx context.Context) (*gpumodel.Result, error) {
		return measured.Run(ctx, p.device, launch)
	}, nil
}

// done reports whether the point was run.
func (p *point) done() bool { return p.result != nil || p.err != nil }

// A setting is what a tuning has chosen for a point: a macro, or another key of its space.
type setting struct {
	name  string
	value starlark.Value
}

// shown is the value as a cell of a table.
func (s setting) shown() any {
	if text, ok := starlark.AsString(s.value); ok {
		return text
	}
	return s.value
}

// shown is the point as the tables of a sweep take it.
func (p *point) shown() figure.Point {
	s := figure.Point{Device: p.device, N: p.n, Block: p.size(), Shared: p.shared, Result: p.result, Err: p.err}
	if p.kernel != nil {
		s.Kernel = p.kernel.Compiled().Name
	}
	for _, one := range p.settings {
		s.Settings = append(s.Settings, one.shown())
	}
	return s
}

// size is the block that was launched.
func (p *point) size() any {
	if p.result != nil {
		return gpu.Dims(p.result.Launch.Block)
	}
	if p.block == starlark.None {
		return nil
	}
	return p.block
}
