package programs

import (
	"context"
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/kernels"
	"warpbook.dev/gpumodel/measured"
)

// A Program is a built-in kernel with its usual launch and data: family/variant.
type Program struct {
	Name    string // "transpose/padded"
	Doc     string // one line
	Lecture string // where it comes from
	Source  string
	Block   gpumodel.Dim3 // the usual block
	entry   kernels.Entry
	task    task
}

// All lists the built-in programs of a family, or all for "".
func All(family string) []*Program {
	var list []*Program
	for _, e := range kernels.All() {
		if family == "" || strings.HasPrefix(e.Name, family+"/") {
			list = append(list, &Program{Name: e.Name, Doc: e.Doc, Lecture: e.Lecture, Source: e.Source,
				Block: gpumodel.Dim3{X: e.BlockX, Y: e.BlockY, Z: 1}, entry: e, task: tasks[e.Problem]})
		}
	}
	return list
}

// Find finds a program by name; the error lists the programs.
func Find(name string) (*Program, error) {
	var names []string
	for _, p := range All("") {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return nil, fmt.Errorf("unknown program %q (known: %s)", name, strings.Join(names, ", "))
}

// Run says how to run a program. Zero values mean the usual ones.
type Run struct {
	N       int
	Block   gpumodel.Dim3
	Shared  int // bytes of dynamic shared memory
	Defines map[string]string
	Options gpumodel.Options // of the compiler; it has Defines in the place of its own
	Mode    gpumodel.Mode
	Exact   bool // simulate every block and every iteration
	// Progress is told of an exact run's blocks, as gpumodel.Launch.Progress is.
	Progress func(done, all int)
	// Check compares the result with the reference: always (Full), never
	// (Sample), or, by default, when every thread was executed. A run that is never
	// checked has no use for every thread's result: by default it is a sample.
	Check gpumodel.Mode
}

// maxWork keeps what a launch executes and checks in full by itself to about a second.
const maxWork = 1 << 27

// Kernel compiles the program with options; the kernel is named like the program.
func (p *Program) Kernel(o gpumodel.Options) (*gpumodel.Kernel, error) {
	m, err := gpumodel.Compile(p.Name+".cu", p.Source, o)
	if err != nil {
		return nil, err
	}
	k := m.Kernel(p.entry.Kernel)
	if k == nil {
		return nil, fmt.Errorf("%s has no kernel %s", p.Name, p.entry.Kernel)
	}
	k.Name = p.Name
	return k, nil
}

// Run runs the program on its usual data of size n, a matrix padded to whole
// tiles. The result of several launches is their sum (Result.Launches).
func (p *Program) Run(ctx context.Context, d *device.Device, o Run) (*gpumodel.Result, error) {
	r, err := p.run(ctx, d, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return r, nil
}

func (p *Program) run(ctx context.Context, d *device.Device, o Run) (*gpumodel.Result, error) {
	switch {
	case o.Check == gpumodel.Full:
		o.Mode = gpumodel.Full
	case o.Check == gpumodel.Sample && o.Mode == gpumodel.Auto:
		o.Mode = gpumodel.Sample
	}
	first, err := p.Launch(o)
	if err != nil {
		return nil, err
	}
	checked := o.Check != gpumodel.Sample && (d.Card == nil || first.InFull()) // a real GPU computes large results too
	first.Experiment.Discard = !checked && p.entry.Launches == 1
	var results []*gpumodel.Result
	for _, l := range p.Launches(first) {
		r, err := measured.Run(ctx, d, l)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	if checked {
		if err := p.verify(ctx, &first); err != nil {
			return nil, err
		}
	}
	return measured.InTurn(results), nil
}

// Launches are all launches of the program, of which first is the first.
func (p *Program) Launches(first gpumodel.Launch) []gpumodel.Launch {
	all := []gpumodel.Launch{first}
	for len(all) < p.entry.Launches {
		all = append(all, p.task.then(all[len(all)-1]))
	}
	return all
}

// Launch makes the usual first launch for a size.
func (p *Program) Launch(o Run) (gpumodel.Launch, error) {
	if o.N < 1 || o.N > p.task.most {
		return gpumodel.Launch{}, fmt.Errorf("n = %d: want 1 to %d", o.N, p.task.most)
	}
	block := p.Block
	if o.Block != (gpumodel.Dim3{}) {
		block = o.Block
	}
	if block.X < 1 || block.Y < 1 || block.Z != 1 {
		return gpumodel.Launch{}, fmt.Errorf("block %v: want two dimensions of at least 1", block)
	}
	defines, err := p.defines(block, o.Defines)
	if err != nil {
		return gpumodel.Launch{}, err
	}
	n, grid, err := p.grid(o.N, block, defines)
	if err != nil {
		return gpumodel.Launch{}, err
	}
	k, err := p.compiled(o.Options, defines)
	if err != nil {
		return gpumodel.Launch{}, err
	}
	vars, err := k.Module.NewVariables()
	if err != nil {
		return gpumodel.Launch{}, err
	}
	args, err := p.task.args(given{n, grid.Count(), defines})
	if err != nil {
		return gpumodel.Launch{}, err
	}
	l := gpumodel.Launch{Kernel: k, Grid: grid, Block: block, Shared: o.Shared, Args: args, Mode: o.Mode, Exact: o.Exact,
		Progress: o.Progress, Variables: vars}
	if o.Mode == gpumodel.Auto && p.task.work(n) > maxWork || !l.InFull() {
		l.Mode = gpumodel.Sample // and so are the launches that follow
	}
	return l, nil
}

// grid is the usual grid for a size, and the size in memory: the lecture's kernels
// of matrices have no guards, so that a matrix is padded to whole tiles.
func (p *Program) grid(n int, block gpumodel.Dim3, defines map[string]string) (size int, grid gpumodel.Dim3, err error) {
	tileX, err := p.entry.TileX.Of(block.X, block.Y, defines)
	if err != nil {
		return 0, grid, err
	}
	tileY, err := p.entry.TileY.Of(block.X, block.Y, defines)
	if err != nil {
		return 0, grid, err
	}
	if side := max(tileX, tileY); side > p.task.most {
		return 0, grid, fmt.Errorf("block %v: a tile of it has a side of %d elements; the data may have %d", block, side, p.task.most)
	}
	if p.task.form == elementwise || p.task.form == summed {
		if block.Y != 1 {
			return 0, grid, fmt.Errorf("block %v: a vector is taken by blocks of one dimension", block)
		}
		if m := p.task.multiple; m > 0 && block.X%m != 0 {
			return 0, grid, fmt.Errorf("block %v: want a multiple of %d threads", block, m)
		}
		blocks := (n + tileX - 1) / tileX
		if p.task.form == elementwise {
			n = blocks * tileX
		}
		return n, gpumodel.Dim3{X: blocks, Y: 1, Z: 1}, nil
	}
	if tileY%block.Y != 0 {
		return 0, grid, fmt.Errorf("block %v: a tile of %d rows needs a block.y that divides it", block, tileY)
	}
	n = padded(n, tileX, tileY)
	return n, gpumodel.Dim3{X: n / tileX, Y: n / tileY, Z: 1}, nil
}

// defines adds to the definitions what the text calls the sides of the block.
func (p *Program) defines(block gpumodel.Dim3, more map[string]string) (map[string]string, error) {
	all := map[string]string{}
	maps.Copy(all, more)
	for name, side := range map[string]int{p.entry.MacroX: block.X, p.entry.MacroY: block.Y} {
		if _, given := more[name]; given {
			return nil, fmt.Errorf("%s follows from the block: block=%s", name, p.blockText())
		}
		if name != "" {
			all[name] = strconv.Itoa(side)
		}
	}
	return all, nil
}

// BlockMacros are what the text calls the sides of the block: empty if it reads them
// from blockDim.
func (p *Program) BlockMacros() (x, y string) { return p.entry.MacroX, p.entry.MacroY }

// blockText is the block in the words of the text.
func (p *Program) blockText() string {
	if p.entry.MacroY == "" {
		return p.entry.MacroX
	}
	return fmt.Sprintf("(%s, %s)", p.entry.MacroX, p.entry.MacroY)
}

// padded is n, made a multiple of both sides of a tile.
func padded(n, tileX, tileY int) int {
	divisor, rest := tileX, tileY
	for rest != 0 {
		divisor, rest = rest, divisor%rest
	}
	common := tileX / divisor * tileY
	return (n + common - 1) / common * common
}

// verify compares the result with the reference, element by element, if it was
// computed in full. l is the first launch.
func (p *Program) verify(ctx context.Context, l *gpumodel.Launch) error {
	out := l.Args[p.task.result].(*gpumodel.Array)
	if out.Readable() != nil {
		return nil
	}
	count := out.Len()
	if p.task.form == summed {
		count = 1
	}
	reference := p.task.reference(ctx, l.Args)
	for i := range count {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if got, want := out.At(i), reference(i); !(math.Abs(got-want) <= p.task.within) {
			name := l.Kernel.Params()[p.task.result].Name
			return fmt.Errorf("wrong result: %s%s is %v, want %v", name, subscripts(out, i), got, want)
		}
	}
	return nil
}

// subscripts name element i as the text would: [row][column].
func subscripts(a *gpumodel.Array, i int) string {
	text := ""
	for d := len(a.Shape) - 1; d >= 0; d-- {
		text = fmt.Sprintf("[%d]", i%a.Shape[d]) + text
		i /= a.Shape[d]
	}
	return text
}
