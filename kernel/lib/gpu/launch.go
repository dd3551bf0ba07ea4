package gpu

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/jobs"
)

var _ = registry.Declare(row{
	Name: "launch", Page: "launching.md", StateFunc: (*Library).launch,
	Returns:   &Result{},
	StateArgs: stateHints{"kernel": (*Library).Programs},
	Doc: `launch(kernel, grid, block, args, gpu=None, shared=0, full=None, exact=False)
Runs a kernel over a grid of blocks. kernel[grid, block](…) does the same. Without full=True or exact=True, a
launch ends after about 20 s of one core. If the simulation is not complete by then, the uncertainty of the time
increases, or the launch fails with an error. A progress bar shows the progress of a long launch.

kernel (kernel): the kernel to run
grid (int or tuple): number of blocks, in up to three dimensions
block (int or tuple): threads per block, in up to three dimensions
args (list): the arguments. Pass an array for a pointer. For a struct such as float4, pass a dict of its
  members or a tuple of all members. Pass a list for an array in a struct
gpu (GPU or name, None): the GPU; None is the default of the session
shared (int, 0): bytes of dynamic shared memory
full (bool, None): True executes every thread, with no limit of time. False executes a sample of the blocks.
  None executes every thread of a launch that has up to 524,288 threads and takes at most some seconds. It
  executes a sample of every other launch. The result then shows this, and the cell cannot read the arrays of
  the launch
exact (bool, False): True simulates every block and every iteration. The time then has no uncertainty,
  but a large launch can take minutes. It also executes every thread, unless full=False. On a real GPU
  it has no effect.

Returns a result: r.time, r.gbps, r.bounds, r.counters, r.report(), …

    r = launch(k, (16, 16), (16, 16), [a, b, 256])
    r = k[(16, 16), (16, 16)](a, b, 256, full=True)
    r = k[(16, 16), (16, 16)](a, b, 256, exact=True)`,
})

var _ = registry.Declare(row{
	Name: "run", Page: "launching.md", StateFunc: (*Library).run,
	Returns:   &Result{},
	Args:      face.Hints{"defines{}": Macros("program")},
	StateArgs: stateHints{"program": (*Library).Programs},
	Doc: `run(program, n=1024, gpu=None, block=None, check=None, full=None, defines=None, shared=0, maxrregcount=None, dlcm=None, use_fast_math=False, ftz=False, prec_div=True, prec_sqrt=True, fmad=True, exact=False)
Runs a built-in program on its usual data.

program (string or kernel): the program, as kernels() lists it
n (int, 1024): size of the data
gpu (GPU or name, None): the GPU; None is the default of the session
block (int or tuple, None): threads per block; None is the program's usual block
check (bool, None): True executes every thread and compares the output with the reference; None does this if the
  launch is small
full (bool, None): as for launch
defines (dict, None): values of macros
shared (int, 0): bytes of dynamic shared memory that the kernel does not use. Fewer blocks then fit on an SM
maxrregcount (int, None): maximum number of registers per thread
dlcm (string, None): "cg" makes global loads bypass the L1. "ca" makes them use the L1
use_fast_math (bool, False): True compiles with functions that are faster, but less exact
ftz (bool, False): True flushes denormal floats to zero
prec_div (bool, True): False allows divisions that are less exact
prec_sqrt (bool, True): False allows square roots that are less exact
fmad (bool, True): False does not combine a multiplication and an addition into one instruction
exact (bool, False): as for launch

Returns a result. If the program has several launches, the result is their sum, and r.launches lists the results
of the launches.

    r = run("transpose/padded", n=4000)
    r.gbps`,
})

// Get returns k[grid, block] or k[grid, block, shared]: a function that takes the kernel's arguments and launches it.
func (k *Kernel) Get(key starlark.Value) (starlark.Value, bool, error) {
	index, ok := key.(starlark.Tuple)
	if ok && len(index) > 3 {
		return nil, false, face.TypeErrorf("%[1]s[…] takes the grid, the block and the bytes of shared memory, got %[2]d values; "+
			"the kernel's arguments come behind it, as in %[1]s[16, 256](…)", k.called(), len(index))
	}
	if !ok || len(index) < 2 {
		return nil, false, face.TypeErrorf("%[1]s[grid, block](…) or %[1]s[grid, block, shared_bytes](…) launches a kernel, got %[1]s[%[2]v]", k.called(), key)
	}
	shared := starlark.Value(starlark.MakeInt(0))
	if len(index) == 3 {
		shared = index[2]
	}
	g, err := newGeometry(index[0], index[1], shared)
	if err != nil {
		return nil, false, err
	}
	launch := face.Function(func(c face.Call) (starlark.Value, error) { return k.call(c, g) })
	return &launcher{launch.Builtin(k.kernel.Name), k, g}, true, nil
}

