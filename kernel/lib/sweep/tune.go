package sweep

import (
	"slices"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/jobs"
)

var _ = registry.Declare(row{
	Name: "tune", Page: "sweeps.md", StateFunc: (*library).tune,
	Returns:   &Tuning{Sweep: exampleSweep},
	Args:      face.Hints{"space{}": spaceKeys, "y": face.Words(objectives...)},
	StateArgs: stateHints{"kernel": builtIn},
	Doc: `tune(kernel, space, n=1024, gpu=None, block=None, grid=None, args=None, shared=0, restrictions=None, y="time", name=None, check=None, full=None, exact=False)
Runs a kernel in every configuration of a space, and draws the results. If a configuration cannot run (too many
threads, too much shared memory), its row shows the reason.

The arguments block, grid, args, shared and restrictions are values or functions. The parameters of such a
function have the names n, block or a key of space. A function with a single parameter of any other name gets
a dict of all these values. A built-in program has its own grid and data. If macros define the sides of its block, they
also set the block.

kernel (string or kernel): a built-in program, a kernel, or CUDA C source. The source can define default values
  of the macros with #ifndef. It then also compiles without space
space (dict): a list of values for each key. A key is the name of a macro or of a template parameter, "block",
  "shared" (bytes of dynamic shared memory), or a compiler option: "maxrregcount", "dlcm", "use_fast_math",
  "ftz", "prec_div", "prec_sqrt", "fmad"
n (int, 1024): size of the data
gpu (GPU or name, None): the GPU; None is the default of the session
block (int, tuple or function, None): threads per block
grid (int, tuple or function, None): number of blocks
args (list or function, None): the arguments
shared (int or function, 0): bytes of dynamic shared memory
restrictions (function, None): a function that returns True for each configuration to run
y (string, "time"): the column to optimize: "time" (the lowest is the best), or "gbps", "gflops", … (the highest
  is the best)
name (string, None): the name of the kernel, if the source has several kernels
check (bool, None): True compares the output of built-in programs with the reference
full (bool, None): as for launch
exact (bool, False): as for launch

Returns a tuning t, a table with the best configuration first: t.rows, t.column(name), t.best(), t.csv(),
t.save(path). heatmap(t) and plot(t, …) draw it again.

    t = tune("transpose/padded", {"TILE_DIM": [16, 32], "BLOCK_ROWS": [2, 4, 8]}, n=512)
    t.best()["TILE_DIM"]
    tune(source, {"TILE": [16, 32]}, n=1024, block=lambda TILE: (TILE, 8), grid=lambda n, TILE: n // TILE, args=lambda n: [zeros(n), n])`,
})

var _ = registry.Declare(row{
	Name: "last_tune", Page: "sweeps.md", StateFunc: (*library).lastTune,
	Returns: &Tuning{Sweep: exampleSweep},
	Doc: `last_tune()
Returns the last tuning of the session. If the tuning was interrupted or failed, it has the finished
configurations.

    t = last_tune()`,
})

// tuneArgs are the arguments of tune.
type tuneArgs struct {
	kernel, n, gpu            starlark.Value
	space                     *starlark.Dict
	block, grid, args, shared starlark.Value
	restrictions, check       starlark.Value
	extent                    gpu.Extent
	objective, name           string
}

func (l *library) tune(c face.Call) (starlark.Value, error) {
	a := tuneArgs{n: starlark.MakeInt(gpu.UsualSize), objective: "time"}
	if err := c.Unpack("kernel", &a.kernel, "space", &a.space, "n??", &a.n, "gpu??", &a.gpu, "block??", &a.block, "grid??", &a.grid,
		"args??", &a.args, "shared??", &a.shared, "restrictions??", &a.restrictions, "y??", &a.objective, "name??", &a.name,
		"check??", &a.check, "full??", &a.extent.Full, "exact??", &a.extent.Exact); err != nil {
		return nil, err
	}
	t, err := l.newTuner(c, a)
	if err != nil {
		return nil, err
	}
	points, err := t.points()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	err = l.runPoints(c, points, t.prepare, t.program() == nil, "last_tune()", nil)
	tuned := newTuning(points, t)
	tuned.host, tuned.gpu = time.Since(begin), l.gpu
	l.tuned = tuned
	if err != nil {
		return nil, partial("tune", err, tuned.Len(), len(points))
	}
	if err := noneRan(points); err != nil {
		return nil, err
	}
	tuned.show(c.Run(), points)
	return tuned, nil
}

