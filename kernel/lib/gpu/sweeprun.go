package gpu

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// sweepArgs are the arguments of sweep.
type sweepArgs struct {
	kernels, n, gpu, block starlark.Value
	check, full            starlark.Value
	defines                *starlark.Dict
	grid, args, shared     starlark.Value
}

// maxPoints bounds a sweep: at a tenth of a second a point this is three hours.
const maxPoints = 100_000

func (l *library) sweep(c call) (starlark.Value, error) {
	a := sweepArgs{n: starlark.MakeInt(usualSize)}
	if err := c.unpack("kernels", &a.kernels, "n??", &a.n, "gpu??", &a.gpu, "block??", &a.block, "check??", &a.check,
		"full??", &a.full, "defines??", &a.defines, "grid??", &a.grid, "args??", &a.args, "shared??", &a.shared); err != nil {
		return nil, err
	}
	points, err := l.points(a)
	if err != nil {
		return nil, err
	}
	runner, err := newRunner(c, a, points, max(1, l.workers))
	if err != nil {
		return nil, err
	}
	err = runner.run(l.newProgress(c.run(), len(points)))
	s := newSweep(points)
	l.last = s
	if err != nil {
		return nil, partial(err, s.Len(), len(points))
	}
	for _, p := range points {
		if p.err == nil {
			return s, nil
		}
	}
	return nil, points[0].err
}

// partial says what of a sweep that ended early is kept.
func partial(err error, done, all int) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	return &fault{"KeyboardInterrupt", fmt.Sprintf("the sweep was interrupted after %d of %d points; s = last_sweep() has them (an assignment, s = sweep(…), was not made)", done, all)}
}

func (l *library) lastSweep(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	if l.last == nil {
		return nil, valueErrorf("last_sweep: no sweep has been run in this session")
	}
	return l.last, nil
}

// points lists the runs: kernels × n × GPUs × blocks × shared memory.
func (l *library) points(a sweepArgs) ([]point, error) {
	var kernels []*Kernel
	var sizes, shared []int
	var devices []*device.Device
	for _, v := range oneOrMany(a.kernels) {
		k, err := l.kernelOf(v)
		if err != nil {
			return nil, err
		}
		kernels = append(kernels, k)
	}
	for _, v := range oneOrMany(a.n) {
		n, err := starlark.AsInt32(v)
		if err != nil || n < 1 {
			return nil, valueErrorf("sweep: n is %s, want whole numbers from 1", describe(v))
		}
		sizes = append(sizes, n)
	}
	for _, v := range oneOrMany(a.gpu) {
		d, err := l.deviceOf(v)
		if err != nil {
			return nil, err
		}
		devices = append(devices, d)
	}
	if a.shared == nil {
		a.shared = starlark.MakeInt(0)
	}
	for _, v := range oneOrMany(a.shared) {
		bytes, err := starlark.AsInt32(v)
		if err != nil || bytes < 0 {
			return nil, valueErrorf("sweep: shared is %s, want whole numbers of bytes", describe(v))
		}
		shared = append(shared, bytes)
	}
	blocks := oneOrMany(a.block)
	count := len(kernels) * len(sizes) * len(devices) * len(blocks) * len(shared)
	if count == 0 || count > maxPoints {
		return nil, valueErrorf("sweep: %d kernels × %d n × %d GPUs × %d blocks × %d sizes of shared memory are %d points, want 1 to %d",
			len(kernels), len(sizes), len(devices), len(blocks), len(shared), count, maxPoints)
	}
	points := make([]point, 0, count)
	for _, k := range kernels {
		for _, n := range sizes {
			for _, d := range devices {
				for _, b := range blocks {
					for _, bytes := range shared {
						points = append(points, point{kernel: k, n: n, device: d, block: b, shared: bytes})
					}
				}
			}
		}
	}
	return points, nil
}

// oneOrMany is the elements of a list or a range, or the one value itself. A
// tuple is one value: (32, 8) is a block. Nothing is None.
func oneOrMany(v starlark.Value) []starlark.Value {
	switch list := v.(type) {
	case nil:
		return []starlark.Value{starlark.None}
	case starlark.Tuple, *Kernel, *GPU:
	case starlark.Iterable:
		var all []starlark.Value
		for e := range starlark.Elements(list) {
			all = append(all, e)
		}
		return all
	}
	return []starlark.Value{v}
}

// A job runs one point; it is called on a goroutine of its own.
type job func(ctx context.Context) (*gpumodel.Result, error)

// A runner runs the points of a sweep.
type runner struct {
	c       call
	args    sweepArgs
	points  []point
	runs    []gpumodel.ProgramRun // by point; of built-in programs
	workers int
	shared  bool // points may share arrays of the session
}

// maxWorkers is how many points run at a time: each takes memory for its arrays.
const maxWorkers = 4