// A launcher is k[grid, block], a kernel that waits for its arguments.
type launcher struct {
	*starlark.Builtin
	kernel *Kernel
	geometry
}

// String says that nothing has been launched.
func (l *launcher) String() string {
	return fmt.Sprintf("%s[%s, %s] is not launched yet: its arguments follow, as in %[1]s[%[2]s, %[3]s](%[4]s)",
		l.kernel.called(), l.grid.Short(), l.block.Short(), strings.Join(parameterNames(l.kernel.kernel), ", "))
}

func parameterNames(k *gpumodel.Kernel) (names []string) {
	for _, p := range k.Signature() {
		names = append(names, p.Name)
	}
	return names
}

// CallInternal returns the error for k(…) without a grid.
func (k *Kernel) CallInternal(*starlark.Thread, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
	return nil, face.TypeErrorf("%[1]s is a kernel: write %[1]s[grid, block](…), as in %[1]s[16, 256](…)", k.called())
}

// Name is the kernel's name in a traceback.
func (k *Kernel) Name() string { return k.kernel.Name }

// A geometry is a launch configuration: grid, block and bytes of dynamic shared memory, as between <<< and >>>.
type geometry struct {
	grid, block gpumodel.Dim3
	shared      int
}

func newGeometry(grid, block, shared starlark.Value) (g geometry, err error) {
	if g.grid, err = Dim3("grid", grid); err != nil {
		return g, err
	}
	if g.block, err = Dim3("block", block); err != nil {
		return g, err
	}
	if g.shared, err = starlark.AsInt32(shared); err != nil {
		return g, face.TypeErrorf("shared: want a number of bytes, got %s", face.Describe(shared))
	}
	return g, nil
}

// swapped is the remark on the grid and the block of a launch that look exchanged.
func (g geometry) swapped(kernel string, d *device.Device) string {
	blocks, threads := g.grid.Count(), g.block.Count()
	if !gpumodel.Swapped(g.grid, g.block, d) {
		return ""
	}
	return fmt.Sprintf("%[1]s[%[2]s, %[3]s] has %[4]d blocks of %[5]d threads, which leave %[6]d of the %[7]d lanes of a warp idle; the grid comes first: %[1]s[%[3]s, %[2]s] has %[5]d blocks of %[4]d threads",
		kernel, g.grid.Short(), g.block.Short(), blocks, threads, d.WarpSize-threads, d.WarpSize)
}

// call launches with positional arguments; gpu, full and exact are by keyword.
func (k *Kernel) call(c face.Call, g geometry) (starlark.Value, error) {
	var gpu starlark.Value
	var extent Extent
	for _, kw := range c.Kwargs {
		if err := k.misplaced(string(kw[0].(starlark.String))); err != nil {
			return nil, err
		}
	}
	if err := c.Keywords().Unpack(append([]any{"gpu?", &gpu}, extent.Params()...)...); err != nil {
		return nil, err
	}
	if err := k.answers(c); err != nil {
		return nil, err
	}
	return k.launch(c, g, c.Args, gpu, extent)
}

// launchKeywords are the keyword arguments of a launch.
var launchKeywords = []string{"gpu", "full", "exact"}

// misplaced returns an error for keyword arguments that belong elsewhere.
func (k *Kernel) misplaced(name string) error {
	if slices.ContainsFunc(k.kernel.Signature(), func(p gpumodel.Param) bool { return p.Name == name }) &&
		!slices.Contains(launchKeywords, name) {
		return face.TypeErrorf("%s: the parameters of a kernel are given by position, not as %s=…", k.kernel.Name, name)
	}
	if name == "shared" {
		return face.TypeErrorf("%[1]s: the bytes of shared memory stand between the brackets: %[1]s[grid, block, shared_bytes](…)", k.called())
	}
	return nil
}

