package sweep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/jobs"
)

var _ = registry.Declare(row{
	Name: "sweep", Page: "sweeps.md", StateFunc: (*library).sweep,
	Returns:   exampleSweep,
	Args:      face.Hints{"defines{}": gpu.Macros("kernels")},
	StateArgs: stateHints{"kernels": builtIn},
	Doc: `sweep(kernels, n=1024, gpu=None, block=None, check=None, full=None, defines=None, grid=None, args=None, shared=0, exact=False)
Runs every kernel for every n, GPU, block and size of dynamic shared memory. If a launch fails, its row shows
the error. The output of printf in kernels is not shown.

kernels (string, kernel or list): built-in programs, which have their own data, or kernels
n (int or list, 1024): sizes of the data
gpu (GPU, name, list or table, None): GPUs; None is the default of the session. gpus() stands for all GPUs that run
  kernels, and its rows are GPUs, too
block (int, tuple or list, None): threads per block; a tuple is the shape of one block. None is the program's
  usual block
check (bool, None): True executes every thread of built-in programs and compares the output with the reference
full (bool, None): as for launch, but None executes only a sample of the blocks of built-in programs
defines (dict, None): values of macros of built-in programs
grid (int, tuple or function, None): number of blocks, or a function that returns it; its parameters are n, or n
  and block
args (list or function, None): the arguments, or a function that returns them; its parameters are n, or n and
  block
shared (int or list, 0): bytes of dynamic shared memory. Memory that the kernel does not use only reduces the
  number of blocks on a multiprocessor. At each size in k.occupancy().shared_steps, one block
  less fits
exact (bool, False): True simulates every block and every iteration, as for launch. A launch can then take
  minutes

Returns a sweep s, a table of results: s.rows, s.column(name), s.best(), s.csv(), s.save(path). plot(s) draws
the results. The column uncertainty has the relative uncertainty of each sampled time. The table shows it as ±
if it is 1 % or more.

    s = sweep(["transpose/naive", "transpose/padded"], n=range(512, 2049, 256))
    s = sweep("transpose/copy", shared=kernel("transpose/copy").occupancy().shared_steps)
    plot(s, y="time", x="warps_per_sm")
    sweep(k, n=[1 << 10, 1 << 16], block=[128, 256], grid=lambda n, block: (n + block - 1) // block, args=lambda n: [zeros(n), n])`,
})

var _ = registry.Declare(row{
	Name: "last_sweep", Page: "sweeps.md", StateFunc: (*library).lastSweep,
	Returns: exampleSweep,
	Doc: `last_sweep()
Returns the last sweep of the session. If the sweep was interrupted or failed, it has a row for each finished
launch.

    s = last_sweep()`,
})

// sweepArgs are the arguments of sweep.
type sweepArgs struct {
	kernels, n, gpu, block starlark.Value
	check                  starlark.Value
	extent                 gpu.Extent
	defines                *starlark.Dict
	grid, args, shared     starlark.Value
}

// maxPoints bounds a sweep: at a tenth of a second a point this is three hours.
const maxPoints = 100_000

func (l *library) sweep(c face.Call) (starlark.Value, error) {
	a := sweepArgs{n: starlark.MakeInt(gpu.UsualSize)}
	if err := c.Unpack("kernels", &a.kernels, "n??", &a.n, "gpu??", &a.gpu, "block??", &a.block, "check??", &a.check,
		"full??", &a.extent.Full, "defines??", &a.defines, "grid??", &a.grid, "args??", &a.args, "shared??", &a.shared,
		"exact??", &a.extent.Exact); err != nil {
		return nil, err
	}
	points, err := l.points(a)
	if err != nil {
		return nil, err
	}
	alone := false
	for i := range points {
		if err := a.complete(&points[i]); err != nil {
			return nil, err
		}
		alone = alone || points[i].kernel.Program() == nil
	}
	begin := time.Now()
	err = l.runPoints(c, points, func(p *point) (job, error) { return a.job(c, p) }, alone, "last_sweep()",
		func() jobs.Picture { return pictureOf(points) })
	s := newSweep(points)
	s.host, s.gpu = time.Since(begin), l.gpu
	l.last = s
	if err != nil {
		return nil, partial("sweep", err, s.Len(), len(points))
	}
	return s, noneRan(points)
}

// A job runs one point.
type job = jobs.Job[*gpumodel.Result]

// maxWorkers is how many points run at a time: each takes memory for its arrays.
const maxWorkers = 4