// newRunner reads what can be wrong before anything runs.
func newRunner(c call, a sweepArgs, points []point, workers int) (*runner, error) {
	r := &runner{c: c, args: a, points: points, workers: workers}
	for _, p := range points {
		var o gpumodel.ProgramRun
		var err error
		if p.kernel.program != nil {
			o, err = programRun(p.kernel, p.block, a.check, a.full, a.defines)
			if o.N, o.Shared = p.n, p.shared; o.Check == gpumodel.Auto {
				o.Check = gpumodel.Sample
			}
		} else {
			r.workers, r.shared = 1, true
			err = p.userKernel(a)
		}
		if err != nil {
			return nil, err
		}
		r.runs = append(r.runs, o)
	}
	return r, nil
}

// userKernel checks that a kernel without usual data is given some.
func (p point) userKernel(a sweepArgs) error {
	name := p.kernel.kernel.Name
	switch {
	case a.args == nil || a.grid == nil || a.block == nil:
		return typeErrorf("sweep: %s is no built-in program: give block=, grid= and args=, as in grid=lambda n, block: n // block, args=lambda n: [zeros(n), n]", name)
	case a.defines != nil:
		return typeErrorf("sweep: defines= is for built-in programs; compile %s with cuda(source, defines=…)", name)
	}
	_, err := dim3("block", p.block)
	return err
}

// job prepares point i. It runs the functions in args and grid, so it is called
// on the goroutine of the cell.
func (r *runner) job(i int) (job, error) {
	p := &r.points[i]
	if p.kernel.program != nil {
		return func(ctx context.Context) (*gpumodel.Result, error) {
			return p.kernel.program.Run(ctx, p.device, r.runs[i])
		}, nil
	}
	grid, err := r.of(r.args.grid, p)
	if err != nil {
		return nil, err
	}
	list, err := r.of(r.args.args, p)
	if err != nil {
		return nil, err
	}
	items, ok := list.(starlark.Iterable)
	if _, isArray := list.(*Array); !ok || isArray {
		return nil, typeErrorf("sweep: args is a list, or a function of n that returns one, got %s", describe(list))
	}
	g, err := newGeometry(grid, p.block, starlark.MakeInt(p.shared))
	if err != nil {
		return nil, err
	}
	launch, err := p.kernel.prepare(p.device, g, collect(items))
	if err != nil {
		return nil, err
	}
	if launch.Mode, err = modeOf("full", r.args.full); err != nil {
		return nil, err
	}
	return func(ctx context.Context) (*gpumodel.Result, error) { return gpumodel.Run(ctx, p.device, launch) }, nil
}

func collect(list starlark.Iterable) []starlark.Value {
	var all []starlark.Value
	for e := range starlark.Elements(list) {
		all = append(all, e)
	}
	return all
}

// of is a value, or what a function returns for n, or for n and block.
func (r *runner) of(v starlark.Value, p *point) (starlark.Value, error) {
	f, ok := v.(starlark.Callable)
	if !ok {
		return v, nil
	}
	args := starlark.Tuple{starlark.MakeInt(p.n)}
	if lambda, ok := f.(*starlark.Function); ok && lambda.NumParams() > 1 {
		args = append(args, p.block)
	}
	return starlark.Call(r.c.thread, f, args, nil)
}

// An outcome is what a worker hands back.
type outcome struct {
	point  int
	result *gpumodel.Result
	err    error
	panic  any
}

// run runs the points, several at a time, until all are done, the user
// interrupts, or one cannot be prepared. Only the goroutine of the cell writes
// to the points. After an interrupt a busy worker is not awaited, unless it
// works on arrays that the next cell may read.
func (r *runner) run(bar *progress) (err error) {
	ctx, stop := context.WithCancel(r.c.ctx())
	defer stop()
	outcomes := make(chan outcome, len(r.points))
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	next, busy := 0, 0
	defer func() { bar.end(err) }()
	for next < len(r.points) || busy > 0 {
		for busy < r.workers && next < len(r.points) && ctx.Err() == nil {
			work, err := r.job(next)
			if err != nil {
				return err
			}
			go perform(ctx, next, work, outcomes)
			next++
			busy++
		}
		o := r.await(ctx, outcomes, tick.C)
		switch {
		case o != nil:
			busy--
			if o.panic != nil {
				panic(o.panic) // in the cell, which reports it
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			p := &r.points[o.point]
			p.result, p.err = o.result, launchFault(o.err, p.kernel.kernel)
			bar.done++
		case ctx.Err() == nil:
			bar.update()
		default:
			if r.shared && busy > 0 {
				<-outcomes
			}
			return ctx.Err()
		}
	}
	return nil
}

// await returns the next outcome, or nil when the bar should move or ctx has ended.
// Other cells run meanwhile, or between the points if these share arrays with them.
func (r *runner) await(ctx context.Context, outcomes <-chan outcome, tick <-chan time.Time) (next *outcome) {
	wait := func() {
		select {
		case o := <-outcomes:
			next = &o
		case <-tick:
		case <-ctx.Done():
		}
	}
	if !r.shared {
		r.c.run().Aside(wait)
		return next
	}
	wait()
	if next != nil {
		r.c.run().Aside(func() {})
	}
	return next
}

// perform runs a job. Its panic is passed on to the goroutine of the cell.
func perform(ctx context.Context, i int, work job, outcomes chan<- outcome) {
	o := outcome{point: i}
	defer func() {
		o.panic = recover()
		outcomes <- o
	}()
	o.result, o.err = work(ctx)
}