func (k *Kernel) launch(c face.Call, g geometry, args []starlark.Value, gpu starlark.Value, extent Extent) (starlark.Value, error) {
	d, err := k.library.DeviceOf(gpu)
	if err != nil {
		return nil, err
	}
	mode, exact, err := extent.On(d)
	if err != nil {
		return nil, err
	}
	launch, err := k.prepare(d, g, args)
	if err != nil {
		return nil, err
	}
	launch.Mode, launch.Exact, launch.Stdout = mode, exact, output{c.Run()}
	k.library.remember(d, launch)
	var found *observe.Checked
	if k.program == nil {
		found = k.library.autocheck.look(c, d, launch)
	}
	var watch func(error)
	launch.Progress, watch = k.library.watch(c)
	unchanged := guard(c, d, launch)
	launch.Again = d.Card == nil && k.library.kept.reuses(c.Run())
	begin := time.Now()
	result, err := measured.Run(c.Ctx(), d, launch)
	host := time.Since(begin)
	watch(err)
	if err == nil {
		if err := unchanged(); err != nil {
			return nil, err
		}
	}
	if hint := cudacell.SizesHint(err); hint != "" {
		err = fmt.Errorf("%w%s", err, hint)
	}
	r, err := k.result(result, host, cudacell.LaunchingOver(err, k.kernel, g.grid, g.block))
	if note := g.swapped(k.called(), d); err == nil && note != "" {
		c.Run().Print(note + "\n")
	}
	if err == nil {
		k.library.autocheck.tell(k, found)
		if k.program == nil && d.Card == nil {
			k.library.autocheck.remark(launch.Kernel.SameWork(c.Ctx(), d, g.grid, g.block, func() int { return mostWritten(c, d, launch) }))
		}
	}
	return r, err
}

// mostWritten is the number of elements of the largest array that a launch writes, 0 if none is known.
func mostWritten(c face.Call, d *device.Device, l gpumodel.Launch) (most int) {
	accesses, err := l.Kernel.Accesses(c.Ctx(), d)
	if err != nil {
		return 0
	}
	for i, arg := range l.Args {
		if a, ok := arg.(*gpumodel.Array); ok && accesses[i].Writes {
			most = max(most, a.Len())
		}
	}
	return most
}

// prepare binds the arguments of a launch.
func (k *Kernel) prepare(d *device.Device, g geometry, args []starlark.Value) (gpumodel.Launch, error) {
	if err := k.runs(d); err != nil {
		return gpumodel.Launch{}, err
	}
	bound, err := array.Bind(k.kernel, args)
	return gpumodel.Launch{Kernel: k.kernel, Grid: g.grid, Block: g.block, Shared: g.shared, Args: bound}, err
}

// Prepare is a launch that has not been run.
func (k *Kernel) Prepare(d *device.Device, grid, block, shared starlark.Value, args []starlark.Value) (gpumodel.Launch, error) {
	g, err := newGeometry(grid, block, shared)
	if err != nil {
		return gpumodel.Launch{}, err
	}
	return k.prepare(d, g, args)
}

// runs returns an error if the device cannot run the kernel. For a real GPU its compiler reports that at the
// launch.
func (k *Kernel) runs(d *device.Device) error {
	if d.Card != nil && !k.kernel.Template() {
		return nil
	}
	_, err := k.lower(k.library.ctx(), d)
	return err
}

// output is the printf of kernels.
type output struct{ run *cell.Run }

func (o output) Write(p []byte) (int, error) {
	o.run.Print(string(p))
	return len(p), nil
}

// result returns the result of a launch as a value, or its error.
func (k *Kernel) result(r *gpumodel.Result, host time.Duration, err error) (starlark.Value, error) {
	if err != nil {
		return nil, err
	}
	return &Result{r, k.library, max(host, 1)}, nil
}

func (l *Library) launch(c face.Call) (starlark.Value, error) {
	var kernel, grid, block, gpu starlark.Value
	var extent Extent
	var args starlark.Iterable
	shared := starlark.Value(starlark.MakeInt(0))
	params := []any{"kernel", &kernel, "grid", &grid, "block", &block, "args", &args, "gpu??", &gpu, "shared?", &shared}
	if err := c.Unpack(append(params, extent.Params()...)...); err != nil {
		return nil, err
	}
	k, g, list, err := l.launchOf(c, kernel, grid, block, shared, args)
	if err != nil {
		return nil, err
	}
	return k.launch(c, g, list, gpu, extent)
}

// launchOf reads what is launched: a kernel, its grid of blocks, and the list of its arguments.
func (l *Library) launchOf(c face.Call, kernel, grid, block, shared starlark.Value, args starlark.Iterable) (k *Kernel, g geometry,
	list []starlark.Value, err error) {
	if k, err = l.KernelOf(kernel); err != nil {
		return nil, g, nil, err
	}
	if err = k.answers(c); err != nil {
		return nil, g, nil, err
	}
	if g, err = newGeometry(grid, block, shared); err != nil {
		return nil, g, nil, err
	}
	list, err = argumentList(c.Name, args)
	return k, g, list, err
}