// runPoints runs the points of a sweep or a tuning; what kept names has those that are done, and picture draws them meanwhile.
// With alone they may share arrays of the session.
func (l *library) runPoints(c face.Call, points []point, prepare func(p *point) (job, error), alone bool, kept string,
	picture func() jobs.Picture) error {
	l.bars++
	b := jobs.Batch[*gpumodel.Result]{Cell: c.Run(), N: len(points), Workers: max(1, l.workers), Alone: alone, Kept: kept, Picture: picture,
		BarID:   fmt.Sprintf("warpbook-sweep-%s-%d", c.Run().Cell(), l.bars),
		Prepare: func(i int) (job, error) { return prepare(&points[i]) },
		Refused: func(i int, err error) { points[i].err = err },
		Done: func(i int, r *gpumodel.Result, err error) {
			points[i].result, points[i].err = r, cudacell.Launching(err, points[i].kernel.Compiled())
		}}
	return b.Run()
}

// noneRan is the error of the first point, if no point has a result.
func noneRan(points []point) error {
	for _, p := range points {
		if p.err == nil {
			return nil
		}
	}
	return points[0].err
}

// partial says what of a sweep or a tuning that ended early is kept.
func partial(what string, err error, done, all int) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	return face.Errorf("KeyboardInterrupt", "the %[1]s was interrupted after %[2]d of %[3]d points; s = last_%[1]s() has them (an assignment, s = %[1]s(…), was not made)", what, done, all)
}

func (l *library) lastSweep(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	if l.last == nil {
		return nil, face.ValueErrorf("last_sweep: no sweep has been run in this session")
	}
	return l.last, nil
}

// points lists the runs: kernels × n × GPUs × blocks × shared memory.
func (l *library) points(a sweepArgs) ([]point, error) {
	var kernels []*gpu.Kernel
	var sizes, shared []int
	for _, v := range face.OneOrMany(a.kernels) {
		k, err := l.gpu.KernelOf(v)
		if err != nil {
			return nil, err
		}
		kernels = append(kernels, k)
	}
	for _, v := range face.OneOrMany(a.n) {
		n, err := starlark.AsInt32(v)
		if err != nil || n < 1 {
			return nil, face.ValueErrorf("sweep: n is %s, want whole numbers from 1", face.Describe(v))
		}
		sizes = append(sizes, n)
	}
	devices, err := l.gpu.DevicesOf(a.gpu)
	if err != nil {
		return nil, err
	}
	if a.shared == nil {
		a.shared = starlark.MakeInt(0)
	}
	for _, v := range face.OneOrMany(a.shared) {
		bytes, err := starlark.AsInt32(v)
		if err != nil || bytes < 0 {
			return nil, face.ValueErrorf("sweep: shared is %s, want whole numbers of bytes", face.Describe(v))
		}
		shared = append(shared, bytes)
	}
	blocks := face.OneOrMany(a.block)
	count := len(kernels) * len(sizes) * len(devices) * len(blocks) * len(shared)
	if count == 0 || count > maxPoints {
		return nil, face.ValueErrorf("sweep: %d kernels × %d n × %d GPUs × %d blocks × %d sizes of shared memory are %d points, want 1 to %d",
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

// complete reads what can be wrong of a point before anything runs.
func (a *sweepArgs) complete(p *point) error {
	if p.kernel.Program() == nil {
		return a.userKernel(p)
	}
	o, err := gpu.ProgramRun(p.kernel, p.device, p.block, a.check, a.extent, a.defines)
	p.program(o)
	return err
}

// userKernel checks that a kernel without usual data is given some.
func (a *sweepArgs) userKernel(p *point) error {
	name := p.kernel.Compiled().Name
	switch {
	case a.args == nil || a.grid == nil || a.block == nil:
		return face.TypeErrorf("sweep: %s is not a built-in program: give block=, grid= and args=, as in grid=lambda n, block: (n + block - 1) // block, args=lambda n: [zeros(n), n]", name)
	case a.defines != nil:
		return face.TypeErrorf("sweep: defines= is for built-in programs; compile %s with cuda(source, defines=…)", name)
	}
	if _, _, err := a.extent.On(p.device); err != nil {
		return err
	}
	_, err := gpu.Dim3("block", p.block)
	return err
}

// job prepares a point.
func (a *sweepArgs) job(c face.Call, p *point) (job, error) {
	if p.kernel.Program() != nil {
		return p.runProgram, nil
	}
	grid, err := a.of(c, a.grid, p)
	if err != nil {
		return nil, err
	}
	args, err := a.of(c, a.args, p)
	if err != nil {
		return nil, err
	}
	return p.launch("sweep", grid, args, a.extent)
}

// of is a value, or what a function returns for n, or for n and block.
func (*sweepArgs) of(c face.Call, v starlark.Value, p *point) (starlark.Value, error) {
	f, ok := v.(starlark.Callable)
	if !ok {
		return v, nil
	}
	args := starlark.Tuple{starlark.MakeInt(p.n)}
	if lambda, ok := f.(interface{ NumParams() int }); ok && lambda.NumParams() > 1 {
		args = append(args, p.block)
	}
	return starlark.Call(c.Thread, f, args, nil)
}