func (l *library) lastTune(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	if l.tuned == nil {
		return nil, face.ValueErrorf("last_tune: nothing has been tuned in this session")
	}
	return l.tuned, nil
}

// A tuner turns configurations into points.
type tuner struct {
	c     face.Call
	given tuneArgs
	*subject
	size   int
	device *device.Device
	keys   []string
	values [][]starlark.Value // of each key
}

func (l *library) newTuner(c face.Call, a tuneArgs) (*tuner, error) {
	t := &tuner{c: c, given: a}
	var err error
	if t.size, err = starlark.AsInt32(a.n); err != nil || t.size < 1 {
		return nil, face.ValueErrorf("tune: n is %s, want a whole number from 1", face.Describe(a.n))
	}
	if t.device, err = l.gpu.DeviceOf(a.gpu); err != nil {
		return nil, err
	}
	if t.subject, err = l.newSubject(a.kernel, a.name); err != nil {
		return nil, err
	}
	if !slices.Contains(objectives, a.objective) {
		return nil, face.ValueErrorf("tune: y=%q: want one of %s", a.objective, strings.Join(objectives, ", "))
	}
	for _, item := range a.space.Items() {
		key, ok := starlark.AsString(item[0])
		if !ok {
			return nil, face.TypeErrorf("tune: the keys of the space are names, got %s", face.Describe(item[0]))
		}
		if err := t.allows(key); err != nil {
			return nil, err
		}
		t.keys, t.values = append(t.keys, key), append(t.values, face.OneOrMany(item[1]))
	}
	switch {
	case t.program() != nil && (a.grid != nil || a.args != nil):
		return nil, face.TypeErrorf("tune: %s has its own grid and data: grid= and args= are for other kernels", t.program().Name)
	case t.program() == nil && (a.grid == nil || a.args == nil || a.block == nil && !slices.Contains(t.keys, "block")):
		return nil, face.TypeErrorf("tune: %s is not a built-in program: give block= (or put \"block\" into the space), grid= and args=, as in grid=lambda n, TILE: n // TILE, args=lambda n: [zeros(n), n]", t.what())
	}
	return t, t.oneBlock()
}

// oneBlock refuses a block beside the macros of a program that set it.
func (t *tuner) oneBlock() error {
	if t.program() == nil || t.given.block == nil && !slices.Contains(t.keys, "block") {
		return nil
	}
	x, y := t.program().BlockMacros()
	if x != "" && slices.Contains(t.keys, x) && (y == "" || slices.Contains(t.keys, y)) {
		return face.ValueErrorf("tune: the block of %s is set by %s; leave block out", t.program().Name, strings.TrimSuffix(x+" and "+y, " and "))
	}
	return nil
}

// points lists the configurations that restrictions let pass, the last key of the
// space varying fastest.
func (t *tuner) points() ([]point, error) {
	count := 1
	for _, values := range t.values {
		if count *= len(values); count == 0 || count > maxPoints {
			break
		}
	}
	if count == 0 || count > maxPoints || len(t.keys) == 0 {
		return nil, face.ValueErrorf("tune: the space %v has no or too many configurations, want 1 to %d", t.given.space, maxPoints)
	}
	var points []point
	for i := range count {
		p := point{kernel: t.kernel, n: t.size, device: t.device, block: starlark.None}
		for j := len(t.keys) - 1; j >= 0; j-- {
			values := t.values[j]
			p.settings = append(p.settings, setting{t.keys[j], values[i%len(values)]})
			i /= len(values)
		}
		slices.Reverse(p.settings)
		wanted, err := t.wanted(&p)
		if err != nil {
			return nil, err
		}
		if wanted {
			points = append(points, p)
		}
	}
	if len(points) == 0 {
		return nil, face.ValueErrorf("tune: the restrictions leave none of %d configurations", count)
	}
	return points, nil
}