// argumentList reads the list of a kernel's arguments.
func argumentList(name string, args starlark.Iterable) ([]starlark.Value, error) {
	if _, isArray := args.(*array.Array); isArray {
		return nil, face.TypeErrorf("%s: args is the list of all arguments, got an array; write [a, …]", name)
	}
	return face.Collect(args), nil
}

// KernelOf reads a kernel or the name of a built-in program.
func (l *Library) KernelOf(v starlark.Value) (*Kernel, error) {
	switch v := v.(type) {
	case *Kernel:
		return v, nil
	case starlark.String:
		return l.program(string(v), nil)
	case *Module:
		return nil, face.TypeErrorf("%s is a module: write %s.name for one of its kernels %v", v.name, v.name, v.kernelNames())
	}
	return nil, face.TypeErrorf("want a kernel or the name of a program, got %s", face.Describe(v))
}

// UsualSize is the default of n.
const UsualSize = 1024

func (l *Library) run(c face.Call) (starlark.Value, error) {
	var program, gpu, block, check starlark.Value
	var extent Extent
	var defines *starlark.Dict
	compiler := newCompilerArguments()
	size, shared := starlark.Value(starlark.MakeInt(UsualSize)), 0
	params := []any{"program", &program, "n??", &size, "gpu??", &gpu, "block??", &block, "check??", &check, "full??", &extent.Full,
		"defines??", &defines, "shared?", &shared}
	params = append(params, compiler.params()...)
	if err := c.Unpack(append(params, "exact??", &extent.Exact)...); err != nil {
		return nil, err
	}
	n, err := starlark.AsInt32(size)
	if err != nil {
		return nil, face.TypeErrorf("run: n is %s, want a whole number (sweep(…) takes lists)", face.Describe(size))
	}
	k, err := l.KernelOf(program)
	if err != nil {
		return nil, err
	}
	if k.program == nil {
		return nil, face.TypeErrorf("run: %s is not a built-in program and has no usual data; write %s[grid, block](…)", k.called(), k.called())
	}
	d, err := l.DeviceOf(gpu)
	if err != nil {
		return nil, err
	}
	o, err := ProgramRun(k, d, block, check, extent, defines)
	if err != nil {
		return nil, err
	}
	if o.Options, err = compiler.options("run"); err != nil {
		return nil, err
	}
	o.N, o.Shared = n, shared
	r, host, err := k.runProgram(c, d, o)
	return k.result(r, host, cudacell.Launching(err, k.kernel))
}

// runProgram runs a built-in program. Its arrays are its own, so other cells may run meanwhile.
// host is the time that it took on this computer.
func (k *Kernel) runProgram(c face.Call, d *device.Device, o programs.Run) (r *gpumodel.Result, host time.Duration, err error) {
	var watch func(error)
	o.Progress, watch = k.library.watch(c)
	c.Run().Aside(func() {
		begin := time.Now()
		r, err = k.program.Run(c.Ctx(), d, o)
		host = time.Since(begin)
	})
	watch(err)
	return r, host, err
}

// watchedAfter is the time after which a launch gets a progress bar.
const watchedAfter = 10 * time.Second

// watch returns the progress bar of a launch: a function that gets its progress, and one that ends the bar.
func (l *Library) watch(c face.Call) (progress func(done, all int), end func(error)) {
	l.bars++
	w := jobs.NewWatch(c.Run(), fmt.Sprintf("warpbook-launch-%s-%d", c.Run().Cell(), l.bars), "blocks", watchedAfter)
	return w.Tell, w.End
}

// ProgramRun reads how to run a program on a device.
func ProgramRun(k *Kernel, d *device.Device, block, check starlark.Value, extent Extent, defines *starlark.Dict) (o programs.Run,
	err error) {
	if block != nil && block != starlark.None {
		if o.Block, err = Dim3("block", block); err != nil {
			return o, err
		}
	}
	if o.Check, err = ModeOf("check", check); err != nil {
		return o, err
	}
	if o.Mode, o.Exact, err = extent.On(d); err != nil {
		return o, err
	}
	macros, err := definesOf(defines)
	if err != nil {
		return o, err
	}
	if err := UsesDefines(k.program, macros); err != nil {
		return o, err
	}
	o.Defines = map[string]string{}
	for _, set := range []map[string]string{k.defines, macros} {
		for name, value := range set {
			o.Defines[name] = value
		}
	}
	return o, nil
}