func (t *tuner) wanted(p *point) (bool, error) {
	if t.given.restrictions == nil {
		return true, nil
	}
	v, err := t.of("restrictions", t.given.restrictions, p)
	if err != nil {
		return false, err
	}
	return bool(v.Truth()), nil
}

// prepare makes the job of a configuration. What is wrong with its block or its
// text is a refusal: another configuration may be right.
func (t *tuner) prepare(p *point) (job, error) {
	block, err := t.chosen("block", t.given.block, p)
	if err != nil {
		return nil, err
	}
	p.block = block
	if err := t.setShared(p); err != nil {
		return nil, err
	}
	if t.program() != nil {
		return t.prepareProgram(p)
	}
	if p.kernel, err = t.compiled(p.settings); err != nil {
		return nil, err
	}
	grid, err := t.of("grid", t.given.grid, p)
	if err != nil {
		return nil, err
	}
	args, err := t.of("args", t.given.args, p)
	if err != nil {
		return nil, err
	}
	return p.launch("tune", grid, args, t.given.extent)
}

// prepareProgram takes the macros that name the sides of the block as the block.
func (t *tuner) prepareProgram(p *point) (job, error) {
	o, err := gpu.ProgramRun(p.kernel, t.device, p.block, t.given.check, t.given.extent, nil)
	if err != nil {
		return nil, err
	}
	if o.Block == (gpumodel.Dim3{}) {
		o.Block = t.program().Block
	}
	macroX, macroY := t.program().BlockMacros()
	for _, s := range p.settings {
		side := map[string]*int{macroX: &o.Block.X, macroY: &o.Block.Y}[s.name]
		text, err := gpu.Macro(s.name, s.value)
		switch {
		case s.name == "block" || s.name == "shared":
		case err != nil:
			return nil, jobs.Refuse(err)
		case side == nil:
			o.Defines[s.name] = text
		default:
			if *side, err = starlark.AsInt32(s.value); err != nil {
				return nil, jobs.Refuse(face.TypeErrorf("%s is a side of the block, got %s", s.name, face.Describe(s.value)))
			}
		}
	}
	p.program(o)
	return p.runProgram, nil
}

// chosen is what the space says of a key of the launch, or else the argument.
func (t *tuner) chosen(key string, arg starlark.Value, p *point) (starlark.Value, error) {
	for _, s := range p.settings {
		if s.name == key {
			return s.value, nil
		}
	}
	if arg == nil {
		return starlark.None, nil
	}
	return t.of(key, arg, p)
}

func (t *tuner) setShared(p *point) error {
	shared, err := t.chosen("shared", t.given.shared, p)
	if err != nil || shared == starlark.None {
		return err
	}
	if p.shared, err = starlark.AsInt32(shared); err != nil {
		return face.TypeErrorf("tune: shared is %s, want a number of bytes", face.Describe(shared))
	}
	return nil
}

// of is a value, or what a function returns that is given what its parameters
// name: n, block or a key of the space. One that names nothing is given all.
func (t *tuner) of(what string, v starlark.Value, p *point) (starlark.Value, error) {
	f, ok := v.(starlark.Callable)
	if !ok {
		return v, nil
	}
	known := starlark.NewDict(len(p.settings) + 2)
	for _, s := range append([]setting{{"n", starlark.MakeInt(p.n)}, {"block", p.block}}, p.settings...) {
		// The key is a string, so that this cannot fail.
		_ = known.SetKey(starlark.String(s.name), s.value)
	}
	own, ok := f.(*starlark.Function)
	if !ok {
		return starlark.Call(t.c.Thread, f, starlark.Tuple{known}, nil)
	}
	var args starlark.Tuple
	for i := range own.NumParams() {
		name, _ := own.Param(i)
		value, found, _ := known.Get(starlark.String(name))
		switch {
		case found:
		case own.NumParams() == 1:
			value = known
		default:
			return nil, face.TypeErrorf("tune: %s is a function of %s: want n, block and keys of the space (%s)", what, name,
				strings.Join(t.keys, ", "))
		}
		args = append(args, value)
	}
	return starlark.Call(t.c.Thread, f, args, nil)
}
